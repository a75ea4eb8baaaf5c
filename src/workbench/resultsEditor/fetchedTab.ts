// A results tab with records of many runs in their latest values: what a text finds, or a list of records.
import { l10n } from "vscode";
import type { ResultsHeader, ResultsInitial } from "../../../webview-ui/messages/results";
import { Refusal } from "../../app/app";
import { isSameSource } from "../../app/rowSource";
import { countText } from "../../language/language";
import { recordsText } from "../../runs/amounts";
import { recordKinds, type RecordKind } from "../../service/operations";
import { notFound, StoreError } from "../../store/storeError";
import { errorText } from "../errorText";
import { kindLabel } from "../labels";
import { renameList } from "../lists/nameList";
import { readFetched, type FetchedResults } from "./fetchedResults";
import type { FetchedAddress } from "./resultsAddress";
import type { ResultsDesk, ResultsTabHost } from "./resultsDesk";
import type { CarriedState, ResultsSubject } from "./resultsSubject";
import { ResultsTab, type TabFrame } from "./resultsTab";
import type { TabChoice } from "./resultsTabs";

/** Records arrive several times a second while a run fetches; finding them again takes a moment. */
const refreshMs = 1_000;

export class FetchedTab extends ResultsTab {
  private fetched: FetchedResults | undefined;
  /** The kind of record that the user has chosen, or that was the most frequent when there were records first. */
  private chosen: RecordKind | undefined;

  constructor(
    override readonly address: FetchedAddress,
    frame: TabFrame,
    desk: ResultsDesk,
  ) {
    super(address, frame, desk, refreshMs);
  }

  get runId(): undefined {
    return undefined;
  }

  open(): Promise<void> {
    const carried = this.desk.shown.takeCarried(this.address);
    this.chosen = carried?.recordKind;
    return this.enqueue(() => this.openKind(carried));
  }

  readonly show = ({ id, key }: TabChoice): void => {
    this.chosen = recordKinds.find((kind) => kind === id) ?? this.chosen;
    void this.enqueue(() => this.openKind(key === undefined ? this.session?.carried : this.selecting(key)));
  };

  onRunsChanged(): void {
    this.refreshSoon.soon();
  }

  onDeleted(): void {
    this.refreshSoon.soon();
  }

  onListsChanged(): void {
    this.refreshSoon.soon();
  }

  onLeaveOutChanged(): void {
    this.refreshSoon.soon();
  }

  /** What is shown now, with this record selected. */
  private selecting(key: number): CarriedState {
    const { order = { filter: "", columns: [] }, revision = 0 } = this.session?.carried ?? {};
    return { run: this.kind(), recordKind: this.kind(), order, selected: [key], revision };
  }

  private openKind(carried = this.session?.carried): Promise<void> {
    return this.openSession(() => this.readSubject(), { carried });
  }

  /** What is shown now: the chosen kind, or the one with the most records. */
  private async readSubject(): Promise<ResultsSubject | undefined> {
    this.fetched = await readFetched(this.desk.app, this.address);
    if (this.fetched === undefined) {
      return undefined;
    }
    const { synthetic, sentence, noRows, kinds, sourceOf } = this.fetched;
    this.chosen ??= [...kinds].sort((one, other) => other.count - one.count)[0]?.kind;
    return { ...sourceOf(this.kind()), id: this.kind(), synthetic, sentence, noRows };
  }

  private kind(): RecordKind {
    return this.chosen ?? "company";
  }

  protected async refresh(): Promise<void> {
    const { session, fetched } = this;
    const before = this.kind();
    await this.readSubject();
    const [was, is] = [fetched, this.fetched].map((found) => found?.sourceOf(before));
    // A refresh since then belongs to the news, too.
    const isOther = was === undefined || is === undefined || !isSameSource(was, is);
    if (session === undefined || this.kind() !== before || isOther) {
      await this.openKind();
    } else {
      await session.refresh();
      session.postHeader();
    }
  }

  header(): ResultsHeader {
    const { kinds = [], isCapped = false, title = this.frame.name } = this.fetched ?? {};
    const what = (count: number): string =>
      isCapped ? l10n.t("{0} or more records", countText(count)) : recordsText(count);
    const isList = this.address.kind === "list";
    return {
      title,
      run: this.kind(),
      runs: kinds.map(({ kind, count }) => ({ id: kind, when: kindLabel(kind), what: what(count) })),
      choosesKind: true,
      isList,
      comparable: [],
      canEditSearch: false,
      canRunAgain: false,
      canRename: isList && this.fetched !== undefined,
    };
  }

  canNarrow(): boolean {
    return false;
  }

  handlers(): ReturnType<ResultsTabHost["handlers"]> {
    const none = (): undefined => undefined;
    return {
      showRun: ({ run }) => {
        const found = this.fetched?.kinds.find(({ kind }) => kind === run);
        if (found !== undefined && found.kind !== this.kind()) {
          this.show({ id: run });
        }
      },
      renameSearch: () =>
        this.address.kind === "list" ? renameList(this.address.list, this.desk.recordLists) : undefined,
      compareWith: none,
      editSearch: none,
      runAgain: none,
      narrowSearch: none,
    };
  }

  onLost(error: StoreError): void {
    void this.showUnavailable(error);
  }

  protected unavailable(error: unknown): Promise<ResultsInitial> {
    return Promise.resolve({ kind: "unavailable", title: this.frame.name, sentence: sentenceOf(error) });
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) {
    return errorText(error);
  }
  if (error instanceof StoreError) {
    return error.code === notFound().code
      ? l10n.t("This list was deleted. The records that were in it are not.")
      : error.message;
  }
  return l10n.t("The records could not be read. Open them again, or see the log for details.");
}
