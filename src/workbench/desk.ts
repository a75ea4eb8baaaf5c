// All long-lived objects of a window. Commands get the whole desk; features get the parts that they use.
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import type { ExtensionContext } from "vscode";
import { openAppCore } from "../app/appCore";
import { peopleAtCompanies } from "../searches/peopleAtCompanies";
import { createSystemClock } from "../service/systemClock";
import type { viewIds } from "./commandIds";
import { findPeopleAtRecords } from "./companies/companiesFlow";
import { newSearchForSource } from "./companies/newSearchForRecords";
import { CompaniesOfSearches } from "./companiesOfSearches";
import { AccountMonitor } from "./connections/accountMonitor";
import { ConnectionStore } from "./connections/connectionStore";
import { ServiceAccess } from "./connections/serviceAccess";
import { createWindowApp } from "./connections/windowApp";
import { openCreditUsage } from "./creditUsage/creditUsagePanel";
import { openEnrichments } from "./enrichments/registerEnrichments";
import { Exporter } from "./exporting/exporter";
import { LeaveOutLists } from "./leaveOut/leaveOutLists";
import { RecordLists } from "./lists/recordLists";
import { openLog } from "./log";
import { openLookups } from "./lookups/registerLookups";
import { bytesOf } from "./lookups/tableFiles";
import { fetchedOpener, resultsOpener } from "./resultsEditor/openResults";
import { openResultsEditor } from "./resultsEditor/registerResultsEditor";
import { ResultsTabs } from "./resultsEditor/resultsTabs";
import { SearchOfRun } from "./resultsEditor/searchOfRun";
import { saveKeptPages } from "./running/keptPages";
import { RunCoordinator, type Resumers } from "./running/runCoordinator";
import { createSearchEditor } from "./searchEditor/searchSession";
import { newSearchDocument } from "./searchFiles/newSearchDocument";
import { UncommittedInputTracker } from "./searchFiles/searchFile";
import { SearchFiles } from "./searchFiles/searchFiles";
import { searchAt } from "./searchFiles/searchSource";
import { setting } from "./settings";
import { openLocalData } from "./startup/localData";
import { CommandTargets } from "./targets/commandTargets";
import type { Tree } from "./tree";
import { openSearchesView } from "./views/searchesView";

export type Trees = Readonly<Record<keyof typeof viewIds, Tree>>;

export type Desk = ReturnType<typeof createDesk>;

/** Awaits nothing and opens no file. Each object is created from those above it. */
export function createDesk(context: ExtensionContext, trees: Trees) {
  const core = { ...openCore(context), context, trees, extensionUri: context.extensionUri };
  const work = { ...core, ...openWork(core) };
  const { app, connections, log } = core;
  const { runner, searchFiles, recordLists, lookups, enrichments, uncommittedInput, companiesOfSearches } = work;

  const creditUsage = openCreditUsage(app, connections, context.extensionUri, log);
  const searchesView = openSearchesView(work);
  const filterBuilder = createSearchEditor(work);
  const results = openResultsEditor({
    ...work,
    openPeopleSearch: async (companies) => {
      await newSearchDocument(app.runs, "people", peopleAtCompanies(companies));
    },
    findPeopleAt: (source) =>
      findPeopleAtRecords(source, { app, runner, searchFiles, uncommittedInput, companiesOfSearches }),
    newSearchFor: (source) => newSearchForSource(source, app),
  });
  const targets = new CommandTargets(app, searchFiles, recordLists, work.shown, core.trees.searches);

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
      companiesOfSearches.dispose();
      core.leaveOut.dispose();
      core.account.dispose();
      core.access.dispose();
      connections.dispose();
      core.logView.dispose();
    },
    /** Stops everything that this window is running. */
    stop: async () => {
      await Promise.all([runner.close(), lookups.close(), enrichments.close()]);
    },
  };
}

/** The log, the stored data, the connection, and the app over them. */
function openCore(context: ExtensionContext) {
  const clock = createSystemClock();
  const logView = openLog(() => clock.now());
  const log = logView.line;
  /** The version of Prospect Desk. */
  const version = String((context.extension.packageJSON as { readonly version?: unknown }).version);
  const data = openLocalData(context, clock, log, () => void saveKeptPages(app.runs, log));
  const connections = new ConnectionStore(context.secrets, context.globalState);
  const { gateFor } = data;
  const access = new ServiceAccess({ connections, clock, version, log, gateFor, state: context.globalState });
  const account = new AccountMonitor(connections, access, clock, log);
  const leaveOut = new LeaveOutLists({ store: data.store, clock, log });
  const core = openAppCore({
    store: data.store,
    clock,
    random: randomBytes,
    owner: data.owner,
    keeper: { folders: [data.folder, tmpdir()], waits: true },
    confirmAbove: () => setting("spending.confirmAbove"),
  });
  const app = createWindowApp(account, access, { ...core, lists: leaveOut, searchAt, bytesOf });
  return { clock, logView, log, version, data, connections, access, account, leaveOut, app };
}

/** The objects that run, look up, and export. */
function openWork(core: ReturnType<typeof openCore> & { readonly context: ExtensionContext; readonly trees: Trees }) {
  const { app, account, access, data, log, context, trees } = core;
  const { workspaceState } = context;
  const searchFiles = new SearchFiles(data.libraryUri);
  const recordLists = new RecordLists(app);
  const uncommittedInput = new UncommittedInputTracker();
  const shown = new ResultsTabs(workspaceState);
  const openResults = resultsOpener(shown);
  const openFetched = fetchedOpener(shown);
  const companiesOfSearches = new CompaniesOfSearches(workspaceState);
  const searchOfRun = new SearchOfRun(app.runs);
  const resumers: Resumers = new Map();
  const runner = new RunCoordinator({ app, account, resumers, companiesOfSearches, openResults, shown, log });
  const exporter = new Exporter({ app, runner, shown, context, log });
  const lookups = openLookups({ app, account, exporter, recordLists, openResults, log });
  const enrichments = openEnrichments({ app, trees, account, access, exporter, openResults, log });
  resumers
    .set("batch", lookups.resumeBatch)
    .set("lookup", lookups.lookUpAgain)
    .set("enrichment", enrichments.retrieveAgain);
  return {
    searchFiles,
    recordLists,
    uncommittedInput,
    shown,
    openResults,
    openFetched,
    companiesOfSearches,
    searchOfRun,
    runner,
    exporter,
    lookups,
    enrichments,
  };
}
