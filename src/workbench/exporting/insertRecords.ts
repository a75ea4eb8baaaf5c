// Inserts records of a run into the active text editor: format → records → text.
import { l10n, Range, window, workspace, WorkspaceEdit, type QuickPickItem, type TextEditor } from "vscode";
import type { RecordKind } from "../../service/operations";
import { countText } from "../../language/language";
import { allRecords } from "../../language/phrases";
import { builtInProfiles } from "../../export/columnProfile";
import { unreadableText } from "../../export/unreadableText";
import { csvPresets } from "../../csv/writer";
import { definitionOf, formatWith, insertFormats, type FormatKind, type InsertFormat } from "../../export/formats";
import type { DeskStore } from "../../export/storeExport";
import { decodeText } from "../decodeText";
import type { ResultsTabState } from "../resultsEditor/resultsTabs";
import { isPlain } from "../rowsOrder";
import type { RecordScope } from "../runActivity";
import { safeText } from "../safeText";
import { inOneDialog } from "../dialogSteps";
import { pickStep, type Back } from "../pickStep";
import { hasCompanies, withView, type ScopedRecords } from "./scopeView";

/** More would make an editor slow and belong in a file. */
const maxInserted = 1000;
const maxListed = 500;
/** Schemes of text in the panel, which VS Code counts among the editors. */
const panelSchemes: readonly string[] = ["output", "debug", "comment"];

/** The records of a run. */
export interface InsertableRecords extends Omit<ScopedRecords, "scope"> {
  readonly store: Pick<DeskStore, "views" | "exports">;
  /** How many there are now. */
  readonly count: number;
}

/** `choice`: what is selected and shown in the results of this run, when they are visible. */
export async function insertRecords(records: InsertableRecords, choice?: ResultsTabState): Promise<void> {
  // The results are no text editor, so this is one beside them; without one, a new document is opened.
  const editor = [window.activeTextEditor, ...window.visibleTextEditors].find(
    (one) => one !== undefined && !panelSchemes.includes(one.document.uri.scheme),
  );
  const answers = await inOneDialog(() => askInsertion(records, choice, editor));
  if (answers !== undefined) {
    const { format, chosen } = answers;
    await insertText(await textOf(records, chosen, format), definitionOf(format).language, editor);
  }
}

async function askInsertion(
  records: InsertableRecords,
  choice: ResultsTabState | undefined,
  editor: TextEditor | undefined,
): Promise<{ readonly format: FormatKind; readonly chosen: ChosenRecords } | undefined> {
  for (;;) {
    const format = await askFormat(records.header.recordKind, editor);
    const chosen = format === undefined ? undefined : await askRecords(records, choice);
    if (format === undefined || chosen === undefined) {
      return undefined;
    }
    if (chosen !== "back") {
      return { format, chosen };
    }
  }
}

async function askFormat(recordKind: RecordKind, editor: TextEditor | undefined): Promise<FormatKind | undefined> {
  const items = insertFormats(editor?.document.languageId, recordKind).map(
    ({ kind: format, label, description }: InsertFormat) => ({ label, description, format }),
  );
  const answer = await pickStep(items, {
    title:
      editor === undefined
        ? l10n.t("Insert records into a new document as")
        : l10n.t("Insert records into {0} as", safeText(workspace.asRelativePath(editor.document.uri))),
  });
  return answer === undefined || answer === "back" ? undefined : answer.item.format;
}

interface ChosenRecords {
  readonly scope: RecordScope;
  /** Only the first records of the scope. */
  readonly limit: number;
}

type RecordsItem = QuickPickItem & { readonly chosen?: ChosenRecords };

