// How many of the records that were fetched match a search: its filters are compared with their JSON.
import { filterFields } from "../rows/filterFields";
import type { SearchKind } from "../service/filterCatalogue";
import { recordTest, type FilterItems } from "../service/matching";
import { recordTables } from "./kinds";
import { activeLists, leftOutKeys } from "./leaveOut";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";

export interface FiltersToMatch {
  readonly kind: SearchKind;
  readonly filters: FilterItems;
  /** The filters as they were; to count what enters and leaves. */
  readonly before?: FilterItems | undefined;
  /** Only records of this service. */
  readonly origin?: string | undefined;
  /** ms since 1970: years in a position are counted up to it. */
  readonly now: number;
  /** How many ids of records that match, or may match, are wanted. */
  readonly ids?: number | undefined;
}

export interface MatchCounts {
  /** That were compared: the latest version of each, without those that lists for everything leave out. */
  readonly records: number;
  readonly matching: number;
  /** Of which the record does not contain what is compared. */
  readonly unknown: number;
  /** As `matching`, by the filters as they were. */
  readonly matchingBefore: number;
  readonly entering: number;
  readonly leaving: number;
  /** Of the records that match, the newest first, and behind them of those that do not contain what is compared. */
  readonly ids: readonly string[];
}

/** Records that are read before other calls are answered. */
const recordsAtOnce = 250;

/** Sends nothing: records of searches and lookups alike. */
export async function count(
  db: StoreDb,
  { kind, filters, before = filters, origin, now, ids: wanted = 0 }: FiltersToMatch,
  task: Task,
): Promise<MatchCounts> {
  const recordKind = kind === "company" ? "company" : "person";
  const table = recordTables[recordKind];
  const fields = filterFields(kind, now);
  const test = recordTest(fields, filters);
  const earlier = before === filters ? test : recordTest(fields, before);
  const active = activeLists(db);
  const counts = { records: 0, matching: 0, unknown: 0, matchingBefore: 0, entering: 0, leaving: 0 };
  const [matchingIds, unknownIds]: [string[], string[]] = [[], []];
  const total = db.count(table);
  for (let last = Number.MAX_SAFE_INTEGER, read = 0; ;) {
    const rows = db.all<{ readonly key: number; readonly id?: string; readonly json: string }>(
      `select m.key, m.id, j.json
       from ${table} m join record_json j on j.key = m.key
         join run r on r.no = m.key / 4294967296 join connection c on c.id = r.connection
       where m.key < ?1 and (?2 is null or c.origin = ?2)
         and not exists (select 1 from ${table} o where o.id = m.id and o.key > m.key)
       order by m.key desc limit ${recordsAtOnce}`,
      last,
      origin,
    );
    const hidden = leftOutKeys(
      db,
      recordKind,
      rows.map(({ key }) => key),
      active,
    );
    for (const { key, id, json } of rows) {
      if (hidden.has(key)) {
        continue;
      }
      const record = parsed(json);
      const [was, is] = [earlier(record), test(record)];
      counts.records += 1;
      counts.matching += Number(is === true);
      counts.unknown += Number(is === undefined);
      counts.matchingBefore += Number(was === true);
      counts.entering += Number(was === false && is === true);
      counts.leaving += Number(was === true && is === false);
      const ids = is === true ? matchingIds : unknownIds;
      if (id !== undefined && is !== false && ids.length < wanted) {
        ids.push(id);
      }
    }
    last = rows.at(-1)?.key ?? last;
    read += rows.length;
    task.progress(read, total);
    if (rows.length < recordsAtOnce) {
      return { ...counts, ids: [...matchingIds, ...unknownIds].slice(0, wanted) };
    }
    await task.breathe();
  }
}

/** `undefined` for what a damaged file has in its place: no field of it is stored. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
