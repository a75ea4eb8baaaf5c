// The exports of records, one method per command: to a file, again, and the changes since another run.
import { Uri, window } from "vscode";
import type { App } from "../../app/app";
import { runBefore } from "../../app/compareRuns";
import { countInOrder, exportToRepeat, noEarlierRunText, type RepeatedExport } from "../../app/exportAgain";
import { lastExport } from "../../app/lastExports";
import { rowsOfRun, type RowsOrder, type RowSource } from "../../app/rowSource";
import { unlessDeclined } from "../../app/spending";
import { exportName } from "../../export/exportName";
import { recordsOfText } from "../../runs/amounts";
import { comparisonRemark } from "../../runs/comparisons";
import type { RunSummary } from "../../runs/run";
import { leftToFetch, restOfRun } from "../../runs/runState";
import { amountText, countText } from "../../text/numbers";
import { joinedSentences } from "../../text/phrases";
import type { DeskCore } from "../deskCore";
import { errorForLog, errorText } from "../errorText";
import { fileExists } from "../files";
import { noRecordsText, runDeletedText } from "../goneTexts";
import { unlessCanceled, withLateProgress } from "../lateProgress";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import type { RecordExporter, RecordScope, SearchRunner } from "../runActivity";
import { setContext } from "../setContext";
import { dayAndTimeText } from "../times";
import { ProfileList } from "./columnProfiles";
import { showExported } from "./exportNotice";
import { askExport, changesText, exportedChanges, type ComparedRecords, type ExportPlan } from "./exportWizard";
import { confirmReplace, type ChosenFile } from "./fileStep";
import { asShown, changedRows, scopeText, tooLongText, withScope } from "./scopes";
import { confirmPlace, writeExport } from "./writeExport";

const allRecords: RecordScope = { kind: "all" };

/** A source with its current leave-out lists and run. */
interface SourceNow {
  readonly source: RowSource;
  /** The number of all records. */
  readonly count: number;
}

export class Exporter implements RecordExporter {
  /** Real folders outside the workspace that the user has agreed to write to. */
  readonly #agreedPlaces = new Set<string>();

  constructor(
    private readonly core: DeskCore,
    private readonly runner: SearchRunner,
    private readonly shown: ResultsTabs,
  ) {}

  async export(source: RowSource, scope: RecordScope): Promise<void> {
    const { runner } = this;
    const { app } = this.core;
    const { run } = source;
    if (scope.kind === "everything" && run !== undefined && !(await fetchRest(app, runner, run.header.id))) {
      return;
    }
    if (isEmpty(scope)) {
      return;
    }
    if ((await this.#with(source, (now) => this.#askAndWrite(now, scope))) === "everything") {
      await this.export(source, { kind: "everything" });
    }
  }

  /**
   * Repeats the last export of the search or list with these records. Without an earlier export, asks for the settings.
   */
  async exportAgain(source: RowSource): Promise<void> {
    const { app } = this.core;
    const outcome = await this.#with(source, async (now) => {
      const { signal } = new AbortController();
      const repeated = await unlessDeclined(exportToRepeat(app, now.source, now.count, { signal }));
      if (repeated === undefined || repeated === "first") {
        return repeated;
      }
      const { format, shown } = repeated;
      const count = shown === undefined ? now.count : await this.#countShown(now.source, shown);
      if (count === undefined) {
        return undefined;
      }
      const scope = scopeOf(shown, count);
      const tooLong = await tooLongText({ app, source: now.source, scope }, format);
      const about = shown === undefined ? "" : shownAgainText(count, now.count);
      const file = await fileToRepeat(repeated, joinedSentences(about, tooLong));
      if (file !== undefined) {
        await this.#write(now.source, { format, scope, file });
      }
      return undefined;
    });
    if (outcome === "first") {
      await this.export(source, allRecords);
    }
  }

  /** `undefined` when canceled. */
  #countShown(source: RowSource, shown: RowsOrder): Promise<number | undefined> {
    return withLateProgress("Filtering and sorting the records", (_, signal) =>
      unlessCanceled(signal, countInOrder(this.core.app, source, shown, signal)),
    );
  }

  /** Exports the new, changed and gone records since the previous run, with the earlier values. */
  exportChanges(run: RunSummary): Promise<void> {
    return this.#with(rowsOfRun(run), async (now) => {
      const { app } = this.core;
      const { store, clock } = app;
      const earlier = await runBefore(app.runs, run);
      if (earlier === undefined) {
        void window.showInformationMessage(noEarlierRunText);
        return;
      }
      const since = dayAndTimeText(earlier.header.startedAt, clock.now());
      const counts = await store.changes.counts(earlier.header.id, run.header.id);
      const count = counts.new + counts.changed + counts.gone;
      if (count === 0) {
        void window.showInformationMessage(`Nothing has changed since ${since}.`);
        return;
      }
      const shown = await changedRows(app, now.source, earlier.header.id);
      const last = exportedChanges(await lastExport(store, now.source));
      const compared = { counts, since, last, remark: comparisonRemark(run, earlier) };
      await this.#askAndWrite(now, { kind: "filtered", shown, count }, compared);
    });
  }

  /** Calls `work` with the current source, and shows all errors. */
  async #with<T>(source: RowSource, work: (now: SourceNow) => Promise<T>): Promise<T | undefined> {
    try {
      const now = await this.#now(source);
      return now && (await work(now));
    } catch (error) {
      this.core.log(`Export failed: ${errorForLog(error)}`);
      void window.showErrorMessage(`Nothing was exported. ${errorText(error)}`);
      return undefined;
    }
  }

  /** `undefined` when there is nothing to export, after a message, or when the user cancels. */
  async #now(source: RowSource): Promise<SourceNow | undefined> {
    const { app } = this.core;
    const run = source.run && (await app.runs.summary(source.run.header.id));
    if (source.run !== undefined && run === undefined) {
      void window.showErrorMessage(runDeletedText);
      return undefined;
    }
    const current = { ...source, run };
    const count = await withScope({ app, source: current, scope: allRecords }, async (view) => view.count);
    if (count === 0) {
      void window.showInformationMessage(noRecordsText);
      return undefined;
    }
    return { source: current, count };
  }

  /** Resolves to "everything" when the rest must be fetched first. */
  async #askAndWrite(
    { source, count }: SourceNow,
    scope: RecordScope,
    compared?: ComparedRecords & { readonly remark: string | undefined },
  ): Promise<"everything" | undefined> {
    const { shown, runner } = this;
    const { app } = this.core;
    const { run, title } = source;
    const isRunning = run !== undefined && runner.activity(run.header.id) !== undefined;
    const canFetchMore = (scope.kind === "all" || scope.kind === "everything") && !isRunning;
    const records = { app, source, scope };
    const plan = await askExport({
      records,
      what: compared === undefined ? scopeText(scope, count) : changesText(compared),
      remark: compared?.remark ?? this.#stillFetching(run),
      compared,
      shown: await asShown(records, count, shown.stateOf(source)),
      profiles: new ProfileList(source, app),
      everything: canFetchMore && run !== undefined ? fetchRestLabel(run) : undefined,
      fileName: (ending, part) => exportName(title, new Date(app.clock.now()), ending, part),
    });
    if (plan === undefined || plan === "everything") {
      return plan;
    }
    await this.#write(source, plan);
    return undefined;
  }

  /** A sentence about a run in progress, here or in another window; `undefined` for other runs. */
  #stillFetching(run: RunSummary | undefined): string | undefined {
    const activity = run && this.runner.activity(run.header.id);
    return run !== undefined && (run.stop === undefined || activity !== undefined)
      ? `This run is still fetching: ${recordsOfText(run.records, activity?.wanted ?? run.header.limits.records)} ` +
          "so far."
      : undefined;
  }

  async #write(source: RowSource, { format, scope, file }: ExportPlan): Promise<void> {
    const { app, context, log } = this.core;
    // The dialogs take a while, so the cost of the run may have changed.
    const runNow = async () => source.run && app.runs.summary(source.run.header.id);
    const records = { app, source: { ...source, run: (await runNow()) ?? source.run }, scope };
    const tooLong = await tooLongText(records, format);
    const written = (await confirmPlace(file.uri, this.#agreedPlaces))
      ? await writeExport({ records, format, file })
      : undefined;
    if (written === undefined) {
      void window.showInformationMessage("The export was canceled. No file was changed.");
      return;
    }
    setContext("hasExport", true);
    const stillFetching = this.#stillFetching(await runNow()) ?? "";
    const hasPeople = source.recordKind !== "company";
    void showExported(written, joinedSentences(tooLong, stillFetching), hasPeople, context.workspaceState).catch(
      (error: unknown) => log(`The notification of an export failed: ${errorForLog(error)}`),
    );
  }
}

