// A saved search (`*.prospect.json`) as data. It has no name besides that of its file.
import type { SearchKind } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import type { ColumnProfile } from "./columnProfiles";

/** How many records one run fetches, and where it stops. */
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
  /** The text is not JSON or has a name twice, which editors of JSON say, too. */
  readonly isSyntax?: true;
  /** The names that the wrong one at this place may mean. */
  readonly near?: readonly string[];
  /** What can be written at this place instead; certain to be accepted. */
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
