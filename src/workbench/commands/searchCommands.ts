// The commands for saved searches.
import { commands, env, window, workspace, WorkspaceEdit, type Uri } from "vscode";
import type { App } from "../../app/app";
import { agoText } from "../../runs/amounts";
import { requestAsCurl } from "../../searches/describeSearch";
import { searchNameProblem, uniqueName } from "../../searches/library";
import { parseSearch } from "../../searches/parseSearch";
import { countText } from "../../text/numbers";
import { originForCopies } from "../account";
import { runSearchText } from "../buttonTexts";
import { commandIds, editorIds, type CommandHandler } from "../commandIds";
import type { Desk } from "../desk";
import { inOneDialog } from "../dialogSteps";
import { safeText } from "../safeText";
import { newSearchDocument, newSearchFrom } from "../searchFiles/newSearchDocument";
import { readSearch, fileInFolderOf, namesInFolderOf } from "../searchFiles/searchFile";
import { searchNameOf } from "../searchFiles/searchFiles";
import { reopenWith } from "../tabs";
import { targetCommand } from "../targets/commandTargets";
import { saveSearch, saveToLibrary } from "./saveSearch";

export function searchCommands(desk: Desk) {
  const { account, app, runner, targets, uncommittedInput } = desk;
  const onSearch = (title: string, work: (uri: Uri) => unknown): CommandHandler =>
    targetCommand((args) => targets.search(args, title), work);
  return {
    [commandIds.newCompanySearch]: () => newSearchDocument(app.runs, "company"),
    [commandIds.newPeopleSearch]: () => newSearchDocument(app.runs, "people"),
    [commandIds.openSearch]: onSearch("Open which search?", (uri) => reopenWith(uri, editorIds.filterBuilder)),
    [commandIds.runSearch]: onSearch("Run which search?", async (uri) => {
      const document = await readSearch(uri, uncommittedInput.reasonsFor(uri));
      if (document !== undefined) {
        await runner.run(uri, document);
      }
    }),
    [commandIds.countSearch]: onSearch("Count the matches of which search?", (uri) => countSearch(uri, desk)),
    [commandIds.copySearchAsCurl]: onSearch("Copy which search as cURL?", async (uri) => {
      const document = await readSearch(uri);
      if (document !== undefined) {
        await env.clipboard.writeText(requestAsCurl(document, originForCopies(account.current)));
        window.setStatusBarMessage("Copied as cURL. It reads the key from $PROSPECT_DESK_KEY.", 5_000);
      }
    }),
    [commandIds.duplicateSearch]: onSearch("Duplicate which search?", (uri) => duplicateSearch(uri, app)),
    [commandIds.saveSearch]: onSearch("Save which search?", (uri) => saveSearch(uri, desk)),
    [commandIds.saveToLibrary]: onSearch("Save which search to the personal library?", (uri) =>
      saveToLibrary(uri, desk),
    ),
  };
}

async function countSearch(uri: Uri, desk: Desk, refresh = false): Promise<void> {
  const document = await readSearch(uri, desk.uncommittedInput.reasonsFor(uri));
  const startedAt = desk.app.clock.now();
  const counted = document === undefined ? undefined : await desk.runner.count(uri, document, refresh);
  if (counted === undefined) {
    return;
  }
  const { total, at } = counted;
  const name = safeText(searchNameOf(uri));
  const found = total === 1 ? `${name} matches 1 record.` : `${name} matches ${countText(total)} records.`;
  const isKnown = at < startedAt;
  const known = isKnown ? [`Counted ${agoText(startedAt - at)}, so this was free.`] : [];
  const again = "Count Again";
  const buttons = isKnown ? [runSearchText, again] : [runSearchText];
  const picked = await window.showInformationMessage([found, ...known].join(" "), ...buttons);
  if (picked === again) {
    await countSearch(uri, desk, true);
  } else if (picked !== undefined) {
    await commands.executeCommand(commandIds.runSearch, uri);
  }
}

export async function renameSearch(uri: Uri): Promise<void> {
  if (uri.scheme === "untitled") {
    void window.showInformationMessage("This search is not saved yet. Save it first: its file name is its name.");
    return;
  }
  const old = searchNameOf(uri);
  const others = (await namesInFolderOf(uri)).filter((name) => name !== old).map((name) => name.toLowerCase());
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title: "Rename search",
      value: old,
      valueSelection: [0, old.length],
      validateInput: (text) =>
        searchNameProblem(text.trim()) ??
        (others.includes(text.trim().toLowerCase())
          ? "A search with this name already exists. Enter another name."
          : undefined),
    }),
  );
  const name = typed?.trim();
  if (name === undefined || name === old) {
    return;
  }
  const edit = new WorkspaceEdit();
  edit.renameFile(uri, fileInFolderOf(uri, name), { overwrite: false });
  if (!(await workspace.applyEdit(edit))) {
    void window.showErrorMessage(`${safeText(old)} could not be renamed. Check that its folder is writable.`);
  }
}

async function duplicateSearch(uri: Uri, app: App): Promise<void> {
  const text = (await workspace.openTextDocument(uri)).getText();
  if (uri.scheme === "untitled") {
    await newSearchFrom(app.runs, parseSearch(text).document?.search ?? "company", text);
    return;
  }
  const copy = fileInFolderOf(uri, uniqueName(searchNameOf(uri), await namesInFolderOf(uri)));
  const edit = new WorkspaceEdit();
  edit.createFile(copy, { contents: new TextEncoder().encode(text), overwrite: false });
  if (await workspace.applyEdit(edit)) {
    await commands.executeCommand("vscode.openWith", copy, editorIds.filterBuilder);
  } else {
    void window.showErrorMessage(
      `${safeText(searchNameOf(uri))} could not be duplicated. Check that its folder is writable.`,
    );
  }
}
