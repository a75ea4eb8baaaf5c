// Reads the text of a saved search for the form: invalid entries stay in their places, with the reason.
import { getNodeValue, type Node } from "jsonc-parser/lib/esm/main.js";
import { filterOf, type SearchKind } from "../service/filterCatalogue";
import { fetchNames } from "./fetchInput";
import { parseSearch, type ParsedSearch } from "./parseSearch";
import type { SearchProblem } from "./searchDocument";
import { labelOfPath, type FormItem, type InvalidEntry, type SearchForm } from "./searchForm";
import { propertiesOf, propertyOf, readSearchText } from "./searchText";

/** `undefined` when the text has an error that no field can show, such as a missing bracket. */
export function readSearchForm(text: string, parsed: ParsedSearch = parseSearch(text)): SearchForm | undefined {
  if (parsed.document !== undefined) {
    return parsed.document;
  }
  const tree = readSearchText(text);
  const problems = tree.ok ? byEntry(parsed.problems.filter(({ severity }) => severity === "error")) : undefined;
  const fetch = tree.ok ? propertyOf(tree.root, "fetch")?.value : undefined;
  if (!tree.ok || problems === undefined || fetchNames.some((name) => timesWritten(fetch, name) > 1)) {
    return undefined;
  }
  // Any other value would have been an error that no field can show.
  const search = propertyOf(tree.root, "search")?.value?.value as SearchKind;
  const filters: Record<string, readonly FormItem[]> = {};
  for (const { name, value } of propertiesOf(propertyOf(tree.root, "filters")?.value)) {
    if (filterOf(search, name) !== undefined) {
      filters[name] = (value?.children ?? []).map((node, index) =>
        itemOf(node, text, problems.get(`filters/${name}/${index}`)),
      );
    }
  }
  const setting = (name: string): unknown => {
    const node = propertyOf(fetch, name)?.value;
    const problem = problems.get(`fetch/${name}`);
    return node !== undefined && problem !== undefined ? invalidEntry(node, text, problem) : (node?.value as unknown);
  };
  const lists = propertyOf(tree.root, "leaveOut")?.value?.children?.map((node, index) => {
    const problem = problems.get(`leaveOut/${index}`);
    return problem === undefined ? String(node.value) : invalidEntry(node, text, problem);
  });
  return {
    search,
    filters,
    fetch: Object.fromEntries(fetchNames.map((name) => [name, setting(name)])),
    ...(lists === undefined ? {} : { leaveOut: lists }),
  };
}

/** Problems by entry: `filters/names/0`, `fetch/credits`, `leaveOut/0`; `undefined` if any has no such entry. */
function byEntry(problems: readonly SearchProblem[]): ReadonlyMap<string, string> | undefined {
  const sentences = new Map<string, string>();
  for (const { path, message } of problems) {
    const [part, name, index] = path;
    const ofItem = part === "filters" && typeof index === "number";
    const ofList = part === "leaveOut" && typeof name === "number";
    if (!ofItem && !ofList && !(part === "fetch" && fetchNames.some((known) => known === name))) {
      return undefined;
    }
    const place = path.slice(0, ofItem ? 3 : 2).join("/");
    const previous = sentences.get(place);
    sentences.set(place, previous === undefined ? message : `${previous} ${message}`);
  }
  return sentences;
}

function timesWritten(node: Node | undefined, name: string): number {
  return propertiesOf(node).filter((property) => property.name === name).length;
}

const flags = ["exclude", "exact_match"] as const;

function itemOf(node: Node, text: string, problem: string | undefined): FormItem {
  if (problem !== undefined) {
    return invalidEntry(node, text, problem);
  }
  const known = ["value", "min", "max", ...flags].map(
    (name) => [name, propertyOf(node, name)?.value?.value as unknown] as const,
  );
  return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as unknown as FormItem;
}

function invalidEntry(node: Node, text: string, problem: string): InvalidEntry {
  const source = text.slice(node.offset, node.offset + node.length);
  const part = (name: string): string => {
    const value = propertyOf(node, name)?.value;
    return value === undefined ? "" : shown(value, text);
  };
  const flagsSet = flags
    .map((name) => [name, propertyOf(node, name)?.value?.value as unknown] as const)
    .filter(([, value]) => value === true);
  const whole = node.type === "object" ? "" : shown(node, text);
  return {
    source,
    problem,
    value: part("value") || whole || source,
    min: part("min") || whole,
    max: part("max"),
    ...Object.fromEntries(flagsSet),
  };
}

/** A text without its quotes, any other value as in the file. */
function shown(node: Node, text: string): string {
  const value: unknown = getNodeValue(node);
  return typeof value === "string" && value.trim() !== "" ? value : text.slice(node.offset, node.offset + node.length);
}

/** A problem of a saved search as one sentence with the search, the line and the field. */
export function problemSentence(name: string, text: string, { path, message }: SearchProblem, line: number): string {
  const tree = readSearchText(text);
  const kind: unknown = tree.ok ? propertyOf(tree.root, "search")?.value?.value : undefined;
  const label = labelOfPath(kind === "company" || kind === "people" ? (kind satisfies SearchKind) : undefined, path);
  return label === undefined
    ? `${name}, line ${line}: ${message}`
    : `Fix “${label}” in ${name}, line ${line}: ${message}`;
}
