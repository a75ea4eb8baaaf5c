// A results tab: owns which run is shown and its first line. Each run that is shown has a session of its own.
import { commands, l10n, type Disposable, type Uri, type WebviewPanel } from "vscode";
import type { ResultsHeader, ResultsInitial } from "../../../webview-ui/messages/results";
import { comparableRuns, defaultComparison } from "../../runs/comparisons";
import type { RunSummary } from "../../runs/run";
import type { ChangeCounts } from "../../store/changes";
import type { Notice } from "../../store/notices";
import { notFound, StoreError } from "../../store/storeError";
import { commandIds } from "../commandIds";
import { errorForLog } from "../errorText";
import { openInBuilder, type SearchOfRun } from "./searchOfRun";
import { searchExists, uriOfSource } from "../searchFiles/searchSource";
import { coalesce } from "../coalesce";
import { searchNameOf } from "../searchFiles/searchFiles";
import { canNarrow } from "./narrowing";
import type { OpenResults } from "./openResults";
import { resultsHeader } from "./resultsHeader";
import { ResultsSession } from "./resultsSession";
import type { ResultsSessionDeps, ResultsTabHost } from "./resultsSessionDeps";
import type { CarriedState } from "./resultsSubject";
import type { Comparison, ResultsTab as OpenTab, ResultsTabs, ResultsTabState } from "./resultsTabs";
import type { RunsAddress } from "./resultsAddress";
import type { ShownRuns } from "./shownRuns";
import { answerUnavailable } from "./unavailablePage";
import type { RunStore } from "../../runs/runStore";
import type { DeskStore } from "../../export/storeExport";

export interface ResultsTabDeps extends Omit<ResultsSessionDeps, "tab" | "onLost" | "runs" | "store"> {
  readonly store: ResultsSessionDeps["store"] & Pick<DeskStore, "changes" | "file">;
  readonly runs: Pick<RunStore, "summary" | "list">;
  readonly shownRuns: Pick<ShownRuns, "of" | "remember">;
  readonly shown: Pick<ResultsTabs, "add" | "changed" | "takeCarried">;
  readonly searchOfRun: Pick<SearchOfRun, "edit" | "runAgain" | "rename" | "narrow">;
  readonly openResults: OpenResults;
}

/** What a tab shows when there is a run. */
interface Shown {
  readonly session: ResultsSession;
  readonly run: RunSummary;
  readonly comparedTo: RunSummary | undefined;
}

export type ResultsPanel = Pick<WebviewPanel, "webview" | "visible" | "active">;

export class ResultsTab implements OpenTab, Disposable {
  private shown: Shown | undefined;
  /** The run that is being opened, or is shown. */
  private wanted: string | undefined;
  private comparison: Comparison = "default";
  private listening: Disposable | undefined;
  private runs: readonly RunSummary[] = [];
  /** The saved search of the runs, as runs store it; known even after they were deleted. */
  private search: string | undefined;
  /** The saved search still exists. */
  private exists = false;
  private counts: { readonly of: string; readonly counts: ChangeCounts } | undefined;
  /** One change at a time: each may replace the session. */
  private last: Promise<void> = Promise.resolve();
  private isDisposed = false;
  private readonly host: ResultsTabHost;
  private readonly refreshSoon = coalesce(() => this.enqueue(() => this.refresh()));
  private readonly remove: () => void;

  constructor(
    private readonly panel: ResultsPanel,
    readonly address: RunsAddress,
    /** The name in the tab, for a page that can show nothing else. */
    private readonly name: string,
    /** Puts the page into the webview. */
    private readonly showPage: (initial: ResultsInitial) => void,
    private readonly deps: ResultsTabDeps,
  ) {
    this.host = {
      isActive: this.isActive,
      header: () => this.header(),
      canNarrow: (facet) =>
        this.shown !== undefined && this.exists && canNarrow(this.shown.run.header.recordKind, facet),
      handlers: this.handlers(),
    };
    this.search = address.kind === "search" ? address.source : undefined;
    this.remove = deps.shown.add(this);
  }

  get runId(): string | undefined {
    return this.wanted;
  }

  readonly isVisible = (): boolean => this.panel.visible;
  readonly isActive = (): boolean => this.panel.active;
  readonly state = (): ResultsTabState => this.shown?.session.tabState() ?? { selected: [] };
  readonly carried = (): CarriedState | undefined => this.shown?.session.carried;

  /** Shows what was shown last, or the newest run with records. */
  open(): Promise<void> {
    const { address } = this;
    const remembered = address.kind === "search" ? this.deps.shownRuns.of(address.source) : undefined;
    this.comparison = remembered?.comparison ?? "default";
    this.wanted = address.kind === "run" ? address.run : remembered?.run;
    return this.enqueue(() => this.openWanted(this.deps.shown.takeCarried(address)));
  }

  /** Shows another run of the same search. Without a comparison it is compared as usual, unless that was turned off. */
  readonly show = (runId: string, comparison?: Comparison): void => {
    this.wanted = runId;
    this.comparison = comparison ?? (this.comparison === "none" ? "none" : "default");
    this.deps.shown.changed();
    void this.enqueue(() => this.openWanted());
  };

