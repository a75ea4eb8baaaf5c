// The runs under way in this window and what can be asked of them; the custom editors see only this.
import type { Event, Uri } from "vscode";
import type { RunSummary } from "../runs/run";
import type { SearchDocument } from "../searches/searchDocument";
import type { RowsOrder } from "./resultsEditor/rowsOrder";

/** A run under way: what it holds so far, and whether it waits. */
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

/** What the last count or run of a search said about its size. */
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
  /** Asks what must be asked, fetches with progress and Cancel, and opens the results. Shows its own errors. */
  run(source: Uri, document: SearchDocument): Promise<void>;
  /** One record is asked for; resolves with `metadata.total`, or `undefined` when it did not come to that. */
  count(source: Uri, document: SearchDocument): Promise<number | undefined>;
  resume(runId: string): Promise<void>;
  /** Raises the run's limit by so many records and goes on. */
  fetchMore(runId: string, records: number): Promise<void>;
  stop(runId: string): void;
  plan(source: Uri, document: SearchDocument): Promise<PlanPreview>;
  knownTotal(source: Uri): KnownTotal | undefined;
  /**
   * What the newest run of a saved search asked for, and how many matched then, in whatever session. To be told, not to plan
   * with: there may be more by now.
   */
  lastFound(source: Uri): Promise<LastFound | undefined>;
  /** The run under way for a saved search, or with this id. */
  activityOf(source: Uri): RunActivity | undefined;
  activity(runId: string): RunActivity | undefined;
  /** Fires for every page, wait and end; the summary is of the run concerned. */
  readonly onDidProgress: Event<{
    readonly runId: string;
    readonly source?: string | undefined;
    readonly summary?: RunSummary | undefined;
  }>;
}

/** Which records an export or a copy takes. Records are named by their keys. */
export type RecordScope =
  /** What is fetched. */
  | { readonly kind: "all" }
  /** What matches: the rest is fetched first, after the question about its cost. */
  | { readonly kind: "everything" }
  /** In this order. */
  | { readonly kind: "selected"; readonly keys: readonly number[] }
  /** What the grid shows in this order; `count` of them when the user asked. New results can be filtered and sorted alike. */
  | { readonly kind: "filtered"; readonly shown: RowsOrder; readonly count: number };

export interface RunExporter {
  /** Asks for format and file, writes, says how many records it wrote and offers to open the file. */
  exportRun(runId: string, scope: RecordScope): Promise<void>;
}
