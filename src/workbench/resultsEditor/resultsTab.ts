// A results tab: the records of one source at a time. Each source that is shown has a session of its own.
import type { Disposable, WebviewPanel } from "vscode";
import { listen, type Handlers } from "../../../webview-ui/messages/procedures";
import {
  resultsProcedures,
  type ResultsHeader,
  type ResultsInitial,
  type ResultsProcedures,
} from "../../../webview-ui/messages/results";
import type { StoreError } from "../../store/storeError";
import { coalesce } from "../coalesce";
import { errorForLog } from "../errorText";
import type { ResultsAddress } from "./resultsAddress";
import type { ResultsDesk, ResultsTabHost } from "./resultsDesk";
import { ResultsSession, type SessionStart } from "./resultsSession";
import type { CarriedState, ReadSubject } from "./resultsSubject";
import type { OpenTab, ShownRows, TabChoice } from "./resultsTabs";

/** Where VS Code shows a tab. */
export interface TabFrame {
  readonly panel: Pick<WebviewPanel, "webview" | "visible" | "active">;
  /** The name in the tab, for a page that can show nothing else. */
  readonly name: string;
  /** Puts the page into the webview. */
  readonly showPage: (initial: ResultsInitial) => void;
}

export abstract class ResultsTab implements OpenTab, ResultsTabHost, Disposable {
  protected session: ResultsSession | undefined;
  protected readonly refreshSoon: ReturnType<typeof coalesce>;
  private listening: Disposable | undefined;
  private isDisposed = false;
  /** One change at a time: each may replace the session. */
  private last: Promise<void> = Promise.resolve();
  private readonly remove: () => void;

  constructor(
    readonly address: ResultsAddress,
    protected readonly frame: TabFrame,
    protected readonly desk: ResultsDesk,
    /** The least time between two refreshes, in ms. */
    refreshMs?: number,
  ) {
    this.refreshSoon = coalesce(() => this.enqueue(() => this.refresh()), refreshMs);
    this.remove = desk.shown.add(this);
  }

  abstract get runId(): string | undefined;
  abstract readonly show: (choice: TabChoice) => void;
  /** Shows what was shown last, or what is most useful. */
  abstract open(): Promise<void>;
  /** A run was created, changed or deleted, here or in another window. */
  abstract onRunsChanged(runId?: string): void;
  abstract onDeleted(runId: string): void;
  abstract onListsChanged(): void;
  abstract onLeaveOutChanged(): void;
  protected abstract refresh(): Promise<void>;
  abstract header(): ResultsHeader;
  abstract handlers(): ReturnType<ResultsTabHost["handlers"]>;
  abstract canNarrow(column: string): boolean;
  abstract onLost(error: StoreError, id: string): void;
  /** The page for records that cannot be shown. */
  protected abstract unavailable(error: unknown): Promise<ResultsInitial>;

  readonly isVisible = (): boolean => this.frame.panel.visible;
  readonly isActive = (): boolean => this.frame.panel.active;
  readonly carried = (): CarriedState | undefined => this.session?.carried;
  readonly shown = (): ShownRows | undefined =>
    this.session && { source: this.session.subject, state: this.session.tabState() };

  /** Something was changed by another window. */
  onOtherWindow(): void {
    this.onRunsChanged(this.runId);
    this.onListsChanged();
  }

  dispose(): void {
    this.isDisposed = true;
    this.refreshSoon.dispose();
    this.close();
    this.remove();
  }

  private close(): void {
    this.session?.dispose();
    this.session = undefined;
    this.listening?.dispose();
    this.listening = undefined;
  }

  protected enqueue(work: () => Promise<void>): Promise<void> {
    this.last = this.last
      .then(() => (this.isDisposed ? undefined : work()))
      .catch(async (error: unknown) => {
        this.desk.log(`Results of ${this.runId ?? "many runs"} could not be shown: ${errorForLog(error)}`);
        await this.showUnavailable(error);
      });
    return this.last;
  }

  /** Shows other records; `adopt` is called before the page is told. */
  protected async openSession(read: ReadSubject, start: SessionStart, adopt?: () => void): Promise<void> {
    const { panel, showPage } = this.frame;
    const session = await ResultsSession.open(panel.webview, read, this, this.desk, start);
    const isFirst = this.session === undefined;
    this.close();
    if (this.isDisposed) {
      session.dispose();
      return;
    }
    this.session = session;
    adopt?.();
    if (isFirst || !panel.visible) {
      showPage(session.initial());
    } else {
      session.postInitial();
    }
  }

  protected async showUnavailable(error: unknown): Promise<void> {
    this.close();
    const initial = await this.unavailable(error);
    if (!this.isDisposed) {
      this.listening = this.answerUnavailable(initial);
      this.frame.showPage(initial);
    }
  }

  /** `initial` is sent again whenever the page asks, because a page that was hidden starts again. */
  private answerUnavailable(initial: ResultsInitial): Disposable {
    const { webview } = this.frame.panel;
    const { editSearch, runAgain } = this.handlers();
    const none = Object.fromEntries(Object.keys(resultsProcedures).map((name) => [name, () => undefined]));
    const handlers = {
      ...(none as unknown as Handlers<ResultsProcedures>),
      editSearch,
      runAgain,
      ready: () => webview.postMessage({ name: "initial", payload: initial }),
    };
    return listen(webview, resultsProcedures, handlers, {
      onRefused: (problem) => this.desk.log(`A results page sent an invalid message: ${problem}`),
      onFailure: (failure) => this.desk.log(`Results without a run: ${errorForLog(failure)}`),
    });
  }
}
