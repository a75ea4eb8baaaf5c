// Quick fixes of a saved search that is open as text: the filters that a wrong name may mean.
import { CodeAction, CodeActionKind, l10n, languages, WorkspaceEdit, type Disposable } from "vscode";
import { parseSearch } from "../../searches/parseSearch";
import { searchDocuments } from "../searchFiles/searchDocuments";

export function registerSearchQuickFixes(): Disposable {
  return languages.registerCodeActionsProvider(
    searchDocuments,
    {
      provideCodeActions(document, _range, { diagnostics }) {
        const { problems } = parseSearch(document.getText());
        return diagnostics.flatMap((diagnostic) => {
          const offset = document.offsetAt(diagnostic.range.start);
          const problem = problems.find((one) => one.offset === offset && one.message === diagnostic.message);
          return (problem?.near ?? []).map((name) => {
            const fix = new CodeAction(l10n.t("Change to “{0}”", name), CodeActionKind.QuickFix);
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
