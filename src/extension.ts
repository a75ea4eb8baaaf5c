// The composition root: makes the parts, hands them to each other, registers them. Nothing here is awaited.
import { randomBytes } from "node:crypto";
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
import { openLocalData, type LocalData } from "./editor/localData";
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
import { createSeenValues } from "./editor/searchEditor/seenValues";
import { createUnsettledPages } from "./editor/searchEditor/unsettledPages";
import { peopleAtCompanies } from "./editor/running/peopleAtCompanies";
import { EnrichmentList } from "./enrichments/enrichmentList";
import { registerSearchCodeLens } from "./editor/searchText/searchCodeLens";
import { registerSearchDiagnostics } from "./editor/searchText/searchDiagnostics";
import { createCommandTargets } from "./editor/targets/commandTargets";
import { registerRunsView } from "./editor/views/runsView";
import { followSearchFiles } from "./editor/views/searchFiles";
import { registerSearchesView } from "./editor/views/searchesView";
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
  runner = createRunCoordinator({ account, clientOf, runs, budgets, clock, openResults: ({ header }) => openResults(header.id, header.title), log: log.line });
  const shown = createShownResults();
  const exporter = createRunExporter({ store, runs, runner, shown, workspaceState: context.workspaceState, clock, log: log.line });
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
  enrichments = registerEnrichments({ targets, list: enrichmentList, runs, account, clientOf, exporter, openDetails, log: log.line });
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
