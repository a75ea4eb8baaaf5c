// Brings the schema of an opened file up to date.
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { migrations, replacedId } from "./schema";
import { newerError } from "./storeError";

export const pragma = (connection: DatabaseSync, text: string): SQLOutputValue | undefined =>
  Object.values(connection.prepare(`pragma ${text}`).get() ?? {})[0];

export const versionOf = (connection: DatabaseSync): number => Number(pragma(connection, "user_version"));

export function migrate(connection: DatabaseSync, file: string, onMigrating?: () => void): void {
  if (versionOf(connection) === migrations.length) {
    return;
  }
  connection.exec("begin immediate");
  try {
    const from = versionOf(connection);
    const isReplaced = Number(pragma(connection, "application_id")) === replacedId;
    if (from > migrations.length && !isReplaced) {
      throw newerError(file, from);
    }
    // A replaced file is emptied here when it could not be renamed, as Windows refuses to while a window has it open.
    const start = isReplaced ? dropEverything(connection) : from;
    if (start > 0 && start < migrations.length) {
      onMigrating?.();
    }
    for (const migration of migrations.slice(start)) {
      connection.exec(migration);
    }
    connection.exec(`pragma user_version = ${migrations.length}; commit`);
  } catch (error) {
    connection.exec("rollback");
    throw error;
  }
}

function dropEverything(connection: DatabaseSync): number {
  const tables = connection
    .prepare(
      `select type, name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite_%'
       order by rowid`,
    )
    .all();
  for (const { type, name } of tables) {
    // A virtual table drops its own tables with it.
    connection.exec(`drop ${String(type)} if exists "${String(name)}"`);
  }
  return 0;
}
