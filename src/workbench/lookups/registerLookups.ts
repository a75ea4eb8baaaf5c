// The look-up commands: one company, one person, what is selected, every row of a CSV file.
import path from "node:path";
import { commands, l10n, window, type Disposable, type TextEditor, type Uri } from "vscode";
import { mappingOf } from "../../lookups/batchRun";
import { openCsvTable, type CsvTable } from "../../csv/table";
import { guessLookupKind } from "../../lookups/lookupLine";
import type { ConnectionInfo } from "../account";
import { formatCount } from "../numbers";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { registerTargetCommand, type CommandTargets } from "../targets/commandTargets";
import { momentText } from "../times";
import { showBatches } from "./batchList";
import { createBatchFlow, type BatchAsk, type BatchFlow, type BatchFlowDeps } from "./batchFlow";
import { askKind, askMapping, askResultColumns, defaultResultColumns } from "./batchQuestions";
import { documentTarget, fileSource, fileTarget, linesTable } from "./batchTarget";
import { connectionToUse } from "../connections/connectionToUse";
import { selectedLines, textAtCursor } from "./editorText";
import { openLookupBox, type LookupBoxDeps } from "./lookupBox";
import { commandIds } from "../commandIds";
import { createLookupService } from "./lookupService";

export interface LookupsDeps extends BatchFlowDeps, Omit<LookupBoxDeps, "service"> {
  readonly targets: Pick<CommandTargets, "file" | "textEditor">;
}

export interface Lookups {
  readonly disposables: readonly Disposable[];
  /** Stops batches under way and resolves when their answers are kept. */
  close(): Promise<void>;
}

export function registerLookups(deps: LookupsDeps): Lookups {
  const box: LookupBoxDeps = { ...deps, service: createLookupService(deps) };
  const flow = createBatchFlow(deps);
  return {
    disposables: [
      commands.registerCommand(commandIds.lookUpCompany, () => openLookupBox("company", box)),
      commands.registerCommand(commandIds.lookUpPerson, () => openLookupBox("person", box)),
      registerTargetCommand(commandIds.lookUpSelection, deps.targets.textEditor, (editor) =>
        lookUpSelection(editor, box, deps, flow),
      ),
      registerTargetCommand(
        commandIds.lookUpCsv,
        (args) => deps.targets.file(args, askFile),
        (uri) => lookUpFile(uri, deps, flow),
      ),
      registerTargetCommand(
        commandIds.showBatches,
        async () => flow,
        () => showBatches(deps, flow),
      ),
    ],
    close: () => flow.close(),
  };
}

async function lookUpSelection(
  editor: TextEditor | "none",
  box: LookupBoxDeps,
  deps: LookupsDeps,
  flow: BatchFlow,
): Promise<void> {
  if (editor === "none") {
    await openLookupBox("company", box);
    return;
  }
  const lines = selectedLines(editor);
  if (lines.length <= 1) {
    const text = lines[0] ?? textAtCursor(editor);
    await openLookupBox(guessLookupKind(text), box, text);
    return;
  }
  await guardedly(l10n.t("The selection"), async () => {
    const connection = await connectionToUse(deps.account);
    // A header of a file: it does not depend on who writes it.
    const input = linesTable("Selected", lines);
    const table = await openCsvTable(async function* () {
      yield input;
    });
    const kind = connection === undefined ? undefined : await askKind(table);
    if (connection === undefined || kind === undefined) {
      return;
    }
    await flow.run({
      table,
      mapping: { kind, columns: kind === "company" ? { domain: 0 } : { name: 0 } },
      columns: defaultResultColumns(kind),
      title: l10n.t("{0} selected lines", formatCount(lines.length)),
      source: "",
      input,
      target: documentTarget(),
      connection,
    });
  });
}

async function lookUpFile(uri: Uri, deps: LookupsDeps, flow: BatchFlow): Promise<void> {
  const title = path.posix.basename(uri.path);
  await guardedly(title, async () => {
    const connection = await connectionToUse(deps.account);
    if (connection === undefined) {
      return;
    }
    const table = await openCsvTable(fileSource(uri));
    const resumed = await askToResume(uri, connection, deps);
    if (resumed === "cancelled") {
      return;
    }
    const chosen = resumed ?? (await askEverything(table));
    if (chosen !== undefined) {
      await flow.run({ ...chosen, table, title, source: uri.toString(), target: fileTarget(uri), connection });
    }
  });
}

async function askEverything(table: CsvTable): Promise<Pick<BatchAsk, "mapping" | "columns"> | undefined> {
  const kind = await askKind(table);
  const mapping = kind === undefined ? undefined : await askMapping(table, kind);
  const columns = mapping === undefined ? undefined : await askResultColumns(mapping.kind);
  return mapping === undefined || columns === undefined ? undefined : { mapping, columns };
}

async function askToResume(
  uri: Uri,
  connection: ConnectionInfo,
  { runs: { deps } }: LookupsDeps,
): Promise<Pick<BatchAsk, "mapping" | "columns" | "resumed"> | "cancelled" | undefined> {
  const batches = await deps.store.batches.list(deps.clock.now());
  const unfinished = batches.find(
    ({ finished, source, run }) => !finished && source === uri.toString() && run.connection.id === connection.id,
  );
  if (unfinished === undefined) {
    return undefined;
  }
  const resume = {
    label: l10n.t("Resume"),
    description: l10n.t("begun {0}, with the same columns", momentText(unfinished.run.startedAt)),
  };
  const anew = {
    label: l10n.t("Start Anew"),
    description: l10n.t("with other columns; answers that were paid for are used again"),
  };
  const picked = await window.showQuickPick([resume, anew], {
    title: l10n.t("{0} was not looked up to the end", safeText(unfinished.run.title)),
    ignoreFocusOut: true,
  });
  if (picked === undefined) {
    return "cancelled";
  }
  return picked === resume
    ? { mapping: mappingOf(unfinished), columns: unfinished.columns, resumed: unfinished.run.id }
    : undefined;
}

async function askFile(): Promise<Uri | undefined> {
  const picked = await window.showOpenDialog({
    title: l10n.t("Look up every row of a CSV file"),
    filters: { [l10n.t("Tables")]: ["csv", "tsv", "txt"] },
    canSelectMany: false,
  });
  return picked?.[0];
}

async function guardedly(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    void window.showErrorMessage(l10n.t("{0} could not be looked up. {1}", safeText(title), errorText(error)));
  }
}
