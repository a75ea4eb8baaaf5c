// The schemas of documents for VS Code's text editor. That of saved searches is without what the editor would check:
// what is wrong in a text is said by the diagnostics, which say what to do; the editor would say it a second time.
import { searchJsonSchema } from "./searchSchema";

const checks: ReadonlySet<string> = new Set(
  (
    "type required additionalProperties minimum maximum minLength maxLength minItems maxItems pattern enum " +
    "enumDescriptions const"
  ).split(" "),
);
/** Not schemas: conditions, and what is suggested. */
const verbatim: ReadonlySet<string> = new Set(["if", "default", "defaultSnippets", "examples"]);

export function suggestionSchema(): unknown {
  return withoutChecks(searchJsonSchema());
}

function withoutChecks(part: unknown): unknown {
  if (Array.isArray(part)) {
    return part.map(withoutChecks);
  }
  if (typeof part !== "object" || part === null) {
    return part;
  }
  const kept = Object.entries(part)
    .filter(([name]) => !checks.has(name))
    .map(([name, value]) => [name, name === "properties" ? namedSchemas(value) : partOf(name, value)]);
  return { ...suggestions(part), ...Object.fromEntries(kept) };
}

const partOf = (name: string, value: unknown): unknown => (verbatim.has(name) ? value : withoutChecks(value));

const namedSchemas = (schemas: object): object =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutChecks(schema)]));

/** What the editor would suggest for the type of a value and for its closed list of values. */
function suggestions(schema: {
  readonly type?: unknown;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly const?: unknown;
}): object {
  const { type, enum: words, enumDescriptions = [], const: word } = schema;
  const closed = words ?? (word === undefined ? [] : [word]);
  if (closed.length > 0) {
    const snippets = closed.map((body, at) => ({ label: String(body), description: enumDescriptions[at], body }));
    return { defaultSnippets: snippets };
  }
  if (type === "boolean") {
    return { examples: [true, false] };
  }
  if ("examples" in schema || "default" in schema) {
    return {};
  }
  return type === "string"
    ? { defaultSnippets: [{ label: '""', body: "$1" }] }
    : type === "number" || type === "integer"
      ? { defaultSnippets: [{ label: "0", body: "^${1:0}" }] }
      : {};
}
