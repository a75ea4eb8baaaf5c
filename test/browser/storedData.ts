// Reads and changes the database of a test window from outside: its rows, and which process has it open.
import { readdirSync, readlinkSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { WorkbenchHost } from "./workbenchHost";

const databaseOf = ({ userData }: Pick<WorkbenchHost, "userData">): string =>
  path.join(userData, "User", "globalStorage", "prospect-desk.prospect-desk", "store", "desk.db");

/** The rows of a query, read while the extension has the database open. */
export function storedRows<T>(
  host: Pick<WorkbenchHost, "userData">,
  sql: string,
  ...values: readonly (string | number)[]
): readonly T[] {
  const database = new DatabaseSync(databaseOf(host), { readOnly: true });
  try {
    return database.prepare(sql).all(...values) as unknown as readonly T[];
  } finally {
    database.close();
  }
}

/** The extension host: the process that has the database open. Needs /proc, so Linux only. */
export function processOfStore(host: Pick<WorkbenchHost, "userData">): number {
  const file = databaseOf(host);
  const hasItOpen = (pid: string): boolean => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === file);
    } catch {
      return false; // it ended meanwhile, or is another user's
    }
  };
  const found = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid && hasItOpen(name),
  );
  if (found[0] === undefined) {
    throw new Error(`No process has ${file} open.`);
  }
  return Number(found[0]);
}
