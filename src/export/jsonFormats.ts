// Records as JSON: an array, NDJSON, an indented array. The JSON of a whole record is copied or indented, never parsed
// and serialized again, so that unknown fields, digits and escapes stay as the service sent them.
import type { SQLOutputValue } from "node:sqlite";
import { format } from "jsonc-parser/lib/esm/main.js";
import { textOf } from "../records/record";
import type { ColumnProfile } from "../searches/columnProfiles";
import { columnSql, quoted } from "../store/columnSql";
import type { ViewReader } from "../store/views";
import { columnReader } from "./columnReader";
import { jsonBytes, type RowWriter, type WriterContext } from "./writeView";

// As bytes, which are copied several times faster than such a short text is encoded.
const comma = Buffer.from(",\n");
const lineEnd = Buffer.from("\n");

/** The SQL columns of a row, and how its JSON is made from them. */
export interface JsonRows {
  readonly columns: string;
  readonly json: (values: readonly SQLOutputValue[]) => Uint8Array;
}

/** Whole records. */
export const wholeRecords = (reader: JsonReader, withExtra: boolean): JsonRows => ({
  columns: recordSql(reader, withExtra),
  json: ([json]) => json as Uint8Array,
});

/** One object for each record, with the profile's columns by their ids. */
export async function recordsOfColumns(
  { reader, withExtra, task }: WriterContext,
  profile: ColumnProfile,
): Promise<JsonRows> {
  const { columns, sql, cells } = await columnReader({ reader, profile, withExtra }, task);
  return {
    columns: sql,
    json: (values) => {
      const cell = cells(values);
      return Buffer.from(JSON.stringify(Object.fromEntries(columns.map(({ id }, index) => [id, cell(index) ?? null]))));
    },
  };
}

type JsonReader = Pick<ViewReader, "columns" | "extra">;

/** The JSON of a record. Values beside it are appended: if a name occurs twice, parsers use the last one. */
function recordSql(reader: JsonReader, withExtra: boolean): string {
  const members = (withExtra ? reader.extra : []).map(({ id }) => {
    const name = quoted(`${JSON.stringify(id)}:`);
    return `${name} || json_quote(${columnSql(reader.columns, id).sql})`;
  });
  if (members.length === 0) {
    return jsonBytes;
  }
  const start = "substr(j.json, 1, length(j.json) - 1)";
  const comma = `iif(trim(${start}, ' ' || char(9)) = '{', '', ',')`;
  return `cast(${start} || ${comma} || ${members.join(" || ',' || ")} || '}' as blob)`;
}

/** A JSON array with a record per line. */
export function jsonWriter({ columns, json }: JsonRows): RowWriter {
  let isFirst = true;
  return {
    columns,
    begin: (sink) => sink.addText("["),
    row: (sink, values) => {
      sink.addBytes(isFirst ? lineEnd : comma);
      sink.addBytes(json(values));
      isFirst = false;
    },
    end: (sink) => sink.addText(isFirst ? "]\n" : "\n]\n"),
  };
}

/** One record per line. The database stores JSON without line breaks between its tokens. */
export function ndjsonWriter({ columns, json }: JsonRows): RowWriter {
  return {
    columns,
    begin: () => undefined,
    row: (sink, values) => {
      sink.addBytes(json(values));
      sink.addBytes(lineEnd);
    },
    end: () => undefined,
  };
}

/** An indented JSON array. */
export function indentedJsonWriter(): RowWriter {
  let isFirst = true;
  return {
    columns: jsonBytes,
    begin: (sink) => sink.addText("["),
    row: (sink, [json]) => {
      sink.addText((isFirst ? "\n" : ",\n") + indentedJson(textOf(json as Uint8Array), "  "));
      isFirst = false;
    },
    end: (sink) => sink.addText(isFirst ? "]" : "\n]"),
  };
}

/** One record's JSON, indented; no value changes. The library's own way to apply edits copies the text for each. */
export function indentedJson(json: string, margin = ""): string {
  const parts: string[] = [margin];
  let at = 0;
  for (const { offset, length, content } of format(json, undefined, { insertSpaces: true, tabSize: 2, eol: "\n" })) {
    parts.push(json.slice(at, offset), content.replaceAll("\n", `\n${margin}`));
    at = offset + length;
  }
  parts.push(json.slice(at));
  return parts.join("");
}
