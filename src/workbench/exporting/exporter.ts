// The exports of a run, one method per command: to a file, again, only new records, and into an editor.
import { l10n, Uri, window, type Memento } from "vscode";
import { runBefore } from "../../app/compareRuns";
import { countText } from "../../language/language";
import type { ExportFormat } from "../../export/formats";
import { isAppendable } from "../../export/formats";
import { exportName } from "../../export/exportName";
import type { DeskStore } from "../../export/storeExport";
import { comparisonRemark } from "../../runs/comparisons";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { Clock } from "../../service/wire";
import { errorForLog, errorText } from "../errorText";
import { confirmLists } from "../leaveOut/confirmLists";
import type { LeaveOutLists } from "../leaveOut/leaveOutLists";
import type { RowsOrder } from "../rowsOrder";
import type { ResultsTabs, ResultsTabState } from "../resultsEditor/resultsTabs";
import type { FetchedRecords, RecordScope, RunExporter } from "../runActivity";
import { dayAndTimeText } from "../times";
import { appendTarget } from "./appendTarget";
import { asShown, changedRows } from "./asShown";
import { ProfileList } from "./columnProfiles";
import { confirmPlace } from "./confirmPlace";
import { showExported } from "./exportNotice";
import { askExport, type ExportPlan } from "./exportWizard";
import { fetchRest, fetchRestLabel, type FetchRestDeps } from "./fetchRest";
import { fileExists } from "../fileExists";
import { confirmChange, type ChosenFile } from "./fileStep";
import { offerToIgnore } from "./gitignoreOffer";
import { insertRecords } from "./insertRecords";
import type { PreviewedRecords } from "./previewStep";
import { exportToRepeat, shownAgainText, scopeAsShown } from "./repeatExport";
import { scopeText, stillFetchingText, nothingToExportText } from "./scopeText";
import { isOfManyRuns, withView, type ExportHeader } from "./scopeView";
import { StoredExports, type LastExport } from "./storedExports";
import { writeExport } from "./writeExport";
import { runDeletedText } from "../goneTexts";

export interface ExporterDeps extends FetchRestDeps {
  readonly runs: RunStore;
  readonly store: DeskStore;
  readonly shown: Pick<ResultsTabs, "tabStateOf">;
  readonly workspaceState: Pick<Memento, "get" | "update">;
  readonly leaveOut: Pick<LeaveOutLists, "forRun">;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

const allRecords: RecordScope = { kind: "all" };

export class Exporter implements RunExporter {
  readonly #stored: StoredExports;
  /** Real folders outside the workspace that the user has agreed to write to. */
  readonly #agreedPlaces = new Set<string>();

  constructor(private readonly deps: ExporterDeps) {
    this.#stored = new StoredExports(deps.store);
  }

