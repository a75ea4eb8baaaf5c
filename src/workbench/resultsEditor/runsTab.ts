// The tab of a search or of a run: owns which run is shown and its first line.
import { commands, l10n, type Uri } from "vscode";
import type { ResultsHeader, ResultsInitial } from "../../../webview-ui/messages/results";
import { comparableRuns, defaultComparison } from "../../runs/comparisons";
import type { RunSummary } from "../../runs/run";
import type { ChangeCounts } from "../../store/changes";
import type { Notice } from "../../store/notices";
import { notFound, StoreError } from "../../store/storeError";
import { commandIds } from "../commandIds";
import { errorForLog } from "../errorText";
import { searchNameOf } from "../searchFiles/searchFiles";
import { searchExists, uriOfSource } from "../searchFiles/searchSource";
import { canNarrow } from "./narrowing";
import type { RunsAddress } from "./resultsAddress";
import { resultsHeader } from "./resultsHeader";
import type { ResultsDesk, ResultsTabHost } from "./resultsDesk";
import { runSubject, type CarriedState, type ResultsSubject } from "./resultsSubject";
import { ResultsTab, type TabFrame } from "./resultsTab";
import type { Comparison, TabChoice } from "./resultsTabs";
import { openInBuilder } from "./searchOfRun";

/** What a tab shows when there is a run. */
interface ShownRun {
  readonly run: RunSummary;
  readonly comparedTo: RunSummary | undefined;
}

export class RunsTab extends ResultsTab {
  private shownRun: ShownRun | undefined;
  /** The run that is being opened, or is shown. */
  private wanted: string | undefined;
  private comparison: Comparison = "default";
  private runs: readonly RunSummary[] = [];
  /** The saved search of the runs, as runs store it; known even after they were deleted. */
  private search: string | undefined;
  /** The saved search still exists. */
  private exists = false;
  private counts: { readonly of: string; readonly counts: ChangeCounts } | undefined;

  constructor(
    override readonly address: RunsAddress,
    frame: TabFrame,
    desk: ResultsDesk,
  ) {
    super(address, frame, desk);
    this.search = address.kind === "search" ? address.source : undefined;
  }

  get runId(): string | undefined {
    return this.wanted;
  }

  open(): Promise<void> {
    const { address } = this;
    const remembered = address.kind === "search" ? this.desk.shownRuns.of(address.source) : undefined;
    this.comparison = remembered?.comparison ?? "default";
    this.wanted = address.kind === "run" ? address.run : remembered?.run;
    return this.enqueue(() => this.openWanted(this.desk.shown.takeCarried(address)));
  }

  /** Shows another run of the same search. Without a comparison it is compared as usual, unless that was turned off. */
  readonly show = ({ id, comparison }: TabChoice): void => {
    this.wanted = id ?? this.wanted;
    this.comparison = comparison ?? (this.comparison === "none" ? "none" : "default");
    this.desk.shown.changed();
    void this.enqueue(() => this.openWanted());
  };

  onRunsChanged(runId?: string): void {
    if (runId === this.shownRun?.run.header.id) {
      void this.session?.refresh();
    }
    this.refreshSoon.soon();
  }

  onLeaveOutChanged(): void {
    this.session?.onLeaveOutChanged();
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
    this.session?.onListsChanged();
  }

  /** Opens the wanted run, or the next older one if it is gone, with what stays of the run shown before. */
  private async openWanted(carried: CarriedState | undefined = this.session?.carried): Promise<void> {
    await this.readRuns();
    const run = this.chosen();
    if (run === undefined) {
      throw notFound();
    }
    const { session, shownRun } = this;
    const isShown = session !== undefined && shownRun?.run.header.id === run.header.id;
    if (isShown && this.comparedTo(run)?.header.id === shownRun.comparedTo?.header.id) {
      this.shownRun = { ...shownRun, run };
      this.remember();
      session.postHeader();
    } else {
      await this.openRun(run, carried);
    }
  }

  private async openRun(run: RunSummary, carried: CarriedState | undefined): Promise<void> {
    const { id } = run.header;
    const comparedTo = this.comparedTo(run);
    const read = async (): Promise<ResultsSubject | undefined> => {
      const now = await this.desk.app.runs.summary(id);
      return now && runSubject(now);
    };
    await this.openSession(read, { since: comparedTo?.header.id, carried }, () => {
      this.shownRun = { run, comparedTo };
      this.wanted = id;
      this.remember();
      this.desk.shown.changed();
    });
    // A page that arrived since the run was read was not told to this session.
    void this.session?.refresh();
    void this.countChanges();
  }

  /** Reads the runs again; opens the run again if it is to be compared with another run than before. */
  protected async refresh(): Promise<void> {
    await this.readRuns();
    const { session, shownRun } = this;
    const run = shownRun && this.runs.find(({ header }) => header.id === shownRun.run.header.id);
    if (session === undefined || shownRun === undefined) {
      // A run of a search without runs may have been made by another window.
      await (this.chosen() === undefined ? undefined : this.openWanted());
    } else if (run === undefined) {
      await this.openWanted();
    } else if (this.comparedTo(run)?.header.id !== shownRun.comparedTo?.header.id) {
      await this.openRun(run, session.carried);
    } else {
      this.shownRun = { ...shownRun, run };
      session.postHeader();
      void this.countChanges();
    }
  }

