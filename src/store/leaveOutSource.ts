// SQL that finds what leave-out lists hide in a source: records that they name, and what a lookup found whose question
// they name.
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";
import { activeLists, leftOutSql, listsOfRun } from "./leaveOut";
import { keysOfRun } from "./recordKeys";
import type { ViewSource } from "./viewSource";

/** Over the table `m` of the kind and, for a batch, its questions `q`; `undefined` if nothing is hidden. */
export function hidesSql(db: StoreDb, source: ViewSource, kind: RecordKind): string | undefined {
  const run = "run" in source ? source.run : source.kind === "keys" ? source.of : undefined;
  const lists = source.kind === "news" ? source.watched.lists : run === undefined ? [] : listsOfRun(db, run);
  const active = activeLists(db, lists);
  if (active.length === 0) {
    return undefined;
  }
  const tests = [leftOutSql(db, kind, active), ...(run === undefined ? [] : [foundSql(db, source, kind, run, active)])];
  const used = tests.filter((test) => test !== undefined);
  return used.length === 0 ? undefined : used.map((test) => `(${test})`).join(" or ");
}

/** Of records that a batch found: all questions with this answer are left out. */
function foundSql(
  db: StoreDb,
  { kind: source }: ViewSource,
  kind: RecordKind,
  run: string,
  active: readonly number[],
): string | undefined {
  const isNamed = `exists (
    select 1 from json_each(question_entries('${kind}', q.identifiers)) w
    cross join leave_out_entry e on e.kind = w.value ->> 0 and e.value = w.value ->> 1
    where e.list_no in (${active.join(", ")}))`;
  if (source === "batch") {
    return isNamed;
  }
  const batch = db.get<{ readonly no: number }>(
    "select run.no as no from run join batch on batch.run_no = run.no where run.id = ?",
    run,
  );
  return batch === undefined
    ? undefined
    : `(select min(${isNamed}) from question q
        where q.record = m.key and q.key between ${keysOfRun(batch.no).join(" and ")})`;
}
