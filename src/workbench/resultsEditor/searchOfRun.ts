// From a run back to its saved search: edit it, run it again, rename it, narrow it.
import { commands, TabInputCustom, TabInputText, window, workspace, type Uri } from "vscode";
import { isSearch, type RunHeader, type RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { newSearchText } from "../../searches/searchEdits";
import { operations } from "../../service/operations";
import { enterName } from "../../service/valueTexts";
import { countText } from "../../text/numbers";
import { commandIds, editorIds } from "../commandIds";
import { inOneDialog } from "../dialogSteps";
import { safeText } from "../safeText";
import { newSearchFrom } from "../searchFiles/newSearchDocument";
import { applyEdits } from "../searchFiles/searchFile";
import { searchNameOf } from "../searchFiles/searchFiles";
import { searchExists, searchNameOfSource, uriOfSource } from "../searchFiles/searchSource";
import { dayAndTimeText } from "../times";
import { narrowedSearch, type NarrowedSearch } from "./narrowing";

const longestTitle = 200;

export class SearchOfRun {
  constructor(private readonly runs: RunStore) {}

  /** Opens the search in the filter builder. Without a search, offers to create one with the run's filters. */
  async edit({ header }: RunSummary): Promise<void> {
    const uri = await this.existing(header);
    if (uri !== undefined) {
      await openInBuilder(uri);
    }
  }

  /** The same as Run in the search itself, with its plan and its question. */
  async runAgain({ header }: RunSummary): Promise<void> {
    const uri = await this.existing(header);
    if (uri !== undefined) {
      await commands.executeCommand(commandIds.runSearch, uri);
    }
  }

  /** Renames the search, which is named after its file; a run without a search gets a new title. */
  async rename(run: RunSummary): Promise<void> {
    const { header } = run;
    const uri = await this.existingUri(header);
    if (uri !== undefined && header.purpose === "search") {
      await commands.executeCommand(commandIds.rename, uri);
      return;
    }
    await renameRun(run, this.runs);
  }

  /** Turns the values of a column into a filter of the search. The change can be undone and is not saved yet. */
  async narrow({ header }: RunSummary, column: string, values: readonly string[]): Promise<void> {
    const uri = await this.existing(header);
    if (uri === undefined) {
      return;
    }
    const document = await workspace.openTextDocument(uri);
    const narrowed = narrowedSearch(document.getText(), header.recordKind, column, values);
    const name = safeText(searchNameOf(uri));
    if (narrowed === undefined) {
      void window.showWarningMessage(`${name} was not changed: it is not a valid search for these records any more.`);
      return;
    }
    const edit = { offset: 0, length: document.getText().length, content: narrowed.text };
    if (!(await applyEdits(document, [edit]))) {
      void window.showWarningMessage(`${name} was not changed: it was edited at the same time. Try again.`);
      return;
    }
    await openInBuilder(uri);
    void window.showInformationMessage(narrowedText(name, narrowed));
  }

  private async existingUri({ source }: RunHeader): Promise<Uri | undefined> {
    const uri = source === undefined ? undefined : uriOfSource(source);
    return uri !== undefined && (await searchExists(uri)) ? uri : undefined;
  }

  private async existing(header: RunHeader): Promise<Uri | undefined> {
    const uri = await this.existingUri(header);
    if (uri === undefined) {
      await offerNewSearch(header, this.runs);
    }
    return uri;
  }
}

/** Opens a saved search in the filter builder, in the group where it is already open. */
export async function openInBuilder(uri: Uri): Promise<void> {
  const open = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputCustom || input instanceof TabInputText)
    .find(({ input }) => (input as TabInputText).uri.toString() === uri.toString());
  const options = open === undefined ? {} : { viewColumn: open.group.viewColumn };
  await commands.executeCommand("vscode.openWith", uri, editorIds.filterBuilder, options);
}

/** Gives a run its own title instead of the name of its search. */
export async function renameRun({ header }: RunSummary, runs: RunStore): Promise<void> {
  const name = header.source === undefined ? "" : searchNameOfSource(header.source);
  const when = dayAndTimeText(header.startedAt, runs.deps.clock.now());
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title: "Rename run",
      prompt:
        name === ""
          ? `Title of the run (${when})`
          : `Title of the run (${when}). Leave it empty to name it by its time again.`,
      value: header.title === name ? "" : header.title,
      validateInput: (text) => (text.trim() === "" && name === "" ? enterName : undefined),
    }),
  );
  if (typed === undefined) {
    return;
  }
  const title = typed.trim() === "" ? name : typed.trim().slice(0, longestTitle);
  if (title !== header.title) {
    await runs.rename(header.id, title);
  }
}

async function offerNewSearch({ title, task, limits }: RunHeader, runs: RunStore): Promise<void> {
  const name = safeText(title);
  if (!isSearch(task)) {
    void window.showInformationMessage(`${name} was not fetched by a saved search.`);
    return;
  }
  const create = "New Search with Its Filters";
  const sentence = `The search of ${name} does not exist any more.`;
  if ((await window.showInformationMessage(sentence, create)) === create) {
    const { search } = operations[task.kind];
    const { records, credits } = limits;
    const leaveOutKnown = task.knownRecords === undefined ? undefined : true;
    await newSearchFrom(runs, search, newSearchText(search, task.filters, { records, credits, leaveOutKnown }));
  }
}

function narrowedText(name: string, { label, added, replaced }: NarrowedSearch): string {
  if (replaced > 0) {
    return `${label} of ${name} has only the values chosen now. The search is not saved yet.`;
  }
  return added === 1
    ? `1 value added to ${label} of ${name}. The search is not saved yet.`
    : `${countText(added)} values added to ${label} of ${name}. The search is not saved yet.`;
}
