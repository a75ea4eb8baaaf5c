// A results tab: the records of one source at a time. Each shown source has its own session.
import { commands, type Disposable, type Uri, type WebviewPanel } from "vscode";
import { listen, poster, type Handlers } from "../../../webview-ui/messages/procedures";
import {
  resultsProcedures,
  type ResultsHeader,
  type ResultsInitial,
  type ResultsProcedures,
  type ResultsUpdates,
} from "../../../webview-ui/messages/results";
import { Refusal } from "../../app/app";
import { isSameSource } from "../../app/rowSource";
import type { RunSummary } from "../../runs/run";
import type { ChangeCounts } from "../../store/changes";
import { notFound, StoreError } from "../../store/storeError";
import { coalesce } from "../coalesce";
import { commandIds } from "../commandIds";
import { errorForLog, errorText } from "../errorText";
import { renameList } from "../lists/changeLists";
import { readFetched } from "./fetchedResults";
import { canNarrow } from "./narrowing";
import { isFetchedAddress, type ResultsAddress } from "./resultsAddress";
import type { ResultsDesk, ResultsTabHost, TabContent, TabResults } from "./resultsDesk";
import { ResultsSession } from "./resultsSession";
import { withRequest, type OpenTab, type ShownRows, type TabChoices, type TabRequest } from "./resultsTabs";
import { readRuns } from "./runsResults";
import { openInBuilder } from "./searchOfRun";

/** Records arrive several times a second while a run fetches; finding those of many runs again is slow. */
const fetchedRefreshMs = 1_000;
/** If a worker of the store stops again this soon, these records are the cause. */
const reopenAgainMs = 5_000;

export class ResultsTab implements OpenTab, ResultsTabHost, Disposable {
  private session: ResultsSession | undefined;
  /** The last results read; they contain the search even after its runs were deleted. */
  private results: TabResults = {};
  /** The content of the session. */
  private content: TabContent | undefined;
  /** The user's choices for the content that is shown, or being opened. */
  chosen: TabChoices;
  /** Why nothing is shown. */
  private unavailable: ResultsInitial | undefined;
  /** The page is loaded and has asked for its content. */
  private isPageReady = false;
  private counts: { readonly of: string; readonly counts: ChangeCounts } | undefined;
  private readonly refreshSoon: ReturnType<typeof coalesce>;
  /** Handles the page's messages while there is no session. */
  private listening: Disposable | undefined;
  private isDisposed = false;
  private reopenedAt = -Infinity;
  /** The last change in the queue: one at a time, because each may replace the session. */
  private last: Promise<void> = Promise.resolve();
  private readonly remove: () => void;

  constructor(
    readonly address: ResultsAddress,
    private readonly panel: WebviewPanel,
    private readonly desk: ResultsDesk,
  ) {
    const chosen = desk.shown.chosenAt(address);
    this.chosen = address.kind === "run" ? { ...chosen, run: address.run } : chosen;
    this.listening = this.answerWithoutRecords();
    const refreshMs = isFetchedAddress(address) ? fetchedRefreshMs : undefined;
    this.refreshSoon = coalesce(() => this.enqueue(() => this.update()), refreshMs);
    this.remove = desk.shown.add(this);
  }

  get runId(): string | undefined {
    return isFetchedAddress(this.address) ? undefined : this.chosen.run;
  }

  /** Shows the last content, or by default the most useful run. */
  open(): Promise<void> {
    return this.enqueue(() => this.update());
  }

  readonly show = (request: TabRequest): void => {
    this.choose(withRequest(this.chosen, request));
    this.desk.shown.changed();
    void this.enqueue(() => this.update());
  };

  choose(change: Partial<TabChoices>): void {
    this.chosen = { ...this.chosen, ...change };
    this.desk.shown.remember(this.address, this.chosen);
  }

  onPageReady(): void {
    this.isPageReady = true;
    this.post(this.unavailable ?? this.session?.initial(this.chosen.page));
  }

  readonly lookUpFocused = (): boolean => this.session?.lookUpFocused() === true;

  /** A run was created, changed, or deleted, in this or another window. */
  onRunsChanged(runId?: string): void {
    if (runId !== undefined && runId === this.content?.subject.run?.header.id) {
      void this.session?.refresh();
    }
    this.refreshSoon.soon();
  }

  onListsChanged(): void {
    this.session?.onListsChanged();
    this.refreshSoon.soon();
  }

