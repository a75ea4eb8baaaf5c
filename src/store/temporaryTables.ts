// Temporary tables: a call that reads an older one may still be running when a newer one is made.
import type { StoreDb } from "./storeDb";

let lastTable = 0;

/** A name that no table of this process has had. */
export function newTable(purpose: string): string {
  lastTable += 1;
  return `temp.${purpose}_${lastTable}`;
}

export const dropTable = (db: StoreDb, table: string): void => db.exec(`drop table if exists ${table}`);
