// The composition root: makes the parts, hands them to each other, registers them. Nothing here is awaited.
import type { ExtensionContext } from "vscode";
import type { ConnectionInfo } from "./editor/account";
import { applyRetention, registerPurgeCommands } from "./editor/commands/purgeCommands";
import { registerRunCommands } from "./editor/commands/runCommands";
import { registerSearchCommands, saveToLibrary } from "./editor/commands/searchCommands";
import { connectionOf, createAccountMonitor, originForCopies } from "./editor/connections/accountMonitor";
import { registerConnectCommands } from "./editor/connections/connectCommands";
import { createConnectionStore, sandboxConnection } from "./editor/connections/connectionStore";
import { followConnection } from "./editor/connections/followConnection";
import { createServiceAccess } from "./editor/connections/serviceAccess";
import { showAccountInStatusBar } from "./editor/connections/statusBar";
import { registerCreditUsage } from "./editor/creditUsage/creditUsagePanel";
import { registerEnrichments, type Enrichments } from "./editor/enrichments/registerEnrichments";
import { registerExportCommands } from "./editor/exporting/exportCommands";
import { followEditorLanguage } from "./editor/editorLanguage";
import { createRunExporter } from "./editor/exporting/runExporter";
import { openLocalData } from "./editor/localData";
import { registerLookups, type Lookups } from "./editor/lookups/registerLookups";
import { openLog } from "./editor/log";
import { registerResultsEditor } from "./editor/resultsEditor/registerResultsEditor";
import { openResults } from "./editor/resultsEditor/resultsUri";
import { createShownResults } from "./editor/resultsEditor/shownResults";
import { confirmAbove } from "./editor/running/planning";
import { createRunCoordinator, type RunCoordinator } from "./editor/running/runCoordinator";
import { spendSummary } from "./editor/running/spendSummary";
import { newSearchDocument } from "./editor/searchEditor/newSearchDocument";
import { registerSearchEditor } from "./editor/searchEditor/registerSearchEditor";
import { createUnsettledPages } from "./editor/searchEditor/unsettledPages";
import { peopleAtCompanies } from "./editor/running/peopleAtCompanies";
import { registerSearchCodeLens } from "./editor/searchText/searchCodeLens";
import { registerSearchDiagnostics } from "./editor/searchText/searchDiagnostics";
import { createCommandTargets } from "./editor/targets/commandTargets";
import { registerRunsView } from "./editor/views/runsView";
import { followSearchFiles } from "./editor/views/searchFiles";
import { registerSearchesView } from "./editor/views/searchesView";
import { withBatchResults } from "./lookups/batchJournal";
import { createSeenValues } from "./rows/seenValues";
import type { Ledger } from "./runs/ledger";
import { createSystemClock } from "./service/systemClock";

let runner: RunCoordinator | undefined;
let lookups: Lookups | undefined;
let enrichments: Enrichments | undefined;
let ledger: Ledger | undefined;

export function activate(context: ExtensionContext): void {
  followEditorLanguage();
  const clock = createSystemClock();
  const sessionStart = clock.now();
  const log = openLog();
  const data = openLocalData(context.globalStorageUri, clock, confirmAbove);
  const { store, batches, budgets } = data;
  ledger = data.ledger;
  const connections = createConnectionStore(context.secrets, context.globalState);
  const version = String((context.extension.packageJSON as { readonly version?: unknown }).version);
  const access = createServiceAccess({ connections, clock, random: Math.random, version, gateFor: data.gateFor });
  const account = createAccountMonitor({ connections, clientOf: access.clientOf, clock, log: log.line });
  runner = createRunCoordinator({
    account,
    clientOf: access.clientOf,
    store,
    budgets,
    clock,
    openResults: ({ header }) => openResults(header.id, header.title),
    log: log.line,
  });
  // What can be shown and exported: the runs, and each batch of look-ups as if it were one.
  const results = withBatchResults(store, batches);
  const shown = createShownResults();
  const exporter = createRunExporter({ store: results, runner, stored: data.exports, shown, workspaceState: context.workspaceState, clock, log: log.line });
  const searchFiles = followSearchFiles(data.libraryUri);
  const targets = createCommandTargets({ results, searchFiles, enrichments: data.enrichments, shown, clock });
  const openDetails = (runId: string, title: string): Promise<void> => openResults(runId, title);
  lookups = registerLookups({
    targets,
    account,
    clientOf: access.clientOf,
    store,
    budgets,
    clock,
    log: log.line,
    batches,
    openDetails,
    exportRun: (runId) => exporter.exportRun(runId, { kind: "all" }),
    findPeople: async (company) => void (await newSearchDocument("people", peopleAtCompanies([company]))),
  });
  enrichments = registerEnrichments({ targets, list: data.enrichments, account, clientOf: access.clientOf, store, budgets, clock, exporter, log: log.line, openDetails });
  const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const copyOrigin = (): string => originForCopies(account.current);
  const knownConnections = async (): Promise<readonly ConnectionInfo[]> => [...(await connections.list()), sandboxConnection];
  const unsettledPages = createUnsettledPages();

  context.subscriptions.push(
    log,
    connections,
    access,
    account,
    runner,
    searchFiles,
    ...registerConnectCommands({ connections, account, clientFor: access.clientFor, clock }),
    ...registerSearchCommands({ targets, searchFiles, library: data.library, runner, copyOrigin, unsettledPages }),
    ...registerRunCommands({ targets, store, runner, exporter }),
    ...registerExportCommands({ targets, exporter }),
    registerSearchCodeLens(),
    ...registerSearchDiagnostics(),
    registerPurgeCommands({ store, batches, clock, log: log.line }),
    registerCreditUsage({ extensionUri: context.extensionUri, ledger, store, connections: knownConnections, clock, log: log.line }),
    ...registerSearchesView(searchFiles),
    ...lookups.disposables,
    ...enrichments.disposables,
    ...registerRunsView({ store, runner, clock }),
    registerSearchEditor({
      extensionUri: context.extensionUri,
      account,
      runner,
      log: log.line,
      unsettledPages,
      saveToLibrary: (document) => saveToLibrary(document, { library: data.library, searchFiles }),
      copyOrigin,
      suggestions: createSeenValues({ runs: store, pace: { clock, yieldToOthers }, origin: () => connectionOf(account.current)?.origin }),
    }),
    registerResultsEditor({
      extensionUri: context.extensionUri,
      store: results,
      runner,
      exporter,
      shown,
      memento: context.globalState,
      log: log.line,
      openPeopleSearch: async (companies) => void (await newSearchDocument("people", peopleAtCompanies(companies))),
    }),
    showAccountInStatusBar(account, () => spendSummary(data.ledger, account, clock, sessionStart), clock, log.line),
    ...followConnection(connections, account, clock),
  );

  // Everything above is registered by now; only from here on are secrets, disk and network touched.
  void account.refresh();
  context.subscriptions.push(applyRetention({ store, batches, clock, log: log.line }));
  enrichments.start();
}

export async function deactivate(): Promise<void> {
  await Promise.all([runner?.close(), lookups?.close(), enrichments?.close()]);
  await ledger?.close();
}
