// How a file of the database is opened: page size, journal, and what makes writes durable and deletions complete.
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { pathColumn } from "../rows/column";
import { cellText, itemText, type CellValue, type Column } from "../rows/columns";
import { storedValue } from "../rows/storedValue";
import { parseExact } from "../service/exactJson";
import type { LookupKind } from "../service/operations";
import { entriesOfQuestion } from "./identifiers";
import { replacedId, schema, schemaVersion } from "./schema";
import type { JournalMode } from "./storeDb";
import { codeOf, otherVersionError } from "./storeError";
import { folded, normalizedAddress, sortable, type Identifiers } from "./text";

export const pragma = (connection: DatabaseSync, text: string): SQLOutputValue | undefined =>
  Object.values(connection.prepare(`pragma ${text}`).get() ?? {})[0];

export const versionOf = (connection: DatabaseSync): number => Number(pragma(connection, "user_version"));

/** Creates the tables of an empty file; false if it has them. Throws for a file of another version. */
export function createSchema(connection: DatabaseSync, file: string): boolean {
  if (versionOf(connection) === schemaVersion) {
    return false;
  }
  connection.exec("begin immediate");
  try {
    const version = versionOf(connection);
    // A replaced file is emptied here when it could not be renamed, as Windows refuses to while a window has it open.
    if (Number(pragma(connection, "application_id")) === replacedId) {
      dropEverything(connection);
    } else if (version === schemaVersion) {
      connection.exec("rollback");
      return false;
    } else if (version > 0) {
      throw otherVersionError(file, version, schemaVersion);
    }
    connection.exec(schema);
    connection.exec("commit");
    return true;
  } catch (error) {
    connection.exec("rollback");
    throw error;
  }
}

function dropEverything(connection: DatabaseSync): void {
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
}

const pageBytes = 8192;
const cacheKilobytes = 16_000;

// Temporary tables contain personal data, which must not reach a disk.
const ofEveryConnection = `
    pragma temp_store = memory;
    pragma cache_size = -${cacheKilobytes};
    pragma trusted_schema = off`;

export function configure(connection: DatabaseSync, walAllowed: boolean): JournalMode {
  connection.exec(`
    pragma page_size = ${pageBytes};
    pragma auto_vacuum = incremental`);
  connection.exec(`
    ${ofEveryConnection};
    pragma secure_delete = on;
    pragma foreign_keys = off`);
  const mode = useJournal(connection, walAllowed);
  // On macOS only a full fsync survives a power cut; elsewhere it changes nothing.
  connection.exec("pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on");
  return mode;
}

/** For a connection that only reads. */
export const configureReader = (connection: DatabaseSync, busyMs: number): void =>
  connection.exec(`pragma busy_timeout = ${busyMs}; ${ofEveryConnection}`);

function useJournal(connection: DatabaseSync, walAllowed: boolean): JournalMode {
  if (walAllowed) {
    try {
      if (pragma(connection, "journal_mode = wal") === "wal") {
        return "wal";
      }
    } catch (error) {
      if (codeOf(error) !== "READONLY" && codeOf(error) !== "FAILED") {
        throw error;
      }
    }
  }
  connection.exec("pragma journal_mode = truncate");
  return "truncate";
}

/** A record may have an integer that no JavaScript number holds where a text is expected. */
const deterministic = { deterministic: true, useBigIntArguments: true } as const;

export function defineFunctions(database: DatabaseSync): void {
  const fields = new Map<unknown, Column>();
  const read = (path: unknown, json: unknown): CellValue => {
    const field = fields.get(path) ?? pathColumn(String(path));
    fields.set(path, field);
    return field.value(parseExact(String(json)));
  };
  database.function("fold", deterministic, (text) => (text === null ? null : folded(String(text))));
  database.function("sortable", deterministic, (text) => (text === null ? null : sortable(String(text))));
  database.function("address", deterministic, (text) =>
    text === null ? null : normalizedAddress(String(text)) || null,
  );
  database.function("question_entries", deterministic, (kind, identifiers) =>
    JSON.stringify(
      entriesOfQuestion(kind as LookupKind, JSON.parse(String(identifiers)) as Identifiers).map((entry) => [
        entry.kind,
        entry.value,
      ]),
    ),
  );
  // Fields that are no known columns, by their paths.
  database.function("field", deterministic, (json, path) => {
    const value = read(path, json);
    return typeof value === "number" ? storedValue("number", value) : cellText(value) || null;
  });
  database.function("field_items", deterministic, (json, path) => {
    const value = read(path, json);
    return value === undefined ? null : JSON.stringify((Array.isArray(value) ? value : [value]).map(itemText));
  });
}
