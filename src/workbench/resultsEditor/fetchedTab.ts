// A results tab with records of many runs in their latest values: what a text finds, or a list of records.
import { l10n, type Disposable } from "vscode";
import type { ResultsHeader, ResultsInitial } from "../../../webview-ui/messages/results";
import { countText } from "../../language/language";
import { recordsText } from "../../runs/amounts";
import type { RecordKind } from "../../service/operations";
import { notFound, StoreError } from "../../store/storeError";
import { errorForLog } from "../errorText";
import { kindLabel } from "../labels";
import { coalesce } from "../coalesce";
import type { FetchedResults, ReadFetched } from "./fetchedResults";
import type { FetchedAddress } from "./resultsAddress";
import type { FetchedChoice, FetchedTabs, ShownFetched } from "./fetchedTabs";
import { ResultsSession } from "./resultsSession";
import type { ResultsSessionDeps, ResultsTabHost } from "./resultsSessionDeps";
import type { CarriedState, ResultsSubject } from "./resultsSubject";
import type { ResultsPanel } from "./resultsTab";
import { answerUnavailable } from "./unavailablePage";

export interface FetchedTabDeps extends Omit<ResultsSessionDeps, "tab" | "onLost"> {
  readonly readFetched: ReadFetched;
  readonly fetchedTabs: Pick<FetchedTabs, "add" | "takeChoice">;
  readonly renameList: (list: string) => Promise<void>;
}

/** Records arrive several times a second while a run fetches; finding them again takes a moment. */
const refreshMs = 1_000;

export class FetchedTab implements Disposable {
  private session: ResultsSession | undefined;
  private fetched: FetchedResults | undefined;
  /** The kind of record that the user has chosen, or that was the most frequent when there were records first. */
  private chosen: RecordKind | undefined;
  private listening: Disposable | undefined;
  private isDisposed = false;
  /** One change at a time: each may replace the session. */
  private last: Promise<void> = Promise.resolve();
  private readonly refreshSoon = coalesce(() => this.enqueue(() => this.refresh()), refreshMs);
  private readonly host: ResultsTabHost;
  private readonly remove: () => void;

  constructor(
    private readonly panel: ResultsPanel,
    readonly address: FetchedAddress,
    /** The name in the tab, for a page that can show nothing else. */
    private readonly name: string,
    private readonly showPage: (initial: ResultsInitial) => void,
    private readonly deps: FetchedTabDeps,
  ) {
    this.host = {
      isActive: this.isActive,
      header: () => this.header(),
      canNarrow: () => false,
      handlers: this.handlers(),
    };
    this.remove = deps.fetchedTabs.add(this);
  }

  open(): Promise<void> {
    const choice = this.deps.fetchedTabs.takeChoice(this.address);
    this.chosen = choice?.kind;
    return this.enqueue(() => this.openSession(choice?.key));
  }

  readonly show = ({ kind, key }: FetchedChoice): void => {
    this.chosen = kind ?? this.chosen;
    void this.enqueue(() => this.openSession(key));
  };

  readonly isVisible = (): boolean => this.panel.visible;
  readonly isActive = (): boolean => this.panel.active;

  readonly shown = (): ShownFetched | undefined => {
    const { fetched, session } = this;
    const recordKind = this.kind();
    return (
      fetched &&
      session && {
        records: { title: fetched.title, recordKind, view: fetched.viewOf(recordKind) },
        state: session.tabState(),
      }
    );
  };

  /** Records or lists have changed, here or in another window. */
  onRecordsChanged(): void {
    this.refreshSoon.soon();
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

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.last = this.last
      .then(() => (this.isDisposed ? undefined : work()))
      .catch((error: unknown) => {
        this.deps.log(`Records could not be shown: ${errorForLog(error)}`);
        this.showUnavailable(error);
      });
    return this.last;
  }

  /** `key`: the record to select; without one, the selection stays. */
  private async openSession(key?: number): Promise<void> {
    const { deps, session: before } = this;
    const carried = before?.carried;
    const recordKind = this.kind();
    const selection: CarriedState = {
      ...{ run: recordKind, recordKind, order: carried?.order ?? { filter: "", columns: [] } },
      ...{ selected: key === undefined ? [] : [key], revision: carried?.revision ?? 0 },
    };
    const session = await ResultsSession.openSubject(
      this.panel.webview,
      () => this.readSubject(),
      { ...deps, tab: this.host, onLost: (error) => this.showUnavailable(error) },
      { carried: key === undefined ? carried : selection },
    );
    this.close();
    if (this.isDisposed) {
      session.dispose();
      return;
    }
    this.session = session;
    if (before === undefined || !this.panel.visible) {
      this.showPage(session.initial());
    } else {
      session.postInitial();
    }
  }

  /** What is shown now: the chosen kind, or the one with the most records. */
  private async readSubject(): Promise<ResultsSubject | undefined> {
    this.fetched = await this.deps.readFetched(this.address);
    if (this.fetched === undefined) {
      return undefined;
    }
    const { title, synthetic, sentence, noRows, viewOf, kinds } = this.fetched;
    this.chosen ??= [...kinds].sort((one, other) => other.count - one.count)[0]?.kind;
    const recordKind = this.kind();
    const view = viewOf(recordKind);
    return {
      id: recordKind,
      ...{ title, recordKind, synthetic, sentence, noRows },
      source: view,
      fetched: { title, recordKind, view },
      list: this.address.kind === "list" ? this.address.list : undefined,
    };
  }

  private kind(): RecordKind {
    return this.chosen ?? "company";
  }

  private async refresh(): Promise<void> {
    const { session } = this;
    const before = this.kind();
    await this.readSubject();
    if (session === undefined || this.kind() !== before) {
      await this.openSession();
    } else {
      await session.refresh();
      session.postHeader();
    }
  }

  private header(): ResultsHeader {
    const { kinds = [], isCapped = false, title = this.name, canRename = false } = this.fetched ?? {};
    const what = (count: number): string =>
      isCapped ? l10n.t("{0} or more records", countText(count)) : recordsText(count);
    return {
      title,
      run: this.kind(),
      runs: kinds.map(({ kind, count }) => ({ id: kind, when: kindLabel(kind), what: what(count) })),
      choosesKind: true,
      isList: this.address.kind === "list",
      comparable: [],
      ...{ canEditSearch: false, canRunAgain: false, canRename },
    };
  }

  private handlers(): ResultsTabHost["handlers"] {
    const none = (): undefined => undefined;
    return {
      showRun: ({ run }) => {
        const found = this.fetched?.kinds.find(({ kind }) => kind === run);
        if (found !== undefined && found.kind !== this.kind()) {
          this.chosen = found.kind;
          return this.enqueue(() => this.openSession());
        }
        return undefined;
      },
      renameSearch: () => (this.address.kind === "list" ? this.deps.renameList(this.address.list) : undefined),
      ...{ compareWith: none, editSearch: none, runAgain: none, narrowSearch: none },
    };
  }

  private showUnavailable(error: unknown): void {
    this.close();
    if (this.isDisposed) {
      return;
    }
    const initial: ResultsInitial = { kind: "unavailable", title: this.name, sentence: sentenceOf(error) };
    this.listening = answerUnavailable(this.panel.webview, initial, {}, this.deps.log);
    this.showPage(initial);
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof StoreError) {
    return error.code === notFound().code
      ? l10n.t("This list was deleted. The records that were in it are not.")
      : error.message;
  }
  return l10n.t("The records could not be read. Open them again, or see the log for details.");
}
