// Determines the target of every command: a run, search, list, enrichment, or file.
import { commands, window, type TextEditor, type Uri } from "vscode";
import type { App } from "../../app/app";
import { rowsOfList, rowsOfRun, type RowSource } from "../../app/rowSource";
import type { TrackedEnrichment } from "../../enrichments/enrichmentList";
import type { RunSummary } from "../../runs/run";
import type { RecordKind } from "../../service/operations";
import type { RecordList } from "../../store/recordLists";
import { runSearchText } from "../buttonTexts";
import { commandIds, type CommandHandler } from "../commandIds";
import { errorText } from "../errorText";
import { enrichmentGoneText, listDeletedText, noRecordsText, refreshingText, runDeletedText } from "../goneTexts";
import type { RecordLists } from "../lists/recordLists";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import { safeText } from "../safeText";
import { searchNameOf, type SearchFiles } from "../searchFiles/searchFiles";
import { openUris } from "../tabs";
import type { Tree } from "../tree";
import { givenOrActive, readTarget, type CommandArguments, type TargetArgument } from "./targetArguments";
import { pickEnrichment, pickKind, pickList, pickRecords, pickRun, pickSearch } from "./targetPickers";

/** Creates a command that acts on a target. Errors are shown. */
export function targetCommand<Target>(
  resolve: (args: CommandArguments) => Promise<Target | undefined>,
  work: (target: Target) => unknown,
): CommandHandler {
  return async (...args) => {
    try {
      const target = await resolve(args);
      if (target !== undefined) {
        await work(target);
      }
    } catch (error) {
      void window.showErrorMessage(errorText(error));
    }
  };
}

type RunTarget = Extract<TargetArgument, { readonly kind: "results" | "resultsOfSearch" }>;

/** The selection in the Searches view. */
export interface Selection {
  readonly searches: readonly Uri[];
  readonly runs: readonly RunSummary[];
  readonly lists: readonly RecordList[];
}

/**
 * Each method resolves to the target of a command, or to `undefined` after a message about why there is none, or if the
 * user selected none. A command from a menu acts only on the menu's entry; only a command without arguments uses the
 * active tab or asks.
 */
export class CommandTargets {
  constructor(
    private readonly app: App,
    private readonly searchFiles: SearchFiles,
    private readonly recordLists: RecordLists,
    private readonly shown: ResultsTabs,
    private readonly searchesTree: Tree,
  ) {}

  /** A run or a lookup batch. */
  readonly results = async (
    args: CommandArguments,
    title: string,
    isOffered?: (run: RunSummary) => boolean,
  ): Promise<RunSummary | undefined> => {
    const { given, target } = givenOrActive(args);
    const needs = "This command needs a run. Select one below its search and try again.";
    if (isRun(target)) {
      return this.#shownIn(target);
    }
    return this.#pick(given, needs, () => pickRun(this.app, title, isOffered));
  };

  /** The run whose results are opened; of a search, the newest one. */
  readonly runToShow = async (args: CommandArguments, title: string): Promise<RunSummary | undefined> => {
    const { target } = givenOrActive(args);
    if (target.kind !== "search") {
      return this.results(args, title);
    }
    const [newest] = await this.app.runs.list({ source: target.uri.toString(), purposes: ["search"], limit: 1 });
    return newest ?? say(`${safeText(searchNameOf(target.uri))} has no runs yet. Run it first.`);
  };

  /** A run that is not a lookup batch. */
  readonly run = async (
    args: CommandArguments,
    title: string,
    isOffered?: (run: RunSummary) => boolean,
  ): Promise<RunSummary | undefined> => {
    const found = await this.results(args, title, isOffered);
    if (found?.header.purpose === "batch") {
      return say("This is a lookup batch. Use “Resume…” to continue it, or its entry in the view.");
    }
    return found;
  };

  /** Whether a command that also accepts files was called on records, or records are active. */
  readonly isOfRecords = (args: CommandArguments): boolean => {
    const { given, target } = givenOrActive(args);
    return given.kind !== "file" && (isRun(target) || target.kind === "fetched" || target.kind === "list");
  };

