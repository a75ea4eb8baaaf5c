// A saved search for the form: like the document, but with invalid entries in their places. Runs in the page too.
import { filterOf, type SearchKind } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import { fetchLabel, fetchNames, type FetchName } from "./fetchInput";
import { findAgain } from "./filterItems";

/** An entry or setting that is not valid. It stays in the file until the user replaces or removes it. */
export interface InvalidEntry {
  /** Its JSON in the file. */
  readonly source: string;
  /** Sentences that say what is wrong. */
  readonly problem: string;
  /** The text of its inputs. */
  readonly value: string;
  readonly min: string;
  readonly max: string;
  readonly exclude?: boolean | undefined;
  readonly exact_match?: boolean | undefined;
}

export type FormItem = FilterItem | InvalidEntry;

/** A document is a form without invalid entries. The indexes of items are those in the text. */
export interface SearchForm {
  readonly search: SearchKind;
  readonly filters: Readonly<Record<string, readonly FormItem[]>>;
  readonly fetch: {
    readonly records?: number | InvalidEntry | undefined;
    readonly credits?: number | InvalidEntry | undefined;
    readonly leaveOutKnown?: boolean | InvalidEntry | undefined;
  };
  /** Leave-out lists. */
  readonly leaveOut?: readonly (string | InvalidEntry)[];
}

export function isInvalid(entry: unknown): entry is InvalidEntry {
  return typeof entry === "object" && entry !== null && "source" in entry;
}

/** A field of the form: a setting of the run, a filter or the leave-out lists. */
export type FieldId = `fetch.${FetchName}` | `filters.${string}` | "leaveOut";

/** A problem that must be fixed before the search can run. */
export interface FieldProblem {
  readonly field: FieldId;
  readonly label: string;
  readonly message: string;
}

export const leaveOutLabel = "Leave-out lists";

/** The label of the field with a problem; `undefined` when the form has no such field. */
export function labelOfPath(search: SearchKind | undefined, path: readonly (string | number)[]): string | undefined {
  const [part, name] = path;
  if (part === "leaveOut") {
    return leaveOutLabel;
  }
  if (part === "fetch") {
    const setting = fetchNames.find((one) => one === name);
    return setting === undefined ? undefined : fetchLabel(setting);
  }
  const definition = part === "filters" && search !== undefined ? filterOf(search, String(name)) : undefined;
  return definition?.label;
}

type Lists = NonNullable<SearchForm["leaveOut"]>;

/** The JSON of an entry in the document. */
export const listSource = (entry: Lists[number]): string => (isInvalid(entry) ? entry.source : JSON.stringify(entry));

/** The current index of a leave-out list that an edit is about. */
export const findList = (lists: Lists, index: number, source: string): number | undefined =>
  findAgain(lists.map(listSource), index, source);
