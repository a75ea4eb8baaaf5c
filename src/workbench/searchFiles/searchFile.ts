// Reads and edits saved searches, shows their problems, and lists the names in their folder.
import type { Edit } from "jsonc-parser/lib/esm/main.js";
import { FileType, Uri, window, workspace, WorkspaceEdit, commands, Range, type TextDocument } from "vscode";
import { parseSearch, type ParsedSearch } from "../../searches/parseSearch";
import { problemSentence } from "../../searches/readSearchForm";
import { searchFileEnding, type SearchDocument, type SearchProblem } from "../../searches/searchDocument";
import { openInFilterBuilderText } from "../buttonTexts";
import { editorIds } from "../commandIds";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { reopenWith, textEditorId } from "../tabs";
import { searchNameOf } from "./searchFiles";

/**
 * The search at a URI with its unsaved changes; shows its problems. `uncommitted` contains the input of filter builders
 * that is not in the document yet.
 */
export async function readSearch(uri: Uri, uncommitted: readonly string[] = []): Promise<SearchDocument | undefined> {
  let text: TextDocument;
  try {
    text = await workspace.openTextDocument(uri);
  } catch (error) {
    void window.showErrorMessage(`${safeText(searchNameOf(uri))} cannot be read. ${errorText(error)}`);
    return undefined;
  }
  return runnableSearch(text, uncommitted);
}

const folderOf = (uri: Uri): Uri => Uri.joinPath(uri, "..");

export const fileInFolderOf = (uri: Uri, name: string): Uri =>
  Uri.joinPath(folderOf(uri), `${name}${searchFileEnding}`);

/** Names of all saved searches in the same folder, including this one. */
export async function namesInFolderOf(uri: Uri): Promise<readonly string[]> {
  const entries = await workspace.fs.readDirectory(folderOf(uri));
  return entries
    .filter(([name, type]) => type !== FileType.Directory && name.endsWith(searchFileEnding))
    .map(([name]) => name.slice(0, -searchFileEnding.length));
}

/**
 * The search of a document, or `undefined` after a message if it cannot run. `uncommitted` contains the reasons why its
 * filter builders differ; see `UncommittedInputTracker`.
 */
async function runnableSearch(text: TextDocument, uncommitted: readonly string[]): Promise<SearchDocument | undefined> {
  const parsed = parseSearch(text.getText());
  const problem = parsed.problems.find(({ severity }) => severity === "error");
  if (problem !== undefined) {
    await showProblem(text, problem);
    return undefined;
  }
  const [reason] = uncommitted;
  if (reason !== undefined) {
    await showUncommitted(text, reason);
    return undefined;
  }
  return (await confirmUnknownFilters(parsed)) ? parsed.document : undefined;
}

/**
 * Ignoring an unknown filter, or another field that should limit the search, would widen it. True if there is none, or
 * if the user agrees.
 */
async function confirmUnknownFilters({ unknownFields, unknownParts }: ParsedSearch): Promise<boolean> {
  const unknown = [...unknownFields, ...unknownParts];
  if (unknown.length === 0) {
    return true;
  }
  const run = "Run Without Them";
  const answer = await window.showWarningMessage(
    `This search has names that are not known: ${safeText(unknown.join(", "))}.`,
    { modal: true, detail: "They have no effect, so the search may find more than you expect." },
    run,
  );
  return answer === run;
}

async function showProblem(text: TextDocument, problem: SearchProblem): Promise<void> {
  const name = safeText(searchNameOf(text.uri));
  const start = text.positionAt(problem.offset);
  const shown = { ...problem, message: safeText(problem.message) };
  const open = "Open as Text";
  const answer = await window.showErrorMessage(problemSentence(name, text.getText(), shown, start.line + 1), open);
  if (answer === open) {
    const selection = new Range(start, text.positionAt(problem.offset + problem.length));
    await reopenWith(text.uri, textEditorId, { selection });
  }
}

async function showUncommitted(text: TextDocument, reason: string): Promise<void> {
  const name = safeText(searchNameOf(text.uri));
  const open = openInFilterBuilderText;
  const message = `The filter builder has input that is not in ${name} yet. ${safeText(reason)}`;
  if ((await window.showErrorMessage(message, open)) === open) {
    await commands.executeCommand("vscode.openWith", text.uri, editorIds.filterBuilder);
  }
}

/**
 * Uses a WorkspaceEdit, so that VS Code's own undo, redo, dirty state, and hot exit work. False if VS Code rejects it.
 */
export function applyEdits(document: TextDocument, edits: readonly Edit[]): Thenable<boolean> {
  const change = new WorkspaceEdit();
  for (const { offset, length, content } of edits) {
    change.replace(document.uri, new Range(document.positionAt(offset), document.positionAt(offset + length)), content);
  }
  return workspace.applyEdit(change);
}

/** Saving would also save the user's other edits, so a document with such edits remains unsaved. */
export async function editAndSave(
  document: TextDocument,
  edits: readonly Edit[],
): Promise<"done" | "refused" | "notSaved"> {
  const wasDirty = document.isDirty || document.isUntitled;
  if (!(await applyEdits(document, edits))) {
    return "refused";
  }
  return wasDirty || (await document.save()) ? "done" : "notSaved";
}

interface ReportedInput {
  /** A sentence for each field of the page that differs from the document. */
  readonly reasons: readonly string[];
  /** The state of the page's inputs, which only a page reads. */
  readonly input: string;
}

/** Input of filter builders that is not in their documents: no command runs a search that differs from the page. */
export class UncommittedInputTracker {
  readonly #pages = new Map<object, ReportedInput & { readonly source: string }>();
  readonly #carried = new Map<string, string>();

  set(page: object, source: Uri, reported: ReportedInput): void {
    if (reported.reasons.length === 0) {
      this.#pages.delete(page);
    } else {
      this.#pages.set(page, { source: source.toString(), ...reported });
    }
  }

  remove(page: object): void {
    this.#pages.delete(page);
  }

  /** Carries the page's input over to the page of another file, which replaces it. */
  carryOver(from: Uri, to: Uri): void {
    const page = [...this.#pages.values()].find(({ source }) => source === from.toString());
    if (page !== undefined) {
      this.#carried.set(to.toString(), page.input);
    }
  }

  /** The input carried over to a new page; empty if there is none. */
  takeInput(source: Uri): string {
    const input = this.#carried.get(source.toString()) ?? "";
    this.#carried.delete(source.toString());
    return input;
  }

  /** The reasons of all pages of a search. */
  reasonsFor(source: Uri): readonly string[] {
    return [...this.#pages.values()]
      .filter((page) => page.source === source.toString())
      .flatMap((page) => page.reasons);
  }
}
