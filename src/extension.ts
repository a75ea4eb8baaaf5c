// The composition root: makes the parts, hands them to each other, registers them. Nothing here is awaited.
import { randomBytes } from "node:crypto";
import type { ExtensionContext } from "vscode";
import type { ConnectionInfo } from "./workbench/account";
import { applyRetention, registerPurgeCommands } from "./workbench/commands/purgeCommands";
import { registerRunCommands } from "./workbench/commands/runCommands";
import { registerSearchCommands, saveToLibrary } from "./workbench/commands/searchCommands";
import { connectionOf, createAccountMonitor, originForCopies } from "./workbench/connections/accountMonitor";
import { registerConnectCommands } from "./workbench/connections/connectCommands";
import { createConnectionStore, sandboxConnection } from "./workbench/connections/connectionStore";
import { followConnection } from "./workbench/connections/followConnection";
import { createServiceAccess } from "./workbench/connections/serviceAccess";
import { showAccountInStatusBar } from "./workbench/connections/statusBar";
import { registerCreditUsage } from "./workbench/creditUsage/creditUsagePanel";
import { registerEnrichments, type Enrichments } from "./workbench/enrichments/registerEnrichments";
import { registerExportCommands } from "./workbench/exporting/exportCommands";
import { followEditorLanguage } from "./workbench/editorLanguage";
import { createRunExporter } from "./workbench/exporting/runExporter";
import { openLocalData, type LocalData } from "./workbench/localData";
import { registerLookups, type Lookups } from "./workbench/lookups/registerLookups";
import { openLog } from "./workbench/log";
import { registerResultsEditor } from "./workbench/resultsEditor/registerResultsEditor";
import { openResults } from "./workbench/resultsEditor/resultsUri";
import { createShownResults } from "./workbench/resultsEditor/shownResults";
import { confirmAbove } from "./workbench/running/planning";
import { createRunCoordinator, type RunCoordinator } from "./workbench/running/runCoordinator";
import { spendSummary } from "./workbench/running/spendSummary";
import { newSearchDocument } from "./workbench/searchEditor/newSearchDocument";
import { registerSearchEditor } from "./workbench/searchEditor/registerSearchEditor";
import { createSeenValues } from "./workbench/searchEditor/seenValues";
import { createUnsettledPages } from "./workbench/searchEditor/unsettledPages";
import { peopleAtCompanies } from "./workbench/running/peopleAtCompanies";
import { EnrichmentList } from "./enrichments/enrichmentList";
import { registerSearchCodeLens } from "./workbench/searchText/searchCodeLens";
import { registerSearchDiagnostics } from "./workbench/searchText/searchDiagnostics";
import { createCommandTargets } from "./workbench/targets/commandTargets";
import { registerRunsView } from "./workbench/views/runsView";
import { followSearchFiles } from "./workbench/views/searchFiles";
import { registerSearchesView } from "./workbench/views/searchesView";
import { Budgets } from "./runs/budget";
import { RunStore } from "./runs/runStore";
import { createSystemClock } from "./service/systemClock";

let runner: RunCoordinator | undefined;
let lookups: Lookups | undefined;
let enrichments: Enrichments | undefined;
let data: LocalData | undefined;

export function activate(context: ExtensionContext): void {
  followEditorLanguage();
  const { extensionUri } = context;
  const clock = createSystemClock();
  const sessionStart = clock.now();
  const log = openLog();
  data = openLocalData({ globalStorage: context.globalStorageUri, extensionUri, clock, log: log.line });
  const { store, owner, library, libraryUri, gateFor } = data;
  const runs = new RunStore({ store, clock, random: randomBytes, owner });
  const budgets = new Budgets({ calls: store.calls, clock, confirmAbove });
  const enrichmentList = new EnrichmentList({ store, clock, owner });
  const connections = createConnectionStore(context.secrets, context.globalState);
  const version = String((context.extension.packageJSON as { readonly version?: unknown }).version);
  const access = createServiceAccess({ connections, clock, random: Math.random, version, gateFor });
  const { clientOf } = access;
  const account = createAccountMonitor({ connections, clientOf, clock, log: log.line });
  runner = createRunCoordinator({
    account,
    clientOf,
    runs,
    budgets,
    clock,
    openResults: ({ header }) => openResults(header.id, header.title),
    log: log.line,
  });
  const shown = createShownResults();
  const exporter = createRunExporter({
    store,
    runs,
    runner,
    shown,
    workspaceState: context.workspaceState,
    clock,
    log: log.line,
  });
  const searchFiles = followSearchFiles(libraryUri);
  const targets = createCommandTargets({ runs, searchFiles, enrichments: enrichmentList, shown, clock });
  const openDetails = (runId: string, title: string): Promise<void> => openResults(runId, title);
  lookups = registerLookups({
    targets,
    account,
    clientOf,
    runs,
    budgets,
    clock,
    log: log.line,
    openDetails,
    exportRecord: (runId, record) => exporter.exportRun(runId, { kind: "selected", keys: [record] }),
    findPeople: async (company) => void (await newSearchDocument("people", peopleAtCompanies([company]))),
  });
  enrichments = registerEnrichments({
    targets,
    list: enrichmentList,
    runs,
    account,
    clientOf,
    exporter,
    openDetails,
    log: log.line,
  });
  const copyOrigin = (): string => originForCopies(account.current);
  const knownConnections = async (): Promise<readonly ConnectionInfo[]> => [
    ...(await connections.list()),
    sandboxConnection,
  ];
  const unsettledPages = createUnsettledPages();

  context.subscriptions.push(
    log,
    connections,
    access,
    account,
    runner,
    searchFiles,
    ...registerConnectCommands({ connections, account, clientFor: access.clientFor, clock }),
    ...registerSearchCommands({ targets, searchFiles, library, runner, copyOrigin, unsettledPages }),
    ...registerRunCommands({ targets, runs, runner, exporter }),
    ...registerExportCommands({ targets, exporter }),
    registerSearchCodeLens(),
    ...registerSearchDiagnostics(),
    ...registerPurgeCommands({ runs, log: log.line }),
    registerCreditUsage({ extensionUri, runs, connections: knownConnections, log: log.line }),
    ...registerSearchesView(searchFiles),
    ...lookups.disposables,
    ...enrichments.disposables,
    ...registerRunsView({ runs, runner }),
    registerSearchEditor({
      extensionUri,
      account,
      runner,
      log: log.line,
      unsettledPages,
      saveToLibrary: (document) => saveToLibrary(document, { library, searchFiles }),
      copyOrigin,
      suggestions: createSeenValues({ store, origin: () => connectionOf(account.current)?.origin }),
    }),
    registerResultsEditor({
      extensionUri,
      store,
      runs,
      runner,
      exporter,
      shown,
      log: log.line,
      openPeopleSearch: async (companies) => void (await newSearchDocument("people", peopleAtCompanies(companies))),
    }),
    showAccountInStatusBar(account, () => spendSummary(store, account, clock, sessionStart), clock, log.line),
    ...followConnection(connections, account, clock),
  );

  // Everything above is registered by now; only from here on are secrets, disk and network touched.
  void account.refresh();
  context.subscriptions.push(applyRetention({ runs, log: log.line }));
  enrichments.start();
}

export async function deactivate(): Promise<void> {
  await Promise.all([runner?.close(), lookups?.close(), enrichments?.close()]);
  await data?.close();
}
