// The exports of records, one method per command: to a file, again, and only new records.
import { l10n, Uri, window, type ExtensionContext } from "vscode";
import { unlessDeclined } from "../../app/agree";
import type { App } from "../../app/app";
import { runBefore } from "../../app/compareRuns";
import { countInOrder, exportToRepeat, noEarlierRunText, orderNow, type RepeatedExport } from "../../app/exportAgain";
import { lastExport } from "../../app/lastExports";
import { rowsOfRun, type RowSource, type RowsOrder } from "../../app/rowSource";
import { exportName } from "../../export/exportName";
import { isAppendable } from "../../export/formats";
import { recordsOfText } from "../../runs/amounts";
import { comparisonRemark } from "../../runs/comparisons";
import type { RunSummary } from "../../runs/run";
import { errorForLog, errorText } from "../errorText";
import { fileExists } from "../files";
import { stepHappened } from "../firstSteps";
import { noRecordsText, runDeletedText } from "../goneTexts";
import { unlessCanceled, withLateProgress } from "../lateProgress";
import { confirmLists } from "../leaveOut/confirmLists";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import type { RecordExporter, RecordScope, SearchRunner } from "../runActivity";
import { dayAndTimeText } from "../times";
import { asShown, changedRows } from "./asShown";
import { changesText, exportedChanges, type ComparedRecords } from "./changesStep";
import { ProfileList } from "./columnProfiles";
import { showExported } from "./exportNotice";
import { askExport, type ExportPlan } from "./exportWizard";
import { fetchRest, fetchRestLabel } from "./fetchRest";
import { appendTarget, confirmChange, type ChosenFile } from "./fileStep";
import { ignoreOffer } from "./gitignoreOffer";
import type { PreviewedRecords } from "./previewStep";
import { scopeText, stillFetchingText, withScope } from "./scopeView";
import { confirmPlace, writeExport } from "./writeExport";

export interface ExporterDeps {
  readonly app: App;
  readonly runner: SearchRunner;
  readonly shown: ResultsTabs;
  readonly context: Pick<ExtensionContext, "workspaceState">;
  readonly log: (line: string) => void;
}

const allRecords: RecordScope = { kind: "all" };

/** A source whose leave-out lists and run were read just now. */
interface SourceNow {
  readonly source: RowSource;
  /** Records in all. */
  readonly count: number;
}

export class Exporter implements RecordExporter {
  /** Real folders outside the workspace that the user has agreed to write to. */
  readonly #agreedPlaces = new Set<string>();

  constructor(private readonly deps: ExporterDeps) {}

