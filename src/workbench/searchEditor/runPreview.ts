// The preview of a run for an open search: expected records and cost, earlier results, and the run in progress.
import type { Uri } from "vscode";
import type {
  SearchRunState,
  ShownLeaveOutList,
  ShownTotal,
  ValueHint,
} from "../../../webview-ui/messages/filterBuilder";
import { refreshNote } from "../../runs/runState";
import { filtersKey } from "../../searches/filterItems";
import type { SearchDocument } from "../../searches/searchDocument";
import { unknownValues } from "../../searches/unknownValues";
import type { Clock } from "../../service/wire";
import { errorForLog } from "../errorText";
import type { SearchHistory, SearchRunner } from "../runActivity";
import { outcomeText } from "../runOutcome";

export interface RunPreviewDeps {
  readonly source: Uri;
  readonly runner: SearchRunner;
  /** The search in the document; `undefined` while its text is invalid. */
  readonly readSearch: () => SearchDocument | undefined;
  /** Values of a filter from earlier results. */
  readonly suggestions: (field: string) => Promise<readonly string[]>;
  /** Names of the records that a search contains as ids, by id. */
  readonly names: (search: SearchDocument) => Promise<Readonly<Record<string, string>>>;
  /** The leave-out lists that apply to the search, also while its text is invalid. */
  readonly leaveOut: () => Promise<readonly ShownLeaveOutList[]>;
  /** The companies where the search finds people. */
  readonly companies: () => string | undefined;
  readonly onChange: (state: SearchRunState) => void;
  readonly clock: Pick<Clock, "now">;
  readonly log: (line: string) => void;
}

const unknownPreview: SearchRunState = { hasResult: false, hints: [], counting: false };

export class RunPreview {
  #state = unknownPreview;
  #isCounting = false;
  #lastRefresh = 0;
  /** Cached across edits of the document. */
  #history: Promise<SearchHistory> | undefined;

  constructor(private readonly deps: RunPreviewDeps) {}

  get state(): SearchRunState {
    return this.#state;
  }

  /** Called after a change of the document. */
  refresh(): void {
    this.#update().catch((error: unknown) =>
      this.deps.log(`The plan of a run could not be computed: ${errorForLog(error)}`),
    );
  }

  /** Called after a change of the connection or of a run. */
  reload(): void {
    this.#history = undefined;
    this.refresh();
  }

  async count(search: SearchDocument): Promise<void> {
    if (this.#isCounting) {
      return;
    }
    this.#isCounting = true;
    this.#show({ ...this.#state, counting: true });
    try {
      // The page shows the known number.
      await this.deps.runner.count(this.deps.source, search, true);
    } finally {
      this.#isCounting = false;
      this.reload();
    }
  }

  stop(): void {
    const activity = this.deps.runner.activityOf(this.deps.source);
    if (activity !== undefined) {
      this.deps.runner.stop(activity.runId);
    }
  }

  async #update(): Promise<void> {
    this.#lastRefresh += 1;
    const refresh = this.#lastRefresh;
    const search = this.deps.readSearch();
    // Progress is shown at once, without waiting for the plan.
    const plan = search === undefined ? undefined : this.#state.plan;
    this.#show({ ...this.#state, ...this.#current(), plan });
    this.#history ??= this.#readHistory();
    const { totals, lastRun, lastResult } = await this.#history;
    const leaveOut = await this.deps.leaveOut();
    const found = search && latestTotal(totals, search);
    const newPlan = search && (await this.deps.runner.plan(this.deps.source, search));
    const names = search && (await this.deps.names(search));
    const companies = this.deps.companies();
    const now = this.deps.clock.now();
    const isEmpty = found?.total === 0 && !found.isOutdated;
    const hints = search !== undefined && isEmpty ? await this.#hintsFor(search) : [];
    if (refresh === this.#lastRefresh) {
      this.#show({
        plan: newPlan,
        leaveOut,
        companies,
        lastOutcome: companies === undefined || lastRun === undefined ? undefined : outcomeText(lastRun, now),
        found,
        hasResult: lastResult !== undefined,
        refreshNote: lastRun === undefined ? undefined : refreshNote(lastRun, now),
        hints,
        names,
        ...this.#current(),
      });
    }
  }

  async #readHistory(): Promise<SearchHistory> {
    try {
      return await this.deps.runner.historyOf(this.deps.source);
    } catch (error) {
      this.deps.log(`The runs of a search could not be read: ${errorForLog(error)}`);
      return { totals: [] };
    }
  }

  #show(state: SearchRunState): void {
    this.#state = state;
    this.deps.onChange(state);
  }

  #current() {
    return { counting: this.#isCounting, activity: this.deps.runner.activityOf(this.deps.source) };
  }

  async #hintsFor(search: SearchDocument): Promise<readonly ValueHint[]> {
    const hints: ValueHint[] = [];
    for (const { field, index, value, near } of unknownValues(search)) {
      const seen = await this.deps.suggestions(field);
      const isSeen = seen.some((one) => one.toLowerCase() === value.toLowerCase());
      if (search.filters[field]?.[index]?.exclude !== true && !isSeen) {
        hints.push({ field, value, near });
      }
    }
    return hints;
  }
}

/** The newest total of the same filters, else the newest total of other filters. */
function latestTotal(totals: SearchHistory["totals"], search: SearchDocument): ShownTotal | undefined {
  const key = filtersKey(search);
  const same = totals.find(({ asked }) => filtersKey(asked) === key);
  const found = same ?? totals[0];
  return found === undefined ? undefined : { total: found.total, at: found.at, isOutdated: same === undefined };
}
