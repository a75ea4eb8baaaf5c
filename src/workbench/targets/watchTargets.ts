// Which watch a command is about.
import { l10n, Uri, workspace } from "vscode";
import { watchFileEnding } from "../../searches/watchDocument";
import { safeText } from "../safeText";
import { searchNameOf } from "../searchFiles/searchFiles";
import { givenOrActive, refuse, type CommandArguments, type TargetArgument } from "./targetArguments";
import { pick } from "./targetPickers";

/** The file of the menu's entry, of the active editor, or of the news that are shown; a call on none of them asks. */
export async function chosenWatch(args: CommandArguments): Promise<Uri | undefined> {
  const { given, target } = givenOrActive(args);
  const found = watchOf(target);
  if (found !== undefined || given.kind !== "none") {
    return found ?? refuse(given, l10n.t("This command needs a watch. Select a *.watch.json file and try again."));
  }
  const files = await workspace.findFiles(`**/*${watchFileEnding}`, undefined, 200);
  const choices = files.map((uri) => ({ label: safeText(searchNameOf(uri)), value: uri }));
  const whenEmpty = l10n.t("There are no watches yet. Use “Watch…” on a search, a list, or a CSV file.");
  return pick(choices, whenEmpty, { title: l10n.t("Choose a watch") });
}

function watchOf(target: TargetArgument): Uri | undefined {
  if (target.kind === "fetched") {
    return target.address.kind === "news" ? Uri.parse(target.address.watch, true) : undefined;
  }
  return target.kind === "file" && target.uri.path.endsWith(watchFileEnding) ? target.uri : undefined;
}
