// Which watch a command is about.
import { l10n, TabInputCustom, TabInputText, Uri, window, workspace } from "vscode";
import { watchFileEnding } from "../../searches/watchDocument";
import { refreshingText } from "../goneTexts";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { searchNameOf } from "../searchFiles/searchFiles";
import { readTarget, type TargetArgument } from "./targetArguments";

/** The file of the menu's entry, of the active editor, or of the news that are shown; a call on none of them asks. */
export async function chosenWatch(args: readonly unknown[]): Promise<Uri | undefined> {
  const given = readTarget(args);
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const active = input instanceof TabInputCustom || input instanceof TabInputText ? readTarget([input.uri]) : given;
  const found = watchOf(given.kind === "none" ? active : given);
  if (found !== undefined) {
    return found;
  }
  if (given.kind !== "none") {
    const sentence = l10n.t("This command needs a watch. Select a *.watch.json file and try again.");
    void window.showInformationMessage(given.kind === "missing" ? refreshingText() : sentence);
    return undefined;
  }
  const files = await workspace.findFiles(`**/*${watchFileEnding}`, undefined, 200);
  if (files.length === 0) {
    void window.showInformationMessage(
      l10n.t("There are no watches yet. Use “Watch…” on a search, a list, or a CSV file."),
    );
    return undefined;
  }
  const items = files.map((uri) => ({ label: safeText(searchNameOf(uri)), uri }));
  return (await pickOne(items, { title: l10n.t("Choose a watch") }))?.uri;
}

function watchOf(target: TargetArgument): Uri | undefined {
  if (target.kind === "fetched") {
    return target.address.kind === "news" ? Uri.parse(target.address.watch, true) : undefined;
  }
  return target.kind === "file" && target.uri.path.endsWith(watchFileEnding) ? target.uri : undefined;
}
