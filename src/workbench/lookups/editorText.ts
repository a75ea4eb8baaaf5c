// Editor text that may name a company or a person: at the cursor, or the selected lines as tables for a batch. The
// selection can be a whole large file, so reading pauses regularly and can be canceled.
import { window, type TextEditor } from "vscode";
import type { LookupKind } from "../../service/operations";
import { isFileName, lookupTexts } from "../../tables/lookupsInLine";
import { isBareNumber } from "../../tables/parseLookup";
import { openCsvTable } from "../../tables/table";
import { createPause, piecesOf, type Pause } from "../../tables/textLines";
import { unlessCanceled, withLateProgress } from "../lateProgress";
import type { MappedTable } from "./batchQuestions";

const longestLine = 500;
export const mostSelectedLines = 100_000;

/** A table of one column, with the bytes that are saved with the batch. */
export type SelectedTable = MappedTable & { readonly input: Uint8Array };

export interface Selection {
  /** Without empty ones and duplicates; at most `mostSelectedLines`, each cut to 500 characters. */
  readonly lines: readonly string[];
  /** The lines read as companies and as people. `undefined` for a single line, which is not a table. */
  readonly tables: readonly [companies: SelectedTable, people: SelectedTable] | undefined;
}

/** Resolves to `undefined` when the user cancels. */
export async function readSelection(editor: TextEditor): Promise<Selection | undefined> {
  return withLateProgress("Reading the selected lines", (_report, signal) => {
    const sincePause = createPause();
    const pause: Pause = async () => {
      await sincePause();
      signal.throwIfAborted();
    };
    return unlessCanceled(signal, selectionOf(selectedLines(editor), pause));
  });
}

/** Reads lines that do not come from an editor, such as pasted ones. */
export async function selectionOf(lines: readonly string[], pause: Pause = createPause()): Promise<Selection> {
  return {
    lines,
    tables:
      lines.length <= 1
        ? undefined
        : [await tableOfLines("company", lines, pause), await tableOfLines("person", lines, pause)],
  };
}

/** Without empty ones and duplicates. */
export function linesIn(texts: readonly string[]): readonly string[] {
  const lines = texts.flatMap((text) => text.split(/[\r\n]+/u)).map((line) => line.trim().slice(0, longestLine));
  return [...new Set(lines.filter((line) => line !== ""))].slice(0, mostSelectedLines);
}

/** The lines of all selections, in the order of the document. */
function selectedLines({ document, selections }: TextEditor): readonly string[] {
  const inOrder = selections.toSorted((one, other) => one.start.compareTo(other.start));
  return linesIn(inOrder.map((selection) => (selection.isEmpty ? "" : document.getText(selection))));
}

/** The identifiers in lines of text, Markdown, or code. */
async function tableOfLines(kind: LookupKind, lines: readonly string[], pause: Pause): Promise<SelectedTable> {
  const texts = new Set<string>();
  for (const line of lines) {
    for (const text of lookupTexts(kind, line)) {
      if (text !== "") {
        texts.add(text);
      }
    }
    await pause();
  }
  const rows: Buffer[] = [];
  for (const text of ["Line", ...texts]) {
    rows.push(Buffer.from(`"${text.replaceAll('"', '""')}"\n`));
    await pause();
  }
  const input = Buffer.concat(rows);
  const table = await openCsvTable(() => piecesOf(input, createPause()));
  // A line can contain more than a name: "Ada Lovelace @ acme.example".
  const columns = kind === "company" ? { columns: { domain: 0 } } : { columns: {}, fallbacks: [0] };
  return { table, input, mapping: { kind, ...columns } };
}

/** A word that may be an address: anything without spaces, quotes and brackets. */
const addressWord = /[^\s"'`<>()[\]{},;]+/;

/** The selected text of one line, else the word at the cursor; empty when there is neither. */
export function textAtCursor(editor: TextEditor | undefined): string {
  if (editor === undefined) {
    return "";
  }
  const { document, selection } = editor;
  if (!selection.isEmpty) {
    return document.getText(selection).slice(0, longestLine);
  }
  const range = document.getWordRangeAtPosition(selection.active, addressWord);
  return range === undefined ? "" : identifierIn(document.getText(range).slice(0, longestLine));
}

/** Most words of code and text are not identifiers: numbers, calls, and file names are excluded. */
function identifierIn(word: string): string {
  return isBareNumber(word) || isFileName(word) ? "" : word;
}

/** Replaces every selection, or inserts at every cursor. False when the editor is closed or read-only. */
export async function insertAtCursors(editor: TextEditor, text: string): Promise<boolean> {
  const done = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, text);
    }
  });
  if (done) {
    await window.showTextDocument(
      editor.document,
      editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn },
    );
  }
  return done;
}
