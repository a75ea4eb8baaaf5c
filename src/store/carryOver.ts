// The rows that a restore or a purge keeps from the previous content of the database.
import type { StoreDb } from "./storeDb";

type Row = Readonly<Record<string, string | number | Uint8Array | null>>;
type TableRows = readonly (readonly [table: string, rows: readonly Row[]])[];

const rowsOf = (db: StoreDb, tables: readonly string[]): TableRows =>
  tables.map((table) => [table, db.all<Row>(`select * from ${table}`)]);

/** Replaces rows with the same key. Raw replies contain personal data, so they are only added for the given runs. */
function addRows(db: StoreDb, tables: TableRows, runs: ReadonlySet<number> = new Set()): void {
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

const databaseOf = (db: StoreDb): string | undefined => db.value("select database from content");

type Sequences = readonly { readonly name: string; readonly seq: number }[];

const sequencesOf = (db: StoreDb): Sequences => db.all("select name, seq from sqlite_sequence");

/** Used numbers must never be reused. */
function raiseSequences(db: StoreDb, sequences: Sequences): void {
  for (const { name, seq } of sequences) {
    const known = db.value<number>("select seq from sqlite_sequence where name = ?", name) ?? 0;
    db.run("delete from sqlite_sequence where name = ?", name);
    db.run("insert into sqlite_sequence (name, seq) values (?, ?)", name, Math.max(known, seq));
  }
}

export type CarryOver = (fresh: StoreDb) => void;

/**
 * Reads the data that a restored backup must not undo, and returns a function that adds it: pauses and deleted keys,
 * settings, and, if the backup is an earlier state of this database, its ledger and agreed budgets.
 */
export function carryOver(db: StoreDb): CarryOver {
  const database = databaseOf(db);
  const current = rowsOf(db, ["pause", "setting"]);
  const ledger = rowsOf(db, ["connection", "call", "budget"]);
  const sequences = sequencesOf(db);
  return (restored) =>
    restored.write(() => {
      addRows(restored, current);
      if (databaseOf(restored) === database) {
        const runs = new Set(restored.column<number>("select no from run"));
        restored.exec("delete from call");
        addRows(restored, ledger, runs);
        raiseSequences(restored, sequences);
      } else {
        // Both continue from the same rows, so the same call numbers would mean different calls.
        restored.run("update content set database = lower(hex(randomblob(16)))");
      }
    });
}

/** Does the same for a purge, including connections and column profiles. None of it contains records. */
export function carryOverPurge(db: StoreDb): CarryOver {
  const rows = rowsOf(db, ["connection", "call", "budget", "column_profile", "pause", "setting"]);
  const sequences = sequencesOf(db);
  const database = databaseOf(db);
  return (empty) =>
    empty.write(() => {
      empty.run("update content set database = ?", database);
      addRows(empty, rows);
      raiseSequences(empty, sequences);
    });
}
