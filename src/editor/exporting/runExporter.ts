// Export of a run from the user's side: what to write and where, progress, what was written; again, added, or inserted.
import { commands, l10n, Uri, window, workspace, type Memento } from "vscode";
import { builtInProfiles } from "../../export/columnProfile";
import { csvPresets } from "../../export/csvWriter";
import { endingOf, exportName } from "../../export/exportName";
import type { ExportFormat } from "../../export/exportRun";
import type { LastExport, ShownOrder, StoredExports } from "../../export/storedExports";
import type { Pace } from "../../rows/pace";
import { recordsOfText } from "../../runs/amounts";
import type { RunJournal } from "../../runs/journal";
import { leftToFetch, restOfRun } from "../../runs/restOfRun";
import type { RunHeader, RunSummary } from "../../runs/run";
import type { RecordKind } from "../../service/operations";
import type { RunStore } from "../../runs/runStore";
import type { Clock } from "../../service/wire";
import { formatCount, formatCredits } from "../numbers";
import type { ShownResults } from "../resultsEditor/shownResults";
import type { RecordScope, RunExporter, SearchRunner } from "../runActivity";
import { safeText } from "../safeText";
import { showPreview } from "./exportPreview";
import { askExport } from "./exportQuestions";
import { askForExportFile, confirmChange, exists, type ChosenFile } from "./exportTarget";
import { writeExport } from "./exportWriter";
import { aboutShown, exportToRepeat, rowsAsShown } from "./repeatExport";
import { offerToIgnore } from "./ignoreOffer";
import { insertRecords } from "./insertRecords";
import { keptProfilesOf } from "./keptProfiles";
import { failureName } from "../failureName";

