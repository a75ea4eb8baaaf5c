// Export of a run from the user's side: format, columns, file, progress with Cancel, and what was written.
import * as disk from "node:fs/promises";
import path from "node:path";
import { commands, l10n, ProgressLocation, QuickInputButtons, Uri, window, workspace, type QuickPickItem } from "vscode";
import { builtInProfiles, type ColumnProfile } from "../../export/columnProfile";
import { csvPresets } from "../../export/csvWriter";
import { endingOf, exportName } from "../../export/exportName";
import { exportRecords, type ExportFormat, type ExportTarget } from "../../export/exportRun";
import type { RecordKind } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { Clock } from "../../service/wire";
import { formatCount } from "../numbers";
import type { RecordScope, RunExporter } from "../runActivity";
import { safeText } from "../safeText";
import { askForExportFile, type ChosenFile } from "./exportTarget";

export interface RunExporterParts {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

interface FormatItem extends QuickPickItem {
  readonly build: (profile: ColumnProfile) => ExportFormat;
  readonly hasColumns: boolean;
}

export function createRunExporter({ store, clock, log }: RunExporterParts): RunExporter {
  async function write(runId: string, scope: RecordScope, format: ExportFormat, file: ChosenFile): Promise<void> {
    const journal = await store.open(runId);
    try {
      const title = safeText(workspace.asRelativePath(file.uri));
      const result = await window.withProgress(
        { location: ProgressLocation.Notification, title: l10n.t("Exporting to {0}", title), cancellable: true },
        async (report, token) => {
          const cancel = new AbortController();
          token.onCancellationRequested(() => cancel.abort());
          let shown = 0;
          return exportRecords({
            source: journal,
            ...(scope.kind === "rows" && { rows: scope.rows }),
            format,
            target: await targetOf(file),
            pace: { clock, yieldToOthers: () => new Promise((resolve) => setImmediate(resolve)), signal: cancel.signal },
            onProgress: (done, total) => {
              const percent = total === 0 ? 100 : (done * 100) / total;
              report.report({ increment: percent - shown, message: l10n.t("{0} of {1} records", formatCount(done), formatCount(total)) });
              shown = percent;
            },
          }).catch((error: unknown) => {
            if (cancel.signal.aborted) {
              return undefined;
            }
            throw error;
          });
        },
      );
      if (result === undefined) {
        void window.showInformationMessage(l10n.t("The export was cancelled. No file was changed."));
        return;
      }
      const written = result.file === undefined ? file.uri : Uri.file(result.file);
      void offerToOpen(result.records, written);
    } finally {
      await journal.close();
    }
  }

  return {
    async exportRun(runId, scope) {
      const summary = await store.summary(runId);
      if (summary === undefined) {
        void window.showErrorMessage(l10n.t("This run is no longer here: its data have been deleted."));
        return;
      }
      const count = scope.kind === "rows" ? scope.rows.length : summary.records;
      const records = describeScope(scope, count);
      if (count === 0) {
        void window.showInformationMessage(l10n.t("There is nothing to export: this run holds no records."));
        return;
      }
      try {
        const answer = await askHow(summary.header.recordKind, records, (format) =>
          askForExportFile(exportName(summary.header.title, new Date(clock.now()), endingOf(format)), records),
        );
        if (answer !== undefined) {
          await write(runId, scope, answer.format, answer.file);
        }
      } catch (error) {
        log(`Export failed: ${String(error)}`);
        void window.showErrorMessage(l10n.t("Nothing was exported. {0}", safeText(error instanceof Error ? error.message : String(error))));
      }
    },
  };
}

/** "200 fetched records", "1 selected record": the words that say which and how many. */
function describeScope(scope: RecordScope, count: number): string {
  const number = formatCount(count);
  const because = scope.kind === "all" ? "fetched" : scope.because;
  if (count === 1) {
    return because === "selected" ? l10n.t("1 selected record") : because === "filtered" ? l10n.t("1 filtered record") : l10n.t("1 fetched record");
  }
  return because === "selected" ? l10n.t("{0} selected records", number) : because === "filtered" ? l10n.t("{0} filtered records", number) : l10n.t("{0} fetched records", number);
}

async function targetOf({ uri, replace }: ChosenFile): Promise<ExportTarget> {
  if (uri.scheme !== "file") {
    return { kind: "virtual", write: async (content) => workspace.fs.writeFile(uri, content) };
  }
  await disk.mkdir(path.dirname(uri.fsPath), { recursive: true });
  return { kind: "file", disk, file: uri.fsPath, replace };
}

interface Answer {
  readonly format: ExportFormat;
  readonly file: ChosenFile;
}

/** Format, then columns where the format has any, then the file; Back goes one step back. */
async function askHow(kind: RecordKind, records: string, askFile: (format: ExportFormat) => ReturnType<typeof askForExportFile>): Promise<Answer | undefined> {
  for (;;) {
    const item = await pick(formats(), l10n.t("Export {0}: format", records), false);
    if (item === undefined || item === "back") {
      return undefined;
    }
    let back = false;
    while (!back) {
      const profiles = builtInProfiles(kind);
      const profile = item.hasColumns ? await pick(profiles.map(profileItem), l10n.t("Export {0}: columns", records), true) : undefined;
      if (profile === "back") {
        break;
      }
      const chosen = profile?.profile ?? profiles[0];
      if (chosen === undefined || (item.hasColumns && profile === undefined)) {
        return undefined;
      }
      const format = item.build(chosen);
      const file = await askFile(format);
      if (file === "back") {
        back = !item.hasColumns;
        continue;
      }
      return file === undefined ? undefined : { format, file };
    }
  }
}

function formats(): readonly FormatItem[] {
  return [
    {
      label: "CSV",
      description: l10n.t("comma, UTF-8"),
      detail: l10n.t("For scripts and most spreadsheets. Text that a spreadsheet would run as a formula is made harmless."),
      hasColumns: true,
      build: (profile) => ({ kind: "csv", profile, options: csvPresets.Plain }),
    },
    {
      label: l10n.t("CSV for Excel"),
      description: l10n.t("opens right with a double click"),
      detail: l10n.t("With a byte-order mark and Windows line ends, formulas made harmless."),
      hasColumns: true,
      build: (profile) => ({ kind: "csv", profile, options: csvPresets.Excel }),
    },
    {
      label: l10n.t("CSV, raw"),
      description: l10n.t("no formula guard"),
      detail: l10n.t("Every value as it came. Do not open it in a spreadsheet unless you trust the data."),
      hasColumns: true,
      build: (profile) => ({ kind: "csv", profile, options: { ...csvPresets.Plain, guard: false } }),
    },
    { label: "JSON", description: l10n.t("one array"), detail: l10n.t("The records unchanged, with every field the service sent."), hasColumns: false, build: () => ({ kind: "json" }) },
    { label: "NDJSON", description: l10n.t("one record a line"), detail: l10n.t("The records unchanged; for streams and large files."), hasColumns: false, build: () => ({ kind: "ndjson" }) },
  ];
}

function profileItem(profile: ColumnProfile): QuickPickItem & { readonly profile: ColumnProfile } {
  const columns = profile.columns === "everything" ? l10n.t("every field found in the records") : l10n.t("{0} columns", profile.columns.length);
  return { label: profile.name, description: columns, profile };
}

function pick<Item extends QuickPickItem>(items: readonly Item[], title: string, withBack: boolean): Promise<Item | "back" | undefined> {
  const box = window.createQuickPick<Item>();
  box.title = title;
  box.items = items;
  box.matchOnDetail = true;
  box.ignoreFocusOut = true;
  box.buttons = withBack ? [QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    const finish = (answer: Item | "back" | undefined): void => {
      resolve(answer);
      box.dispose();
    };
    box.onDidTriggerButton(() => finish("back"));
    box.onDidAccept(() => finish(box.selectedItems[0]));
    box.onDidHide(() => finish(undefined));
    box.show();
  });
}

async function offerToOpen(records: number, file: Uri): Promise<void> {
  const open = l10n.t("Open");
  const name = safeText(workspace.asRelativePath(file));
  const sentence = records === 1 ? l10n.t("1 record written to {0}.", name) : l10n.t("{0} records written to {1}.", formatCount(records), name);
  if ((await window.showInformationMessage(sentence, open)) === open) {
    await commands.executeCommand("vscode.open", file);
  }
}
