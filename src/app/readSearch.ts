// Reads the search of a call: a saved one, or a document in the call.
import { describeSearch } from "../searches/describeSearch";
import { parseSearch } from "../searches/parseSearch";
import { searchFileEnding, type SearchProblem } from "../searches/searchDocument";
import { unknownValueProblems } from "../searches/unknownValues";
import { filtersName } from "../searches/unsavedName";
import { deepestNesting } from "../service/jsonExtent";
import { Refusal, type App, type AppSearch } from "./app";
import { neutral } from "./untrusted";

/** A problem of a document and its position; line and column start at 1. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface ReadSearch {
  /** Absent when there is an error. */
  readonly search?: AppSearch | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A saved search by its path, or a document. */
export interface SearchToRead {
  readonly file?: string | undefined;
  readonly search?: object | undefined;
  readonly title?: string | undefined;
}

const longestTitle = 80;

/** Rejects with a `Refusal` when the search cannot be read or has errors. */
export async function readSearch(app: App, { file, search: document, title }: SearchToRead): Promise<AppSearch> {
  if ((file === undefined) === (document === undefined)) {
    throw new Refusal("Give either the path of a saved search or a search document.");
  }
  const { uri, text } =
    file === undefined ? { uri: undefined, text: textOf(document ?? {}) } : await app.files.readSearch(file);
  const read = searchOfText(text, { title: title ?? (file && nameOf(file)), source: uri });
  if (read.search === undefined) {
    const place = file ?? "search document";
    const errors = read.diagnostics.filter(({ severity }) => severity === "error");
    throw new Refusal(errors.map((error) => diagnosticText(place, error)).join("\n"));
  }
  return read.search;
}

/** The lines and columns of problems refer to this text. */
function textOf(document: object): string {
  let level: readonly unknown[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestNesting) {
      throw new Refusal("The search document is nested too deeply. Remove the extra brackets.");
    }
    level = level.flatMap((value): unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return JSON.stringify(document, undefined, 2);
}

/**
 * Reads a document. Unknown filters, and other unknown names that should limit the search, are errors: ignoring them
 * would find more than the text says.
 */
export function searchOfText(
  text: string,
  { title, source }: { readonly title?: string | undefined; readonly source?: string | undefined } = {},
): ReadSearch {
  const { document, problems, unknownFields, unknownParts } = parseSearch(text);
  const fields = new Set(unknownFields);
  const parts = new Set(unknownParts);
  const diagnostics = diagnosticsOf(text, problems).map((diagnostic, nth): Diagnostic => {
    const path = problems[nth]?.path ?? [];
    const name = String(path.at(-1));
    const isFilter = path[0] === "filters" && path.length === 2;
    const isUnknown = path[0] !== "export" && (isFilter ? fields.has(name) : parts.has(name));
    return { ...diagnostic, ...(isUnknown && { severity: "error" }) };
  });
  if (document === undefined || unknownFields.length + unknownParts.length > 0) {
    return { diagnostics };
  }
  const values = unknownValueProblems(text, document);
  const name = neutral(title ?? filtersName(document) ?? describeSearch(document), longestTitle);
  return { search: { title: name, document, source }, diagnostics: [...diagnostics, ...diagnosticsOf(text, values)] };
}

/** `people.prospect.json:3:5: message`, in the format of compilers. */
export const diagnosticText = (place: string, { line, column, message }: Diagnostic): string =>
  neutral(`${place}:${line}:${column}: ${message}`, 1_000);

/** Adds the line and column of each problem's offset in the text. */
function diagnosticsOf(text: string, problems: readonly SearchProblem[]): readonly Diagnostic[] {
  const lines = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return problems.map(({ severity, message, offset }) => {
    const at = lines.findLastIndex((start) => start <= offset);
    return { severity, message, line: at + 1, column: offset - (lines[at] ?? 0) + 1 };
  });
}

const nameOf = (file: string): string => (file.split(/[/\\]/u).at(-1) ?? file).replace(searchFileEnding, "");
