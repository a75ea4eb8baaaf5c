// The saved-search document (`*.prospect.json`) as data. Its name is its file's name; the text on disk is the truth.
import type { SearchKind } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import type { ColumnProfile } from "./columnProfiles";

/** How much one run of the search fetches, and where it must stop. */
export interface FetchSettings {
  /** Records to fetch, at least 1. 100 when absent. */
  readonly records?: number | undefined;
  /** The run stops before the page that could spend more credits than this. */
  readonly credits?: number | undefined;
  /** Leave out records that earlier runs already hold. */
  readonly leaveOutKnown?: boolean | undefined;
}

export interface SearchDocument {
  readonly search: SearchKind;
  /** Field of the catalogue → its items, in the order of the document. */
  readonly filters: Readonly<Record<string, readonly FilterItem[]>>;
  readonly fetch: FetchSettings;
  readonly export?: ExportSettings;
}

/** How this search's records are exported. */
export interface ExportSettings {
  /** Sets of columns offered beside the built-in ones; their names differ. */
  readonly profiles: readonly ColumnProfile[];
}

/** Something in the text that needs the user's hand. Offsets and lengths count UTF-16 code units of the text. */
export interface SearchProblem {
  readonly severity: "error" | "warning";
  /** A sentence that says what to do. */
  readonly message: string;
  readonly offset: number;
  readonly length: number;
  /** Where in the document: `["filters", "domains", 0, "value"]`. */
  readonly path: readonly (string | number)[];
}

/** The records asked for when the document does not say. */
export const defaultRecords = 100;

/** The ending that makes a file a saved search. */
export const searchFileEnding = ".prospect.json";