/** Shows a message if the scope is empty. */
function isEmpty(scope: RecordScope): boolean {
  const isIt =
    (scope.kind === "selected" && scope.keys.length === 0) || (scope.kind === "filtered" && scope.count === 0);
  if (isIt) {
    void window.showInformationMessage("There is nothing to export: no record is selected.");
  }
  return isIt;
}

const scopeOf = (shown: RowsOrder | undefined, count: number): RecordScope =>
  shown === undefined ? allRecords : { kind: "filtered", shown, count };

/** Describes the repeated export, in the question whether to replace the file. */
const shownAgainText = (count: number, records: number): string =>
  `As last time, the filter and order of the results are applied: ${recordsOfText(count, records)}.`;

/** Asks before replacing a file; `about` describes the export. */
async function fileToRepeat({ file }: RepeatedExport, about: string): Promise<ChosenFile | undefined> {
  const uri = Uri.parse(file);
  return (await fileExists(uri)) ? confirmReplace(uri, { offerNew: true, about }) : { uri, replace: false };
}

/** "Fetch and export all 12,480 (about 3,120 credits)"; `undefined` when there is nothing more to fetch. */
function fetchRestLabel(summary: RunSummary): string | undefined {
  const rest = restOfRun(summary);
  if (rest === undefined) {
    return undefined;
  }
  return rest.creditsAbout === undefined
    ? `Fetch and export all ${countText(rest.total)}`
    : `Fetch and export all ${countText(rest.total)} (about ${amountText(rest.creditsAbout)} credits)`;
}

/**
 * Asks about the cost of the rest. Resolves to whether the export continues: all is fetched, or the user accepts less.
 */
async function fetchRest({ runs }: App, runner: SearchRunner, runId: string): Promise<boolean> {
  const before = await runs.summary(runId);
  if (before === undefined) {
    return true; // The export itself reports that the run was deleted.
  }
  if (runner.activity(runId) !== undefined) {
    void window.showInformationMessage("This run is still fetching. Export everything once it has stopped.");
    return false;
  }
  const left = leftToFetch(before);
  if (left === 0) {
    return true;
  }
  await runner.fetchMore(runId, left);
  const after = (await runs.summary(runId)) ?? before;
  if (leftToFetch(after) === 0 || after.stop?.kind === "complete") {
    return true;
  }
  if (after.records === before.records) {
    return false; // Declined or failed; the runner has shown why.
  }
  const exportPartial = "Export Partial Results";
  const fetched = recordsOfText(after.records, after.lastTotal ?? after.records);
  const question = `Only ${fetched} could be fetched. Export these?`;
  return (await window.showWarningMessage(question, { modal: true }, exportPartial)) === exportPartial;
}