  async export(source: RowSource, scope: RecordScope): Promise<void> {
    if (
      scope.kind === "everything" &&
      source.run !== undefined &&
      !(await fetchRest(this.deps.app, this.deps.runner, source.run.header.id))
    ) {
      return;
    }
    if (isEmpty(scope)) {
      return;
    }
    let plan: ExportPlan | "everything" | undefined;
    await this.#with(source, async (now) => {
      plan = await this.#ask(now, scope);
      if (plan !== undefined && plan !== "everything") {
        await this.#write(now.source, plan);
      }
    });
    if (plan === "everything") {
      await this.export(source, { kind: "everything" });
    }
  }

  /** Repeats the last export of the search or list with these records. Without an earlier export, asks as usual. */
  async exportAgain(source: RowSource): Promise<void> {
    let isFirst = false;
    await this.#with(source, async (now) => {
      const { app } = this.deps;
      const { signal } = new AbortController();
      const repeated = await unlessDeclined(exportToRepeat(app, now.source, now.count, { signal }));
      isFirst = repeated === "first";
      if (repeated === undefined || repeated === "first") {
        return;
      }
      const { format, shown } = repeated;
      const count = shown === undefined ? now.count : await this.#countShown(now.source, shown);
      if (count === undefined) {
        return;
      }
      const file = await fileToRepeat(repeated, shown && shownAgainText(count, now.count));
      if (file !== undefined) {
        await this.#write(now.source, { format, scope: scopeOf(shown, count), file });
      }
    });
    if (isFirst) {
      await this.export(source, allRecords);
    }
  }

  /** `undefined` when canceled. */
  #countShown(source: RowSource, shown: RowsOrder): Promise<number | undefined> {
    return withLateProgress(l10n.t("Filtering and sorting the records"), (_, signal) =>
      unlessCanceled(signal, countInOrder(this.deps.app, source, shown, signal)),
    );
  }

  /** Appends the records that a file lacks: the last exported file of the search, or one that the user chooses. */
  appendNew(of: RowSource): Promise<void> {
    return this.#with(of, async ({ source }) => {
      const { app } = this.deps;
      const target = await appendTarget(source.recordKind, await lastExport(app.store, source));
      if (target !== undefined) {
        const scope = scopeOf(await orderNow(app.runs, source, target.shown));
        await this.#write(source, { format: target.format, scope, file: { uri: target.uri, how: "append" } });
      }
    });
  }

  /** What has changed since the run before: new, changed and gone records, with the earlier values. */
  exportChanges(run: RunSummary): Promise<void> {
    return this.#with(rowsOfRun(run), async (now) => {
      const { store, clock } = this.deps.app;
      const earlier = await runBefore(this.deps.app.runs, run);
      if (earlier === undefined) {
        void window.showInformationMessage(noEarlierRunText());
        return;
      }
      const since = dayAndTimeText(earlier.header.startedAt, clock.now());
      const counts = await store.changes.counts(earlier.header.id, run.header.id);
      const count = counts.new + counts.changed + counts.gone;
      if (count === 0) {
        void window.showInformationMessage(l10n.t("Nothing has changed since {0}.", since));
        return;
      }
      const shown = await changedRows(store, now.source, earlier.header.id);
      const last = exportedChanges(await lastExport(store, now.source));
      const compared = { counts, since, last, remark: comparisonRemark(run, earlier) };
      const plan = await this.#ask(now, { kind: "filtered", shown, count }, compared);
      if (plan !== undefined && plan !== "everything") {
        await this.#write(now.source, plan);
      }
    });
  }

  /** Calls `work` with the source as it is now, and shows every error. */
  async #with(source: RowSource, work: (now: SourceNow) => Promise<void>): Promise<void> {
    try {
      const now = await this.#now(source);
      if (now !== undefined) {
        await work(now);
      }
    } catch (error) {
      this.deps.log(`Export failed: ${errorForLog(error)}`);
      void window.showErrorMessage(l10n.t("Nothing was exported. {0}", errorText(error)));
    }
  }

  /** `undefined` after the user was told that there is nothing to export, or does not want to. */
  async #now(source: RowSource): Promise<SourceNow | undefined> {
    const { runs, lists } = this.deps.app;
    const run = source.run && (await runs.summary(source.run.header.id));
    if (source.run !== undefined && run === undefined) {
      void window.showErrorMessage(runDeletedText());
      return undefined;
    }
    if (run?.records === 0) {
      void window.showInformationMessage(l10n.t("There is nothing to export: this run has no records."));
      return undefined;
    }
    if (!(await confirmLists(lists, run?.header ?? {}))) {
      return undefined;
    }
    const current = { ...source, run };
    const count = run?.records ?? (await withScope(this.#records(current, allRecords), async (view) => view.count));
    if (count === 0) {
      void window.showInformationMessage(noRecordsText());
      return undefined;
    }
    return { source: current, count };
  }

  async #ask(
    { source, count }: SourceNow,
    scope: RecordScope,
    compared?: ComparedRecords & { readonly remark: string | undefined },
  ): Promise<ExportPlan | "everything" | undefined> {
    const { shown, app } = this.deps;
    const { run, title } = source;
    const canFetchMore = (scope.kind === "all" || scope.kind === "everything") && !this.#isRunning(run);
    const records = this.#records(source, scope);
    return askExport({
      records,
      what: compared === undefined ? scopeText(scope, count) : changesText(compared),
      remark: compared?.remark ?? this.#stillFetching(run),
      compared,
      shown: await asShown(records, count, shown.stateOf(source)),
      profiles: new ProfileList(source, app),
      everything: canFetchMore && run !== undefined ? fetchRestLabel(run) : undefined,
      fileName: (ending) => exportName(title, new Date(app.clock.now()), ending),
    });
  }

  #isRunning(run: RunSummary | undefined): boolean {
    return run !== undefined && this.deps.runner.activity(run.header.id) !== undefined;
  }

  #stillFetching(run: RunSummary | undefined): string | undefined {
    return run && stillFetchingText(run, this.deps.runner.activity(run.header.id));
  }

  #records(source: RowSource, scope: RecordScope): PreviewedRecords {
    const { store, clock } = this.deps.app;
    return { store, source, scope, now: () => clock.now() };
  }

  async #write(source: RowSource, { format, scope, file }: ExportPlan): Promise<void> {
    const { app, context, log } = this.deps;
    // The dialogs take a while: what the run cost may have changed.
    const runNow = async () => source.run && app.runs.summary(source.run.header.id);
    const records = this.#records({ ...source, run: (await runNow()) ?? source.run }, scope);
    const written = (await confirmPlace(file.uri, this.#agreedPlaces))
      ? await writeExport(app, { records, format, file })
      : undefined;
    if (written === undefined) {
      void window.showInformationMessage(l10n.t("The export was canceled. No file was changed."));
      return;
    }
    stepHappened("hasExport");
    const stillFetching = this.#stillFetching(await runNow());
    void ignoreOffer(written.file, context.workspaceState)
      .then((offer) => showExported(written, stillFetching, offer))
      .catch((error: unknown) => log(`The notification of an export failed: ${errorForLog(error)}`));
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

const scopeOf = (shown: RowsOrder | undefined, count = 0): RecordScope =>
  shown === undefined ? allRecords : { kind: "filtered", shown, count };

/** Says what is repeated, in the question whether to replace the file. */
const shownAgainText = (count: number, records: number): string =>
  l10n.t("As last time, the filter and order of the results are applied: {0}.", recordsOfText(count, records));

/** Asks before a file is replaced; `about` says what is written. */
async function fileToRepeat(
  { file, format }: RepeatedExport,
  about: string | undefined,
): Promise<ChosenFile | undefined> {
  const uri = Uri.parse(file);
  return (await fileExists(uri))
    ? confirmChange(uri, { appendable: isAppendable(format.kind), offerNew: true, about })
    : { uri, how: "new" };
}
