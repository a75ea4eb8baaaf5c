// Records as JSON: an array, NDJSON, an indented array. The JSON of a whole record is copied or indented, never parsed
// and serialized again, so that unknown fields, digits and escapes stay as the service sent them.
import type { SQLOutputValue } from "node:sqlite";
import { textOf } from "../records/record";
import type { ColumnProfile } from "../searches/columnProfiles";
import { columnSql, quoted } from "../store/columnSql";
import type { ViewReader } from "../store/views";
import { columnReader } from "./columnReader";
import { jsonBytes, type RowWriter, type WriterContext } from "./writeView";

// As bytes, which are copied several times faster than such a short text is encoded.
const comma = Buffer.from(",\n");
const lineEnd = Buffer.from("\n");

/** What is read of each row, and its JSON. */
export interface JsonRows {
  readonly columns: string;
  readonly json: (values: readonly SQLOutputValue[]) => Uint8Array;
}

/** Whole records. */
export const wholeRecords = (reader: JsonReader, withBeside: boolean): JsonRows => ({
  columns: recordSql(reader, withBeside),
  json: ([json]) => json as Uint8Array,
});

/** Objects of the columns of a profile, by their ids. */
export async function recordsOfColumns(
  { reader, withBeside, task }: WriterContext,
  profile: ColumnProfile,
): Promise<JsonRows> {
  const { columns, sql, cells } = await columnReader({ reader, profile, withBeside }, task);
  return {
    columns: sql,
    json: (values) => {
      const cell = cells(values);
      return Buffer.from(JSON.stringify(Object.fromEntries(columns.map(({ id }, index) => [id, cell(index) ?? null]))));
    },
  };
}

type JsonReader = Pick<ViewReader, "columns" | "beside">;

/** The JSON of a record. What is beside it are its last members, which count if it has others of these names. */
function recordSql(reader: JsonReader, withBeside: boolean): string {
  const members = (withBeside ? reader.beside : []).map(({ id }) => {
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

/** The tokens of valid JSON. One pattern for whole strings would take all of the stack for one of some megabytes. */
function tokensOf(json: string): readonly string[] {
  const tokens: string[] = [];
  const starts = /["{}[\],:]|[^\s{}[\],:"]+/g;
  for (let found = starts.exec(json); found !== null; found = starts.exec(json)) {
    if (found[0] === '"') {
      starts.lastIndex = endOfString(json, found.index);
    }
    tokens.push(json.slice(found.index, starts.lastIndex));
  }
  return tokens;
}

/** The offset after the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let first = quote;
    while (json[first - 1] === "\\") {
      first -= 1;
    }
    if ((quote - first) % 2 === 0) {
      return quote + 1;
    }
  }
  return json.length;
}

/** One record's JSON, indented: laid out by its tokens, so that no value changes. */
export function indentedJson(json: string, margin = ""): string {
  let depth = 0;
  // Joined at the end: a string that grows token by token takes ten times the memory.
  const parts = [margin];
  const lineBreak = (): string => `\n${margin}${"  ".repeat(depth)}`;
  const tokens = tokensOf(json);
  for (const [index, token] of tokens.entries()) {
    if (token === "{" || token === "[") {
      const empty = tokens[index + 1] === "}" || tokens[index + 1] === "]";
      depth += 1;
      parts.push(empty ? token : token + lineBreak());
    } else if (token === "}" || token === "]") {
      depth -= 1;
      const empty = tokens[index - 1] === "{" || tokens[index - 1] === "[";
      parts.push(empty ? token : lineBreak() + token);
    } else if (token === ",") {
      parts.push(token + lineBreak());
    } else {
      parts.push(token === ":" ? ": " : token);
    }
  }
  return parts.join("");
}
