// A few records as text, for the clipboard and the editor: JSON, a TypeScript constant, a Markdown table. Records are the
// texts of their JSON, so that digits and escapes stay as the service sent them.
import type { RecordKind } from "../service/operations";
import { cellText, type Column } from "../rows/columns";

/** One record's JSON, indented. */
export function indentedJson(record: string): string {
  return indented(record, "");
}

/** An indented JSON array of the records. */
export function recordsAsJson(records: readonly string[]): string {
  return records.length === 0 ? "[]" : `[\n${records.map((record) => indented(record, "  ")).join(",\n")}\n]`;
}

/** A typed constant: `const people = […] as const;`. Integers beyond 2^53 become bigint literals. */
export function recordsAsTypeScript(kind: RecordKind, records: readonly string[]): string {
  const constant = { company: "companies", person: "people", contact: "contacts" }[kind];
  const exact = recordsAsJson(records).replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `${token}n` : token.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029"),
  );
  return `const ${constant} = ${exact.replaceAll('"__proto__":', '["__proto__"]:')} as const;\n`;
}

/** A Markdown table of parsed records. Texts are made inert: no markup, no links, no cell torn apart. */
export function recordsAsMarkdown(columns: readonly Column[], records: readonly unknown[], header = true): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inert).join(" | ")} |\n`;
  const first = header ? `${line(columns.map((column) => column.header))}|${columns.map(() => " --- |").join("")}\n` : "";
  return first + records.map((record) => line(columns.map((column) => cellText(column.value(record))))).join("");
}

function inert(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim().replace(/[\\`*_{}[\]<>()#!|~$&]/g, "\\$&");
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