  onLeaveOutChanged(): void {
    this.session?.onLeaveOutChanged();
    this.refreshSoon.soon();
  }

  /** Something was changed by another window. */
  onOtherWindow(): void {
    this.onRunsChanged(this.runId);
    this.onListsChanged();
  }

  readonly isVisible = (): boolean => this.panel.visible;
  readonly isActive = (): boolean => this.panel.active;
  readonly shown = (): ShownRows | undefined =>
    this.session && { source: this.session.subject, state: this.session.tabState() };

  header(): ResultsHeader {
    const { content, counts } = this;
    if (content === undefined) {
      throw notFound();
    }
    const isCounted = counts?.of.startsWith(`${content.since} ${content.subject.id} `) === true;
    return content.header(isCounted ? counts.counts : undefined);
  }

  canNarrow(column: string): boolean {
    const { content, results } = this;
    return content !== undefined && results.search !== undefined && canNarrow(content.subject.recordKind, column);
  }

  handlers(): ReturnType<ResultsTabHost["handlers"]> {
    const { desk, address } = this;
    const { searchOfRun } = desk;
    const onRun = <T>(work: (run: RunSummary) => T): T | undefined =>
      this.content?.subject.run && work(this.content.subject.run);
    /** For a search without runs. */
    const onSearch = <T>(work: (uri: Uri) => T): T | undefined => this.results.search && work(this.results.search);
    return {
      showRun: async ({ run: id }) => {
        const isOffered = this.content?.header().runs.some((one) => one.id === id) === true;
        if (!isOffered || id === this.chosen.run) {
          return;
        }
        if (address.kind === "run") {
          const run = await desk.app.runs.summary(id);
          await (run && desk.openResults(run.header));
        } else {
          this.show({ run: id });
        }
      },
      compareWith: ({ run }) =>
        onRun(({ header }) => this.show({ run: header.id, comparison: run === undefined ? "none" : { since: run } })),
      showAll: () => this.show({}),
      editSearch: () => onRun((run) => searchOfRun.edit(run)) ?? onSearch(openInBuilder),
      runAgain: () =>
        onRun((run) => searchOfRun.runAgain(run)) ??
        onSearch((uri) => commands.executeCommand(commandIds.runSearch, uri)),
      renameSearch: () =>
        address.kind === "list" ? renameList(address.list, desk.recordLists) : onRun((run) => searchOfRun.rename(run)),
      narrowSearch: ({ column, values }) => onRun((run) => searchOfRun.narrow(run, column, values)),
    };
  }

  reopen(): boolean {
    const { content } = this;
    const now = this.desk.app.clock.now();
    if (content === undefined || now < this.reopenedAt + reopenAgainMs) {
      return false;
    }
    this.reopenedAt = now;
    void this.enqueue(() => this.openSession(content));
    return true;
  }

