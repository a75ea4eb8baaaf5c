// Export of a run from the user's side: what to write and where, progress, what was written; again, added, or inserted.
import { commands, l10n, Uri, window, workspace, type Memento } from "vscode";
import { builtInProfiles } from "../../export/columnProfile";
import { csvPresets } from "../../csv/writer";
import type { ExportFormat } from "../../export/exportFormat";
import { exportName } from "../../export/exportName";
import type { DeskStore } from "../../export/storeExport";
import { recordsOfText } from "../../runs/amounts";
import { leftToFetch, restOfRun } from "../../runs/restOfRun";
import type { RunHeader, RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { RecordKind } from "../../service/operations";
import type { Clock } from "../../service/wire";
import { errorForLog, errorText } from "../errorText";
import { formatCount, formatCredits } from "../numbers";
import type { RowsOrder } from "../resultsEditor/rowsOrder";
import type { ShownResults } from "../resultsEditor/shownResults";
import type { RecordScope, RunExporter, SearchRunner } from "../runActivity";
import { safeText } from "../safeText";
import { showPreview, type PreviewedRecords } from "./exportPreview";
import { askExport } from "./exportQuestions";
import { askForExportFile, confirmChange, exists, type ChosenFile } from "./exportTarget";
import { writeExport } from "./exportWriter";
import { offerToIgnore } from "./ignoreOffer";
import { insertRecords } from "./insertRecords";
import { keptProfilesOf } from "./keptProfiles";
import { aboutShown, exportToRepeat, scopeAsShown } from "./repeatExport";
import { StoredExports, type LastExport } from "./storedExports";

export interface RunExporterDeps {
  readonly store: DeskStore;
  readonly runs: Pick<RunStore, "summary">;
  readonly runner: Pick<SearchRunner, "activity" | "fetchMore">;
  readonly shown: Pick<ShownResults, "choiceIn">;
  readonly workspaceState: Pick<Memento, "get" | "update">;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export interface Exporter extends RunExporter {
  /** The last export of the run's search once more, with this run's records. Asks as for a first one when there was none. */
  exportAgain(runId: string): Promise<void>;
  /** Adds what a file lacks: the last exported one of the search, or one that the user chooses. */
  appendNew(runId: string): Promise<void>;
  /** Puts records into the active text editor as CSV, JSON or a TypeScript constant. */
  insertAs(runId: string): Promise<void>;
}

const allRecords: RecordScope = { kind: "all" };

export function createRunExporter({
  store,
  runs,
  runner,
  shown,
  workspaceState,
  clock,
  log,
}: RunExporterDeps): Exporter {
  const stored = new StoredExports(store);
  const recordsOf = (header: RunHeader, scope: RecordScope): PreviewedRecords => ({
    store,
    header,
    scope,
    now: () => clock.now(),
  });

  /** Reads the run's summary for the work; whatever goes wrong is shown. */
  async function withRun(runId: string, work: (summary: RunSummary) => Promise<void>): Promise<void> {
    try {
      const summary = await runs.summary(runId);
      if (summary === undefined) {
        void window.showErrorMessage(l10n.t("This run was deleted."));
        return;
      }
      if (summary.records === 0) {
        void window.showInformationMessage(l10n.t("There is nothing to export: this run holds no records."));
        return;
      }
      await work(summary);
    } catch (error) {
      log(`Export failed: ${errorForLog(error)}`);
      void window.showErrorMessage(l10n.t("Nothing was exported. {0}", errorText(error)));
    }
  }

  async function write(header: RunHeader, scope: RecordScope, format: ExportFormat, file: ChosenFile): Promise<void> {
    const written = await writeExport({ records: recordsOf(header, scope), format, file });
    if (written === undefined) {
      void window.showInformationMessage(l10n.t("The export was cancelled. No file was changed."));
      return;
    }
    await saveLast(searchKey(header), { format, file: written.file.toString(), at: clock.now() }, scope).catch(
      (error: unknown) => log(`The export could not be remembered: ${errorForLog(error)}`),
    );
    void offerToOpen(written.records, written.file, written.alreadyThere).catch((error: unknown) =>
      log(`The offer to open an export failed: ${errorForLog(error)}`),
    );
    void offerToIgnore(written.file, workspaceState).catch((error: unknown) => {
      void window.showErrorMessage(l10n.t(".gitignore could not be changed. {0}", errorText(error)));
    });
  }

  async function saveLast(search: string, last: LastExport, scope: RecordScope): Promise<void> {
    if (scope.kind === "selected") {
      // Selected records are those of one run: they cannot be repeated with another.
      await stored.saveLastSelection(search, { ...last, records: scope.keys.length });
    } else {
      await stored.saveLastExport(search, scope.kind === "filtered" ? { ...last, shown: scope.shown } : last);
    }
  }

  /** The records of a run that an earlier export would have taken of it; `undefined` when the user cancelled. */
  const scopeLike = (header: RunHeader, order: RowsOrder | undefined): Promise<RecordScope | undefined> =>
    order === undefined ? Promise.resolve(allRecords) : scopeAsShown(recordsOf(header, allRecords), order);

  /** True when there is something new, or the user is content with what there is. */
  async function fetchRest(runId: string): Promise<boolean> {
    const before = await runs.summary(runId);
    if (before === undefined) {
      return true; // withRun says what is wrong
    }
    if (runner.activity(runId) !== undefined) {
      void window.showInformationMessage(l10n.t("This run is still fetching. Export everything once it has stopped."));
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
      return false; // refused, or failed: the runner has said why
    }
    const anyway = l10n.t("Export What Came");
    const question = l10n.t(
      "Only {0} could be fetched. Export what came?",
      recordsOfText(after.records, after.lastTotal ?? after.records),
    );
    return (await window.showWarningMessage(question, { modal: true }, anyway)) === anyway;
  }

  async function ask(summary: RunSummary, scope: RecordScope): Promise<"everything" | undefined> {
    const { header } = summary;
    const records = recordsOf(header, scope);
    const what = describeScope(scope, summary.records);
    const canFetchMore =
      (scope.kind === "all" || scope.kind === "everything") && runner.activity(header.id) === undefined;
    return askExport(
      {
        records,
        what,
        kept: keptProfilesOf(header, stored),
        everything: canFetchMore ? everythingLabel(summary) : undefined,
      },
      async (format) => {
        const file = await askForExportFile({
          name: exportName(header.title, new Date(clock.now()), format.kind),
          records: what,
          appendable: format.kind !== "json",
          preview: () => showPreview(records, format),
        });
        if (file === "back" || file === undefined) {
          return file;
        }
        await write(header, scope, format, file);
        return undefined;
      },
    );
  }

  const exporter: Exporter = {
    async exportRun(runId, scope) {
      if (scope.kind === "everything" && !(await fetchRest(runId))) {
        return;
      }
      if ((scope.kind === "selected" && scope.keys.length === 0) || (scope.kind === "filtered" && scope.count === 0)) {
        void window.showInformationMessage(l10n.t("There is nothing to export: no record is chosen."));
        return;
      }
      let next: "everything" | undefined;
      await withRun(runId, async (summary) => {
        next = await ask(summary, scope);
      });
      if (next === "everything") {
        await exporter.exportRun(runId, { kind: "everything" });
      }
    },
    async exportAgain(runId) {
      let isFirst = false;
      await withRun(runId, async ({ header, records }) => {
        const key = searchKey(header);
        const [repeatable, selection] = await Promise.all([stored.lastExport(key), stored.lastSelection(key)]);
        if (repeatable === undefined && selection === undefined) {
          isFirst = true;
          return;
        }
        const last = await exportToRepeat(repeatable, selection, records);
        const scope = last && (await scopeLike(header, last.shown));
        if (last === undefined || scope === undefined) {
          return;
        }
        const uri = Uri.parse(last.file);
        const about = scope.kind === "filtered" ? aboutShown(scope.count, records) : undefined;
        const file: ChosenFile | undefined = (await exists(uri))
          ? await confirmChange(uri, last.format.kind !== "json", true, about)
          : { uri, how: "new" };
        if (file !== undefined) {
          await write(header, scope, last.format, file);
        }
      });
      if (isFirst) {
        await exporter.exportRun(runId, allRecords);
      }
    },
    appendNew: (runId) =>
      withRun(runId, async ({ header }) => {
        const target = await appendTarget(header.recordKind, await stored.lastExport(searchKey(header)));
        const scope = target && (await scopeLike(header, target.shown));
        if (target !== undefined && scope !== undefined) {
          await write(header, scope, target.format, { uri: target.uri, how: "append" });
        }
      }),
    insertAs: (runId) =>
      withRun(runId, ({ header, records }) =>
        insertRecords({ store, header, now: () => clock.now(), count: records }, shown.choiceIn(runId)),
      ),
  };
  return exporter;
}

/** What an export is remembered under: the saved search, else what the run was called. */
function searchKey({ source, title, recordKind }: RunHeader): string {
  return source ?? `${recordKind}: ${title}`;
}

function everythingLabel(summary: RunSummary): string | undefined {
  const rest = restOfRun(summary);
  if (rest === undefined) {
    return undefined;
  }
  return rest.creditsAbout === undefined
    ? l10n.t("Fetch and export all {0}", formatCount(rest.total))
    : l10n.t("Fetch and export all {0} (about {1} credits)", formatCount(rest.total), formatCredits(rest.creditsAbout));
}

/** The file to add to: the last one if it is still there and can be added to, else one that the user chooses. */
async function appendTarget(
  kind: RecordKind,
  last: LastExport | undefined,
): Promise<{ readonly uri: Uri; readonly format: ExportFormat; readonly shown?: RowsOrder | undefined } | undefined> {
  if (last !== undefined && last.format.kind !== "json") {
    const uri = Uri.parse(last.file);
    if (uri.scheme === "file" && (await exists(uri))) {
      return { uri, format: last.format, shown: last.shown };
    }
  }
  const [uri] =
    (await window.showOpenDialog({
      title: l10n.t("Add new records to which file?"),
      openLabel: l10n.t("Append"),
      filters: { [l10n.t("CSV and NDJSON")]: ["csv", "tsv", "ndjson"] },
      ...(workspace.workspaceFolders?.[0] !== undefined && { defaultUri: workspace.workspaceFolders[0].uri }),
    })) ?? [];
  if (uri === undefined) {
    return undefined;
  }
  if (uri.scheme !== "file") {
    throw new Error(l10n.t("Records are added only to files of a disk. Export to a new file instead."));
  }
  // The file's own header says which columns it has, so all are there to be found.
  const columns = builtInProfiles(kind).flatMap((profile) => (profile.columns === "everything" ? [] : profile.columns));
  const format: ExportFormat = uri.path.endsWith(".ndjson")
    ? { kind: "ndjson" }
    : { kind: "csv", profile: { name: "all", columns, lists: "joined" }, options: csvPresets.Plain };
  return { uri, format };
}

/** "200 fetched records", "1 selected record" */
function describeScope(scope: RecordScope, fetched: number): string {
  switch (scope.kind) {
    case "selected":
      return scope.keys.length === 1
        ? l10n.t("1 selected record")
        : l10n.t("{0} selected records", formatCount(scope.keys.length));
    case "filtered":
      return scope.count === 1 ? l10n.t("1 filtered record") : l10n.t("{0} filtered records", formatCount(scope.count));
    default:
      return fetched === 1 ? l10n.t("1 fetched record") : l10n.t("{0} fetched records", formatCount(fetched));
  }
}

async function offerToOpen(records: number, file: Uri, alreadyThere: number | undefined): Promise<void> {
  const open = l10n.t("Open");
  const name = safeText(workspace.asRelativePath(file));
  const number = formatCount(records);
  const written =
    records === 1 ? l10n.t("1 record written to {0}.", name) : l10n.t("{0} records written to {1}.", number, name);
  const sentence =
    alreadyThere === undefined
      ? written
      : records === 0
        ? nothingAdded(name, alreadyThere)
        : added(name, records, alreadyThere);
  if ((await window.showInformationMessage(sentence, open)) === open) {
    await commands.executeCommand("vscode.open", file);
  }
}

function nothingAdded(name: string, alreadyThere: number): string {
  return alreadyThere === 1
    ? l10n.t("{0} holds the record already. Nothing was added.", name)
    : l10n.t("{0} holds all {1} records already. Nothing was added.", name, formatCount(alreadyThere));
}

function added(name: string, records: number, alreadyThere: number): string {
  const before = formatCount(alreadyThere);
  if (records === 1) {
    return alreadyThere === 1
      ? l10n.t("1 new record added to {0}; 1 was there already.", name)
      : l10n.t("1 new record added to {0}; {1} were there already.", name, before);
  }
  return alreadyThere === 1
    ? l10n.t("{0} new records added to {1}; 1 was there already.", formatCount(records), name)
    : l10n.t("{0} new records added to {1}; {2} were there already.", formatCount(records), name, before);
}
