// Puts records of a run into the active text editor as CSV, JSON or a TypeScript constant.
import { l10n, Range, window, workspace, WorkspaceEdit, type QuickPickItem, type TextEditor } from "vscode";
import { builtInProfiles } from "../../export/columnProfile";
import { csvPresets } from "../../csv/writer";
import type { TextFormat } from "../../export/exportFormat";
import type { DeskStore } from "../../export/storeExport";
import type { RecordKind } from "../../service/operations";
import { decodedText } from "../decodedText";
import { formatCount } from "../numbers";
import type { ResultsChoice } from "../resultsEditor/shownResults";
import type { RecordScope } from "../runActivity";
import { safeText } from "../safeText";
import { pickStep } from "./pickStep";
import { withView, type ScopedRecords } from "./scopeView";

type Notation = "csv" | "json" | "typescript";

/** More would make an editor slow; a file is the place for them. */
const mostInserted = 1000;
const mostListed = 500;
/** Text of the panel, which VS Code counts among the editors. */
const panels: readonly string[] = ["output", "debug", "comment"];

/** The records of a run, `count` by now. */
export interface InsertableRecords extends Omit<ScopedRecords, "scope"> {
  readonly store: Pick<DeskStore, "views" | "exports">;
  readonly count: number;
}

/** `choice` is what the results of this run have selected and show, if they are visible. */
export async function insertRecords(records: InsertableRecords, choice?: ResultsChoice): Promise<void> {
  // The results' tab is no text editor, so one beside it is meant, or else a new document.
  const editor = [window.activeTextEditor, ...window.visibleTextEditors].find(
    (one) => one !== undefined && !panels.includes(one.document.uri.scheme),
  );
  for (;;) {
    const notation = await pickStep(notationItems(editor?.document.languageId), {
      title:
        editor === undefined
          ? l10n.t("Insert records into a new document as")
          : l10n.t("Insert records into {0} as", safeText(workspace.asRelativePath(editor.document.uri))),
    });
    if (notation === undefined || notation === "back") {
      return;
    }
    const chosen = await askRecords(records, choice);
    if (chosen === undefined) {
      return;
    }
    if (chosen !== "back") {
      await insert(await asText(records, chosen, notation.item.notation), notation.item.notation, editor);
      return;
    }
  }
}

function notationItems(language: string | undefined): readonly (QuickPickItem & { readonly notation: Notation })[] {
  const items = [
    { label: "CSV", description: l10n.t("the main columns"), notation: "csv" as const },
    { label: "JSON", description: l10n.t("the records unchanged"), notation: "json" as const },
    {
      label: l10n.t("TypeScript constant"),
      description: l10n.t("the records unchanged"),
      notation: "typescript" as const,
    },
  ];
  const first: Notation =
    language === "json" || language === "jsonc"
      ? "json"
      : /^(type|java)script/.test(language ?? "")
        ? "typescript"
        : "csv";
  return [...items].sort((a, b) => Number(b.notation === first) - Number(a.notation === first));
}

/** The first of a scope. */
interface ChosenRecords {
  readonly scope: RecordScope;
  readonly most: number;
}

type RecordsItem = QuickPickItem & { readonly chosen?: ChosenRecords };

async function askRecords(
  records: InsertableRecords,
  choice: ResultsChoice | undefined,
): Promise<ChosenRecords | "back" | undefined> {
  const { count } = records;
  const first = (most: number): ChosenRecords => ({ scope: { kind: "all" }, most });
  if (count === 1) {
    return first(1);
  }
  const all = Math.min(count, mostInserted);
  const items: readonly RecordsItem[] = [
    ...chosenItems(choice),
    ...(count > 10 ? [{ label: l10n.t("The first 10 records"), chosen: first(10) }] : []),
    {
      label:
        all === count ? l10n.t("All {0} records", formatCount(all)) : l10n.t("The first {0} records", formatCount(all)),
      ...(all < count && { description: l10n.t("of {0}; export more to a file", formatCount(count)) }),
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

/** What the user sees comes first. */
function chosenItems(choice: ResultsChoice | undefined): readonly RecordsItem[] {
  const { selected = [], shown } = choice ?? {};
  const item = (
    scope: RecordScope,
    number: number,
    one: string,
    many: (count: string) => string,
    tooMany: (most: string, count: string) => string,
  ): readonly RecordsItem[] => {
    const count = formatCount(number);
    const label = number === 1 ? one : number <= mostInserted ? many(count) : tooMany(formatCount(mostInserted), count);
    return number === 0
      ? []
      : [
          {
            label,
            ...(number > mostInserted && { description: l10n.t("export more to a file") }),
            chosen: { scope, most: mostInserted },
          },
        ];
  };
  return [
    ...item(
      { kind: "selected", keys: selected },
      selected.length,
      l10n.t("The 1 selected record"),
      (count) => l10n.t("The {0} selected records", count),
      (most, count) => l10n.t("The first {0} of {1} selected records", most, count),
    ),
    ...(shown === undefined
      ? []
      : item(
          { kind: "filtered", shown: shown.order, count: shown.count },
          shown.count,
          l10n.t("The 1 record the grid shows"),
          (count) => l10n.t("The {0} records the grid shows", count),
          (most, count) => l10n.t("The first {0} of {1} records the grid shows", most, count),
        )),
  ];
}

async function chooseRecords(records: InsertableRecords): Promise<ChosenRecords | undefined> {
  const rows = await withView({ ...records, scope: { kind: "all" } }, ({ view }) =>
    records.store.views.rows(view, 0, mostListed),
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
    : { scope: { kind: "selected", keys: picked.map(({ key }) => key) }, most: mostInserted };
}

async function asText(records: InsertableRecords, { scope, most }: ChosenRecords, notation: Notation): Promise<string> {
  const format = formatOf(records.header.recordKind, notation);
  const text = await decodedText(
    await withView({ ...records, scope }, ({ view }) => records.store.exports.toText({ view, format, count: most })),
  );
  return notation === "json" ? `${text}\n` : text;
}

function formatOf(kind: RecordKind, notation: Notation): TextFormat {
  const [profile] = builtInProfiles(kind);
  return notation === "csv" ? { kind: "csv", profile, options: csvPresets.Plain } : { kind: notation };
}

async function insert(text: string, notation: Notation, editor: TextEditor | undefined): Promise<void> {
  if (editor === undefined || editor.document.isClosed) {
    const document = await workspace.openTextDocument({
      content: text,
      language: notation === "csv" ? "plaintext" : notation,
    });
    await window.showTextDocument(document);
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