export interface RunExporterParts {
  readonly store: RunStore;
  readonly runner: Pick<SearchRunner, "activity" | "fetchMore">;
  readonly stored: StoredExports;
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

type Rows = Extract<RecordScope, { readonly kind: "rows" }>;

export function createRunExporter({ store, runner, stored, shown, workspaceState, clock, log }: RunExporterParts): Exporter {
  const pace: Omit<Pace, "signal"> = { clock, yieldToOthers: () => new Promise((resolve) => setImmediate(resolve)) };

  /** Opens the run for the work; whatever goes wrong is shown. */
  async function withRun(runId: string, work: (journal: RunJournal, summary: RunSummary) => Promise<void>): Promise<void> {
    try {
      const summary = await store.summary(runId);
      if (summary === undefined) {
        void window.showErrorMessage(l10n.t("This run was deleted."));
        return;
      }
      if (summary.records === 0) {
        void window.showInformationMessage(l10n.t("There is nothing to export: this run holds no records."));
        return;
      }
      const journal = await store.open(runId);
      try {
        await work(journal, summary);
      } finally {
        await journal.close();
      }
    } catch (error) {
      log(`Export failed: ${failureName(error)}`);
      void window.showErrorMessage(l10n.t("Nothing was exported. {0}", safeText(error instanceof Error ? error.message : String(error))));
    }
  }

  async function write(journal: RunJournal, header: RunHeader, format: ExportFormat, file: ChosenFile, scope?: Rows): Promise<void> {
    // Pages may have come while the questions stood.
    await journal.refresh();
    const written = await writeExport({ source: journal, rows: scope?.rows, format, file, pace });
    if (written === undefined) {
      void window.showInformationMessage(l10n.t("The export was cancelled. No file was changed."));
      return;
    }
    await remember(searchKey(header), { format, file: written.file.toString(), at: clock.now() }, scope).catch((error: unknown) => log(`The export could not be remembered: ${failureName(error)}`));
    void offerToOpen(written.records, written.file, written.alreadyThere).catch((error: unknown) => log(`The offer to open an export failed: ${failureName(error)}`));
    void offerToIgnore(written.file, workspaceState).catch((error: unknown) => {
      void window.showErrorMessage(l10n.t(".gitignore could not be changed. {0}", safeText(error instanceof Error ? error.message : String(error))));
    });
  }

  async function remember(search: string, last: LastExport, scope: Rows | undefined): Promise<void> {
    if (scope?.because === "selected") {
      // Selected rows are those of one run: there is nothing to repeat with another.
      await stored.rememberSelection(search, { ...last, records: scope.rows.length });
    } else if (scope === undefined || scope.shown !== undefined) {
      await stored.remember(search, { ...last, shown: scope?.shown });
    }
  }

  /** What the grid would show of this run, had it the order that the last export was made with; all without one. "cancelled" is the user's word. */
  async function scopeOf(journal: RunJournal, order: ShownOrder | undefined): Promise<Rows | undefined | "cancelled"> {
    if (order === undefined) {
      return undefined;
    }
    await journal.refresh();
    const rows = await rowsAsShown(journal, order, pace, () => clock.now());
    return rows === undefined ? "cancelled" : { kind: "rows", rows, because: "filtered", shown: order };
  }

  /** True when there is something new, or the user is content with what there is. */
  async function fetchRest(runId: string): Promise<boolean> {
    const before = await store.summary(runId);
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
    const after = (await store.summary(runId)) ?? before;
    if (leftToFetch(after) === 0 || after.stop?.kind === "complete") {
      return true;
    }
    if (after.records === before.records) {
      return false; // refused, or failed: the runner has said why
    }
    const anyway = l10n.t("Export What Came");
    const question = l10n.t("Only {0} could be fetched. Export what came?", recordsOfText(after.records, after.lastTotal ?? after.records));
    return (await window.showWarningMessage(question, { modal: true }, anyway)) === anyway;
  }

  async function ask(journal: RunJournal, summary: RunSummary, rows: Rows | undefined): Promise<"everything" | undefined> {
    const { header } = summary;
    const records = describeRows(rows, rows?.rows.length ?? summary.records);
    const kept = keptProfilesOf(header, stored);
    const everything = rows === undefined && runner.activity(header.id) === undefined ? everythingLabel(summary) : undefined;
    return askExport({ source: journal, rows: rows?.rows, records, kept, pace, everything }, async (format) => {
      const file = await askForExportFile({
        name: exportName(header.title, new Date(clock.now()), endingOf(format)),
        records,
        appendable: format.kind !== "json",
        preview: () => showPreview({ source: journal, rows: rows?.rows, format, pace }),
      });
      if (file === "back" || file === undefined) {
        return file;
      }
      await write(journal, header, format, file, rows);
      return undefined;
    });
  }

  const exporter: Exporter = {
    async exportRun(runId, scope) {
      if (scope.kind === "everything" && !(await fetchRest(runId))) {
        return;
      }
      const rows = scope.kind === "rows" ? scope : undefined;
      if (rows?.rows.length === 0) {
        void window.showInformationMessage(l10n.t("There is nothing to export: no record is chosen."));
        return;
      }
      let next: "everything" | undefined;
      await withRun(runId, async (journal, summary) => {
        next = await ask(journal, summary, rows);
      });
      if (next === "everything") {
        await exporter.exportRun(runId, { kind: "everything" });
      }
    },
    async exportAgain(runId) {
      let first = false;
      await withRun(runId, async (journal, { header, records }) => {
        const key = searchKey(header);
        const [kept, selection] = await Promise.all([stored.lastExport(key), stored.lastSelection(key)]);
        if (kept === undefined && selection === undefined) {
          first = true;
          return;
        }
        const last = await exportToRepeat(kept, selection, records);
        const scope = await scopeOf(journal, last?.shown);
        if (last === undefined || scope === "cancelled") {
          return;
        }
        const uri = Uri.parse(last.file);
        const about = scope === undefined ? undefined : aboutShown(scope.rows.length, journal.count);
        const file: ChosenFile | undefined = (await exists(uri)) ? await confirmChange(uri, last.format.kind !== "json", true, about) : { uri, how: "new" };
        if (file !== undefined) {
          await write(journal, header, last.format, file, scope);
        }
      });
      if (first) {
        await exporter.exportRun(runId, { kind: "all" });
      }
    },
    appendNew: (runId) =>
      withRun(runId, async (journal, { header }) => {
        const target = await appendTarget(header.recordKind, await stored.lastExport(searchKey(header)));
        const scope = await scopeOf(journal, target?.shown);
        if (target !== undefined && scope !== "cancelled") {
          await write(journal, header, target.format, { uri: target.uri, how: "append" }, scope);
        }
      }),
    insertAs: (runId) => withRun(runId, (journal) => insertRecords(journal, shown.choiceIn(runId))),
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
async function appendTarget(kind: RecordKind, last: LastExport | undefined): Promise<{ readonly uri: Uri; readonly format: ExportFormat; readonly shown?: ShownOrder | undefined } | undefined> {
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
  const format: ExportFormat = uri.path.endsWith(".ndjson") ? { kind: "ndjson" } : { kind: "csv", profile: { name: "all", columns, lists: "joined" }, options: csvPresets.Plain };
  return { uri, format };
}

/** "200 fetched records", "1 selected record": the words that say which and how many. */
function describeRows(rows: Rows | undefined, count: number): string {
  const number = formatCount(count);
  const because = rows?.because ?? "fetched";
  if (count === 1) {
    return because === "selected" ? l10n.t("1 selected record") : because === "filtered" ? l10n.t("1 filtered record") : l10n.t("1 fetched record");
  }
  return because === "selected" ? l10n.t("{0} selected records", number) : because === "filtered" ? l10n.t("{0} filtered records", number) : l10n.t("{0} fetched records", number);
}

async function offerToOpen(records: number, file: Uri, alreadyThere: number | undefined): Promise<void> {
  const open = l10n.t("Open");
  const name = safeText(workspace.asRelativePath(file));
  const number = formatCount(records);
  const written = records === 1 ? l10n.t("1 record written to {0}.", name) : l10n.t("{0} records written to {1}.", number, name);
  const sentence = alreadyThere === undefined ? written : records === 0 ? nothingAdded(name, alreadyThere) : added(name, records, alreadyThere);
  if ((await window.showInformationMessage(sentence, open)) === open) {
    await commands.executeCommand("vscode.open", file);
  }
}

function nothingAdded(name: string, alreadyThere: number): string {
  return alreadyThere === 1 ? l10n.t("{0} holds the record already. Nothing was added.", name) : l10n.t("{0} holds all {1} records already. Nothing was added.", name, formatCount(alreadyThere));
}

function added(name: string, records: number, alreadyThere: number): string {
  const before = formatCount(alreadyThere);
  if (records === 1) {
    return alreadyThere === 1 ? l10n.t("1 new record added to {0}; 1 was there already.", name) : l10n.t("1 new record added to {0}; {1} were there already.", name, before);
  }
  return alreadyThere === 1
    ? l10n.t("{0} new records added to {1}; 1 was there already.", formatCount(records), name)
    : l10n.t("{0} new records added to {1}; {2} were there already.", formatCount(records), name, before);
}
