// Interfaces of runs and exports for views, editors, and commands.
import type { Event, Uri } from "vscode";
import type { PlanPreview } from "../../webview-ui/messages/filterBuilder";
import type { ShownActivity } from "../../webview-ui/messages/results";
import type { RowSource, RowsOrder } from "../app/rowSource";
import type { RunSummary } from "../runs/run";
import type { SearchDocument } from "../searches/searchDocument";

/** The progress of a running search, and whether it waits for the rate limit. */
export interface RunActivity extends ShownActivity {
  readonly runId: string;
  /** The saved search of the run. */
  readonly source?: string | undefined;
}

/** The search of a run or count, and how many records matched. */
export interface FoundTotal {
  readonly asked: Pick<SearchDocument, "search" | "filters">;
  readonly total: number;
  /** ms since 1970 */
  readonly at: number;
}

/** The stored runs and counts of a saved search. */
export interface SearchHistory {
  /** Newest first; only of the connection in use, because another one may find other records. */
  readonly totals: readonly FoundTotal[];
  /** The newest run, without counts. */
  readonly lastRun?: RunSummary | undefined;
  /** The newest run that has records. */
  readonly lastResult?: RunSummary | undefined;
}

export interface RunEvent {
  readonly runId: string;
  readonly source?: string | undefined;
  readonly summary?: RunSummary | undefined;
}

export interface SearchRunner {
  /** Asks for confirmation, fetches with progress and Cancel, and opens the results. Shows its own errors. */
  run(source: Uri, document: SearchDocument): Promise<void>;
  /**
   * The number of matching records, from a run of less than a day ago or, always if `refresh`, by fetching one record;
   * `undefined` if there was no reply.
   */
  count(source: Uri, document: SearchDocument, refresh: boolean): Promise<Pick<FoundTotal, "total" | "at"> | undefined>;
  resume(runId: string): Promise<void>;
  /** Ends the pause that the service asked for, for all windows, and resumes. */
  tryNow(runId: string): Promise<void>;
  /** Accepts the records of a run that ended early as its full result. */
  acceptEnd(runId: string): Promise<void>;
  /** Raises the run's limit by this many records and continues. */
  fetchMore(runId: string, records: number): Promise<void>;
  stop(runId: string): void;
  plan(source: Uri, document: SearchDocument): Promise<PlanPreview>;
  /** Do not plan a run with these totals: the data may have changed since. */
  historyOf(source: Uri): Promise<SearchHistory>;
  /** The activity of a saved search, or of the run with this id. */
  activityOf(source: Uri): RunActivity | undefined;
  activity(runId: string): RunActivity | undefined;
  /** Fires for every page, wait and end of a run. */
  readonly onDidProgress: Event<RunEvent>;
}

/** The records for an export or a copy. */
export type RecordScope =
  /** All fetched records. */
  | { readonly kind: "all" }
  /** All matching records: the rest is fetched first, after a question about its cost. */
  | { readonly kind: "everything" }
  /** The records with these keys, in this order. */
  | { readonly kind: "selected"; readonly keys: readonly number[] }
  /** The records that the grid shows; there were `count` when the user asked. */
  | { readonly kind: "filtered"; readonly shown: RowsOrder; readonly count: number };

export interface RecordExporter {
  /** Asks for format and file, writes it, and offers to open it. "everything" requires a run with more to fetch. */
  export(source: RowSource, scope: RecordScope): Promise<void>;
}
