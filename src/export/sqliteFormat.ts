// Records as an SQLite database: one table with typed columns and the JSON of each record, and facts about the export.
import { open } from "node:fs/promises";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";
import { cellText, type CellValue } from "../rows/columns";
import type { RecordKind } from "../service/operations";
import { StoreError } from "../store/storeError";
import { idColumnOf, type ExportColumn } from "./columnProfile";
import { columnReader } from "./columnReader";
import { columnTypes, infoKey, uniqueNames, type ValueType } from "./columnTypes";
import { targetError } from "./exportFiles";
import { jsonBytes, type ExportInfo, type RowWriter, type WriterRequest } from "./writeView";

const tables: Readonly<Record<RecordKind, string>> = { company: "companies", person: "people", contact: "contacts" };

const sqlTypes: Readonly<Record<ValueType, string>> = {
  integer: "INTEGER",
  double: "REAL",
  boolean: "BOOLEAN",
  date: "TEXT",
  timestamp: "TEXT",
  list: "TEXT",
  text: "TEXT",
};

/** Columns of every table besides those of the profile. */
const [positionColumn, jsonColumn] = ["position", "json"];
/** SQLite allows 2,000 in a table. */
const mostColumns = 2_000 - 2;
const cacheKilobytes = 16_000;
const pieceBytes = 1 << 18;

export async function sqliteWriter(request: WriterRequest): Promise<RowWriter> {
  const { reader, withBeside, choice, info, task } = request;
  const source = await columnReader({ reader, profile: choice.profile, withBeside, isTyped: true }, task);
  const { columns, cells } = source;
  if (columns.length > mostColumns) {
    const text = l10n.t(
      "An SQLite table has room for {0} columns, and these are {1}. Choose fewer columns.",
      countText(mostColumns),
      countText(columns.length),
    );
    throw new StoreError("FAILED", text);
  }
  const types = await columnTypes(reader, source, task);
  const temporary = await request.temporaryFile();
  let database: RecordDatabase | undefined;
  return {
    columns: `${source.sql}, ${jsonBytes}`,
    withJson: true,
    begin: () => {
      database = new RecordDatabase(temporary, request.file, { kind: reader.kind, columns, types });
      database.addInfo(info);
    },
    row: (_sink, values) => {
      const json = values.pop();
      const cell = cells(values);
      database?.addRecord(
        types.map((type, index) => sqlValue(type, cell(index))),
        json as Uint8Array,
      );
    },
    end: async (sink) => {
      database?.finish();
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
    close: () => database?.close(),
  };
}

/** A value as the column's type stores it; SQLite makes an integer of digits in a column of integers. */
function sqlValue(type: ValueType, value: CellValue): SQLInputValue {
  if (value === undefined) {
    return null;
  }
  switch (type) {
    case "integer":
    case "double":
      return value as string | number;
    case "boolean":
      return value === true ? 1 : 0;
    case "list":
      return JSON.stringify(value);
    default:
      return cellText(value);
  }
}

interface Records {
  readonly kind: RecordKind;
  readonly columns: readonly ExportColumn[];
  readonly types: readonly ValueType[];
}

/** The database while it is written: one transaction in a file that no one else opens. */
class RecordDatabase {
  private readonly database: DatabaseSync;
  private readonly insert: StatementSync;
  private readonly idName: string | undefined;
  private readonly table: string;

  /** `target` is named in sentences about failures. */
  constructor(
    temporary: string,
    private readonly target: string,
    { kind, columns, types }: Records,
  ) {
    // Without locks, which some network drives refuse.
    const url = pathToFileURL(temporary);
    url.search = "?nolock=1";
    this.database = this.failing(() => new DatabaseSync(url));
    this.table = tables[kind];
    const names = uniqueNames(columns, [positionColumn, jsonColumn]).map(quoted);
    this.idName = names[columns.findIndex(({ id }) => id === idColumnOf(kind))];
    const typed = names.map((name, index) => `${name} ${sqlTypes[types[index] ?? "text"]}`);
    const fields = [`${positionColumn} INTEGER PRIMARY KEY`, ...typed, `${jsonColumn} TEXT`].join(", ");
    this.execute(`
      pragma journal_mode = off;
      pragma synchronous = off;
      pragma temp_store = memory;
      pragma cache_size = -${cacheKilobytes};
      begin;
      create table export_info (name TEXT PRIMARY KEY, value);
      create table ${this.table} (${fields})`);
    const values = ["null", ...names.map(() => "?"), "cast(? as text)"];
    this.insert = this.database.prepare(`insert into ${this.table} values (${values.join(", ")})`);
  }

  addInfo(info: ExportInfo): void {
    const insert = this.database.prepare("insert or replace into export_info values (?, ?)");
    for (const [label, value] of info) {
      this.failing(() => insert.run(infoKey(label), value instanceof Date ? value.toISOString() : value));
    }
  }

  addRecord(values: readonly SQLInputValue[], json: Uint8Array): void {
    this.failing(() => this.insert.run(...values, json));
  }

  finish(): void {
    if (this.idName !== undefined) {
      const index = `index ${this.table}_id on ${this.table} (${this.idName})`;
      try {
        this.database.exec(`create unique ${index}`);
      } catch {
        // The same record can be there twice, for example as the answer to two lookups.
        this.execute(`create ${index}`);
      }
    }
    this.execute("commit");
    this.close();
  }

  close(): void {
    if (this.database.isOpen) {
      this.database.close();
    }
  }

  private execute(sql: string): void {
    this.failing(() => this.database.exec(sql));
  }

  /** As an error of the target's disk: an error of a database would be taken for one of the store's own. */
  private failing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw targetError(error, this.target);
    }
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
