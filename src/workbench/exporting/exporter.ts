// The exports of a run, one method per command: to a file, again, only new records, and into an editor.
import { l10n, Uri, window, type Memento } from "vscode";
import { countText } from "../../language/language";
import type { ExportFormat } from "../../export/formats";
import { isAppendable } from "../../export/formats";
import { exportName } from "../../export/exportName";
import type { DeskStore } from "../../export/storeExport";
import type { RunHeader, RunSummary } from "../../runs/run";
import type { Clock } from "../../service/wire";
import { errorForLog, errorText } from "../errorText";
import type { RowsOrder } from "../resultsEditor/rowsOrder";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import type { RecordScope, RunExporter } from "../runActivity";
import { appendTarget } from "./appendTarget";
import { ProfileList } from "./columnProfiles";
import { showExported } from "./exportNotice";
import { askExport, type ExportPlan } from "./exportWizard";
import { fetchRest, fetchRestLabel, type FetchRestDeps } from "./fetchRest";
import { confirmChange, exists, type ChosenFile } from "./fileStep";
import { offerToIgnore } from "./gitignoreOffer";
import { insertRecords } from "./insertRecords";
import type { PreviewedRecords } from "./previewStep";
import { exportToRepeat, shownAgainText, scopeAsShown } from "./repeatExport";
import { StoredExports, type LastExport } from "./storedExports";
import { writeExport } from "./writeExport";

export interface ExporterDeps extends FetchRestDeps {
  readonly store: DeskStore;
  readonly shown: Pick<ResultsTabs, "tabStateOf">;
  readonly workspaceState: Pick<Memento, "get" | "update">;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

const allRecords: RecordScope = { kind: "all" };

export class Exporter implements RunExporter {
  readonly #stored: StoredExports;

  constructor(private readonly deps: ExporterDeps) {
    this.#stored = new StoredExports(deps.store);
  }

