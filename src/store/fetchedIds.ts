// The ids of records from earlier runs of a search, so that the service can leave them out.
import type { RecordKind } from "../service/operations";
import { recordTables, rowsOfRun } from "./kinds";
import type { StoreDb } from "./storeDb";

export interface FetchedIdsQuery {
  readonly kind: RecordKind;
  /** Only records of this service. */
  readonly origin: string;
  /** URI of the saved search; without it, runs with this search key count. */
  readonly source?: string | undefined;
  readonly searchKey: string;
  readonly limit: number;
}

export interface FetchedIds {
  /** The newest ids, up to `limit`. */
  readonly ids: readonly string[];
  /** How many there are in all. */
  readonly count: number;
}

export function fetchedIds(db: StoreDb, { kind, origin, source, searchKey, limit }: FetchedIdsQuery): FetchedIds {
  const found = `select m.id, max(m.key) as newest
    from run join connection c on c.id = run.connection
      join ${recordTables[kind]} m on m.key >= run.no * ${rowsOfRun} and m.key < (run.no + 1) * ${rowsOfRun}
    where run.purpose = 'search' and run.record_kind = ?1 and c.origin = ?2
      and iif(?3 is null, run.search_key = ?4, run.source = ?3) and m.id is not null
    group by m.id`;
  const values = [kind, origin, source, searchKey] as const;
  return {
    ids: db.column(`select id from (${found}) order by newest desc limit ?5`, ...values, limit),
    count: db.value<number>(`select count(*) from (${found})`, ...values) ?? 0,
  };
}
