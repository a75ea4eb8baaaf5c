// Shows the problems of saved searches in the text and in the Problems view.
import {
  Diagnostic,
  DiagnosticSeverity,
  languages,
  Range,
  workspace,
  type Disposable,
  type TextDocument,
} from "vscode";
import { parseSearch } from "../../searches/parseSearch";
import { isSearch } from "./searchDocuments";

export function registerSearchDiagnostics(): Disposable[] {
  const collection = languages.createDiagnosticCollection("prospectDesk");
  const check = (document: TextDocument): void => {
    if (isSearch(document) && document.uri.scheme !== "git") {
      collection.set(document.uri, diagnosticsOf(document));
    }
  };
  workspace.textDocuments.forEach(check);
  return [
    collection,
    workspace.onDidOpenTextDocument(check),
    workspace.onDidChangeTextDocument(({ document }) => check(document)),
    workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
  ];
}

function diagnosticsOf(document: TextDocument): Diagnostic[] {
  return parseSearch(document.getText()).problems.map(({ message, offset, length, severity }) => {
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
