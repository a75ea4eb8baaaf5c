// CodeLenses above a saved search that is open as text: run, count, copy, open in the filter builder.
import { CodeLens, l10n, languages, Range, type CodeLensProvider, type Disposable } from "vscode";
import { openInFilterBuilderText, runText } from "../buttonTexts";
import { commandIds } from "../commandIds";
import { searchDocuments } from "../searchFiles/searchDocuments";

export function registerSearchCodeLens(): Disposable {
  const provider: CodeLensProvider = {
    provideCodeLenses({ uri }) {
      const top = new Range(0, 0, 0, 0);
      const lens = (title: string, command: string): CodeLens =>
        new CodeLens(top, { title, command, arguments: [uri] });
      return [
        lens(`$(play) ${runText()}`, commandIds.runSearch),
        lens(l10n.t("Count"), commandIds.countSearch),
        lens(l10n.t("Copy as cURL"), commandIds.copySearchAsCurl),
        lens(openInFilterBuilderText(), commandIds.openSearchInBuilder),
      ];
    },
  };
  return languages.registerCodeLensProvider(searchDocuments, provider);
}