  /** The source of the records. `preferred` is the kind of record to use from a list with several kinds. */
  readonly source = async (
    args: CommandArguments,
    title: string,
    preferred?: RecordKind,
  ): Promise<RowSource | undefined> => {
    const { given, target } = givenOrActive(args);
    if (target.kind === "fetched") {
      return this.shown.shownAt(target.address)?.source ?? say(noRecordsText);
    }
    if (target.kind === "list") {
      const list = await this.list(args, title);
      return list && rowsOf(list, preferred);
    }
    if (isRun(target) || target.kind === "search") {
      const run = await (isRun(target) ? this.#shownIn(target) : this.#newestRunOf(target.uri));
      return run && rowsOfRun(run);
    }
    const needs = "This command needs a run or a list. Select one in the Searches view and try again.";
    const picked = await this.#pick(given, needs, async () =>
      pickRecords(this.app, await this.recordLists.stored.list(), title),
    );
    return picked && ("header" in picked ? rowsOfRun(picked) : rowsOf(picked, preferred));
  };

  /** A saved search: its file, or its untitled document; for a results tab, the search whose runs it shows. */
  readonly search = async (args: CommandArguments, title: string): Promise<Uri | undefined> => {
    const { given, target } = givenOrActive(args);
    if (target.kind === "search" || (target.kind === "resultsOfSearch" && target.uri !== undefined)) {
      return target.uri;
    }
    const open = given.kind === "none" && isWalkthroughActive() ? openSearches() : [];
    if (open.length === 1) {
      return open[0];
    }
    const needs = "This command needs a saved search. Select one in the Searches view and try again.";
    return this.#pick(given, needs, async () => pickSearch(await this.searchFiles.list(), title));
  };

  /** A list of records. */
  readonly list = async (args: CommandArguments, title: string): Promise<RecordList | undefined> => {
    const given = readTarget(args);
    const lists = await this.recordLists.stored.list();
    if (given.kind === "list") {
      return lists.find(({ id }) => id === given.id) ?? say(listDeletedText);
    }
    const needs = "This command needs a list of records. Select one in the Searches view and try again.";
    return this.#pick(given, needs, () => pickList(lists, title));
  };

