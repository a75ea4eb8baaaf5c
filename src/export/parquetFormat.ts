// Records as a Parquet file: typed columns in groups of rows, and facts about the export in its metadata.
import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { writeColumn } from "hyparquet-writer/src/column.js";
import { encodeNestedValues } from "hyparquet-writer/src/dremel.js";
import { schemaPathResolver } from "hyparquet-writer/src/schema.js";
import * as l10n from "@vscode/l10n";
import type { SQLOutputValue } from "node:sqlite";
import { cellText, type CellValue } from "../rows/columns";
import { StoreError } from "../store/storeError";
import type { Task } from "../store/task";
import { columnReader, type RowCells } from "./columnReader";
import { columnTypes, infoKey, listItems, uniqueNames, type ValueType } from "./columnTypes";
import type { ExportInfo, RowWriter, WriterRequest } from "./writeView";

/** Readers work on groups in parallel and skip whole ones; these are also what is in memory at once. */
const rowsPerGroup = 20_000;
const charactersPerGroup = 1 << 23;
const pageBytes = 1 << 20;
const dayMs = 86_400_000;

/** Values of a column as the library takes them. */
type ParquetValue = number | bigint | boolean | string | readonly string[] | undefined;

const leaves: Readonly<Record<Exclude<ValueType, "list">, Omit<SchemaElement, "name">>> = {
  integer: { type: "INT64" },
  double: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  date: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
  timestamp: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
};

/** A list as all readers of Parquet know it: in three levels. */
function schemaOf(name: string, type: ValueType): readonly SchemaElement[] {
  if (type !== "list") {
    return [{ name, repetition_type: "OPTIONAL", ...leaves[type] }];
  }
  return [
    { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" } },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "OPTIONAL", ...leaves.text },
  ];
}

export async function parquetWriter({ reader, withBeside, choice, info, task }: WriterRequest): Promise<RowWriter> {
  const source = await columnReader({ reader, profile: choice.profile, withBeside, isTyped: true }, task);
  const { columns, sql, withJson, cells } = source;
  if (columns.length === 0) {
    throw new StoreError("FAILED", l10n.t("There is nothing to write: these records have no fields."));
  }
  const types = await columnTypes(reader, source, task);
  const schema = uniqueNames(columns).map((name, index) => ({ name, type: types[index] ?? "text" }));
  return { columns: sql, withJson, ...parquetRows(schema, info, cells, task) };
}

export interface ParquetColumn {
  readonly name: string;
  readonly type: ValueType;
}

/** Writes rows into these columns. */
export function parquetRows(
  schema: readonly ParquetColumn[],
  info: ExportInfo,
  cells: (values: readonly SQLOutputValue[]) => RowCells,
  task: Pick<Task, "breathe">,
): Omit<RowWriter, "columns" | "withJson"> {
  const file = new ParquetFile(schema, info);
  return {
    begin: () => undefined,
    row: (_sink, values) => file.addRow(cells(values)),
    step: async (sink) => {
      if (file.hasFullGroup) {
        await file.writeGroup(() => task.breathe());
        sink.addBytes(file.takeBytes());
      }
    },
    end: async (sink) => {
      await file.writeGroup(() => task.breathe());
      sink.addBytes(file.finish());
    },
  };
}

/** A file in the making; its bytes are taken from it group by group. */
class ParquetFile {
  private readonly bytes = new PassingBytes();
  private readonly writer: ParquetWriter;
  /** From the root of the schema to the values of each column. */
  private readonly paths: readonly ReturnType<ReturnType<typeof schemaPathResolver>>[];
  private readonly data: ParquetValue[][];
  private rows = 0;
  private characters = 0;

  private readonly types: readonly ValueType[];

  constructor(columns: readonly ParquetColumn[], info: ExportInfo) {
    const schema = [
      { name: "schema", num_children: columns.length },
      ...columns.flatMap(({ name, type }) => schemaOf(name, type)),
    ];
    const resolve = schemaPathResolver(schema);
    this.types = columns.map(({ type }) => type);
    this.paths = columns.map(({ name, type }) => resolve(type === "list" ? [name, "list", "element"] : [name]));
    const kvMetadata = info.map(([label, value]) => ({
      key: infoKey(label),
      value: value instanceof Date ? value.toISOString() : String(value),
    }));
    this.writer = new ParquetWriter({ writer: this.bytes, schema, kvMetadata, createdBy: "prospect-desk" });
    this.data = columns.map(() => []);
  }

  addRow(cells: (column: number) => CellValue): void {
    for (const [index, type] of this.types.entries()) {
      const value = parquetValue(type, cells(index));
      this.data[index]?.push(value);
      this.characters += typeof value === "string" ? value.length : Array.isArray(value) ? value.join("").length : 8;
    }
    this.rows += 1;
  }

  get hasFullGroup(): boolean {
    return this.rows >= rowsPerGroup || this.characters >= charactersPerGroup;
  }

  /** Like the library's own `write`, but other calls can run between two columns. */
  async writeGroup(breathe: () => Promise<void>): Promise<void> {
    if (this.rows === 0) {
      return;
    }
    const { writer, bytes, rows } = this;
    const start = bytes.offset;
    const results: ReturnType<typeof writeColumn>[] = [];
    for (const [index, path] of this.paths.entries()) {
      const pageData = encodeNestedValues(path, this.data[index] ?? []);
      const schemaPath = path.map(({ element }) => element);
      const column = {
        columnName: path
          .slice(1)
          .map(({ element }) => element.name)
          .join("."),
        element: schemaPath[schemaPath.length - 1] ?? { name: "" },
        schemaPath,
        codec: writer.codec,
        compressors: { SNAPPY: writer.compressors.SNAPPY },
        ...{ stats: true, pageSize: pageBytes, columnIndex: false, offsetIndex: true },
      };
      results.push(writeColumn({ writer: bytes, column, pageData }));
      this.data[index] = [];
      await breathe();
    }
    const columns = results.map(({ chunk }) => chunk);
    writer.pendingIndexes.push(...results);
    writer.row_groups.push({
      columns,
      total_byte_size: columns.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n),
      total_compressed_size: BigInt(bytes.offset - start),
      num_rows: BigInt(rows),
    });
    writer.num_rows += BigInt(rows);
    this.rows = 0;
    this.characters = 0;
  }

  /** To be copied before more is written. */
  takeBytes(): Uint8Array {
    return this.bytes.take();
  }

  finish(): Uint8Array {
    void this.writer.finish();
    return this.bytes.take();
  }
}

function parquetValue(type: ValueType, value: CellValue): ParquetValue {
  if (value === undefined) {
    return undefined;
  }
  switch (type) {
    case "integer":
      return BigInt(value as number | string);
    case "double":
    case "boolean":
      return value as number | boolean;
    case "date":
      return Date.parse(String(value as string)) / dayMs;
    case "timestamp":
      return BigInt(Date.parse(String(value as string)));
    case "list":
      return listItems(value as readonly unknown[]);
    case "text":
      return cellText(value);
  }
}

/** The library's buffer, emptied while the file grows: `offset` continues to count all bytes. */
class PassingBytes extends ByteWriter {
  /** To be copied before more is written. */
  take(): Uint8Array {
    const bytes = this.getBytes();
    this.index = 0;
    return bytes;
  }
}
