// A saved search that is open as text: commands above it, its problems in the editor and the Problems view, and quick
// fixes.
import {
  CodeAction,
  CodeActionKind,
  CodeLens,
  Diagnostic,
  DiagnosticSeverity,
  extensions,
  FileType,
  languages,
  Range,
  workspace,
  WorkspaceEdit,
  type CodeLensProvider,
  type Disposable,
  type TextDocument,
  type Uri,
} from "vscode";
import { ListProblem } from "../../app/listFiles";
import { parseSearch } from "../../searches/parseSearch";
import { readSearchForm } from "../../searches/readSearchForm";
import { searchFileEnding, type SearchProblem } from "../../searches/searchDocument";
import { editsFor } from "../../searches/searchEdits";
import { nodeAt, readSearchText } from "../../searches/searchText";
import { unknownValueProblems } from "../../searches/unknownValues";
import { countText } from "../../text/numbers";
import { openInFilterBuilderText, runText } from "../buttonTexts";
import { commandIds } from "../commandIds";
import { listOfSearch } from "../leaveOut/listPlaces";
import { isSearch, searchDocuments } from "../searchFiles/searchFiles";
import { isEditable } from "../searchFiles/searchSource";

export const registerSearchText = (): readonly Disposable[] => [
  registerCodeLens(),
  ...registerDiagnostics(),
  registerQuickFixes(),
];

/** Run, count, copy, open in the filter builder. */
function registerCodeLens(): Disposable {
  const provider: CodeLensProvider = {
    provideCodeLenses({ uri }) {
      const top = new Range(0, 0, 0, 0);
      const lens = (title: string, command: string): CodeLens =>
        new CodeLens(top, { title, command, arguments: [uri] });
      return [
        lens(`$(play) ${runText}`, commandIds.runSearch),
        lens("Count", commandIds.countSearch),
        lens("Copy as cURL", commandIds.copySearchAsCurl),
        lens(openInFilterBuilderText, commandIds.openSearch),
      ];
    },
  };
  return languages.registerCodeLensProvider(searchDocuments, provider);
}

function registerDiagnostics(): Disposable[] {
  const collection = languages.createDiagnosticCollection("prospectDesk");
  const check = (document: TextDocument): void => {
    if (!isSearch(document) || !isEditable(document.uri) || document.isClosed) {
      return;
    }
    const { uri, version } = document;
    const found = diagnosticsOf(document);
    collection.set(uri, found);
    void listDiagnostics(document).then((ofLists) => {
      if (ofLists.length > 0 && document.version === version && !document.isClosed) {
        collection.set(uri, [...found, ...ofLists]);
      }
    });
  };
  const checkAll = (): void => workspace.textDocuments.forEach(check);
  const forget = (uri: Uri): void => collection.delete(uri);
  /** Also removes the files of a deleted folder, whose deletion VS Code does not report. */
  const forgetBelow = (deleted: Uri): void =>
    collection.forEach((uri) => {
      if (uri.toString() === deleted.toString() || uri.toString().startsWith(`${deleted.toString()}/`)) {
        forget(uri);
      }
    });
  // VS Code keeps a document for minutes after a command has read it, even if its file is deleted meanwhile.
  const deletions = workspace.createFileSystemWatcher(`**/*${searchFileEnding}`, true, true, false);
  checkAll();
  return [
    collection,
    deletions,
    deletions.onDidDelete(forget),
    // A leave-out list may have been created or deleted.
    workspace.onDidCreateFiles(checkAll),
    workspace.onDidSaveTextDocument(checkAll),
    workspace.onDidDeleteFiles(({ files }) => {
      files.forEach(forgetBelow);
      checkAll();
    }),
    workspace.onDidRenameFiles(({ files }) => {
      files.forEach(({ oldUri }) => forgetBelow(oldUri));
      checkAll();
    }),
    workspace.onDidOpenTextDocument(check),
    workspace.onDidChangeTextDocument(({ document }) => check(document)),
    workspace.onDidCloseTextDocument(({ uri }) => forget(uri)),
  ];
}

/** Whether VS Code itself reports invalid JSON. */
function isCheckedAsJson({ languageId, uri }: TextDocument): boolean {
  return (
    languageId === "json" &&
    extensions.getExtension("vscode.json-language-features") !== undefined &&
    workspace.getConfiguration("json", uri).get("validate.enable") !== false
  );
}

/** Nobody reads more, and each costs time here and in VS Code. The last one says how many more there are. */
const mostDiagnostics = 100;

