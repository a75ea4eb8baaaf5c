// A few records as text, for the clipboard and the editor: CSV, JSON, a TypeScript constant, a Markdown table.
import type { RecordKind } from "../service/operations";
import { cellText, type Column } from "../rows/columns";
import { parseRecord, textOf } from "../rows/record";
import { createProfileLook, resolveProfile, type ColumnProfile } from "./columnProfile";
import { csvText, type CsvOptions } from "./csvWriter";

/** CSV by a column profile. */
export function recordsAsCsv(kind: RecordKind, records: readonly Uint8Array[], profile: ColumnProfile, options: CsvOptions): string {
  const parsed = records.map(parseRecord);
  const look = createProfileLook(kind, profile);
  parsed.forEach(look.add);
  return csvText(resolveProfile(kind, profile, look.result()), parsed, options);
}

/** A JSON array of the records, indented. Digits stay as they came, since numbers are never read. */
export function recordsAsJson(records: readonly Uint8Array[]): string {
  return records.length === 0 ? "[]" : `[\n${records.map((bytes) => indented(textOf(bytes), "  ")).join(",\n")}\n]`;
}

/** A typed constant: `const people = […] as const;`. Integers beyond 2^53 become bigint literals. */
export function recordsAsTypeScript(kind: RecordKind, records: readonly Uint8Array[], name?: string): string {
  const constant = name !== undefined && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : { company: "companies", person: "people", contact: "contacts" }[kind];
  const exact = recordsAsJson(records).replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `${token}n` : token.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029"),
  );
  return `const ${constant} = ${exact.replaceAll('"__proto__":', '["__proto__"]:')} as const;\n`;
}

/** A Markdown table. Texts are made inert: no markup, no links, no cell torn apart. */
export function recordsAsMarkdown(columns: readonly Column[], records: readonly unknown[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inert).join(" | ")} |\n`;
  return line(columns.map(({ header }) => header)) + `|${columns.map(() => " --- |").join("")}\n` + records.map((record) => line(columns.map((column) => cellText(column.value(record))))).join("");
}

function inert(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim().replace(/[\\`*_{}[\]<>()#!|~$&]/g, "\\$&");
}

/** JSON laid out over lines by its tokens alone, so that no value is changed. */
function indented(json: string, margin: string): string {
  let depth = 0;
  let text = margin;
  const lineBreak = (): string => `\n${margin}${"  ".repeat(depth)}`;
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    if (token === "{" || token === "[") {
      const empty = tokens[index + 1] === "}" || tokens[index + 1] === "]";
      depth += 1;
      text += empty ? token : token + lineBreak();
    } else if (token === "}" || token === "]") {
      depth -= 1;
      const empty = tokens[index - 1] === "{" || tokens[index - 1] === "[";
      text += empty ? token : lineBreak() + token;
    } else if (token === ",") {
      text += token + lineBreak();
    } else {
      text += token === ":" ? ": " : token;
    }
  }
  return text;
}
