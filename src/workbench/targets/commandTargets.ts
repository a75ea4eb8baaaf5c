// The one place where a command finds out which run, search, enrichment or file it is about.
import {
  commands,
  l10n,
  TabInputCustom,
  TabInputText,
  window,
  type Disposable,
  type TextEditor,
  type Uri,
} from "vscode";
import type { EnrichmentList, TrackedEnrichment } from "../../enrichments/enrichmentList";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { Clock } from "../../service/wire";
import { commandIds } from "../commandIds";
import type { ShownResults } from "../resultsEditor/shownResults";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { listedPurposes } from "../views/listedRuns";
import { searchNameOf, type SearchFiles } from "../views/searchFiles";
import { readTarget, type TargetArgument } from "./targetArguments";
import { pickEnrichment, pickRun, pickRunWithRecords, pickSearch } from "./targetPickers";

export interface CommandTargetsDeps {
  readonly runs: Pick<RunStore, "list" | "summary">;
  readonly searchFiles: Pick<SearchFiles, "list">;
  readonly enrichments: Pick<EnrichmentList, "list" | "get">;
  readonly shown: Pick<ShownResults, "runInSight">;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Each resolves to what the command acts on, or to `undefined` after the user was told why there is nothing or chose
 * nothing. A command that was called from a menu acts on the menu's entry or on nothing: only one that was called without
 * arguments takes the active tab or asks.
 */
export interface CommandTargets {
  /** A run, not a batch. */
  run(args: readonly unknown[]): Promise<RunSummary | undefined>;
  /** A run or a batch. */
  results(args: readonly unknown[]): Promise<RunSummary | undefined>;
  /** A run or a batch; of a saved search its newest run with records. */
  records(args: readonly unknown[]): Promise<RunSummary | undefined>;
  /** As `records`, but results that are visible beside the active editor go before the question which run is meant. */
  recordsInSight(args: readonly unknown[]): Promise<RunSummary | undefined>;
  /** A saved search: its file, or its untitled document. */
  search(args: readonly unknown[]): Promise<Uri | undefined>;
  /** An enrichment of the list; `isOffered` chooses those that the user is asked about. */
  enrichment(
    args: readonly unknown[],
    isOffered: (entry: TrackedEnrichment) => boolean,
  ): Promise<TrackedEnrichment | undefined>;
  /** A file; `ask` shows the dialog for a call without arguments. */
  file(args: readonly unknown[], ask: () => Promise<Uri | undefined>): Promise<Uri | undefined>;
  /** The text editor whose menu was used, else the active one; "none" when there is no text editor. */
  textEditor(args: readonly unknown[]): Promise<TextEditor | "none" | undefined>;
}

/** Registers a command that acts on a target. What goes wrong is shown. */
export function registerTargetCommand<Target>(
  id: string,
  resolve: (args: readonly unknown[]) => Promise<Target | undefined>,
  work: (target: Target) => Promise<void>,
): Disposable {
  return commands.registerCommand(id, async (...args: readonly unknown[]) => {
    try {
      const target = await resolve(args);
      if (target !== undefined) {
        await work(target);
      }
    } catch (error) {
      void window.showErrorMessage(errorText(error));
    }
  });
}

export function createCommandTargets({
  runs,
  searchFiles,
  enrichments,
  shown,
  clock,
}: CommandTargetsDeps): CommandTargets {
  async function existing(id: string): Promise<RunSummary | undefined> {
    const found = await runs.summary(id);
    if (found === undefined) {
      void window.showErrorMessage(l10n.t("This run was deleted."));
    }
    return found;
  }

  async function recordsOf(
    args: readonly unknown[],
    inSight: () => string | undefined,
  ): Promise<RunSummary | undefined> {
    const given = readTarget(args);
    const target = given.kind === "none" ? activeTarget() : given;
    if (target.kind === "results") {
      return existing(target.id);
    }
    if (target.kind === "search") {
      return newestRunOf(target.uri, runs);
    }
    if (given.kind !== "none") {
      return refuse(given, needsRun());
    }
    const visible = inSight();
    return visible === undefined
      ? pickRunWithRecords(await runs.list({ purposes: listedPurposes }))
      : existing(visible);
  }

  async function resultsOf(args: readonly unknown[]): Promise<RunSummary | undefined> {
    const given = readTarget(args);
    const target = given.kind === "none" ? activeTarget() : given;
    if (target.kind === "results") {
      return existing(target.id);
    }
    return given.kind === "none" ? pickRun(await runs.list({ purposes: listedPurposes })) : refuse(given, needsRun());
  }

  return {
    results: resultsOf,
    async run(args) {
      const found = await resultsOf(args);
      if (found?.header.purpose === "batch") {
        void window.showInformationMessage(
          l10n.t("This is a batch of look-ups. Use “Batches of Look-Ups…” to resume or delete it."),
        );
        return undefined;
      }
      return found;
    },
    records: (args) => recordsOf(args, () => undefined),
    recordsInSight: (args) => recordsOf(args, shown.runInSight),
    async search(args) {
      const given = readTarget(args);
      const target = given.kind === "none" ? activeTarget() : given;
      if (target.kind === "search") {
        return target.uri;
      }
      return given.kind === "none"
        ? pickSearch(await searchFiles.list())
        : refuse(given, l10n.t("This command needs a saved search. Select one in the Searches view and try again."));
    },
    async enrichment(args, isOffered) {
      const given = readTarget(args);
      if (given.kind === "none") {
        return pickEnrichment((await enrichments.list()).filter(isOffered).reverse(), clock.now());
      }
      if (given.kind !== "enrichment") {
        return refuse(
          given,
          l10n.t("This command needs an enrichment. Select one in the Enrichments view and try again."),
        );
      }
      const entry = await enrichments.get(given.key);
      if (entry === undefined) {
        void window.showErrorMessage(l10n.t("This enrichment is no longer in the list."));
      }
      return entry;
    },
    async file(args, ask) {
      const given = readTarget(args);
      return given.kind === "none" ? ask() : given.kind === "file" ? given.uri : refuse(given, needsFile());
    },
    async textEditor(args) {
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
    },
  };
}

const needsRun = (): string => l10n.t("This command needs a run. Select one in the Runs view and try again.");
const needsFile = (): string => l10n.t("This command needs a CSV file. Select one in the Explorer and try again.");

/** Tells why nothing is done. */
function refuse(target: TargetArgument, sentence: string): undefined {
  void window.showInformationMessage(
    target.kind === "missing" ? l10n.t("The list was refreshing, so nothing was done. Try again.") : sentence,
  );
  return undefined;
}

function activeTarget(): TargetArgument {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputCustom || input instanceof TabInputText ? readTarget([input.uri]) : { kind: "none" };
}

/** The newest run of a search that fetched records; a count, with its one record, if there is nothing else. */
async function newestRunOf(search: Uri, runs: Pick<RunStore, "list">): Promise<RunSummary | undefined> {
  const own = (await runs.list({ source: search.toString() })).filter(({ records }) => records > 0);
  const newest = own.find(({ header }) => header.purpose !== "count") ?? own[0];
  if (newest === undefined) {
    const run = l10n.t("Run Search");
    if (
      (await window.showInformationMessage(
        l10n.t("{0} has no records yet. Run it first.", safeText(searchNameOf(search))),
        run,
      )) === run
    ) {
      await commands.executeCommand(commandIds.runSearch, search);
    }
  }
  return newest;
}
