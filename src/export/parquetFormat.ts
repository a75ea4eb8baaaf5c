// Records as a Parquet file: typed columns in groups of rows, and facts about the export in its metadata.
import type { SQLOutputValue } from "node:sqlite";
import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { cellText, type CellValue } from "../records/columns";
import { StoreError } from "../store/storeError";
import type { ByteSink } from "../tables/byteSink";
import { columnReader, type RowCells } from "./columnReader";
import { columnNames, columnType, fittingValue, infoKey, listItems, type ValueType } from "./columnTypes";
import type { ExportInfo, RowWriter, WriterRequest } from "./writeView";

/** Readers skip whole groups. A group is in memory until it is written. */
const rowsPerGroup = 5_000;
const charactersPerGroup = 1 << 21;
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

/** The schema of a column. Every Parquet reader supports lists in three levels. */
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

export async function parquetWriter({ reader, withExtra, choice, info, task }: WriterRequest): Promise<RowWriter> {
  const source = await columnReader({ reader, profile: choice.profile, withExtra, isTyped: true }, task);
  const { columns, sql, cells } = source;
  if (columns.length === 0) {
    throw new StoreError("FAILED", "There is nothing to write: these records have no fields.");
  }
  const types = columns.map((column) => columnType(reader.kind, column));
  const schema = columnNames(columns).map((name, index) => ({ name, type: types[index] ?? "text" }));
  return { columns: sql, ...parquetRows(schema, info, cells) };
}

interface ParquetColumn {
  readonly name: string;
  readonly type: ValueType;
}

/** Writes rows into these columns. */
function parquetRows(
  columns: readonly ParquetColumn[],
  info: ExportInfo,
  cells: (values: readonly SQLOutputValue[]) => RowCells,
): Omit<RowWriter, "columns"> {
  const bytes = new PassingBytes();
  const schema = [
    { name: "schema", num_children: columns.length },
    ...columns.flatMap(({ name, type }) => schemaOf(name, type)),
  ];
  const kvMetadata = info.map(([label, value]) => ({
    key: infoKey(label),
    value: value instanceof Date ? value.toISOString() : String(value),
  }));
  const writer = new ParquetWriter({ writer: bytes, schema, kvMetadata, createdBy: "prospect-desk" });
  const emptyGroup = () => ({ data: columns.map((): ParquetValue[] => []), rows: 0, characters: 0 });
  let group = emptyGroup();
  const writeGroup = (sink: ByteSink): void => {
    const columnData = columns.map(({ name }, index) => ({ name, data: group.data[index] ?? [] }));
    if (group.rows > 0) {
      void writer.write({ columnData, rowGroupSize: group.rows });
    }
    group = emptyGroup();
    sink.addBytes(bytes.take());
  };
  return {
    begin: () => undefined,
    row: (_sink, values) => {
      const cell = cells(values);
      for (const [index, { type }] of columns.entries()) {
        const value = parquetValue(type, fittingValue(type, cell(index)));
        group.data[index]?.push(value);
        group.characters += lengthOf(value);
      }
      group.rows += 1;
    },
    step: (sink) => {
      if (group.rows >= rowsPerGroup || group.characters >= charactersPerGroup) {
        writeGroup(sink);
      }
    },
    end: (sink) => {
      writeGroup(sink);
      void writer.finish();
      sink.addBytes(bytes.take());
    },
  };
}

/** About how many characters a value takes in the file. */
function lengthOf(value: ParquetValue): number {
  if (Array.isArray(value)) {
    return value.join("").length;
  }
  return typeof value === "string" ? value.length : 8;
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
  /** The caller must copy the bytes before the next write, which reuses the buffer. */
  take(): Uint8Array {
    const bytes = this.getBytes();
    this.index = 0;
    return bytes;
  }
}
