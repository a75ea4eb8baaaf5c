// All long-lived objects of a window. Commands get the whole desk; features get the parts that they use.
import type { ExtensionContext } from "vscode";
import { peopleAtCompanies } from "../searches/peopleAtCompanies";
import { findPeopleAtRecords } from "./companies/companiesFlow";
import { newSearchForSource } from "./companies/newSearchForRecords";
import { openCreditUsage } from "./creditUsage/creditUsagePanel";
import { openDeskCore, type Trees } from "./deskCore";
import { openDeskWork } from "./deskWork";
import { lookUpAgain, openLookupBox } from "./lookups/lookupBox";
import { openResultsEditor } from "./resultsEditor/registerResultsEditor";
import { createSearchEditor } from "./searchEditor/searchSession";
import { newSearchDocument } from "./searchFiles/newSearchDocument";
import { CommandTargets } from "./targets/commandTargets";
import { openSearchesView } from "./views/searchesView";

export type Desk = ReturnType<typeof createDesk>;

/** Awaits nothing and opens no file. Each object is created from those above it. */
export function createDesk(context: ExtensionContext, trees: Trees) {
  const work = openDeskWork(openDeskCore(context, trees));
  const { app, runner, batches, enrichments, searchFiles, recordLists } = work;
  work.resumers
    .set("batch", ({ header }) => batches.resume(header.id))
    .set("lookup", (run) => lookUpAgain(run, work))
    .set("enrichment", enrichments.retrieveAgain);

  const creditUsage = openCreditUsage(app, work.connections, context.extensionUri, work.log);
  const searchesView = openSearchesView(work);
  const filterBuilder = createSearchEditor({ ...work, extensionUri: context.extensionUri });
  const results = openResultsEditor({
    ...work,
    extensionUri: context.extensionUri,
    lookups: { lookUp: (kind, text) => openLookupBox(work, kind, text) },
    openPeopleSearch: async (companies) => {
      await newSearchDocument(app.runs, "people", peopleAtCompanies(companies));
    },
    findPeopleAt: (source) => findPeopleAtRecords(source, work),
    newSearchFor: (source) => newSearchForSource(source, app),
  });
  const targets = new CommandTargets(app, searchFiles, recordLists, work.shown, trees.searches);

  return {
    ...work,
    creditUsage,
    searchesView,
    filterBuilder,
    results,
    targets,
    dispose: () => {
      results.dispose();
      searchesView.dispose();
      creditUsage.dispose();
      enrichments.dispose();
      runner.dispose();
      searchFiles.dispose();
      recordLists.dispose();
      work.companiesOfSearches.dispose();
      work.leaveOut.dispose();
      work.account.dispose();
      work.access.dispose();
      work.connections.dispose();
      work.logView.dispose();
    },
    /** Stops everything that this window is running. */
    stop: async () => {
      await Promise.all([runner.close(), batches.close(), enrichments.close()]);
    },
  };
}