async function askRecords(
  records: InsertableRecords,
  choice: ResultsTabState | undefined,
): Promise<ChosenRecords | Back | undefined> {
  const { count } = records;
  const first = (limit: number): ChosenRecords => ({ scope: { kind: "all" }, limit });
  if (count === 1) {
    return first(1);
  }
  const all = Math.min(count, maxInserted);
  const items: readonly RecordsItem[] = [
    ...chosenItems(choice),
    ...(count > 10 ? [{ label: l10n.t("The first 10 records"), chosen: first(10) }] : []),
    {
      label: all === count ? allRecords(countText(all)) : l10n.t("The first {0} records", countText(all)),
      ...(all < count && { description: l10n.t("of {0}; export more to a file", countText(count)) }),
      chosen: first(all),
    },
    { label: l10n.t("$(checklist) Choose records…") },
  ];
  const answer = await pickStep(items, { title: l10n.t("Insert which records?"), back: true });
  if (answer === undefined || answer === "back") {
    return answer;
  }
  return answer.item.chosen ?? chooseRecords(records);
}

/** The selected records, then those the grid shows. */
function chosenItems(choice: ResultsTabState | undefined): readonly RecordsItem[] {
  const { selected = [], shown } = choice ?? {};
  const item = (
    scope: RecordScope,
    number: number,
    one: string,
    many: (count: string) => string,
    tooMany: (limit: string, count: string) => string,
  ): readonly RecordsItem[] => {
    const count = countText(number);
    const label = number === 1 ? one : number <= maxInserted ? many(count) : tooMany(countText(maxInserted), count);
    return number === 0
      ? []
      : [
          {
            label,
            ...(number > maxInserted && { description: l10n.t("export more to a file") }),
            chosen: { scope, limit: maxInserted },
          },
        ];
  };
  return [
    ...item(
      { kind: "selected", keys: selected },
      selected.length,
      l10n.t("The 1 selected record"),
      (count) => l10n.t("The {0} selected records", count),
      (limit, count) => l10n.t("The first {0} of {1} selected records", limit, count),
    ),
    ...(shown === undefined || isPlain(shown.order)
      ? []
      : item(
          { kind: "filtered", shown: shown.order, count: shown.count },
          shown.count,
          l10n.t("The 1 record the grid shows"),
          (count) => l10n.t("The {0} records the grid shows", count),
          (limit, count) => l10n.t("The first {0} of {1} records the grid shows", limit, count),
        )),
  ];
}

async function chooseRecords(records: InsertableRecords): Promise<ChosenRecords | undefined> {
  const rows = await withView({ ...records, scope: { kind: "all" } }, ({ view }) =>
    records.store.views.rows(view, 0, maxListed),
  );
  const items = rows.map(({ key, title }, index) => ({ label: safeText(title), description: `${index + 1}`, key }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t("Insert which records?"),
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked === undefined || picked.length === 0
    ? undefined
    : { scope: { kind: "selected", keys: picked.map(({ key }) => key) }, limit: maxInserted };
}

async function textOf(records: InsertableRecords, { scope, limit }: ChosenRecords, kind: FormatKind): Promise<string> {
  const [profile] = builtInProfiles(records.header.recordKind, hasCompanies(records.header));
  const format = formatWith(kind, { profile, options: csvPresets.Plain });
  const text = await decodeText(
    await withView({ ...records, scope }, async ({ view }) => {
      const bytes = await records.store.exports.toText({ view, format, count: limit });
      const unreadable = unreadableText(await records.store.views.unreadable(view));
      if (unreadable !== "") {
        void window.showWarningMessage(safeText(unreadable));
      }
      return bytes;
    }),
  );
  return text.endsWith("\n") ? text : `${text}\n`;
}

async function insertText(text: string, language: string, editor: TextEditor | undefined): Promise<void> {
  if (editor === undefined || editor.document.isClosed) {
    await window.showTextDocument(await workspace.openTextDocument({ content: text, language }));
    return;
  }
  const edit = new WorkspaceEdit();
  const { start, end } = editor.selection;
  edit.replace(editor.document.uri, new Range(start, end), text);
  if (!(await workspace.applyEdit(edit))) {
    throw new Error(
      l10n.t("{0} cannot be edited: it may be read-only.", safeText(workspace.asRelativePath(editor.document.uri))),
    );
  }
  await window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? 1 });
}