  async exportRun(runId: string, scope: RecordScope): Promise<void> {
    if (scope.kind === "everything" && !(await fetchRest(this.deps, runId))) {
      return;
    }
    if (isEmpty(scope)) {
      return;
    }
    let plan: ExportPlan | "everything" | undefined;
    await this.#withRun(runId, async (summary) => {
      plan = await this.#ask(summary, scope);
      if (plan !== undefined && plan !== "everything") {
        await this.#write(summary.header, plan);
      }
    });
    if (plan === "everything") {
      await this.exportRun(runId, { kind: "everything" });
    }
  }

  async exportFetched(fetched: FetchedRecords, scope: RecordScope): Promise<void> {
    if (isEmpty(scope)) {
      return;
    }
    await this.#withFetched(fetched, async (count) => {
      const { store, clock } = this.deps;
      const plan = await askExport({
        records: this.#records(fetched, scope),
        what: scopeText(scope, count),
        shown: await asShown(store, { header: fetched, records: count }, scope, undefined),
        profiles: new ProfileList(fetched, this.#stored),
        fileName: (ending) => exportName(fetched.title, new Date(clock.now()), ending),
      });
      if (plan !== undefined && plan !== "everything") {
        await this.#write(fetched, plan);
      }
    });
  }

  /** Repeats the last export of the run's search with this run's records. Without an earlier export, asks as usual. */
  async exportAgain(runId: string): Promise<void> {
    let isFirst = false;
    await this.#withRun(runId, async (summary) => {
      const { header, records } = summary;
      const key = searchKey(header);
      const [repeatable, selection] = await Promise.all([
        this.#stored.lastExport(key),
        this.#stored.lastSelection(key),
      ]);
      if (repeatable === undefined && selection === undefined) {
        isFirst = true;
        return;
      }
      const last = await exportToRepeat(repeatable, selection, records);
      const scope = last && (await this.#scopeLike(summary, last.shown));
      if (last === undefined || scope === undefined) {
        return;
      }
      const about = scope.kind === "filtered" ? shownAgainText(scope.count, records) : undefined;
      const file = await fileToRepeat(last, about);
      if (file !== undefined) {
        await this.#write(header, { format: last.format, scope, file });
      }
    });
    if (isFirst) {
      await this.exportRun(runId, allRecords);
    }
  }

  /** Appends the records that a file lacks: the last exported file of the search, or one that the user chooses. */
  appendNew(runId: string): Promise<void> {
    return this.#withRun(runId, async (summary) => {
      const { header } = summary;
      const target = await appendTarget(header.recordKind, await this.#stored.lastExport(searchKey(header)));
      const scope = target && (await this.#scopeLike(summary, target.shown));
      if (target !== undefined && scope !== undefined) {
        await this.#write(header, { format: target.format, scope, file: { uri: target.uri, how: "append" } });
      }
    });
  }

  /** What has changed since the run before: new, changed and gone records, with the earlier values. */
  exportChanges(runId: string): Promise<void> {
    return this.#withRun(runId, async (summary) => {
      const { store, clock } = this.deps;
      const earlier = await runBefore(this.deps, summary);
      if (earlier === undefined) {
        void window.showInformationMessage(noEarlierRunText());
        return;
      }
      const since = dayAndTimeText(earlier.header.startedAt, clock.now());
      const { new: added, changed, gone } = await store.changes.counts(earlier.header.id, runId);
      const count = added + changed + gone;
      if (count === 0) {
        void window.showInformationMessage(l10n.t("Nothing has changed since {0}.", since));
        return;
      }
      const shown = await changedRows(store, summary.header.recordKind, earlier.header.id);
      const plan = await this.#ask(
        summary,
        { kind: "filtered", shown, count },
        {
          what:
            count === 1
              ? l10n.t("1 change since {0}", since)
              : l10n.t("{0} changes since {1}", countText(count), since),
          remark: comparisonRemark(summary, earlier),
        },
      );
      if (plan !== undefined && plan !== "everything") {
        await this.#write(summary.header, plan);
      }
    });
  }

  /** Inserts records into the active text editor. */
  insertAs(runId: string): Promise<void> {
    const { store, clock, shown } = this.deps;
    return this.#withRun(runId, ({ header, records }) =>
      insertRecords({ store, header, now: () => clock.now(), count: records }, shown.tabStateOf(runId)),
    );
  }

  /** `choice`: what is selected and shown in the tab with these records. */
  insertFetched(fetched: FetchedRecords, choice: ResultsTabState): Promise<void> {
    const { store, clock } = this.deps;
    return this.#withFetched(fetched, (count) =>
      insertRecords({ store, header: fetched, now: () => clock.now(), count }, choice),
    );
  }

  /** Calls `work` with the number of the records and shows every error. */
  #withFetched(fetched: FetchedRecords, work: (count: number) => Promise<void>): Promise<void> {
    return this.#explaining(async () => {
      if (!(await confirmLists(this.deps.leaveOut, {}))) {
        return;
      }
      const count = await withView(this.#records(fetched, allRecords), async (view) => view.count);
      if (count === 0) {
        void window.showInformationMessage(nothingToExportText());
      } else {
        await work(count);
      }
    });
  }

  /** Calls `work` with the run's summary and shows every error. */
  #withRun(runId: string, work: (summary: RunSummary) => Promise<void>): Promise<void> {
    return this.#explaining(async () => {
      const summary = await this.deps.runs.summary(runId);
      if (summary === undefined) {
        void window.showErrorMessage(runDeletedText());
      } else if (summary.records === 0) {
        void window.showInformationMessage(l10n.t("There is nothing to export: this run has no records."));
      } else if (await confirmLists(this.deps.leaveOut, summary.header)) {
        await work(summary);
      }
    });
  }

  async #explaining(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.deps.log(`Export failed: ${errorForLog(error)}`);
      void window.showErrorMessage(l10n.t("Nothing was exported. {0}", errorText(error)));
    }
  }

  async #ask(
    summary: RunSummary,
    scope: RecordScope,
    texts: { readonly what?: string; readonly remark?: string | undefined } = {},
  ): Promise<ExportPlan | "everything" | undefined> {
    const { header } = summary;
    const { store, runner, shown, clock } = this.deps;
    const canFetchMore =
      (scope.kind === "all" || scope.kind === "everything") && runner.activity(header.id) === undefined;
    return askExport({
      records: this.#records(header, scope),
      what: texts.what ?? scopeText(scope, summary.records),
      remark: texts.remark ?? stillFetchingText(summary, runner.activity(header.id)),
      shown: await asShown(store, summary, scope, shown.tabStateOf(header.id)),
      profiles: new ProfileList(header, this.#stored),
      everything: canFetchMore ? fetchRestLabel(summary) : undefined,
      fileName: (ending) => exportName(header.title, new Date(clock.now()), ending),
    });
  }

  #records(header: ExportHeader, scope: RecordScope): PreviewedRecords {
    const { store, clock } = this.deps;
    return { store, header, scope, now: () => clock.now() };
  }

  /** The records that an earlier export would have taken from this run; `undefined` when the user cancels. */
  async #scopeLike(summary: RunSummary, order: RowsOrder | undefined): Promise<RecordScope | undefined> {
    if (order === undefined) {
      return allRecords;
    }
    // What the earlier export was compared with is not what this run is compared with.
    const earlier = order.since === undefined ? undefined : await runBefore(this.deps, summary);
    if (order.since !== undefined && earlier === undefined) {
      throw new Error(noEarlierRunText());
    }
    return scopeAsShown(this.#records(summary.header, allRecords), { ...order, since: earlier?.header.id });
  }

  async #write(header: ExportHeader, { format, scope, file }: ExportPlan): Promise<void> {
    const { runs, runner, workspaceState, log } = this.deps;
    const summaryNow = async () => (isOfManyRuns(header) ? undefined : runs.summary(header.id));
    const before = await summaryNow();
    const records = this.#records(header, scope);
    const written = (await confirmPlace(file.uri, this.#agreedPlaces))
      ? await writeExport({ records, format, file, credits: before?.credits ?? 0 })
      : undefined;
    if (written === undefined) {
      void window.showInformationMessage(l10n.t("The export was canceled. No file was changed."));
      return;
    }
    await this.#saveLast(header, scope, format, written.file).catch((error: unknown) =>
      log(`The export could not be remembered: ${errorForLog(error)}`),
    );
    const summary = await summaryNow();
    const remark = summary && stillFetchingText(summary, runner.activity(summary.header.id));
    void showExported(written, remark).catch((error: unknown) =>
      log(`The notification of an export failed: ${errorForLog(error)}`),
    );
    void offerToIgnore(written.file, workspaceState).catch(
      (error: unknown) =>
        void window.showErrorMessage(l10n.t(".gitignore could not be changed. {0}", errorText(error))),
    );
  }

  async #saveLast(header: ExportHeader, scope: RecordScope, format: ExportFormat, file: Uri): Promise<void> {
    const key = searchKey(header);
    const last: LastExport = { format, file: file.toString(), at: this.deps.clock.now() };
    if (scope.kind === "selected") {
      // Another run does not have these records, so the export cannot be repeated with it.
      await this.#stored.saveLastSelection(key, { ...last, records: scope.keys.length });
    } else {
      await this.#stored.saveLastExport(key, scope.kind === "filtered" ? { ...last, shown: scope.shown } : last);
    }
  }
}

/** Says so if there is nothing in it. */
function isEmpty(scope: RecordScope): boolean {
  const isIt =
    (scope.kind === "selected" && scope.keys.length === 0) || (scope.kind === "filtered" && scope.count === 0);
  if (isIt) {
    void window.showInformationMessage(l10n.t("There is nothing to export: no record is selected."));
  }
  return isIt;
}

const noEarlierRunText = (): string => l10n.t("There is no earlier run of this search to compare with.");

/** Asks before a file is replaced; `about` says what is written. */
async function fileToRepeat({ file, format }: LastExport, about: string | undefined): Promise<ChosenFile | undefined> {
  const uri = Uri.parse(file);
  return (await fileExists(uri))
    ? confirmChange(uri, { appendable: isAppendable(format.kind), offerNew: true, about })
    : { uri, how: "new" };
}

/** What an export is remembered under: the saved search, or without one the kind and title of the run. */
function searchKey(header: ExportHeader): string {
  const source = isOfManyRuns(header) ? undefined : header.source;
  return source ?? `${header.recordKind}: ${header.title}`;
}