  /** A run was created, changed or deleted, here or in another window. */
  onRunsChanged(runId?: string): void {
    if (runId === this.shown?.run.header.id) {
      void this.shown?.session.refresh();
    }
    this.refreshSoon.soon();
  }

  onLeaveOutChanged(): void {
    this.shown?.session.onLeaveOutChanged();
  }

  /** Shows the next older run if the one shown was deleted. */
  onDeleted(runId: string): void {
    if (runId === this.wanted) {
      void this.enqueue(() => this.openWanted());
    } else {
      this.refreshSoon.soon();
    }
  }

  onListsChanged(): void {
    this.shown?.session.onListsChanged();
  }

  /** The run has not ended and is executed by another window. */
  isRunningInOtherWindow(): boolean {
    return this.shown?.session.isRunningInOtherWindow() ?? false;
  }

  dispose(): void {
    this.isDisposed = true;
    this.refreshSoon.dispose();
    this.close();
    this.remove();
  }

  private close(): void {
    this.shown?.session.dispose();
    this.shown = undefined;
    this.listening?.dispose();
    this.listening = undefined;
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.last = this.last
      .then(() => (this.isDisposed ? undefined : work()))
      .catch(async (error: unknown) => {
        this.deps.log(`Results of run ${this.wanted ?? "(none)"} could not be opened: ${errorForLog(error)}`);
        await this.showUnavailable(error);
      });
    return this.last;
  }

  /** Opens the wanted run, or the next older one if it is gone, with what stays of the run shown before. */
  private async openWanted(carried: CarriedState | undefined = this.shown?.session.carried): Promise<void> {
    await this.readRuns();
    const run = this.chosen();
    if (run === undefined) {
      throw notFound();
    }
    const { shown } = this;
    if (shown?.run.header.id === run.header.id && this.comparedTo(run)?.header.id === shown.comparedTo?.header.id) {
      this.shown = { ...shown, run };
      this.remember();
      shown.session.postHeader();
    } else {
      await this.openRun(run, carried);
    }
  }

  private async openRun(run: RunSummary, carried: CarriedState | undefined): Promise<void> {
    const { webview } = this.panel;
    const { header } = run;
    const comparedTo = this.comparedTo(run);
    const session = await ResultsSession.open(
      webview,
      header.id,
      { ...this.deps, tab: this.host, onLost: (error) => this.onLost(error, header.id) },
      { since: comparedTo?.header.id, carried },
    );
    const isFirst = this.shown === undefined;
    this.close();
    if (this.isDisposed) {
      session.dispose();
      return;
    }
    this.shown = { session, run, comparedTo };
    this.wanted = header.id;
    this.remember();
    this.deps.shown.changed();
    if (isFirst || !this.panel.visible) {
      this.showPage(session.initial());
    } else {
      session.postInitial();
    }
    // A page that arrived since the run was read was not told to this session.
    void session.refresh();
    void this.countChanges();
  }

  /** Reads the runs again; opens the run again if it is to be compared with another run than before. */
  private async refresh(): Promise<void> {
    await this.readRuns();
    const { shown } = this;
    const run = shown && this.runs.find(({ header }) => header.id === shown.run.header.id);
    if (shown === undefined) {
      // A run of a search without runs may have been made by another window.
      await (this.chosen() === undefined ? undefined : this.openWanted());
    } else if (run === undefined) {
      await this.openWanted();
    } else if (this.comparedTo(run)?.header.id !== shown.comparedTo?.header.id) {
      await this.openRun(run, shown.session.carried);
    } else {
      this.shown = { ...shown, run };
      shown.session.postHeader();
      void this.countChanges();
    }
  }

  private async readRuns(): Promise<void> {
    const { address } = this;
    const { runs } = this.deps;
    if (address.kind === "search") {
      this.runs = await runs.list({ source: address.source, purposes: ["search"] });
    } else {
      const own = await runs.summary(address.run);
      const isOfSearch = own?.header.purpose === "search" && own.header.source !== undefined;
      this.search = own === undefined || isOfSearch ? (own?.header.source ?? this.search) : undefined;
      this.runs = isOfSearch
        ? await runs.list({ source: own.header.source, purposes: ["search"] })
        : own === undefined
          ? []
          : [own];
    }
    const uri = this.searchUri();
    this.exists = uri !== undefined && (await searchExists(uri));
  }

  private searchUri(): Uri | undefined {
    return this.search === undefined ? undefined : uriOfSource(this.search);
  }

  /** The wanted run; if it is gone the next older one, else the newest with records. */
  private chosen(): RunSummary | undefined {
    const { runs, wanted, address } = this;
    const found = runs.find(({ header }) => header.id === wanted);
    if (found !== undefined || address.kind === "run") {
      return found;
    }
    const older = wanted === undefined ? undefined : runs.find(({ header }) => header.id < wanted);
    return older ?? runs.find(({ records }) => records > 0) ?? runs[0];
  }

