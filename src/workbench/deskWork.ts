// The objects of a window that run, look up, and export, created from those of the core.
import { CompaniesOfSearches } from "./companiesOfSearches";
import type { DeskCore } from "./deskCore";
import { openEnrichments } from "./enrichments/registerEnrichments";
import { Exporter } from "./exporting/exporter";
import { RecordLists } from "./lists/recordLists";
import { BatchFlow } from "./lookups/batchFlow";
import { fetchedOpener, resultsOpener } from "./resultsEditor/openResults";
import { ResultsTabs } from "./resultsEditor/resultsTabs";
import { SearchOfRun } from "./resultsEditor/searchOfRun";
import { RunCoordinator, type Resumers } from "./running/runCoordinator";
import { UncommittedInputTracker } from "./searchFiles/searchFile";
import { SearchFiles } from "./searchFiles/searchFiles";

export type DeskWork = ReturnType<typeof openDeskWork>;

export function openDeskWork(core: DeskCore) {
  const { app, context, data } = core;
  const searchFiles = new SearchFiles(data.libraryUri);
  const recordLists = new RecordLists(app);
  const uncommittedInput = new UncommittedInputTracker();
  const shown = new ResultsTabs(context.workspaceState);
  const openResults = resultsOpener(shown);
  const openFetched = fetchedOpener(shown);
  const companiesOfSearches = new CompaniesOfSearches(context.workspaceState);
  const searchOfRun = new SearchOfRun(app.runs);
  const resumers: Resumers = new Map();
  const runner = new RunCoordinator(core, shown, openResults, companiesOfSearches, resumers);
  const exporter = new Exporter(core, runner, shown);
  const batches = new BatchFlow(core, openResults);
  const enrichments = openEnrichments(core, exporter, openResults);
  /** The lookup box that was opened last: a keybinding adds its record to a list. */
  const lookupBox: { current?: { addToList(): Promise<void> } } = {};
  return {
    ...core,
    searchFiles,
    recordLists,
    uncommittedInput,
    shown,
    openResults,
    openFetched,
    companiesOfSearches,
    searchOfRun,
    resumers,
    runner,
    exporter,
    batches,
    enrichments,
    lookupBox,
  };
}