  private async readRuns(): Promise<void> {
    const { address } = this;
    const { runs } = this.desk.app;
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
      this.desk.shownRuns.remember(address.source, { run, comparison });
    }
  }

  /** Counts what differs from the run that this one is compared with, if that is not known yet. */
  private async countChanges(): Promise<void> {
    const { session, shownRun } = this;
    if (session === undefined || shownRun?.comparedTo === undefined) {
      return;
    }
    const [since, id] = [shownRun.comparedTo.header.id, shownRun.run.header.id];
    const of = `${since} ${id} ${shownRun.run.records}`;
    if (this.counts?.of === of) {
      return;
    }
    try {
      const counts = await this.desk.app.store.changes.counts(since, id);
      if (this.session === session) {
        this.counts = { of, counts };
        session.postHeader();
      }
    } catch (error) {
      this.desk.log(`The changes of run ${id} could not be counted: ${errorForLog(error)}`);
    }
  }

  header(): ResultsHeader {
    const { shownRun, runs, exists, counts } = this;
    if (shownRun === undefined) {
      return {
        title: this.frame.name,
        run: "",
        runs: [],
        comparable: [],
        canEditSearch: false,
        canRunAgain: false,
        canRename: false,
      };
    }
    const { run, comparedTo } = shownRun;
    const uri = exists ? this.searchUri() : undefined;
    const isCounted = counts?.of.startsWith(`${comparedTo?.header.id} ${run.header.id} `) === true;
    return resultsHeader({
      run,
      runs,
      comparedTo,
      searchName: uri && searchNameOf(uri),
      isFile: uri !== undefined && uri.scheme !== "untitled",
      counts: isCounted ? counts.counts : undefined,
      now: this.desk.app.clock.now(),
    });
  }

  canNarrow(column: string): boolean {
    const { shownRun } = this;
    return shownRun !== undefined && this.exists && canNarrow(shownRun.run.header.recordKind, column);
  }

  handlers(): ReturnType<ResultsTabHost["handlers"]> {
    const { desk } = this;
    const withRun = <T>(work: (run: RunSummary) => T): T | undefined => this.shownRun && work(this.shownRun.run);
    return {
      showRun: ({ run: id }) => {
        const run = this.runs.find(({ header }) => header.id === id);
        if (run !== undefined && this.address.kind === "search") {
          this.show({ id });
        } else if (run !== undefined && id !== this.wanted) {
          return desk.openResults(run.header);
        }
        return undefined;
      },
      compareWith: ({ run }) =>
        withRun(({ header }) => this.show({ id: header.id, comparison: run === undefined ? "none" : { since: run } })),
      editSearch: () => withRun((run) => desk.searchOfRun.edit(run)) ?? this.withSearch(openInBuilder),
      runAgain: () =>
        withRun((run) => desk.searchOfRun.runAgain(run)) ??
        this.withSearch((uri) => commands.executeCommand(commandIds.runSearch, uri)),
      renameSearch: () => withRun((run) => desk.searchOfRun.rename(run)),
      narrowSearch: ({ column, values }) => withRun((run) => desk.searchOfRun.narrow(run, column, values)),
    };
  }

  /** The database was damaged, or the run deleted: then the next older one is shown. */
  onLost(error: StoreError, runId: string): void {
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

  protected async unavailable(error: unknown): Promise<ResultsInitial> {
    const isGone = error instanceof StoreError && error.code === "NOT_FOUND";
    const loss = isGone ? await this.desk.app.store.file.loss().catch(() => undefined) : undefined;
    const { exists, shownRun } = this;
    this.wanted = undefined;
    this.shownRun = undefined;
    this.desk.shown.changed();
    return {
      kind: "unavailable",
      title: this.frame.name,
      sentence: loss === undefined ? sentenceOf(error, shownRun?.run) : lostText(loss),
      canEditSearch: exists,
      canRunAgain: exists,
    };
  }
}

const lostText = ({ message }: Notice): string =>
  `${l10n.t("This run is not in the database. Nobody deleted it here.")} ${message}`;

/** `run`: the one that was shown. */
function sentenceOf(error: unknown, run: RunSummary | undefined): string {
  if (!(error instanceof StoreError)) {
    return l10n.t("The records of this run could not be read. Open the run again, or see the log for details.");
  }
  return error.code === "NOT_FOUND" ? deletedText(run) : error.message;
}

/** What getting the records again costs depends on where they came from. */
function deletedText(run: RunSummary | undefined): string {
  switch (run?.header.purpose) {
    case "enrichment":
      return l10n.t("This result was deleted. It can be retrieved again from the Enrichments view at no cost.");
    case "lookup":
    case "batch":
      return l10n.t("This result was deleted. It can be looked up again; that may cost credits.");
    default:
      return l10n.t("This run was deleted. Run the search again to fetch its records again; that costs credits.");
  }
}
