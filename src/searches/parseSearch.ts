// Reads the text of a saved search: a document, or problems with their place in the text and what to do.
import * as l10n from "@vscode/l10n";
import { getNodeValue, type Node } from "jsonc-parser/lib/esm/main.js";
import { countText } from "../language/language";
import { nearestNames } from "../service/nearestNames";
import { parseProfile, profileNameKey, type ColumnProfile } from "./columnProfiles";
import { mostCredits, mostRecords } from "./fetchInput";
import { leaveOutPathProblem, leaveOutProblem } from "./leaveOutPaths";
import { readFilters } from "./readFilters";
import type { ExportSettings, FetchSettings, SearchDocument, SearchProblem } from "./searchDocument";
import { SearchProblems, TooManyProblems } from "./searchProblems";
import { readSearchText } from "./searchText";

export interface ParsedSearch {
  /** Present only when there is no error, so that a partly read search is never run. */
  readonly document?: SearchDocument;
  readonly problems: readonly SearchProblem[];
  /**
   * Fields that are not filters of this search. They are not in the document, so a run without them finds more than the
   * text says.
   */
  readonly unknownFields: readonly string[];
}

const knownNames: readonly string[] = ["search", "filters", "fetch", "leaveOut", "export", "$schema"];

/** Never throws, whatever the text. Without errors, the indexes of items in the document are those in the text. */
export function parseSearch(text: string): ParsedSearch {
  const tree = readSearchText(text);
  if (!tree.ok) {
    return {
      problems: tree.problems.map((problem) => ({ ...problem, severity: "error", path: [] })),
      unknownFields: [],
    };
  }
  const problems = new SearchProblems();
  const { document, unknownFields = [] } = readUntilTooMany(() => readDocument(tree.root, problems)) ?? {};
  return document === undefined || problems.hasErrors
    ? { problems: problems.all, unknownFields }
    : { document, problems: problems.all, unknownFields };
}

function readUntilTooMany<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooManyProblems) {
      return undefined;
    }
    throw error;
  }
}

function readDocument(
  root: Node,
  problems: SearchProblems,
): { readonly document: SearchDocument; readonly unknownFields: readonly string[] } | undefined {
  if (root.type !== "object") {
    const example = '{ "search": "company", "filters": {} }';
    problems.error(root, [], l10n.t("A saved search must be an object: {0}.", example));
    return undefined;
  }
  const properties = problems.uniqueProperties(root, []);
  const valueOf = (name: string): Node | undefined => properties.get(name)?.value;
  const search: unknown = valueOf("search")?.value;
  if (search !== "company" && search !== "people") {
    const message = l10n.t('Choose what to search: "search": "company" or "search": "people".');
    problems.error(valueOf("search") ?? root, ["search"], message);
    return undefined;
  }
  for (const [name, { nameNode }] of properties) {
    if (!knownNames.includes(name)) {
      const message = l10n.t("“{0}” is not a property of a saved search, so it has no effect.", name);
      problems.unknownName(nameNode, [name], message, nearestNames(name, knownNames));
    }
  }
  const { filters, unknownFields } = readFilters(search, valueOf("filters"), problems);
  const fetch = readFetch(valueOf("fetch"), problems);
  const document: SearchDocument = {
    search,
    filters,
    fetch,
    ...readLeaveOut(valueOf("leaveOut"), problems),
    ...readExport(valueOf("export"), problems),
  };
  return { document, unknownFields };
}

/** Wrong paths are errors: a run without a list would show and pay for what the list leaves out. */
function readLeaveOut(node: Node | undefined, problems: SearchProblems): { readonly leaveOut?: readonly string[] } {
  if (node === undefined) {
    return {};
  }
  if (node.type !== "array") {
    problems.error(node, ["leaveOut"], leaveOutProblem());
    return {};
  }
  const lists: string[] = [];
  for (const [index, child] of (node.children ?? []).entries()) {
    const value = child.value as unknown;
    const problem =
      typeof value === "string"
        ? leaveOutPathProblem(value)
        : l10n.t("Write the path of a leave-out list in double quotes.");
    if (problem !== undefined) {
      problems.error(child, ["leaveOut", index], problem);
    } else {
      lists.push(value as string);
    }
  }
  return { leaveOut: lists };
}

