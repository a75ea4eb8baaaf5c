// Records as JSON: an array, NDJSON, an indented array, a TypeScript constant. JSON is copied or indented, never parsed
// and serialized again, so that unknown fields, digits and escapes stay as the service sent them.
import type { RecordKind } from "../service/operations";
import type { ByteSink } from "../csv/byteSink";
import { jsonBytes, type RowWriter } from "./writeView";

// As bytes, which are copied several times faster than such a short text is encoded.
const [comma, lineEnd] = [Buffer.from(",\n"), Buffer.from("\n")];

/** A JSON array with a record per line. */
export function jsonWriter(): RowWriter {
  let isFirst = true;
  return {
    columns: jsonBytes,
    withJson: true,
    begin: (sink) => sink.addText("["),
    row: (sink, [json]) => {
      sink.addBytes(isFirst ? lineEnd : comma);
      sink.addBytes(json as Uint8Array);
      isFirst = false;
    },
    end: (sink) => sink.addText(isFirst ? "]\n" : "\n]\n"),
  };
}

/** One record per line. The database stores JSON without line breaks between its tokens. */
export function ndjsonWriter(): RowWriter {
  return {
    columns: jsonBytes,
    withJson: true,
    begin: () => undefined,
    row: (sink, [json]) => addNdjson(sink, json as Uint8Array),
    end: () => undefined,
  };
}

export function addNdjson(sink: ByteSink, json: Uint8Array): void {
  sink.addBytes(json);
  sink.addBytes(lineEnd);
}

/** An indented JSON array. */
export function indentedJsonWriter(): RowWriter {
  return indentedArrayWriter("", (json) => json, "");
}

/** `const people = […] as const;`. Integers beyond 2^53 become bigint literals. */
export function typeScriptWriter(kind: RecordKind): RowWriter {
  const constant = { company: "companies", person: "people", contact: "contacts" }[kind];
  return indentedArrayWriter(`const ${constant} = `, typeScriptLiteral, " as const;\n");
}

function typeScriptLiteral(json: string): string {
  return json
    .replace(/"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
      /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))
        ? `${token}n`
        : token.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029"),
    )
    .replaceAll('"__proto__":', '["__proto__"]:');
}

function indentedArrayWriter(before: string, literal: (json: string) => string, after: string): RowWriter {
  let isFirst = true;
  return {
    columns: "j.json",
    withJson: true,
    begin: (sink) => sink.addText(`${before}[`),
    row: (sink, [json]) => {
      sink.addText((isFirst ? "\n" : ",\n") + literal(indented(String(json), "  ")));
      isFirst = false;
    },
    end: (sink) => sink.addText((isFirst ? "]" : "\n]") + after),
  };
}

/** One record's JSON, indented. */
export function indentedJson(record: string): string {
  return indented(record, "");
}

/** Lays out JSON by its tokens, so that no value changes. */
function indented(json: string, margin: string): string {
  let depth = 0;
  // Joined at the end: a string that grows token by token takes ten times the memory.
  const parts = [margin];
  const lineBreak = (): string => `\n${margin}${"  ".repeat(depth)}`;
  const tokens = json.match(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
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
