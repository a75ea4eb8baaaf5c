// Records as text, for the clipboard and the editor: JSON, a TypeScript constant, a Markdown table. Records are the texts of
// their JSON, so that digits and escapes stay as the service sent them.
import type { RecordKind } from "../service/operations";
import { cellText, type Column } from "../rows/columns";
import { parseExact } from "../service/exactJson";

/** One record's JSON, indented. */
export function indentedJson(record: string): string {
  return indented(record, "");
}

/** Text that is made record by record. */
export interface RecordText {
  readonly begin: string;
  record(json: string, isFirst: boolean): string;
  end(isEmpty: boolean): string;
}

/** An indented JSON array. */
export const jsonText: RecordText = {
  begin: "[",
  record: (json, isFirst) => `${isFirst ? "\n" : ",\n"}${indented(json, "  ")}`,
  end: (isEmpty) => (isEmpty ? "]" : "\n]"),
};

/** A typed constant: `const people = […] as const;`. Integers beyond 2^53 become bigint literals. */
export function typeScriptText(kind: RecordKind): RecordText {
  const constant = { company: "companies", person: "people", contact: "contacts" }[kind];
  const literal = (json: string): string =>
    json
      .replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
        /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))
          ? `${token}n`
          : token.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029"),
      )
      .replaceAll('"__proto__":', '["__proto__"]:');
  return {
    begin: `const ${constant} = ${jsonText.begin}`,
    record: (json, isFirst) => literal(jsonText.record(json, isFirst)),
    end: (isEmpty) => `${jsonText.end(isEmpty)} as const;\n`,
  };
}

/** A Markdown table. Texts are made inert: no markup, no links, no cell torn apart. */
export function markdownText(columns: readonly Column[], header: boolean): RecordText {
  const line = (cells: readonly string[]): string => `| ${cells.map(inert).join(" | ")} |\n`;
  return {
    begin: header ? `${line(columns.map((column) => column.header))}|${columns.map(() => " --- |").join("")}\n` : "",
    record: (json) => {
      const record = parseExact(json);
      return line(columns.map((column) => cellText(column.value(record))));
    },
    end: () => "",
  };
}

function inert(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>()#!|~$&]/g, "\\$&");
}

/** Lays JSON out by its tokens alone, so that no value is changed. */
function indented(json: string, margin: string): string {
  let depth = 0;
  // Joined at the end: a text that grows token by token takes ten times the memory until it is read.
  const parts = [margin];
  const lineBreak = (): string => `\n${margin}${"  ".repeat(depth)}`;
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
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
