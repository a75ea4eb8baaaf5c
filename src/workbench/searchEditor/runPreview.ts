// What a run of the search being edited would fetch and cost, how many records match, and the run in progress.
import type { Uri } from "vscode";
import type { SearchRunState, ValueHint } from "../../../webview-ui/messages/filterBuilder";
import { filtersKey } from "../../searches/filterItems";
import type { SearchDocument } from "../../searches/searchDocument";
import { unknownValues } from "../../searches/unknownValues";
import { errorForLog } from "../errorText";
import type { SearchRunner } from "../runActivity";

export interface RunPreviewDeps {
  readonly source: Uri;
  readonly runner: SearchRunner;
  /** The search as the document has it now; `undefined` while its text is invalid. */
  readonly readSearch: () => SearchDocument | undefined;
  /** Values of a filter from earlier results. */
  readonly suggestions: (field: string) => Promise<readonly string[]>;
  readonly onChange: (state: SearchRunState) => void;
  readonly log: (line: string) => void;
}

const unknownPreview: SearchRunState = { sentence: "", exceedsBalance: false, hints: [], counting: false };

export class RunPreview {
  #state = unknownPreview;
  #isCounting = false;
  #lastRefresh = 0;
  /** The filters of the last run or count started here: the next total that is reported belongs to them. */
  #startedKey: string | undefined;
  /** When the known total was reported, and the filters it belongs to. */
  #total: { readonly at: number; readonly key: string | undefined } | undefined;
  /** Filters without matches in the last run before this editor was opened. */
  #emptyKey: string | undefined;

  constructor(private readonly deps: RunPreviewDeps) {
    const known = deps.runner.knownTotal(deps.source);
    this.#total = known === undefined ? undefined : { at: known.at, key: undefined };
    void this.#readLastRun();
  }

  get state(): SearchRunState {
    return this.#state;
  }

  refresh(): void {
    this.#update().catch((error: unknown) =>
      this.deps.log(`The plan of a run could not be computed: ${errorForLog(error)}`),
    );
  }

  async run(search: SearchDocument): Promise<void> {
    this.#startedKey = filtersKey(search);
    await this.deps.runner.run(this.deps.source, search);
    this.refresh();
  }

  async count(search: SearchDocument): Promise<void> {
    if (this.#isCounting) {
      return;
    }
    this.#startedKey = filtersKey(search);
    this.#isCounting = true;
    this.#show({ ...this.#state, counting: true });
    try {
      await this.deps.runner.count(this.deps.source, search);
    } finally {
      this.#isCounting = false;
      this.refresh();
    }
  }

  stop(): void {
    const activity = this.deps.runner.activityOf(this.deps.source);
    if (activity !== undefined) {
      this.deps.runner.stop(activity.runId);
    }
  }

  async #readLastRun(): Promise<void> {
    try {
      const last = await this.deps.runner.lastFound(this.deps.source);
      if (last?.total === 0) {
        this.#emptyKey = filtersKey(last.asked);
        this.refresh();
      }
    } catch (error) {
      this.deps.log(`The last run of a search could not be read: ${errorForLog(error)}`);
    }
  }

  async #update(): Promise<void> {
    this.#lastRefresh += 1;
    const refresh = this.#lastRefresh;
    const search = this.deps.readSearch();
    const current = { counting: this.#isCounting, activity: this.#activity() };
    if (search === undefined) {
      this.#show({ ...unknownPreview, ...current });
      return;
    }
    // Progress is shown at once, without waiting for the plan.
    this.#show({ ...this.#state, ...current });
    const { sentence, exceedsBalance } = await this.deps.runner.plan(this.deps.source, search);
    const total = this.#totalOf(search);
    const hints = total === 0 ? await this.#hintsFor(search) : [];
    if (refresh === this.#lastRefresh) {
      this.#show({
        sentence,
        exceedsBalance,
        total,
        hints,
        counting: this.#isCounting,
        activity: this.#activity(),
      });
    }
  }

  #show(state: SearchRunState): void {
    this.#state = state;
    this.deps.onChange(state);
  }

  #activity(): SearchRunState["activity"] {
    const activity = this.deps.runner.activityOf(this.deps.source);
    if (activity === undefined) {
      return undefined;
    }
    const { fetched, wanted, waitingUntil, stopping } = activity;
    return { fetched, wanted, waitingUntil, stopping };
  }

  #totalOf(search: SearchDocument): number | undefined {
    const known = this.deps.runner.knownTotal(this.deps.source);
    const key = filtersKey(search);
    if (known !== undefined && known.at !== this.#total?.at) {
      this.#total = { at: known.at, key: this.#startedKey ?? key };
      this.#emptyKey = undefined;
    }
    if (known !== undefined && this.#total?.key === key) {
      return known.total;
    }
    return this.#emptyKey === key ? 0 : undefined;
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