  /** The database was damaged, or the content was deleted: the next older run is shown then. */
  onLost(error: StoreError): void {
    if (error.code === "NOT_FOUND") {
      void this.enqueue(() => this.update());
    } else {
      void this.showUnavailable(error);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.refreshSoon.dispose();
    this.close();
    this.remove();
  }

  private post(initial: ResultsInitial | undefined): void {
    if (initial !== undefined && this.isPageReady) {
      poster<ResultsUpdates>(this.panel.webview)("initial", initial);
    }
  }

  private close(): void {
    this.session?.dispose();
    this.session = undefined;
    this.listening?.dispose();
    this.listening = undefined;
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.last = this.last
      .then(() => (this.isDisposed ? undefined : work()))
      .catch(async (error: unknown) => {
        this.desk.log(`Results of ${this.runId ?? "many runs"} could not be shown: ${errorForLog(error)}`);
        await this.showUnavailable(error);
      });
    return this.last;
  }

  /** Reads the current content and shows it. */
  private async update(): Promise<void> {
    const { address, desk, session, content: before, chosen } = this;
    this.results = isFetchedAddress(address)
      ? await readFetched(desk.app, address, chosen.run)
      : await readRuns(desk.app, address, chosen, this.results.source);
    const { content } = this.results;
    // Unless the user chose another run meanwhile.
    if (content !== undefined && content.chosen !== chosen.run && this.chosen.run === chosen.run) {
      this.choose({ run: content.chosen, selection: [] });
    }
    if (content === undefined) {
      // If the page already shows this, nothing changes until there is content.
      if (this.unavailable === undefined) {
        throw notFound();
      }
    } else if (session === undefined || chosen.record !== undefined || !isSameContent(content, before)) {
      await this.openSession(content);
      desk.shown.changed();
    } else {
      this.content = content;
      await (content.subject.run === undefined ? session.refresh() : undefined);
      session.postHeader();
    }
    void this.countChanges();
  }

  private async openSession(content: TabContent): Promise<void> {
    const { record, page } = this.chosen;
    const session = await ResultsSession.open(this.panel.webview, content, this, this.desk, this.session);
    this.close();
    if (this.isDisposed) {
      session.dispose();
      return;
    }
    this.session = session;
    this.content = content;
    this.unavailable = undefined;
    const [selected] = session.selection.ranges;
    if (record !== undefined) {
      const place = { row: selected?.[0] ?? 0, column: 1, left: 0 };
      this.choose({ record: undefined, page: { ...page, details: selected !== undefined, place } });
    }
    this.post(session.initial(record === undefined ? undefined : this.chosen.page));
    // This session was not notified of pages that arrived after the run was read.
    if (content.subject.run !== undefined) {
      void session.refresh();
    }
  }

  /** Counts the changes since the run that this one is compared with, unless the count is known. */
  private async countChanges(): Promise<void> {
    const { session, content } = this;
    if (session === undefined || content?.since === undefined) {
      return;
    }
    const { since, subject } = content;
    const of = `${since} ${subject.id} ${subject.run?.records}`;
    if (this.counts?.of === of) {
      return;
    }
    try {
      const counts = await this.desk.app.store.changes.counts(since, subject.id);
      if (this.session === session) {
        this.counts = { of, counts };
        session.postHeader();
      }
    } catch (error) {
      this.desk.log(`The changes of run ${subject.id} could not be counted: ${errorForLog(error)}`);
    }
  }

  private async showUnavailable(error: unknown): Promise<void> {
    const { address, content, results, desk } = this;
    this.close();
    if (this.isDisposed) {
      return;
    }
    this.listening = this.answerWithoutRecords();
    const isGone = error instanceof StoreError && error.code === "NOT_FOUND";
    this.chosen = { ...this.chosen, run: undefined };
    if (isGone) {
      desk.shown.remember(address, undefined);
    }
    this.content = undefined;
    desk.shown.changed();
    let sentence = unreadableText(error);
    if (isGone) {
      sentence = isFetchedAddress(address)
        ? "This list was deleted. The records that were in it are not."
        : deletedText(content?.subject.run);
    }
    const canOpenSearch = results.search !== undefined;
    this.unavailable = {
      kind: "unavailable",
      sentence,
      canEditSearch: canOpenSearch,
      canRunAgain: canOpenSearch,
    };
    this.post(this.unavailable);
  }

  private answerWithoutRecords(): Disposable {
    const { editSearch, runAgain } = this.handlers();
    const none = Object.fromEntries(Object.keys(resultsProcedures).map((name) => [name, () => undefined]));
    const handlers = {
      ...(none as unknown as Handlers<ResultsProcedures>),
      editSearch,
      runAgain,
      ready: () => this.onPageReady(),
    };
    return listen(this.panel.webview, resultsProcedures, handlers, {
      onRefused: (problem) => this.desk.log(`A results page sent an invalid message: ${problem}`),
      onFailure: (failure) => this.desk.log(`Results without a run: ${errorForLog(failure)}`),
    });
  }
}

/** The same records, compared in the same way. */
const isSameContent = (one: TabContent, other: TabContent | undefined): boolean =>
  other !== undefined && one.since === other.since && isSameSource(one.subject, other.subject);

const unreadableText = (error: unknown): string =>
  error instanceof Refusal || error instanceof StoreError
    ? errorText(error)
    : "The records could not be read. Open them again, or see the log for details.";

/** The cost of getting the deleted records again depends on their source. */
function deletedText(run: RunSummary | undefined): string {
  switch (run?.header.purpose) {
    case "enrichment":
      return "This result was deleted. It can be retrieved again from the Enrichments view at no cost.";
    case "lookup":
    case "batch":
      return "This result was deleted. It can be looked up again; that may cost credits.";
    default:
      return "This run was deleted. Run the search again to fetch its records again; that costs credits.";
  }
}
