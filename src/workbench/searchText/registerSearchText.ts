// A saved search that is open as text: commands above it, its problems there and in the Problems view, and quick fixes.
import {
  CodeAction,
  CodeActionKind,
  CodeLens,
  Diagnostic,
  DiagnosticSeverity,
  extensions,
  languages,
  Range,
  workspace,
  WorkspaceEdit,
  type CodeLensProvider,
  type Disposable,
  type TextDocument,
  type Uri,
} from "vscode";
import { countText } from "../../language/language";
import { parseSearch } from "../../searches/parseSearch";
import { searchFileEnding } from "../../searches/searchDocument";
import { openInFilterBuilderText, runText } from "../buttonTexts";
import { commandIds } from "../commandIds";
import { isSearch, searchDocuments } from "../searchFiles/searchFiles";

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
        lens(`$(play) ${runText()}`, commandIds.runSearch),
        lens("Count", commandIds.countSearch),
        lens("Copy as cURL", commandIds.copySearchAsCurl),
        lens(openInFilterBuilderText(), commandIds.openSearchInBuilder),
      ];
    },
  };
  return languages.registerCodeLensProvider(searchDocuments, provider);
}

function registerDiagnostics(): Disposable[] {
  const collection = languages.createDiagnosticCollection("prospectDesk");
  const check = (document: TextDocument): void => {
    if (isSearch(document) && isEditable(document.uri) && !document.isClosed) {
      collection.set(document.uri, diagnosticsOf(document));
    }
  };
  const forget = (uri: Uri): void => collection.delete(uri);
  /** Also for the files of a folder, whose own deletion VS Code does not report. */
  const forgetBelow = (deleted: Uri): void =>
    collection.forEach((uri) => {
      if (uri.toString() === deleted.toString() || uri.toString().startsWith(`${deleted.toString()}/`)) {
        forget(uri);
      }
    });
  // VS Code keeps a document for minutes after a command has read it, also when its file is deleted meanwhile.
  const deletions = workspace.createFileSystemWatcher(`**/*${searchFileEnding}`, true, true, false);
  workspace.textDocuments.forEach(check);
  return [
    collection,
    deletions,
    deletions.onDidDelete(forget),
    workspace.onDidDeleteFiles(({ files }) => files.forEach(forgetBelow)),
    workspace.onDidRenameFiles(({ files }) => files.forEach(({ oldUri }) => forgetBelow(oldUri))),
    workspace.onDidOpenTextDocument(check),
    workspace.onDidChangeTextDocument(({ document }) => check(document)),
    workspace.onDidCloseTextDocument(({ uri }) => forget(uri)),
  ];
}

/** An old version of a file, as in a comparison with Git or the timeline, is no file whose problems can be fixed. */
function isEditable({ scheme }: Uri): boolean {
  return scheme === "untitled" || workspace.fs.isWritableFileSystem(scheme) === true;
}

/** Whether VS Code itself says what is no JSON. */
function isCheckedAsJson({ languageId, uri }: TextDocument): boolean {
  return (
    languageId === "json" &&
    extensions.getExtension("vscode.json-language-features") !== undefined &&
    workspace.getConfiguration("json", uri).get("validate.enable") !== false
  );
}

/** More would not be read, and each costs time here and in VS Code. The last place says how many more there are. */
const mostDiagnostics = 100;

function diagnosticsOf(document: TextDocument): Diagnostic[] {
  const found = parseSearch(document.getText()).problems;
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
  return shown.map(({ message, offset, length, severity }) => {
    const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
    const diagnostic = new Diagnostic(
      range,
      message,
      severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    );
    diagnostic.source = "Prospect Desk";
    return diagnostic;
  });
}

/** The filters that a wrong name may mean. */
function registerQuickFixes(): Disposable {
  return languages.registerCodeActionsProvider(
    searchDocuments,
    {
      provideCodeActions(document, _range, { diagnostics }) {
        const { problems } = parseSearch(document.getText());
        return diagnostics.flatMap((diagnostic) => {
          const offset = document.offsetAt(diagnostic.range.start);
          const problem = problems.find((one) => one.offset === offset && one.message === diagnostic.message);
          return (problem?.near ?? []).map((name) => {
            const fix = new CodeAction(`Change to “${name}”`, CodeActionKind.QuickFix);
            fix.edit = new WorkspaceEdit();
            fix.edit.replace(document.uri, diagnostic.range, JSON.stringify(name));
            fix.diagnostics = [diagnostic];
            return fix;
          });
        });
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}
