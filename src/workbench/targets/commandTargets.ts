// The one place where a command finds out which run, search, enrichment or file it is about.
import { l10n, window, type TextEditor, type Uri } from "vscode";
import type { App } from "../../app/app";
import type { TrackedEnrichment } from "../../enrichments/enrichmentList";
import { rowsOfList, rowsOfRun, type RowSource } from "../../app/rowSource";
import type { RunSummary } from "../../runs/run";
import type { RecordKind } from "../../service/operations";
import type { CommandHandler } from "../commandIds";
import { errorText } from "../errorText";
import type { RecordLists } from "../lists/recordLists";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import { safeText } from "../safeText";
import { searchNameOf, type SearchFiles } from "../searchFiles/searchFiles";
import { openUris } from "../tabs";
import { offerSearchRun } from "./offerSearchRun";
import { chosenKind, chosenList } from "./listTargets";
import { givenOrActive, readTarget, refuse, type CommandArguments, type TargetArgument } from "./targetArguments";
import { listedPurposes, pickEnrichment, pickRun, pickSearch } from "./targetPickers";
import { enrichmentGoneText, noRecordsText, runDeletedText } from "../goneTexts";

/** Makes a command that acts on a target. Errors are shown. */
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

export interface CommandTargetsDeps {
  readonly app: App;
  readonly searchFiles: SearchFiles;
  readonly shown: ResultsTabs;
  readonly recordLists: RecordLists;
}

/**
 * Each method resolves to what the command acts on, or to `undefined` after the user was told why there is nothing or
 * selected nothing. A command that was called from a menu acts on that menu's entry or on nothing; only a command that
 * was called without arguments takes the active tab or asks.
 */
export class CommandTargets {
  constructor(private readonly deps: CommandTargetsDeps) {}

  /** A run or a lookup batch. */
  readonly results = async (args: CommandArguments): Promise<RunSummary | undefined> => {
    const { given, target } = givenOrActive(args);
    return target.kind === "results" || target.kind === "resultsOfSearch"
      ? this.#shownIn(target)
      : this.#pickRun(given, false);
  };

  /** A run, but no lookup batch. */
  readonly run = async (args: CommandArguments): Promise<RunSummary | undefined> => {
    const found = await this.results(args);
    if (found?.header.purpose === "batch") {
      void window.showInformationMessage(
        l10n.t("This is a lookup batch. Use “Lookup Batches…” to resume or delete it."),
      );
      return undefined;
    }
    return found;
  };

  /** A run or a lookup batch whose records are used; of a saved search its newest run with records. */
  readonly records = async (args: CommandArguments): Promise<RunSummary | undefined> => {
    const { given, target } = givenOrActive(args);
    if (target.kind === "results" || target.kind === "resultsOfSearch") {
      return this.#shownIn(target);
    }
    return target.kind === "search" ? this.#newestRunOf(target.uri) : this.#pickRun(given, true);
  };

  /** Whether a command that also takes files was called on records, or these are active. */
  readonly isOfRecords = (args: CommandArguments): boolean => {
    const { given, target } = givenOrActive(args);
    return given.kind !== "file" && ["results", "resultsOfSearch", "fetched", "list"].includes(target.kind);
  };

  /** Whose records a command uses. `preferred`: which records of a list, where it has several kinds. */
  readonly source = async (args: CommandArguments, preferred?: RecordKind): Promise<RowSource | undefined> => {
    const { target } = givenOrActive(args);
    if (target.kind === "fetched") {
      const shown = this.deps.shown.shownAt(target.address);
      return shown === undefined ? refuse(target, noRecordsText()) : shown.source;
    }
    if (target.kind === "list") {
      const list = await chosenList(args, this.deps.recordLists);
      const kind = list && (await chosenKind(list, preferred));
      return list && kind && rowsOfList(list, kind);
    }
    const run = await this.records(args);
    return run && rowsOfRun(run);
  };

  /** A saved search: its file, or its untitled document; of a results tab the search whose runs it shows. */
  readonly search = async (args: CommandArguments): Promise<Uri | undefined> => {
    const { given, target } = givenOrActive(args);
    if (target.kind === "search" || (target.kind === "resultsOfSearch" && target.uri !== undefined)) {
      return target.uri;
    }
    const open = given.kind === "none" && isWalkthroughActive() ? openSearches() : [];
    if (open.length === 1) {
      return open[0];
    }
    return given.kind === "none"
      ? pickSearch(await this.deps.searchFiles.list())
      : refuse(given, l10n.t("This command needs a saved search. Select one in the Searches view and try again."));
  };