  /** An enrichment of the list; `isOffered` filters the choices for the user. */
  readonly enrichment = async (
    args: CommandArguments,
    title: string,
    isOffered: (entry: TrackedEnrichment) => boolean,
  ): Promise<TrackedEnrichment | undefined> => {
    const given = readTarget(args);
    const { enrichments, clock } = this.app;
    if (given.kind === "enrichment") {
      return (await enrichments.get(given.key)) ?? sayProblem(enrichmentGoneText);
    }
    const needs = "This command needs an enrichment. Select one in the Enrichments view and try again.";
    return this.#pick(given, needs, async () =>
      pickEnrichment((await enrichments.list()).filter(isOffered).reverse(), clock.now(), title),
    );
  };

  /** A file; `ask` shows the dialog for a call without arguments. */
  readonly file = async (args: CommandArguments, ask: () => Promise<Uri | undefined>): Promise<Uri | undefined> => {
    const given = readTarget(args);
    if (given.kind === "file") {
      return given.uri;
    }
    return this.#pick(given, "This command needs a CSV file. Select one in the Explorer and try again.", ask);
  };

  /** The text editor whose menu was used, else the active one; "none" if there is no text editor. */
  readonly textEditor = async (args: CommandArguments): Promise<TextEditor | "none" | undefined> => {
    const given = readTarget(args);
    const uri = given.kind === "file" || given.kind === "search" ? given.uri.toString() : undefined;
    const editors = [window.activeTextEditor, ...window.visibleTextEditors];
    return (
      editors.find((editor) => editor !== undefined && editor.document.uri.toString() === uri) ??
      this.#pick(
        given,
        "This command needs text in an open editor. Select the text and try again.",
        async () => window.activeTextEditor ?? "none",
      )
    );
  };

  /** The whole selection in the Searches view, the entry of a menu, or what the active tab shows. */
  readonly selected = async (args: CommandArguments): Promise<Selection | undefined> => {
    const targets =
      args.length === 0 ? [givenOrActive(args).target] : this.#nodesOf(args).map((node) => readTarget([node]));
    const searches = targets.flatMap((target) => (target.kind === "search" ? [target.uri] : []));
    const found = await Promise.all(targets.filter(isRun).map((target) => this.#runOf(target)));
    const runs = [...new Map(found.flatMap((run) => (run === undefined ? [] : [[run.header.id, run]]))).values()];
    const named = new Set(targets.flatMap((target) => listIdOf(target) ?? []));
    const lists = named.size === 0 ? [] : (await this.recordLists.stored.list()).filter(({ id }) => named.has(id));
    return searches.length + runs.length + lists.length === 0 ? say(whyNothing(targets)) : { searches, runs, lists };
  };

  /**
   * From a context menu, VS Code passes the entry and, if several are selected, all of them; from a keybinding it
   * passes only the arguments in package.json, here the name of the view.
   */
  #nodesOf([node, selected]: CommandArguments): readonly unknown[] {
    if (node === "searches") {
      return this.searchesTree.view.selection;
    }
    return Array.isArray(selected) && selected.length > 0 ? (selected as readonly unknown[]) : [node];
  }

  /** For a command without a suitable target: asks only if there were no arguments. */
  #pick<T>(
    given: TargetArgument,
    needs: string,
    ask: () => Promise<T | undefined>,
  ): Promise<T | undefined> | undefined {
    if (given.kind === "none") {
      return ask();
    }
    return say(given.kind === "missing" ? refreshingText : needs);
  }

  async #shownIn(target: RunTarget): Promise<RunSummary | undefined> {
    const deleted = target.kind === "results" ? runDeletedText : "The runs of this search were deleted.";
    return (await this.#runOf(target)) ?? sayProblem(deleted);
  }

  /** The run that a tab shows; a tab that has not been visible yet would show the newest run with records. */
  async #runOf(target: RunTarget): Promise<RunSummary | undefined> {
    if (target.kind === "results") {
      return this.app.runs.summary(target.id);
    }
    const { source } = target;
    const shown = this.shown.runAt({ kind: "search", source });
    if (shown !== undefined) {
      return this.app.runs.summary(shown);
    }
    const runs = await this.app.runs.list({ source, purposes: ["search"] });
    return runs.find(({ records }) => records > 0) ?? runs[0];
  }

  /** The newest run of a search with records, else a count with its one record. */
  async #newestRunOf(search: Uri): Promise<RunSummary | undefined> {
    const own = (await this.app.runs.list({ source: search.toString() })).filter(({ records }) => records > 0);
    const newest = own.find(({ header }) => header.purpose !== "count") ?? own[0];
    if (newest === undefined) {
      const sentence = `${safeText(searchNameOf(search))} has no records yet. Run it first.`;
      const run = runSearchText;
      if ((await window.showInformationMessage(sentence, run)) === run) {
        await commands.executeCommand(commandIds.runSearch, search);
      }
    }
    return newest;
  }
}

const isRun = (target: TargetArgument): target is RunTarget =>
  target.kind === "results" || target.kind === "resultsOfSearch";

function listIdOf(target: TargetArgument): string | undefined {
  if (target.kind === "fetched") {
    return target.address.kind === "list" ? target.address.list : undefined;
  }
  return target.kind === "list" ? target.id : undefined;
}

async function rowsOf(list: RecordList, preferred: RecordKind | undefined): Promise<RowSource | undefined> {
  const kind = await pickKind(list, preferred);
  return kind && rowsOfList(list, kind);
}

function say(sentence: string): undefined {
  void window.showInformationMessage(sentence);
}

function sayProblem(sentence: string): undefined {
  void window.showErrorMessage(sentence);
}

function whyNothing(targets: readonly TargetArgument[]): string {
  const has = (kind: TargetArgument["kind"]): boolean => targets.some((target) => target.kind === kind);
  if (has("missing")) {
    return refreshingText;
  }
  if (has("list")) {
    return listDeletedText;
  }
  if (targets.some(isRun)) {
    return runDeletedText;
  }
  return "This command needs a search, a run, or a list. Select one in the Searches view and try again.";
}

/** The walkthrough's buttons refer to the search that is open beside it. VS Code reports no input for its tab. */
const isWalkthroughActive = (): boolean => {
  const { activeTab } = window.tabGroups.activeTabGroup;
  return activeTab !== undefined && typeof activeTab.input !== "object";
};

function openSearches(): readonly Uri[] {
  const uris = openUris().filter((uri) => readTarget([uri]).kind === "search");
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