function diagnosticsOf(document: TextDocument): Diagnostic[] {
  const found = problemsOf(document);
  const problems = isCheckedAsJson(document) ? found.filter(({ isSyntax }) => isSyntax !== true) : found;
  const hidden = problems.slice(mostDiagnostics - 1);
  const [next] = hidden;
  const shown =
    next === undefined || hidden.length === 1
      ? problems
      : [
          ...problems.slice(0, mostDiagnostics - 1),
          {
            ...next,
            severity: hidden.some(({ severity }) => severity === "error") ? "error" : "warning",
            message: `${countText(hidden.length)} more problems are not shown. Fix the others first.`,
          } as const,
        ];
  return shown.map((problem) => diagnosticAt(document, problem));
}

/** Includes values that are probably misspelled. */
function problemsOf(document: TextDocument): readonly SearchProblem[] {
  const text = document.getText();
  const parsed = parseSearch(text);
  const form = readSearchForm(text, parsed);
  const unknown = form === undefined ? [] : unknownValueProblems(text, form);
  return [...parsed.problems, ...unknown];
}

function diagnosticAt(
  document: TextDocument,
  { message, offset, length, severity }: Omit<SearchProblem, "path">,
): Diagnostic {
  const diagnostic = new Diagnostic(
    new Range(document.positionAt(offset), document.positionAt(offset + length)),
    message,
    severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
  );
  diagnostic.source = "Prospect Desk";
  return diagnostic;
}

/** Problems of leave-out lists that a run could not read. */
async function listDiagnostics(document: TextDocument): Promise<readonly Diagnostic[]> {
  const text = document.getText();
  const tree = readSearchText(text);
  const { leaveOut = [] } = readSearchForm(text) ?? {};
  const found: Diagnostic[] = [];
  for (const [index, path] of tree.ok ? leaveOut.entries() : []) {
    const message = typeof path === "string" ? await listProblem(document.uri, path) : undefined;
    const node = tree.ok && message !== undefined ? nodeAt(tree.root, ["leaveOut", index]) : undefined;
    if (node !== undefined && message !== undefined) {
      found.push(diagnosticAt(document, { severity: "error", message, offset: node.offset, length: node.length }));
    }
  }
  return found;
}

async function listProblem(search: Uri, path: string): Promise<string | undefined> {
  try {
    const { type } = await workspace.fs.stat(await listOfSearch(search, path));
    return (type & FileType.Directory) === 0 ? undefined : `The leave-out list ${path} is a folder.`;
  } catch (error) {
    return error instanceof ListProblem ? error.message : `The leave-out list ${path} does not exist.`;
  }
}

/** Suggestions for wrong names and values, and the removal of unreadable lists. */
function registerQuickFixes(): Disposable {
  return languages.registerCodeActionsProvider(
    searchDocuments,
    {
      provideCodeActions(document, _range, { diagnostics }) {
        const problems = problemsOf(document);
        return diagnostics.flatMap((diagnostic) => {
          const offset = document.offsetAt(diagnostic.range.start);
          const problem = problems.find((one) => one.offset === offset && one.message === diagnostic.message);
          const names = (problem?.near ?? []).map((name) => ({
            title: `Change to “${name}”`,
            text: JSON.stringify(name),
          }));
          const fixes = problem?.fix === undefined ? names : [...names, problem.fix];
          const replacing = fixes.map(({ title, text }) =>
            quickFix(diagnostic, title, document, [{ range: diagnostic.range, text }]),
          );
          return problem === undefined ? removingList(document, diagnostic, offset) : replacing;
        });
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}

interface TextChange {
  readonly range: Range;
  readonly text: string;
}

function quickFix(
  diagnostic: Diagnostic,
  title: string,
  { uri }: TextDocument,
  changes: readonly TextChange[],
): CodeAction {
  const fix = new CodeAction(title, CodeActionKind.QuickFix);
  fix.edit = new WorkspaceEdit();
  for (const { range, text } of changes) {
    fix.edit.replace(uri, range, text);
  }
  fix.diagnostics = [diagnostic];
  return fix;
}

/** `offset` is the position of an unreadable leave-out list; other problems have no such fix. */
function removingList(document: TextDocument, diagnostic: Diagnostic, offset: number): CodeAction[] {
  const text = document.getText();
  const tree = readSearchText(text);
  const lists = tree.ok ? (readSearchForm(text)?.leaveOut ?? []) : [];
  const index = lists.findIndex((_, at) => tree.ok && nodeAt(tree.root, ["leaveOut", at]).offset === offset);
  if (index === -1) {
    return [];
  }
  const changes = editsFor(text, { kind: "removeList", index }).map((edit) => ({
    range: new Range(document.positionAt(edit.offset), document.positionAt(edit.offset + edit.length)),
    text: edit.content,
  }));
  return [quickFix(diagnostic, `Remove ${String(lists[index])} from the search`, document, changes)];
}