  /** An enrichment of the list; `isOffered` filters those that the user is asked about. */
  readonly enrichment = async (
    args: CommandArguments,
    isOffered: (entry: TrackedEnrichment) => boolean,
  ): Promise<TrackedEnrichment | undefined> => {
    const given = readTarget(args);
    const { enrichments, clock } = this.deps.app;
    if (given.kind === "none") {
      return pickEnrichment((await enrichments.list()).filter(isOffered).reverse(), clock.now());
    }
    if (given.kind !== "enrichment") {
      const sentence = l10n.t("This command needs an enrichment. Select one in the Enrichments view and try again.");
      return refuse(given, sentence);
    }
    const entry = await enrichments.get(given.key);
    if (entry === undefined) {
      void window.showErrorMessage(enrichmentGoneText());
    }
    return entry;
  };

  /** A file; `ask` shows the dialog for a call without arguments. */
  readonly file = async (args: CommandArguments, ask: () => Promise<Uri | undefined>): Promise<Uri | undefined> => {
    const given = readTarget(args);
    if (given.kind === "none") {
      return ask();
    }
    return given.kind === "file"
      ? given.uri
      : refuse(given, l10n.t("This command needs a CSV file. Select one in the Explorer and try again."));
  };

  /** The text editor whose menu was used, else the active one; "none" when there is no text editor. */
  readonly textEditor = async (args: CommandArguments): Promise<TextEditor | "none" | undefined> => {
    const given = readTarget(args);
    if (given.kind === "none") {
      return window.activeTextEditor ?? "none";
    }
    const uri = given.kind === "file" || given.kind === "search" ? given.uri.toString() : undefined;
    const editors = [window.activeTextEditor, ...window.visibleTextEditors];
    return (
      editors.find((editor) => editor !== undefined && editor.document.uri.toString() === uri) ??
      refuse(given, l10n.t("This command needs text in an open editor. Select the text and try again."))
    );
  };

  async #existing(id: string): Promise<RunSummary | undefined> {
    const found = await this.deps.app.runs.summary(id);
    if (found === undefined) {
      void window.showErrorMessage(runDeletedText());
    }
    return found;
  }

  /** The run that a tab shows; a tab of a search that was not visible yet would show the newest with records. */
  async #shownIn(target: RunTarget): Promise<RunSummary | undefined> {
    if (target.kind === "results") {
      return this.#existing(target.id);
    }
    const { source } = target;
    const shown = this.deps.shown.runAt({ kind: "search", source });
    if (shown !== undefined) {
      return this.#existing(shown);
    }
    const runs = await this.deps.app.runs.list({ source, purposes: ["search"] });
    const newest = runs.find(({ records }) => records > 0) ?? runs[0];
    if (newest === undefined) {
      void window.showErrorMessage(l10n.t("The runs of this search were deleted."));
    }
    return newest;
  }

  async #pickRun(given: TargetArgument, onlyWithRecords: boolean): Promise<RunSummary | undefined> {
    return given.kind === "none"
      ? pickRun(await this.deps.app.runs.list({ purposes: listedPurposes }), onlyWithRecords)
      : refuse(given, l10n.t("This command needs a run. Select one in the Runs view and try again."));
  }

  /** The newest run of a search that fetched records; a count, with its one record, if there is nothing else. */
  async #newestRunOf(search: Uri): Promise<RunSummary | undefined> {
    const own = (await this.deps.app.runs.list({ source: search.toString() })).filter(({ records }) => records > 0);
    const newest = own.find(({ header }) => header.purpose !== "count") ?? own[0];
    if (newest === undefined) {
      await offerSearchRun(search, l10n.t("{0} has no records yet. Run it first.", safeText(searchNameOf(search))));
    }
    return newest;
  }
}

/** Its buttons are about the search that the user has opened beside it. VS Code tells nothing about its tab. */
const isWalkthroughActive = (): boolean => {
  const { activeTab } = window.tabGroups.activeTabGroup;
  return activeTab !== undefined && typeof activeTab.input !== "object";
};

function openSearches(): readonly Uri[] {
  const uris = openUris().filter((uri) => readTarget([uri]).kind === "search");
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
