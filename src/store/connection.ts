// Opens a database file with the right page size and journal, so that writes are durable and deletions complete.
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { pathColumn } from "../records/column";
import { cellText, itemText, type CellValue, type Column } from "../records/columns";
import { storedValue } from "../records/storedValue";
import { parseExact } from "../service/exactJson";
import type { LookupKind } from "../service/operations";
import { entriesOfQuestion } from "./identifiers";
import { applicationId, schema, schemaVersion } from "./schema";
import type { JournalMode } from "./storeDb";
import { codeOf, foreignError, laterVersionError } from "./storeError";
import { folded, normalizedAddress, sortable, type Identifiers } from "./text";

export const pragma = (connection: DatabaseSync, text: string): SQLOutputValue | undefined =>
  Object.values(connection.prepare(`pragma ${text}`).get() ?? {})[0];

export const versionOf = (connection: DatabaseSync): number => Number(pragma(connection, "user_version"));

/** Which version owns the file; throws for a file of another program or of a later version. Read-only. */
export function ownerOf(connection: DatabaseSync, file: string): "this version" | "an earlier version" {
  const id = Number(pragma(connection, "application_id"));
  const version = versionOf(connection);
  if (id === applicationId) {
    if (version > schemaVersion) {
      throw laterVersionError(file, version);
    }
    return version === schemaVersion ? "this version" : "an earlier version";
  }
  const tables = connection
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .map(({ name }) => String(name));
  if (id !== 0 || version !== 0 || tables.length > 0) {
    throw foreignError(file, tables);
  }
  return "this version";
}

/** Creates the tables of an empty file; returns false if they exist. */
export function createSchema(connection: DatabaseSync): boolean {
  const hasTables = (): boolean => versionOf(connection) === schemaVersion;
  if (hasTables()) {
    return false;
  }
  connection.exec("begin immediate");
  try {
    // Another process may have created them in the meantime.
    const isNew = !hasTables();
    if (isNew) {
      connection.exec(schema);
    }
    connection.exec("commit");
    return isNew;
  } catch (error) {
    connection.exec("rollback");
    throw error;
  }
}

const pageBytes = 8192;
const cacheKilobytes = 16_000;

// Temporary tables contain personal data, which must not reach a disk.
const ofEveryConnection = `
    pragma temp_store = memory;
    pragma cache_size = -${cacheKilobytes};
    pragma trusted_schema = off`;

export function configure(connection: DatabaseSync, isNetwork: boolean): JournalMode {
  connection.exec(`
    pragma page_size = ${pageBytes};
    pragma auto_vacuum = incremental`);
  connection.exec(`
    ${ofEveryConnection};
    pragma secure_delete = on;
    pragma foreign_keys = off`);
  const mode = useJournal(connection, isNetwork);
  // On macOS only a full fsync survives a power cut; elsewhere it changes nothing.
  connection.exec("pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on");
  return mode;
}

/**
 * On a network file system, SQLite accepts a write-ahead log, but its shared memory is not shared, which loses data.
 */
function useJournal(connection: DatabaseSync, isNetwork: boolean): JournalMode {
  if (!isNetwork) {
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

/** A text field of a record may contain an integer that does not fit a JavaScript number. */
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
  // Fields without a known column, by their paths.
  database.function("field", deterministic, (json, path) => {
    const value = read(path, json);
    return typeof value === "number" ? storedValue("number", value) : cellText(value) || null;
  });
  database.function("field_items", deterministic, (json, path) => {
    const value = read(path, json);
    return value === undefined ? null : JSON.stringify((Array.isArray(value) ? value : [value]).map(itemText));
  });
}
