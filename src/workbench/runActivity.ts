// What the views, editors and commands know of runs and exports in this window.
import type { Event, Uri } from "vscode";
import type { RunSummary } from "../runs/run";
import type { SearchDocument } from "../searches/searchDocument";
import type { RowsOrder } from "./resultsEditor/rowsOrder";

/** A running search: what is fetched so far, and whether it waits. */
export interface RunActivity {
  readonly runId: string;
  /** The saved search it came from. */
  readonly source?: string | undefined;
  readonly fetched: number;
  readonly wanted: number;
  /** Wall-clock ms at which a wait for the rate limit ends. */
  readonly waitingUntil?: number | undefined;
  readonly stopping: boolean;
}

/** What running a search would fetch and cost, in numbers and in one sentence. */
export interface PlanPreview {
  readonly records: number;
  readonly credits: number;
  readonly exceedsBalance: boolean;
  /** "Fetch 100 of 12,480 · about 25 credits · balance 1,204" */
  readonly sentence: string;
}

/** The number of matches that the last count or run of a search returned. */
export interface KnownTotal {
  readonly total: number;
  /** ms since 1970 */
  readonly at: number;
}

export interface LastFound {
  readonly asked: Pick<SearchDocument, "search" | "filters">;
  readonly total: number;
}

export interface SearchRunner {
  /** Asks for confirmation, fetches with progress and Cancel, and opens the results. Shows its own errors. */
  run(source: Uri, document: SearchDocument): Promise<void>;
  /** Requests one record and resolves with `metadata.total`, or with `undefined` when there was no reply. */
  count(source: Uri, document: SearchDocument): Promise<number | undefined>;
  resume(runId: string): Promise<void>;
  /** Raises the run's limit by this many records and continues. */
  fetchMore(runId: string, records: number): Promise<void>;
  stop(runId: string): void;
  plan(source: Uri, document: SearchDocument): Promise<PlanPreview>;
  knownTotal(source: Uri): KnownTotal | undefined;
  /** What the newest run of a saved search asked for, and how many records matched. Never plan a run with it. */
  lastFound(source: Uri): Promise<LastFound | undefined>;
  /** The run in progress for a saved search, or with this id. */
  activityOf(source: Uri): RunActivity | undefined;
  activity(runId: string): RunActivity | undefined;
  /** Fires for every page, wait and end of a run. */
  readonly onDidProgress: Event<{
    readonly runId: string;
    readonly source?: string | undefined;
    readonly summary?: RunSummary | undefined;
  }>;
}

/** Which records an export or a copy takes. */
export type RecordScope =
  /** All fetched records. */
  | { readonly kind: "all" }
  /** All matching records: the rest is fetched first, after a question about its cost. */
  | { readonly kind: "everything" }
  /** The records with these keys, in this order. */
  | { readonly kind: "selected"; readonly keys: readonly number[] }
  /** What the grid shows; there were `count` records when the user asked. */
  | { readonly kind: "filtered"; readonly shown: RowsOrder; readonly count: number };

export interface RunExporter {
  /** Asks for format and file, writes it, and offers to open it. */
  exportRun(runId: string, scope: RecordScope): Promise<void>;
}