  async exportRun(runId: string, scope: RecordScope): Promise<void> {
    if (scope.kind === "everything" && !(await fetchRest(this.deps, runId))) {
      return;
    }
    if ((scope.kind === "selected" && scope.keys.length === 0) || (scope.kind === "filtered" && scope.count === 0)) {
      void window.showInformationMessage(l10n.t("There is nothing to export: no record is selected."));
      return;
    }
    let plan: ExportPlan | "everything" | undefined;
    await this.#withRun(runId, async (summary) => {
      plan = await this.#ask(summary, scope);
      if (plan !== undefined && plan !== "everything") {
        await this.#write(summary.header, scope, plan);
      }
    });
    if (plan === "everything") {
      await this.exportRun(runId, { kind: "everything" });
    }
  }

  /** Repeats the last export of the run's search with this run's records. Without an earlier export, asks as usual. */
  async exportAgain(runId: string): Promise<void> {
    let isFirst = false;
    await this.#withRun(runId, async ({ header, records }) => {
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
      const scope = last && (await this.#scopeLike(header, last.shown));
      if (last === undefined || scope === undefined) {
        return;
      }
      const about = scope.kind === "filtered" ? shownAgainText(scope.count, records) : undefined;
      const file = await fileToRepeat(last, about);
      if (file !== undefined) {
        await this.#write(header, scope, { format: last.format, file });
      }
    });
    if (isFirst) {
      await this.exportRun(runId, allRecords);
    }
  }

  /** Appends the records that a file lacks: the last exported file of the search, or one that the user chooses. */
  appendNew(runId: string): Promise<void> {
    return this.#withRun(runId, async ({ header }) => {
      const target = await appendTarget(header.recordKind, await this.#stored.lastExport(searchKey(header)));
      const scope = target && (await this.#scopeLike(header, target.shown));
      if (target !== undefined && scope !== undefined) {
        await this.#write(header, scope, { format: target.format, file: { uri: target.uri, how: "append" } });
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

  /** Calls `work` with the run's summary and shows every error. */
  async #withRun(runId: string, work: (summary: RunSummary) => Promise<void>): Promise<void> {
    try {
      const summary = await this.deps.runs.summary(runId);
      if (summary === undefined) {
        void window.showErrorMessage(l10n.t("This run was deleted."));
      } else if (summary.records === 0) {
        void window.showInformationMessage(l10n.t("There is nothing to export: this run has no records."));
      } else {
        await work(summary);
      }
    } catch (error) {
      this.deps.log(`Export failed: ${errorForLog(error)}`);
      void window.showErrorMessage(l10n.t("Nothing was exported. {0}", errorText(error)));
    }
  }

  #ask(summary: RunSummary, scope: RecordScope): Promise<ExportPlan | "everything" | undefined> {
    const { header } = summary;
    const { runner, clock } = this.deps;
    const canFetchMore =
      (scope.kind === "all" || scope.kind === "everything") && runner.activity(header.id) === undefined;
    return askExport({
      records: this.#records(header, scope),
      what: scopeText(scope, summary.records),
      profiles: new ProfileList(header, this.#stored),
      everything: canFetchMore ? fetchRestLabel(summary) : undefined,
      fileName: (ending) => exportName(header.title, new Date(clock.now()), ending),
    });
  }

  #records(header: RunHeader, scope: RecordScope): PreviewedRecords {
    const { store, clock } = this.deps;
    return { store, header, scope, now: () => clock.now() };
  }

  /** The records that an earlier export would have taken from this run; `undefined` when the user cancels. */
  async #scopeLike(header: RunHeader, order: RowsOrder | undefined): Promise<RecordScope | undefined> {
    return order === undefined ? allRecords : scopeAsShown(this.#records(header, allRecords), order);
  }

  async #write(header: RunHeader, scope: RecordScope, { format, file }: ExportPlan): Promise<void> {
    const { workspaceState, log } = this.deps;
    const written = await writeExport({ records: this.#records(header, scope), format, file });
    if (written === undefined) {
      void window.showInformationMessage(l10n.t("The export was canceled. No file was changed."));
      return;
    }
    await this.#saveLast(header, scope, format, written.file).catch((error: unknown) =>
      log(`The export could not be remembered: ${errorForLog(error)}`),
    );
    void showExported(written).catch((error: unknown) =>
      log(`The notification of an export failed: ${errorForLog(error)}`),
    );
    void offerToIgnore(written.file, workspaceState).catch(
      (error: unknown) =>
        void window.showErrorMessage(l10n.t(".gitignore could not be changed. {0}", errorText(error))),
    );
  }

  async #saveLast(header: RunHeader, scope: RecordScope, format: ExportFormat, file: Uri): Promise<void> {
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

/** Asks before a file is replaced; `about` says what is written. */
async function fileToRepeat({ file, format }: LastExport, about: string | undefined): Promise<ChosenFile | undefined> {
  const uri = Uri.parse(file);
  return (await exists(uri))
    ? confirmChange(uri, { appendable: isAppendable(format.kind), offerNew: true, about })
    : { uri, how: "new" };
}

/** What an export is remembered under: the saved search, or without one the kind and title of the run. */
function searchKey({ source, title, recordKind }: RunHeader): string {
  return source ?? `${recordKind}: ${title}`;
}

/** "200 fetched records", "1 selected record" */
function scopeText(scope: RecordScope, fetched: number): string {
  switch (scope.kind) {
    case "selected":
      return scope.keys.length === 1
        ? l10n.t("1 selected record")
        : l10n.t("{0} selected records", countText(scope.keys.length));
    case "filtered":
      return scope.count === 1 ? l10n.t("1 filtered record") : l10n.t("{0} filtered records", countText(scope.count));
    default:
      return fetched === 1 ? l10n.t("1 fetched record") : l10n.t("{0} fetched records", countText(fetched));
  }
}
