// Asks for the file of a leave-out list: one of the workspace, another one, or a new one.
import { l10n, QuickPickItemKind, Uri, window, workspace, type QuickPickItem } from "vscode";
import { typeFileName } from "../inputStep";
import { browseText } from "../buttonTexts";
import { pickOne } from "../pickStep";
import { fileExists } from "../files";
import { listName } from "./listPlaces";

export interface ChooseListOptions {
  readonly title: string;
  /** Lists that are in use; offered first. */
  readonly inUse?: readonly Uri[] | undefined;
  /** Files that are not offered. */
  readonly without?: readonly Uri[] | undefined;
  /** Where a new file is made. */
  readonly folder: Uri | undefined;
}

interface ListItem extends QuickPickItem {
  readonly uri?: Uri;
  readonly ask?: "browse" | "new";
}

const endings = ["csv", "tsv", "txt"] as const;
const mostOffered = 500;

/** `undefined` when the user cancels. A new file exists afterwards. */
export async function chooseList({
  title,
  inUse = [],
  without = [],
  folder,
}: ChooseListOptions): Promise<Uri | undefined> {
  const hidden = new Set([...inUse, ...without].map(String));
  const found = (await workspace.findFiles(`**/*.{${endings.join(",")}}`, "**/node_modules/**", mostOffered))
    .filter((uri) => !hidden.has(uri.toString()))
    .sort((one, other) => one.path.localeCompare(other.path));
  const item = (uri: Uri): ListItem => ({ label: listName(uri), uri });
  const items: readonly ListItem[] = [
    ...inUse.map(item),
    ...(folder === undefined ? [] : [{ label: `$(new-file) ${l10n.t("New List…")}`, ask: "new" as const }]),
    { label: `$(folder-opened) ${browseText()}`, ask: "browse" },
    ...(found.length === 0 ? [] : [{ label: l10n.t("Files"), kind: QuickPickItemKind.Separator }]),
    ...found.map(item),
  ];
  const picked = await pickOne(items, { title });
  if (picked?.ask === "new" && folder !== undefined) {
    return newList(title, folder);
  }
  if (picked?.ask === "browse") {
    const [uri] =
      (await window.showOpenDialog({
        title,
        filters: { [l10n.t("Lists")]: [...endings] },
        ...(folder !== undefined && { defaultUri: folder }),
      })) ?? [];
    return uri;
  }
  return picked?.uri;
}

async function newList(title: string, folder: Uri): Promise<Uri | undefined> {
  const place = (name: string): Uri => Uri.joinPath(folder, `${name.trim().replace(/\.txt$/iu, "")}.txt`);
  const name = await window.showInputBox({
    title,
    prompt: l10n.t("Name of the new list, in the folder {0}", listName(folder)),
    value: "leave-out.txt",
    valueSelection: [0, "leave-out".length],
    ignoreFocusOut: true,
    validateInput: async (text) => {
      if (text.trim() === "" || /[/\\:*?"<>|]/u.test(text)) {
        return typeFileName();
      }
      return (await fileExists(place(text))) ? l10n.t("This file exists already.") : undefined;
    },
  });
  if (name === undefined) {
    return undefined;
  }
  const uri = place(name);
  const help = l10n.t("One entry per line: a domain, an email address, the address of a profile, or: name, company");
  await workspace.fs.writeFile(uri, new TextEncoder().encode(`# ${help}\n`));
  return uri;
}
