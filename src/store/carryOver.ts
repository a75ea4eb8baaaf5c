// Rows that a new file takes over from the one that it replaces.
import type { StoreDb } from "./storeDb";

type Row = Readonly<Record<string, string | number | Uint8Array | null>>;
type TableRows = readonly (readonly [table: string, rows: readonly Row[]])[];

export const rowsOf = (db: StoreDb, tables: readonly string[]): TableRows =>
  tables.map((table) => [table, db.all<Row>(`select * from ${table}`)]);

/** Replaces rows of the same key. Raw replies, which contain personal data, are added only for runs that are named. */
export function addRows(db: StoreDb, tables: TableRows, runs: ReadonlySet<number> = new Set()): void {
  for (const [table, rows] of tables) {
    for (const row of rows) {
      const isCleaned = table === "call" && !runs.has(Number(row["run_no"]));
      const clean = isCleaned ? { ...row, reply: null, problem: null } : row;
      const names = Object.keys(clean);
      db.run(
        `insert or replace into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
        ...Object.values(clean),
      );
    }
  }
}

type Sequences = readonly { readonly name: string; readonly seq: number }[];

export const sequencesOf = (db: StoreDb): Sequences => db.all("select name, seq from sqlite_sequence");

/** Numbers that were used are never used again. */
export function raiseSequences(db: StoreDb, sequences: Sequences): void {
  for (const { name, seq } of sequences) {
    const known = db.value<number>("select seq from sqlite_sequence where name = ?", name) ?? 0;
    db.run("delete from sqlite_sequence where name = ?", name);
    db.run("insert into sqlite_sequence (name, seq) values (?, ?)", name, Math.max(known, seq));
  }
}

/**
 * Reads what a restored backup must not undo, and returns a function that adds it: pauses and deleted keys, settings,
 * whom the user had erased, and, if the backup is an earlier state of this database, its ledger and agreed budgets.
 */
export function carryOver(db: StoreDb): (restored: StoreDb) => void {
  const current = rowsOf(db, ["pause", "setting", "erased"]);
  const ledger = rowsOf(db, ["connection", "call", "budget"]);
  const sequences = sequencesOf(db);
  const calls = new Set(db.all(callsSql).map((call) => JSON.stringify(call)));
  return (restored) =>
    restored.write(() => {
      addRows(restored, current);
      const runs = new Set(restored.column<number>("select no from run"));
      const [last] = restored.all(`${callsSql} order by no desc limit 1`);
      if (last === undefined ? runs.size === 0 : calls.has(JSON.stringify(last))) {
        // Triggers add the calls to these sums.
        restored.exec("delete from call; delete from spent");
        addRows(restored, ledger, runs);
        raiseSequences(restored, sequences);
      }
    });
}

/** What tells a call of this database from one of the same number in another. */
const callsSql = "select no, connection, operation, at from call";