  private comparedTo(run: RunSummary): RunSummary | undefined {
    const { comparison, runs } = this;
    if (comparison === "none") {
      return undefined;
    }
    const chosen =
      comparison === "default"
        ? undefined
        : comparableRuns(run, runs).find(({ header }) => header.id === comparison.since);
    return chosen ?? defaultComparison(run, runs);
  }

  private remember(): void {
    const { address, wanted: run, comparison } = this;
    if (address.kind === "search" && run !== undefined) {
      this.deps.shownRuns.remember(address.source, { run, comparison });
    }
  }

  /** Counts what differs from the run that this one is compared with, if that is not known yet. */
  private async countChanges(): Promise<void> {
    const { shown } = this;
    if (shown?.comparedTo === undefined) {
      return;
    }
    const [since, id] = [shown.comparedTo.header.id, shown.run.header.id];
    const of = `${since} ${id} ${shown.run.records}`;
    if (this.counts?.of === of) {
      return;
    }
    try {
      const counts = await this.deps.store.changes.counts(since, id);
      if (this.shown?.session === shown.session) {
        this.counts = { of, counts };
        shown.session.postHeader();
      }
    } catch (error) {
      this.deps.log(`The changes of run ${id} could not be counted: ${errorForLog(error)}`);
    }
  }

  private header(): ResultsHeader {
    const { shown, runs, exists, counts } = this;
    if (shown === undefined) {
      const nothing = { canEditSearch: false, canRunAgain: false, canRename: false };
      return { title: this.name, run: "", runs: [], comparable: [], ...nothing };
    }
    const { run, comparedTo } = shown;
    const uri = exists ? this.searchUri() : undefined;
    const isCounted = counts?.of.startsWith(`${comparedTo?.header.id} ${run.header.id} `) === true;
    return resultsHeader({
      ...{ run, runs, comparedTo },
      searchName: uri && searchNameOf(uri),
      isFile: uri !== undefined && uri.scheme !== "untitled",
      counts: isCounted ? counts.counts : undefined,
      now: this.deps.now(),
    });
  }

  private handlers(): ResultsTabHost["handlers"] {
    const { deps } = this;
    const withRun = <T>(work: (run: RunSummary) => T): T | undefined => this.shown && work(this.shown.run);
    return {
      showRun: ({ run: id }) => {
        const run = this.runs.find(({ header }) => header.id === id);
        if (run !== undefined && this.address.kind === "search") {
          this.show(id);
        } else if (run !== undefined && id !== this.wanted) {
          return deps.openResults(run.header);
        }
        return undefined;
      },
      compareWith: ({ run }) =>
        withRun(({ header }) => this.show(header.id, run === undefined ? "none" : { since: run })),
      editSearch: () => withRun((run) => deps.searchOfRun.edit(run)) ?? this.withSearch(openInBuilder),
      runAgain: () =>
        withRun((run) => deps.searchOfRun.runAgain(run)) ??
        this.withSearch((uri) => commands.executeCommand(commandIds.runSearch, uri)),
      renameSearch: () => withRun((run) => deps.searchOfRun.rename(run)),
      narrowSearch: ({ facet, values }) => withRun((run) => deps.searchOfRun.narrow(run, facet, values)),
    };
  }

  /** The database was damaged, or the run deleted: then the next older one is shown. */
  private onLost(error: StoreError, runId: string): void {
    if (error.code === "NOT_FOUND") {
      this.onDeleted(runId);
    } else {
      void this.showUnavailable(error);
    }
  }

  /** For a search that has no runs any more. */
  private withSearch<T>(work: (uri: Uri) => T): T | undefined {
    const uri = this.searchUri();
    return this.exists && uri !== undefined ? work(uri) : undefined;
  }

  private async showUnavailable(error: unknown): Promise<void> {
    this.close();
    const isGone = error instanceof StoreError && error.code === "NOT_FOUND";
    const loss = isGone ? await this.deps.store.file.loss().catch(() => undefined) : undefined;
    if (this.isDisposed) {
      return;
    }
    const { webview } = this.panel;
    const { exists } = this;
    const initial: ResultsInitial = {
      kind: "unavailable",
      title: this.name,
      sentence: loss === undefined ? sentenceOf(error) : lostText(loss),
      ...{ canEditSearch: exists, canRunAgain: exists },
    };
    const { editSearch, runAgain } = this.host.handlers;
    this.listening = answerUnavailable(webview, initial, { editSearch, runAgain }, this.deps.log);
    this.wanted = undefined;
    this.deps.shown.changed();
    this.showPage(initial);
  }
}

const lostText = ({ message }: Notice): string =>
  `${l10n.t("This run is not in the database. Nobody deleted it here.")} ${message}`;

function sentenceOf(error: unknown): string {
  if (error instanceof StoreError) {
    return error.code === "NOT_FOUND"
      ? l10n.t("This run was deleted. Run the search again to fetch its records again; that costs credits.")
      : error.message;
  }
  return l10n.t("The records of this run could not be read. Open the run again, or see the log for details.");
}
