// A results tab: the records of one source at a time. Each source that is shown has a session of its own.
import type { Disposable, WebviewPanel } from "vscode";
import type { ResultsHeader, ResultsInitial } from "../../../webview-ui/messages/results";
import type { StoreError } from "../../store/storeError";
import { coalesce } from "../coalesce";
import { errorForLog } from "../errorText";
import type { ResultsAddress } from "./resultsAddress";
import { ResultsSession } from "./resultsSession";
import type { ResultsSessionDeps, ResultsTabHost, SessionStart } from "./resultsSessionDeps";
import type { CarriedState, ReadSubject } from "./resultsSubject";
import type { OpenTab, ResultsTabs, ShownRows, TabChoice } from "./resultsTabs";
import { answerUnavailable } from "./unavailablePage";

export interface ResultsTabDeps extends Omit<ResultsSessionDeps, "tab" | "onLost"> {
  readonly shown: Pick<ResultsTabs, "add" | "changed" | "takeCarried">;
}

/** Where VS Code shows a tab. */
export interface TabFrame {
  readonly panel: Pick<WebviewPanel, "webview" | "visible" | "active">;
  /** The name in the tab, for a page that can show nothing else. */
  readonly name: string;
  /** Puts the page into the webview. */
  readonly showPage: (initial: ResultsInitial) => void;
}

export abstract class ResultsTab<Deps extends ResultsTabDeps = ResultsTabDeps> implements OpenTab, Disposable {
  protected session: ResultsSession | undefined;
  protected readonly refreshSoon: ReturnType<typeof coalesce>;
  protected readonly host: ResultsTabHost;
  private listening: Disposable | undefined;
  private isDisposed = false;
  /** One change at a time: each may replace the session. */
  private last: Promise<void> = Promise.resolve();
  private readonly remove: () => void;

  constructor(
    readonly address: ResultsAddress,
    protected readonly frame: TabFrame,
    protected readonly deps: Deps,
    /** The least time between two refreshes, in ms. */
    refreshMs?: number,
  ) {
    this.refreshSoon = coalesce(() => this.enqueue(() => this.refresh()), refreshMs);
    this.host = {
      isActive: this.isActive,
      header: () => this.header(),
      canNarrow: (column) => this.canNarrow(column),
      handlers: this.handlers(),
    };
    this.remove = deps.shown.add(this);
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
  protected abstract header(): ResultsHeader;
  protected abstract handlers(): ResultsTabHost["handlers"];
  protected abstract canNarrow(column: string): boolean;
  /** The page for records that cannot be shown. */
  protected abstract unavailable(error: unknown): Promise<ResultsInitial>;

  readonly isVisible = (): boolean => this.frame.panel.visible;
  readonly isActive = (): boolean => this.frame.panel.active;
  readonly carried = (): CarriedState | undefined => this.session?.carried;
  readonly shown = (): ShownRows | undefined =>
    this.session && { source: this.session.source, state: this.session.tabState() };

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
        this.deps.log(`Results of ${this.runId ?? "many runs"} could not be shown: ${errorForLog(error)}`);
        await this.showUnavailable(error);
      });
    return this.last;
  }

  /** Shows other records; `adopt` is called before the page is told. */
  protected async openSession(
    read: ReadSubject,
    start: SessionStart,
    { adopt, onLost }: { readonly adopt?: () => void; readonly onLost: (error: StoreError) => void },
  ): Promise<void> {
    const { panel, showPage } = this.frame;
    const session = await ResultsSession.open(panel.webview, read, { ...this.deps, tab: this.host, onLost }, start);
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
      const { editSearch, runAgain } = this.host.handlers;
      const { webview } = this.frame.panel;
      this.listening = answerUnavailable(webview, initial, { editSearch, runAgain }, this.deps.log);
      this.frame.showPage(initial);
    }
  }
}