function readFetch(node: Node | undefined, problems: SearchProblems): FetchSettings {
  if (node === undefined) {
    return {};
  }
  if (node.type !== "object") {
    problems.error(node, ["fetch"], l10n.t("“fetch” must be an object: {0}.", '"fetch": { "records": 100 }'));
    return {};
  }
  const settings: Record<string, unknown> = {};
  for (const [name, { nameNode, value }] of problems.uniqueProperties(node, ["fetch"])) {
    const path = ["fetch", name];
    const setting = fetchSettings.get(name);
    if (setting === undefined) {
      const message = l10n.t("“{0}” is not a property of “{1}”, so it has no effect.", name, "fetch");
      problems.unknownName(nameNode, path, message, nearestNames(name, [...fetchSettings.keys()]));
    } else if (setting.isValid(value?.value)) {
      settings[name] = value?.value as unknown;
    } else {
      problems.error(value ?? nameNode, path, setting.problem());
    }
  }
  return settings;
}

interface FetchSetting {
  readonly isValid: (value: unknown) => boolean;
  readonly problem: () => string;
}

const fetchSettings: ReadonlyMap<string, FetchSetting> = new Map<keyof FetchSettings, FetchSetting>([
  [
    "records",
    {
      isValid: (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= mostRecords,
      problem: () =>
        l10n.t(
          "“records”, the number of records to fetch, must be a whole number from 1 to {0}.",
          countText(mostRecords),
        ),
    },
  ],
  [
    "credits",
    {
      isValid: (value) => typeof value === "number" && value >= 0 && value <= mostCredits,
      problem: () =>
        l10n.t(
          "“credits”, the credit limit of a run, must be a number from 0 to {0}, without quotes.",
          countText(mostCredits),
        ),
    },
  ],
  [
    "leaveOutKnown",
    {
      isValid: (value) => typeof value === "boolean",
      problem: () => l10n.t("“leaveOutKnown” must be true or false, without quotes."),
    },
  ],
]);

/** Wrong columns are only warnings: the search itself can run. */
function readExport(node: Node | undefined, problems: SearchProblems): { readonly export?: ExportSettings } {
  if (node === undefined) {
    return {};
  }
  if (node.type !== "object") {
    const example = '"export": { "profiles": [] }';
    problems.warning(node, ["export"], l10n.t("“export” must be an object: {0}. It has no effect.", example));
    return {};
  }
  let profiles: readonly ColumnProfile[] = [];
  for (const [name, { nameNode, value }] of problems.uniqueProperties(node, ["export"])) {
    const path = ["export", name];
    if (name !== "profiles") {
      const message = l10n.t("“{0}” is not a property of “{1}”, so it has no effect.", name, "export");
      problems.unknownName(nameNode, path, message, nearestNames(name, ["profiles"]));
    } else if (value?.type !== "array") {
      const message = l10n.t("“profiles” must be a list of column profiles in square brackets. It has no effect.");
      problems.warning(value ?? nameNode, path, message);
    } else {
      profiles = readProfiles(value, problems);
    }
  }
  return { export: { profiles } };
}

function readProfiles(list: Node, problems: SearchProblems): readonly ColumnProfile[] {
  const profiles = new Map<string, ColumnProfile>();
  for (const [index, child] of (list.children ?? []).entries()) {
    const path = ["export", "profiles", index];
    const parsed = parseProfile(getNodeValue(child) as unknown);
    if (!parsed.ok) {
      problems.warning(child, path, `${parsed.message} ${l10n.t("Until then it is not available for exports.")}`);
    } else if (profiles.has(profileNameKey(parsed.profile.name))) {
      const message = l10n.t(
        "Two column profiles are named “{0}”; only the first is available. Rename one.",
        parsed.profile.name,
      );
      problems.warning(child, path, message);
    } else {
      profiles.set(profileNameKey(parsed.profile.name), parsed.profile);
    }
  }
  return [...profiles.values()];
}
