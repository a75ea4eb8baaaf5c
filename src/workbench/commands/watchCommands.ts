// The commands on watches: write one, refresh it, and show what is news.
import { commands, l10n, Uri, window, workspace } from "vscode";
import { withView } from "../../app/readRecords";
import { readWatch, unknownRowsText } from "../../app/readWatch";
import { nothingDueText } from "../../app/refreshWatch";
import { openNews } from "../../app/watchNews";
import { freeName } from "../../export/exportName";
import { quoted } from "../../language/phrases";
import { searchFileEnding } from "../../searches/searchDocument";
import { watchFileEnding } from "../../searches/watchDocument";
import { commandIds } from "../commandIds";
import type { Desk } from "../desk";
import { fileExists } from "../files";
import { pickOne } from "../pickStep";
import { newsTitle } from "../resultsEditor/fetchedResults";
import { searchNameOf } from "../searchFiles/searchFiles";
import { targetCommand } from "../targets/commandTargets";
import { readTarget } from "../targets/targetArguments";

/** What a refresh may cost until the user writes something else. */
const usualBudget = 100;

export const watchCommands = (desk: Desk) => ({
  [commandIds.watchRecords]: targetCommand((args) => recordsToWatch(args, desk), writeWatch),
  [commandIds.refreshWatch]: targetCommand(desk.targets.watch, (uri) => refresh(uri, desk)),
  [commandIds.showNews]: targetCommand(desk.targets.watch, (uri) => showNews(uri, desk)),
  [commandIds.handleNews]: targetCommand(desk.targets.watch, (uri) => handleNews(uri, desk)),
});

const showNews = (uri: Uri, { openFetched }: Desk): Promise<void> =>
  openFetched({ kind: "news", watch: uri.toString() }, newsTitle(searchNameOf(uri)));

async function refresh(uri: Uri, desk: Desk): Promise<void> {
  await workspace.textDocuments.find((one) => one.uri.toString() === uri.toString())?.save();
  const watch = await readWatch(desk.app, uri.fsPath);
  if (watch.unknown > 0) {
    void window.showInformationMessage(unknownRowsText(watch.unknown));
  }
  const outcome = await desk.runner.refresh(watch);
  if (outcome === undefined) {
    return;
  }
  const { count } = await openNews(desk.app, watch, 0);
  if (count > 0) {
    await showNews(uri, desk);
  } else if (outcome.due > 0) {
    void window.showInformationMessage(l10n.t("Nothing has changed."));
  }
  if (outcome.due === 0) {
    void window.showInformationMessage(nothingDueText(outcome.watched, watch.document.olderThan));
  }
}

/** The selected news, or all of them when none is selected. When all of these are handled, they are open again. */
async function handleNews(uri: Uri, { app, shown, openFetched }: Desk): Promise<void> {
  const address = { kind: "news", watch: uri.toString() } as const;
  const rows = shown.shownAt(address);
  if (rows === undefined) {
    await openFetched(address, newsTitle(searchNameOf(uri)));
    return;
  }
  const { views } = app.store;
  const order = { columns: ["handled"], now: app.clock.now() };
  await withView(app, { source: rows.source, order }, async ({ view, count }) => {
    const { selected } = rows.state;
    const all = await views.rows(view, 0, count);
    const chosen = selected.length === 0 ? all : all.filter(({ key }) => selected.includes(key));
    const isOpen = chosen.some(({ cells }) => cells[0] === "");
    const keys = chosen.map(({ key }) => key);
    await views.handle(view, keys, isOpen);
  });
  shown.show(address, {});
}

interface RecordsToWatch {
  /** Of the new file, without its ending. */
  readonly name: string;
  readonly folder: Uri;
  readonly records: object;
  readonly kind?: "company" | undefined;
}

/** A list, a saved search, or a CSV file. */
async function recordsToWatch(args: readonly unknown[], desk: Desk): Promise<RecordsToWatch | undefined> {
  const target = readTarget(args);
  if (target.kind === "search" || target.kind === "file") {
    const { uri } = target;
    const file = uri.path.slice(uri.path.lastIndexOf("/") + 1);
    const isSearch = file.endsWith(searchFileEnding);
    return {
      name: isSearch ? file.slice(0, -searchFileEnding.length) : file.replace(/\.[^.]*$/u, ""),
      folder: Uri.joinPath(uri, ".."),
      records: isSearch ? { search: file } : { csv: file },
    };
  }
  const list = await desk.targets.list(args);
  const folder = workspace.workspaceFolders?.[0]?.uri;
  if (list !== undefined && folder === undefined) {
    void window.showInformationMessage(l10n.t("Open a folder first: a watch is a file in it."));
  }
  if (list === undefined || folder === undefined) {
    return undefined;
  }
  const name = list.name.replace(/[^\p{L}\p{N} ._-]/gu, " ").trim();
  const records = { list: list.id };
  if (list.counts.person > 0 || list.counts.company === 0) {
    return { name, folder, records };
  }
  const chosen = await pickOne(
    [
      { label: l10n.t("The companies"), watched: { records, kind: "company" as const } },
      { label: l10n.t("The people fetched at these companies"), watched: { records: { companies: records } } },
    ],
    { title: l10n.t("Watch {0}", quoted(list.name)), placeholder: l10n.t("What to watch") },
  );
  return chosen && { name, folder, ...chosen.watched };
}

/** Writes the file and opens it, so that the user sees what a refresh may cost. */
async function writeWatch({ name, folder, records, kind }: RecordsToWatch): Promise<void> {
  const uriOf = (free: string): Uri => Uri.joinPath(folder, `${free}${watchFileEnding}`);
  const uri = uriOf(await freeName(name === "" ? "List" : name, (candidate) => fileExists(uriOf(candidate))));
  const text = `${JSON.stringify({ records, kind, olderThan: 30, budget: usualBudget }, undefined, 2)}\n`;
  await workspace.fs.writeFile(uri, Buffer.from(text));
  await commands.executeCommand("vscode.open", uri);
}
