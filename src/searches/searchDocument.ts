// A saved search (`*.prospect.json`) as data. Its name is the name of its file.
import type { SearchKind } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import type { ColumnProfile } from "./columnProfiles";

/** The limits of one run. */
export interface FetchSettings {
  /** Records to fetch, at least 1. 100 when absent. */
  readonly records?: number | undefined;
  /** The run stops before a page that could exceed this number of credits. */
  readonly credits?: number | undefined;
  /** Skip records that earlier runs fetched. */
  readonly leaveOutKnown?: boolean | undefined;
}

export interface SearchDocument {
  readonly search: SearchKind;
  /** Items by field of the filter catalogue, in the order of the document. */
  readonly filters: Readonly<Record<string, readonly FilterItem[]>>;
  readonly fetch: FetchSettings;
  /**
   * Leave-out lists: files whose companies and people are neither shown nor exported. Paths relative to the document,
   * with `/`, inside the workspace.
   */
  readonly leaveOut?: readonly string[];
  readonly export?: ExportSettings;
}

/** How the records of this search are exported. */
export interface ExportSettings {
  /** Offered in addition to the built-in profiles; with different names. */
  readonly profiles: readonly ColumnProfile[];
}

/** Offset and length are in UTF-16 code units of the text. */
export interface SearchProblem {
  readonly severity: "error" | "warning";
  /** A sentence that says what to do. */
  readonly message: string;
  readonly offset: number;
  readonly length: number;
  /** Where in the document: `["filters", "domains", 0, "value"]`. */
  readonly path: readonly (string | number)[];
  /** The text is not JSON or repeats a name, which JSON editors report, too. */
  readonly isSyntax?: true;
  /** Suggestions for the wrong name at this place. */
  readonly near?: readonly string[];
  /** A replacement for this place that is certainly valid. */
  readonly fix?: SearchFix | undefined;
}

export interface SearchFix {
  readonly title: string;
  /** JSON. */
  readonly text: string;
}

/** The number of records to fetch when the document has none. */
export const defaultRecords = 100;

/** The extension of saved searches. */
export const searchFileEnding = ".prospect.json";
