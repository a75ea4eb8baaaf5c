// Lookups: one company, one person, the selection, every row of a CSV file.
import path from "node:path";
import { window, type TextEditor, type Uri } from "vscode";
import { defaultResultColumns, unfinishedTable } from "../../app/lookUpTable";
import { noIdentifierText } from "../../runs/batchTexts";
import { isLookup, recordKindOf, type RunSummary } from "../../runs/run";
import type { LookupKind } from "../../service/operations";
import type { StoredBatch } from "../../store/batches";
import { understoodRows } from "../../tables/batchMapping";
import { openCsvTable, type CsvTable } from "../../tables/table";
import { countText, momentText } from "../../text/numbers";
import { resumeText } from "../buttonTexts";
import { connectionToUse } from "../connections/connectionToUse";
import { inOneDialog } from "../dialogSteps";
import { errorText } from "../errorText";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { BatchFlow, type BatchJob } from "./batchFlow";
import { askKind, askMappedTable, askMapping, askResultColumns, type MappedTable, type Reopen } from "./batchQuestions";
import { mostSelectedLines, readSelection, selectionOf, textAtCursor, type Selection } from "./editorText";
import type { LookupsDeps } from "./lookupAnswers";
import { LookupBox } from "./lookupBox";
import { bytesOf } from "./tableFiles";

export function openLookups(deps: LookupsDeps) {
  const flow = new BatchFlow(deps);
  let shown: LookupBox | undefined;
  const newBox: NewBox = (kind) => (shown = boxFor(kind, flow));
  return {
    open: (): Promise<void> => newBox().open(),
    /** Adds the record in the lookup box to a list. */
    addToList: (): Promise<void> | undefined => shown?.addToList(),
    lookUpSelection: (editor: TextEditor | "none"): Promise<void> => lookUpSelection(editor, flow, newBox),
    lookUpFile: (uri: Uri): Promise<void> => lookUpFile(uri, flow),
    /** Opens the lookup box with a text and looks it up. */
    lookUp: (kind: LookupKind, text: string): Promise<void> => newBox(kind).open(text),
    resumeBatch: ({ header }: RunSummary): Promise<void> => flow.resume(header.id),
    /** Includes the rows that the service rejected. */
    lookUpRejected: ({ header }: RunSummary): Promise<void> => flow.resume(header.id, true),
    /** Opens the lookup box with the question of a run and looks it up. */
    lookUpAgain: async ({ header: { task, title } }: RunSummary): Promise<void> => {
      const kind = isLookup(task) ? recordKindOf(task) : "contact";
      if (isLookup(task) && kind !== "contact") {
        await newBox(kind).open({ kind, identifiers: task.identifiers, words: title });
      }
    },
    /** Stops running batches and resolves when their answers are saved. */
    close: (): Promise<void> => flow.close(),
  };
}

type NewBox = (kind?: LookupKind) => LookupBox;

async function lookUpSelection(editor: TextEditor | "none", flow: BatchFlow, newBox: NewBox): Promise<void> {
  if (editor === "none") {
    await newBox().open();
    return;
  }
  await guarded("The selection", async () => {
    const selection = await readSelection(editor);
    if (selection === undefined) {
      return;
    }
    const { lines, tables } = selection;
    if (tables === undefined) {
      const text = lines[0] ?? textAtCursor(editor);
      await newBox().open(text);
      return;
    }
    await lookUpTables(tables, lines.length, flow);
  });
}

/** Looks up the lines as companies or as people; suggests the kind that fits more lines. */
async function lookUpTables(
  [companies, people]: NonNullable<Selection["tables"]>,
  lines: number,
  flow: BatchFlow,
): Promise<void> {
  if ((await connectionToUse(flow.deps.account)) === undefined) {
    return;
  }
  const understood = ({ mapping, table }: MappedTable): number => understoodRows(mapping, table.sample);
  const chosen = await askMappedTable(
    understood(companies) >= understood(people) ? [companies, people] : [people, companies],
  );
  if (chosen !== undefined) {
    await flow.run({
      ...chosen,
      columns: defaultResultColumns(chosen.mapping.kind),
      title:
        lines < mostSelectedLines
          ? `${countText(lines)} selected lines`
          : `The first ${countText(lines)} selected lines`,
      source: "",
    });
  }
}

const boxFor = (kind: LookupKind | undefined, flow: BatchFlow): LookupBox =>
  new LookupBox(kind, flow.deps, (lines) =>
    guarded("The clipboard", async () => {
      const { tables } = await selectionOf(lines);
      await (tables && lookUpTables(tables, lines.length, flow));
    }),
  );

async function lookUpFile(uri: Uri, flow: BatchFlow): Promise<void> {
  const { account, app } = flow.deps;
  const title = path.posix.basename(uri.path);
  await guarded(title, async () => {
    const connection = await connectionToUse(account);
    if (connection === undefined) {
      return;
    }
    const source = uri.toString();
    const reopen: Reopen = (options) => openCsvTable(bytesOf(source), options);
    const table = await reopen({});
    const chosen = await inOneDialog(async () => {
      const unfinished = await askToResume(await unfinishedTable(app, source, connection.origin));
      return unfinished === "new" ? askForMapping(table, reopen) : unfinished;
    });
    if (chosen !== undefined && "resumed" in chosen) {
      await flow.resume(chosen.resumed);
    } else if (chosen !== undefined) {
      const remap = (): Promise<MappedTable | undefined> =>
        inOneDialog(() => askMapping(chosen.table, chosen.mapping.kind, reopen, noIdentifierText(safeText(title))));
      await flow.run({ ...chosen, title, source, remap });
    }
  });
}

async function askForMapping(
  table: CsvTable,
  reopen: Reopen,
): Promise<Pick<BatchJob, "table" | "mapping" | "columns"> | undefined> {
  const kind = await askKind(table);
  const mapped = kind === undefined ? undefined : await askMapping(table, kind, reopen);
  const columns = mapped === undefined ? undefined : await askResultColumns(mapped.mapping.kind);
  return mapped === undefined || columns === undefined ? undefined : { ...mapped, columns };
}

/** Whether to resume a batch of this file; `undefined` when the user cancels. */
async function askToResume(
  unfinished: StoredBatch | undefined,
): Promise<{ readonly resumed: string } | "new" | undefined> {
  if (unfinished === undefined) {
    return "new";
  }
  const resume = {
    label: resumeText,
    description: `started ${momentText(unfinished.run.startedAt)}, with the same columns`,
  };
  const startOver = {
    label: "Start Over",
    description: "with other columns; saved answers are used for free",
  };
  const picked = await pickOne([resume, startOver], {
    title: `The lookup of ${safeText(unfinished.run.title)} is not finished`,
  });
  if (picked === resume) {
    return { resumed: unfinished.run.id };
  }
  return picked && "new";
}

async function guarded(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    void window.showErrorMessage(`${safeText(title)} could not be looked up. ${errorText(error)}`);
  }
}
