// Shows what a leave-out list contains: how many entries of each kind, and the lines that were not understood.
import { commands, l10n, QuickPickItemKind, Range, Uri, type QuickPickItem } from "vscode";
import { countText } from "../../language/language";
import { leftOutLabel } from "../labels";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import type { ListFile } from "../../app/listFiles";
import { listName } from "./listPlaces";
import { countTexts, notUnderstoodText, noEntriesText } from "./listTexts";

interface PreviewItem extends QuickPickItem {
  readonly use?: boolean;
  /** Opens the file at this line; lines start at 1. */
  readonly line?: number;
}

/** `use` is the button that uses the list. Resolves to whether it was chosen. */
export async function previewList(file: ListFile, use?: string): Promise<boolean> {
  const { list } = file;
  const uri = Uri.parse(file.uri, true);
  const { first, count } = list.notUnderstood;
  const kinds = countTexts(list);
  const separator = (label: string): PreviewItem => ({ label, kind: QuickPickItemKind.Separator });
  const items: readonly PreviewItem[] = [
    ...(use === undefined ? [] : [{ label: `$(add) ${use}`, use: true }]),
    { label: `$(go-to-file) ${l10n.t("Open the File")}`, line: 1 },
    separator(leftOutLabel()),
    ...(kinds.length === 0 ? [noEntriesText()] : kinds).map((label) => ({ label })),
    ...(count === 0 ? [] : [separator(notUnderstoodText(count))]),
    ...first.map(({ line, text }) => ({
      label: safeText(text),
      description: l10n.t("Line {0}", countText(line)),
      line,
    })),
  ];
  const picked = await pickOne(items, {
    title: l10n.t("Leave-out list {0}", listName(uri)),
    placeholder: l10n.t("Select a line that was not understood to open it."),
  });
  if (picked?.line !== undefined) {
    const selection = new Range(picked.line - 1, 0, picked.line - 1, 0);
    await commands.executeCommand("vscode.open", uri, { selection });
  }
  return picked?.use === true;
}
