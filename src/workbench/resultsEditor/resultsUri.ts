// The address of a run's results. VS Code names the tab after its path.
import { commands, Uri, type TextDocumentShowOptions } from "vscode";
import { editorIds, resultsScheme } from "../commandIds";
import { resultsName } from "./resultsName";

/** `prospect-run:/<title> · 12:04?<run id>`: the path is the name that the tab shows. */
function resultsUri(runId: string, title: string): Uri {
  return Uri.from({ scheme: resultsScheme, path: `/${resultsName(runId, title)}`, query: runId });
}

/** The id of the run whose results are at this address. */
export function runIdOf(uri: Uri): string {
  return uri.query;
}

/** Opens the results of a run in a tab, or reveals the tab that shows them. */
export async function openResults(
  runId: string,
  title: string,
  options: Pick<TextDocumentShowOptions, "preview" | "viewColumn" | "preserveFocus"> = {},
): Promise<void> {
  await commands.executeCommand("vscode.openWith", resultsUri(runId, title), editorIds.results, {
    preview: false,
    ...options,
  });
}
