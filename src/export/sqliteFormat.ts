// Records as an SQLite database: one table with typed columns and the JSON of each record, and facts about the export.
import { open } from "node:fs/promises";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { cellText, type CellValue } from "../records/columns";
import { createTemporary } from "../searches/atomicFile";
import type { RecordKind } from "../service/operations";
import { StoreError } from "../store/storeError";
import { countText } from "../text/numbers";
import { idColumnOf } from "./columnProfile";
import { columnReader } from "./columnReader";
import { columnNames, columnType, infoKey, type ValueType } from "./columnTypes";
import { targetError } from "./exportFiles";
import { jsonBytes, type ExportInfo, type RowWriter, type WriterRequest } from "./writeView";

const tables: Readonly<Record<RecordKind, string>> = { company: "companies", person: "people", contact: "contacts" };

const sqlTypes: Readonly<Record<ValueType, string>> = {
  integer: "INTEGER",
  double: "NUMERIC",
  boolean: "BOOLEAN",
  date: "TEXT",
  timestamp: "TEXT",
  list: "TEXT",
  text: "TEXT",
};

/** Columns of every table besides those of the profile. */
const positionColumn = "position";
const jsonColumn = "json";
/** SQLite allows 2,000 columns in a table. */
const mostColumns = 2_000 - 2;
const cacheKilobytes = 16_000;
const pieceBytes = 1 << 18;

export async function sqliteWriter(request: WriterRequest): Promise<RowWriter> {
  const { reader, withExtra, choice, info, task, file, disk } = request;
  const source = await columnReader({ reader, profile: choice.profile, withExtra, isTyped: true }, task);
  const { columns, cells } = source;
  if (columns.length > mostColumns) {
    const text =
      `An SQLite table has room for ${countText(mostColumns)} columns, and these are ${countText(columns.length)}. ` +
      "Choose fewer columns.";
    throw new StoreError("FAILED", text);
  }
  const types = columns.map((column) => columnType(reader.kind, column));
  /** Converts errors to errors of the target's disk, so that they are not mistaken for errors of the store. */
  const failing = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw targetError(error, file);
    }
  };
  const table = tables[reader.kind];
  const names = columnNames(columns, [positionColumn, jsonColumn]).map(quoted);
  const idName = names[columns.findIndex(({ id }) => id === idColumnOf(reader.kind))];
  let temporary = "";
  let database: DatabaseSync | undefined;
  let insert: StatementSync | undefined;
  const closeDatabase = (): void => {
    if (database?.isOpen === true) {
      database.close();
    }
  };
  return {
    columns: `${source.sql}, ${jsonBytes}`,
    begin: async () => {
      temporary = await createTemporary(disk, file);
      failing(() => {
        const typed = names.map((name, index) => `${name} ${sqlTypes[types[index] ?? "text"]}`);
        const fields = [`${positionColumn} INTEGER PRIMARY KEY`, ...typed, `${jsonColumn} TEXT`].join(", ");
        database = newDatabase(temporary, `create table ${table} (${fields})`, info);
        const values = ["null", ...names.map(() => "?"), "cast(? as text)"];
        insert = database.prepare(`insert into ${table} values (${values.join(", ")})`);
      });
    },
    row: (_sink, values) => {
      const json = values.pop() as Uint8Array;
      const cell = cells(values);
      const record = types.map((type, index) => sqlValue(type, cell(index)));
      failing(() => insert?.run(...record, json));
    },
    end: async (sink) => {
      failing(() => {
        if (idName !== undefined) {
          indexIds(database, `index ${table}_id on ${table} (${idName})`);
        }
        database?.exec("commit");
        closeDatabase();
      });
      const handle = await open(temporary, "r");
      try {
        const piece = Buffer.alloc(pieceBytes);
        for (let read = await handle.read(piece); read.bytesRead > 0; read = await handle.read(piece)) {
          sink.addBytes(piece.subarray(0, read.bytesRead));
          await sink.flush();
          await task.breathe();
        }
      } finally {
        await handle.close();
      }
    },
    close: async () => {
      closeDatabase();
      if (temporary !== "") {
        await disk.unlink(temporary).catch(() => undefined);
      }
    },
  };
}

/** One transaction in a file that no one else opens. */
function newDatabase(file: string, createTable: string, info: ExportInfo): DatabaseSync {
  // No locks, because some network drives refuse them. No journal, because a killed process would leave it behind;
  // newer versions of Node refuse to switch it off, so it is in memory.
  const url = pathToFileURL(file);
  url.search = "?nolock=1";
  const database = new DatabaseSync(url);
  database.exec(`
    pragma journal_mode = memory;
    pragma synchronous = off;
    pragma temp_store = memory;
    pragma cache_size = -${cacheKilobytes};
    begin;
    create table export_info (name TEXT PRIMARY KEY, value);
    ${createTable}`);
  const addFact = database.prepare("insert or replace into export_info values (?, ?)");
  for (const [label, value] of info) {
    addFact.run(infoKey(label), value instanceof Date ? value.toISOString() : value);
  }
  return database;
}

function indexIds(database: DatabaseSync | undefined, index: string): void {
  try {
    database?.exec(`create unique ${index}`);
  } catch {
    // The same record can occur twice, for example as the answer to two lookups.
    database?.exec(`create ${index}`);
  }
}

/** The value to store: in a column of numbers, SQLite converts a text of digits to a number. */
function sqlValue(type: ValueType, value: CellValue): SQLInputValue {
  switch (typeof value) {
    case "undefined":
      return null;
    case "number":
      return type === "double" ? value : cellText(value);
    case "boolean":
      return value ? 1 : 0;
    default:
      return Array.isArray(value) ? JSON.stringify(value) : cellText(value);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
