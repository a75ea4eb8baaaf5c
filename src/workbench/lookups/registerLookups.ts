// The lookup commands: one company, one person, the selection, every row of a CSV file.
import path from "node:path";
import { l10n, window, type TextEditor, type Uri } from "vscode";
import { countText } from "../../language/language";
import { mappingOf } from "../../lookups/batchRun";
import { openCsvTable, type CsvTable } from "../../csv/table";
import type { LookupKind } from "../../service/operations";
import { guessLookupKind } from "../../lookups/parseLookup";
import type { ConnectionInfo } from "../account";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { targetCommand, type CommandTargets } from "../targets/commandTargets";
import { momentText } from "../times";
import { showBatches } from "./batchList";
import { BatchFlow, type BatchFlowDeps, type BatchJob } from "./batchFlow";
import { askKind, askMapping, askResultColumns, defaultResultColumns } from "./batchQuestions";
import { documentTarget, fileSource, fileTarget, linesTable } from "./batchTarget";
import { connectionToUse } from "../connections/connectionToUse";
import { selectedLines, textAtCursor } from "./editorText";
import { LookupBox, type LookupBoxDeps } from "./lookupBox";
import { commandIds } from "../commandIds";
import { LookupService } from "./lookupService";

export interface LookupsDeps extends BatchFlowDeps, Omit<LookupBoxDeps, "service"> {
  readonly targets: Pick<CommandTargets, "file" | "textEditor">;
}

export function openLookups(deps: LookupsDeps) {
  const box: LookupBoxDeps = { ...deps, service: new LookupService(deps) };
  const flow = new BatchFlow(deps);
  return {
    commands: {
      [commandIds.lookUpCompany]: () => new LookupBox("company", box).open(),
      [commandIds.lookUpPerson]: () => new LookupBox("person", box).open(),
      [commandIds.lookUpSelection]: targetCommand(deps.targets.textEditor, (editor) =>
        lookUpSelection(editor, box, deps, flow),
      ),
      [commandIds.lookUpCsv]: targetCommand(
        (args) => deps.targets.file(args, askFile),
        (uri) => lookUpFile(uri, deps, flow),
      ),
      [commandIds.showBatches]: targetCommand(
        async () => flow,
        () => showBatches(deps, flow),
      ),
    },
    /** Opens the lookup box with a text and looks it up. */
    lookUp: (kind: LookupKind, text: string): Promise<void> => new LookupBox(kind, box).open(text),
    /** Stops running batches and resolves when their answers are saved. */
    close: (): Promise<void> => flow.close(),
  };
}

async function lookUpSelection(
  editor: TextEditor | "none",
  box: LookupBoxDeps,
  deps: LookupsDeps,
  flow: BatchFlow,
): Promise<void> {
  if (editor === "none") {
    await new LookupBox("company", box).open();
    return;
  }
  const lines = selectedLines(editor);
  if (lines.length <= 1) {
    const text = lines[0] ?? textAtCursor(editor);
    await new LookupBox(guessLookupKind(text), box).open(text);
    return;
  }
  await guarded(l10n.t("The selection"), async () => {
    const connection = await connectionToUse(deps.account);
    // Files are data, so their headers are English in every display language.
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
      title: l10n.t("{0} selected lines", countText(lines.length)),
      source: "",
      input,
      target: documentTarget(),
      connection,
    });
  });
}

async function lookUpFile(uri: Uri, deps: LookupsDeps, flow: BatchFlow): Promise<void> {
  const title = path.posix.basename(uri.path);
  await guarded(title, async () => {
    const connection = await connectionToUse(deps.account);
    if (connection === undefined) {
      return;
    }
    const table = await openCsvTable(fileSource(uri));
    const resumed = await askToResume(uri, connection, deps);
    if (resumed === "canceled") {
      return;
    }
    const chosen = resumed ?? (await askForMapping(table));
    if (chosen !== undefined) {
      await flow.run({ ...chosen, table, title, source: uri.toString(), target: fileTarget(uri), connection });
    }
  });
}

async function askForMapping(table: CsvTable): Promise<Pick<BatchJob, "mapping" | "columns"> | undefined> {
  const kind = await askKind(table);
  const mapping = kind === undefined ? undefined : await askMapping(table, kind);
  const columns = mapping === undefined ? undefined : await askResultColumns(mapping.kind);
  return mapping === undefined || columns === undefined ? undefined : { mapping, columns };
}

async function askToResume(
  uri: Uri,
  connection: ConnectionInfo,
  { runs: { deps } }: LookupsDeps,
): Promise<Pick<BatchJob, "mapping" | "columns" | "resumed"> | "canceled" | undefined> {
  const batches = await deps.store.batches.list(deps.clock.now());
  const unfinished = batches.find(
    ({ finished, source, run }) => !finished && source === uri.toString() && run.connection.id === connection.id,
  );
  if (unfinished === undefined) {
    return undefined;
  }
  const resume = {
    label: l10n.t("Resume"),
    description: l10n.t("started {0}, with the same columns", momentText(unfinished.run.startedAt)),
  };
  const startOver = {
    label: l10n.t("Start Over"),
    description: l10n.t("with other columns; saved answers are used for free"),
  };
  const picked = await window.showQuickPick([resume, startOver], {
    title: l10n.t("The lookup of {0} is not finished", safeText(unfinished.run.title)),
    ignoreFocusOut: true,
  });
  if (picked === undefined) {
    return "canceled";
  }
  return picked === resume
    ? { mapping: mappingOf(unfinished), columns: unfinished.columns, resumed: unfinished.run.id }
    : undefined;
}

async function askFile(): Promise<Uri | undefined> {
  const picked = await window.showOpenDialog({
    title: l10n.t("Look up the rows of a CSV file"),
    filters: { [l10n.t("Tables")]: ["csv", "tsv", "txt"] },
    canSelectMany: false,
  });
  return picked?.[0];
}

async function guarded(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    void window.showErrorMessage(l10n.t("{0} could not be looked up. {1}", safeText(title), errorText(error)));
  }
}
