// Puts records of a run into the active text editor as CSV, JSON or a TypeScript constant.
import { l10n, Range, window, workspace, WorkspaceEdit, type QuickPickItem, type TextEditor } from "vscode";
import { builtInProfiles } from "../../export/columnProfile";
import { csvPresets } from "../../export/csvWriter";
import { recordsAsCsv, recordsAsJson, recordsAsTypeScript } from "../../export/insertAs";
import { parseRecord, recordTitle } from "../../rows/record";
import type { RecordSource } from "../../runs/run";
import type { RecordKind } from "../../service/operations";
import { formatCount } from "../numbers";
import type { ResultsChoice } from "../resultsEditor/shownResults";
import { safeText } from "../safeText";
import { pickStep } from "./pickStep";

type Notation = "csv" | "json" | "typescript";

/** More would make an editor slow; a file is the place for them. */
const mostInserted = 1000;
const mostListed = 500;
/** Text of the panel, which VS Code counts among the editors. */
const panels: readonly string[] = ["output", "debug", "comment"];

/** `choice` is what the results of this run have selected and show, if they are in sight. */
export async function insertRecords(source: RecordSource, choice?: ResultsChoice): Promise<void> {
  // The results' tab is no text editor, so one beside it is meant, or else a new document.
  const editor = [window.activeTextEditor, ...window.visibleTextEditors].find((one) => one !== undefined && !panels.includes(one.document.uri.scheme));
  for (;;) {
    const notation = await pickStep(notationItems(editor?.document.languageId), { title: editor === undefined ? l10n.t("Insert records into a new document as") : l10n.t("Insert records into {0} as", safeText(workspace.asRelativePath(editor.document.uri))) });
    if (notation === undefined || notation === "back") {
      return;
    }
    const rows = await askRows(source, choice);
    if (rows === undefined) {
      return;
    }
    if (rows !== "back") {
      await insert(asText(source.recordKind, await source.readMany(rows), notation.item.notation), notation.item.notation, editor);
      return;
    }
  }
}

function notationItems(language: string | undefined): readonly (QuickPickItem & { readonly notation: Notation })[] {
  const items = [
    { label: "CSV", description: l10n.t("the main columns"), notation: "csv" as const },
    { label: "JSON", description: l10n.t("the records unchanged"), notation: "json" as const },
    { label: l10n.t("TypeScript constant"), description: l10n.t("the records unchanged"), notation: "typescript" as const },
  ];
  const first: Notation = language === "json" || language === "jsonc" ? "json" : /^(type|java)script/.test(language ?? "") ? "typescript" : "csv";
  return [...items].sort((a, b) => Number(b.notation === first) - Number(a.notation === first));
}

type RowsItem = QuickPickItem & { readonly rows?: readonly number[] };

async function askRows(source: RecordSource, choice: ResultsChoice | undefined): Promise<readonly number[] | "back" | undefined> {
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, row) => row);
  if (source.count === 1) {
    return [0];
  }
  const all = Math.min(source.count, mostInserted);
  const items: readonly RowsItem[] = [
    ...chosenItems(choice),
    ...(source.count > 10 ? [{ label: l10n.t("The first 10 records"), rows: upTo(10) }] : []),
    { label: all === source.count ? l10n.t("All {0} records", formatCount(all)) : l10n.t("The first {0} records", formatCount(all)), ...(all < source.count && { description: l10n.t("of {0}; export more to a file", formatCount(source.count)) }), rows: upTo(all) },
    { label: l10n.t("$(checklist) Choose records…") },
  ];
  const answer = await pickStep(items, { title: l10n.t("Insert which records?"), back: true });
  if (answer === undefined || answer === "back") {
    return answer;
  }
  return answer.item.rows ?? chooseRows(source);
}

/** What the user has before the eyes comes first. */
function chosenItems(choice: ResultsChoice | undefined): readonly RowsItem[] {
  const { selected = [], shown = [] } = choice ?? {};
  const item = (rows: readonly number[], one: string, many: (count: string) => string, tooMany: (most: string, count: string) => string): readonly RowsItem[] => {
    const count = formatCount(rows.length);
    const label = rows.length === 1 ? one : rows.length <= mostInserted ? many(count) : tooMany(formatCount(mostInserted), count);
    return rows.length === 0 ? [] : [{ label, ...(rows.length > mostInserted && { description: l10n.t("export more to a file") }), rows: rows.slice(0, mostInserted) }];
  };
  return [
    ...item(selected, l10n.t("The 1 selected record"), (count) => l10n.t("The {0} selected records", count), (most, count) => l10n.t("The first {0} of {1} selected records", most, count)),
    ...item(shown, l10n.t("The 1 record the grid shows"), (count) => l10n.t("The {0} records the grid shows", count), (most, count) => l10n.t("The first {0} of {1} records the grid shows", most, count)),
  ];
}

async function chooseRows(source: RecordSource): Promise<readonly number[] | undefined> {
  const records = await source.read(0, mostListed);
  const items = records.map((bytes, row) => ({ label: safeText(recordTitle(source.recordKind, parseRecord(bytes))), description: `${row + 1}`, row }));
  const picked = await window.showQuickPick(items, { title: l10n.t("Insert which records?"), canPickMany: true, matchOnDescription: true, ignoreFocusOut: true });
  return picked === undefined || picked.length === 0 ? undefined : picked.map(({ row }) => row);
}

function asText(kind: RecordKind, records: readonly Uint8Array[], notation: Notation): string {
  const [profile] = builtInProfiles(kind);
  if (notation === "csv" && profile !== undefined) {
    return recordsAsCsv(kind, records, profile, csvPresets.Plain);
  }
  return notation === "typescript" ? recordsAsTypeScript(kind, records) : `${recordsAsJson(records)}\n`;
}

async function insert(text: string, notation: Notation, editor: TextEditor | undefined): Promise<void> {
  if (editor === undefined || editor.document.isClosed) {
    const document = await workspace.openTextDocument({ content: text, language: notation === "csv" ? "plaintext" : notation });
    await window.showTextDocument(document);
    return;
  }
  const edit = new WorkspaceEdit();
  const { start, end } = editor.selection;
  edit.replace(editor.document.uri, new Range(start, end), text);
  if (!(await workspace.applyEdit(edit))) {
    throw new Error(l10n.t("{0} cannot be edited: it may be read-only.", safeText(workspace.asRelativePath(editor.document.uri))));
  }
  await window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? 1 });
}
