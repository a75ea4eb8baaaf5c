// The composition root: makes the parts, passes them to each other, and lists what each command, view and editor does.
import { randomBytes } from "node:crypto";
import * as disk from "node:fs/promises";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import {
  Uri,
  type CustomReadonlyEditorProvider,
  type CustomTextEditorProvider,
  type Disposable,
  type ExtensionContext,
  type FileSystemProvider,
  type LanguageModelTool,
} from "vscode";
import { EnrichmentList } from "../enrichments/enrichmentList";
import { createReplyReader } from "../service/replyReader";
import { createSystemClock } from "../service/systemClock";
import { openAppCore } from "../app/appCore";
import { spendSummary } from "../app/accountState";
import { openAgents } from "./agents/openAgents";
import type { McpDefinitions } from "./agents/mcpDefinitions";
import { commandIds, type CommandHandler, type CommandId, type ToolName, type viewIds } from "./commandIds";
import { applyRetention } from "./commands/retention";
import { runCommands } from "./commands/runCommands";
import { saveToLibrary } from "./commands/saveToLibrary";
import { searchCommands } from "./commands/searchCommands";
import { treeCommands } from "./commands/treeCommands";
import { AccountMonitor, connectionOf, originForCopies } from "./connections/accountMonitor";
import { connectCommands } from "./connections/connectCommands";
import { createConnectionStore, sandboxConnection } from "./connections/connectionStore";
import { followConnection } from "./connections/followConnection";
import { createServiceAccess } from "./connections/serviceAccess";
import { showAccountInStatusBar } from "./connections/statusBar";
import { openCreditUsage } from "./creditUsage/creditUsagePanel";
import { followEditorLanguage } from "./editorLanguage";
import { openEnrichments } from "./enrichments/registerEnrichments";
import { exportCommands } from "./exporting/exportCommands";
import { Exporter } from "./exporting/exporter";
import { copyDiagnostics } from "./copyDiagnostics";
import { findEverything } from "./everything/findEverything";
import { greetOnce } from "./startup/firstWindow";
import { addToLeaveOutList } from "./leaveOut/addToList";
import { LeaveOutLists } from "./leaveOut/leaveOutLists";
import { openLocalData } from "./startup/localData";
import { openLog } from "./log";
import { bytesOf } from "./lookups/batchTarget";
import { openLookups } from "./lookups/registerLookups";
import { openResultsEditor } from "./resultsEditor/registerResultsEditor";
import { followSearchDocuments } from "./running/followSearchDocuments";
import { resultsOpener } from "./resultsEditor/openResults";
import { fetchedReader } from "./resultsEditor/fetchedResults";
import { FetchedTabs } from "./resultsEditor/fetchedTabs";
import { ResultsTabs } from "./resultsEditor/resultsTabs";
import { ShownRuns } from "./resultsEditor/shownRuns";
import { findPeopleAtKeys, findPeopleAtRecords } from "./companies/companiesFlow";
import { companyCommands } from "./companies/companyCommands";
import { peopleAtCompanies } from "../searches/peopleAtCompanies";
import { RunCoordinator } from "./running/runCoordinator";
import { saveKeptPages } from "./running/keptPages";
import type { Resumers } from "./running/resumers";
import { SearchOfRun } from "./resultsEditor/searchOfRun";
import { newSearchDocument } from "./searchFiles/newSearchDocument";
import { createSearchEditor } from "./searchEditor/registerSearchEditor";
import { createSeenValues } from "./searchEditor/seenValues";
import { UncommittedInputTracker } from "./searchFiles/uncommittedInputTracker";
import { registerSearchCodeLens } from "./searchText/searchCodeLens";
import { registerSearchDiagnostics } from "./searchText/searchDiagnostics";
import { listCommands } from "./commands/listCommands";
import { renameList } from "./lists/nameList";
import { RecordLists } from "./lists/recordLists";
import { CommandTargets } from "./targets/commandTargets";
import { selectionReader } from "./targets/selection";
import { openRunsView } from "./views/runsView";
import { followSearchFiles } from "./searchFiles/searchFiles";
import { openSearchesView } from "./views/searchesView";
import type { Tree, TreeRows } from "./tree";
import { pickUnfinished, showUnfinished } from "./views/unfinished";
import { setting } from "./settings";
import { createWindowApp } from "./connections/windowApp";

/** How often a window tries to save what it has kept in files, in ms. */
const retryKeptMs = 10_000;

export type Trees = Readonly<Record<keyof typeof viewIds, Tree>>;

/** What the entry has registered placeholders for. */
export interface Desk {
  readonly commands: Readonly<Record<CommandId, CommandHandler>>;
  readonly rows: Readonly<Record<keyof typeof viewIds, TreeRows>>;
  readonly filterBuilder: CustomTextEditorProvider;
  readonly results: CustomReadonlyEditorProvider;
  readonly resultsFiles: Pick<FileSystemProvider, "stat" | "readFile">;
  readonly tool: (name: ToolName) => LanguageModelTool<unknown>;
  readonly mcp: Pick<McpDefinitions, "provide" | "resolve">;
  /** Ends what this window is running and closes the database. */
  close(): Promise<void>;
}

type Core = ReturnType<typeof openCore>;
type Features = ReturnType<typeof openFeatures>;

export function openDesk(context: ExtensionContext, trees: Trees, mcpChanged: () => void): Desk {
  followEditorLanguage();
  const core = openCore(context);
  const features = openFeatures(core, trees, context);
  const { subscriptions } = context;
  subscriptions.push(...core.disposables, ...features.disposables);
  const { lookups, enrichments, rows, filterBuilder, results } = features;
  const agents = openAgents({
    ...core,
    ...core.access,
    live: core.runner.live,
    log: core.log.line,
    context,
    mcpChanged,
  });
  startBackgroundWork(core, features, trees, context);
  subscriptions.push(...agents.start());
  return {
    commands: { ...commandHandlers(core, features, trees), ...agents.commands },
    rows,
    filterBuilder,
    results: results.provider,
    resultsFiles: results.files,
    tool: agents.tool,
    mcp: agents.mcp,
    close: async () => {
      await Promise.all([agents.close(), core.runner.close(), lookups.close(), enrichments.close()]);
      await core.data.close();
    },
  };
}

/** The connection, the stored data, and what runs and exports searches. Nothing is awaited, no file is opened. */
function openCore({
  extensionUri,
  extension,
  globalState,
  globalStorageUri,
  secrets,
  workspaceState,
}: ExtensionContext) {
  const clock = createSystemClock();
  const log = openLog(() => clock.now());
  const data = openLocalData({
    ...{ globalStorage: globalStorageUri, extensionUri, clock, log: log.line },
    onOpened: () => void saveKeptPages(runs, log.line),
  });
  const { store, owner, gateFor } = data;
  const connections = createConnectionStore(secrets, globalState);
  const readReply = createReplyReader(pathToFileURL(Uri.joinPath(extensionUri, "dist", "replyWorker.js").fsPath));
  const version = String((extension.packageJSON as { readonly version?: unknown }).version);
  const access = createServiceAccess({
    ...{ connections, clock, version, gateFor, readReply },
    random: Math.random,
    state: globalState,
    log: log.line,
  });
  const { clientOf } = access;
  const account = new AccountMonitor({ connections, clientOf, clock, log: log.line });
  const keeper = { disk, folders: [data.folder, tmpdir()], retryMs: retryKeptMs };
  const core = openAppCore({
    ...{ store, clock, random: randomBytes, owner, keeper, confirmAbove: () => setting("spending.confirmAbove") },
  });
  const { runs } = core;
  const shown = new ResultsTabs();
  const fetchedTabs = new FetchedTabs();
  const shownRuns = new ShownRuns(workspaceState);
  const openResults = resultsOpener({ shown, shownRuns });
  const leaveOut = new LeaveOutLists({ store, now: () => clock.now(), log: log.line });
  const resumers: Resumers = new Map();
  const app = createWindowApp({ ...core, readReply, lists: leaveOut, bytesOf, account, clientOf });
  const runner = new RunCoordinator({ app, account, openResults, shown, resumers, log: log.line });
  const exporter = new Exporter({ store, runs, runner, shown, workspaceState, clock, leaveOut, log: log.line });
  const searchFiles = followSearchFiles(data.libraryUri);
  const recordLists = new RecordLists({ store, clock, random: randomBytes });
  const enrichmentList = new EnrichmentList({ store, clock, owner });
  const targets = new CommandTargets({ runs, searchFiles, enrichments: enrichmentList, shown, fetchedTabs, clock });
  return {
    ...{ app, clock, log, data, connections, access, account, runs, runner, resumers, shown, exporter },
    ...{ leaveOut, searchFiles, enrichmentList, targets, shownRuns, openResults, searchOfRun: new SearchOfRun(runs) },
    ...{ fetchedTabs, recordLists, version, readReply },
    uncommittedInput: new UncommittedInputTracker(),
    copyOrigin: () => originForCopies(account.current),
    disposables: [
      ...[log, connections, access, account, runner, searchFiles, recordLists, leaveOut],
      ...followSearchDocuments({ runs, runner, shown, shownRuns, log: log.line }),
    ] satisfies Disposable[],
  };
}

/** Lookups, enrichments, the views and the editors. */
function openFeatures(core: Core, trees: Trees, { extensionUri }: ExtensionContext) {
  const { access, account, clock, data, exporter, runner, runs, searchFiles, shown, targets } = core;
  const { openResults, searchOfRun, shownRuns } = core;
  const { clientOf } = access;
  const { store } = data;
  const log = core.log.line;
  const openPeopleSearch = async (companies: Parameters<typeof peopleAtCompanies>[0]): Promise<void> =>
    void (await newSearchDocument(core, "people", peopleAtCompanies(companies)));
  const lookups = openLookups({
    ...{ app: core.app, targets, account, log },
    openDetails: (id, title) => openResults({ id, title }),
    exportRecord: (runId, record) => exporter.exportRun(runId, { kind: "selected", keys: [record] }),
    findPeople: (company) => openPeopleSearch([company]),
    searchCompanies: async (name) => void (await newSearchDocument(core, "company", { names: [{ value: name }] })),
  });
  const enrichments = openEnrichments({
    ...{ targets, runs, account, clientOf, exporter, log, readReply: core.readReply },
    tree: trees.enrichments,
    list: core.enrichmentList,
    openDetails: (id, title) => openResults({ id, title }),
  });
  core.resumers
    .set("batch", lookups.resumeBatch)
    .set("lookup", lookups.lookUpAgain)
    .set("enrichment", enrichments.retrieveAgain);
  const { connections } = core;
  const creditUsage = openCreditUsage({
    ...{ extensionUri, runs, log },
    connections: async () => [...(await connections.list()), sandboxConnection],
  });
  const searchesView = openSearchesView({
    ...{ tree: trees.searches, searchFiles, runs, runner, connections },
    recordLists: core.recordLists,
  });
  const runsView = openRunsView({ tree: trees.runs, runs, runner });
  const { fetchedTabs, recordLists } = core;
  const results = openResultsEditor({
    ...{ extensionUri, store, runs, runner, exporter, shown, shownRuns, searchOfRun, openResults, log },
    ...{ recordLists, fetchedTabs, readFetched: fetchedReader(store), onDidChangeLists: recordLists.onDidChange },
    onDidChangeLeaveOut: core.leaveOut.onDidChange,
    leaveOut: (records) => addToLeaveOutList({ lists: core.leaveOut, runs, store }, records),
    renameList: (id) => renameList(id, recordLists),
    openPeopleSearch,
    findPeopleAt: (records) => findPeopleAtKeys(records, { ...core, store }),
    now: () => clock.now(),
    lookUp: lookups.lookUp,
  });
  const filterBuilder = createSearchEditor({
    ...{ extensionUri, account, clock, runner, leaveOut: core.leaveOut, log },
    uncommittedInput: core.uncommittedInput,
    saveToLibrary: (document) => saveToLibrary(document, { library: data.library, searchFiles }),
    copyOrigin: core.copyOrigin,
    suggestions: createSeenValues({ store, origin: () => connectionOf(account.current)?.origin }),
  });
  return {
    ...{ lookups, enrichments, creditUsage, results, filterBuilder },
    showAllRuns: searchesView.showAll,
    rows: { searches: searchesView, enrichments: enrichments.rows, runs: runsView },
    disposables: [
      ...[searchesView, runsView, results, ...enrichments.disposables, ...creditUsage.disposables],
      registerSearchCodeLens(),
      ...registerSearchDiagnostics(),
    ] satisfies Disposable[],
  };
}

/** What each command does. The compiler refuses this table when a command has no handler. */
function commandHandlers(
  core: Core,
  { lookups, enrichments, creditUsage, showAllRuns }: Features,
  trees: Trees,
): Omit<Desk["commands"], keyof ReturnType<typeof openAgents>["commands"]> {
  const { access, account, clock, connections, exporter, log, runs, targets } = core;
  const selection = selectionReader({ runs, recordLists: core.recordLists, trees });
  const companies = { ...core, store: core.data.store };
  return {
    ...searchCommands({ ...core, library: core.data.library }),
    ...runCommands({ ...core, selection, backups: core.data.store.backups }),
    ...treeCommands({ ...core, selection, showAllRuns }),
    ...exportCommands({ targets, fetchedTabs: core.fetchedTabs, exporter }),
    ...lookups.commands,
    ...enrichments.commands,
    ...connectCommands({
      ...{ connections, account, clock, runs, clientFor: access.clientFor, moveSandbox: access.moveSandbox },
      ...{ diagnose: access.diagnose, log: log.line },
      setDeleted: core.data.store.pauses.setDeleted,
    }),
    ...creditUsage.commands,
    ...listCommands({
      ...{ ...core, store: core.data.store, open: core.fetchedTabs.open, lists: core.leaveOut },
      findPeople: (source, name) => findPeopleAtRecords(source, name, companies),
    }),
    ...companyCommands(companies),
    [commandIds.findEverything]: () =>
      findEverything({ store: core.data.store, open: core.fetchedTabs.open, now: () => clock.now(), log: log.line }),
    [commandIds.showUnfinished]: () => pickUnfinished(runs),
    [commandIds.showLog]: log.show,
    [commandIds.copyDiagnostics]: () => copyDiagnostics({ ownVersion: core.version, account: account.current, log }),
  };
}

/** From here on secrets, disk and network are used. */
function startBackgroundWork(core: Core, { enrichments }: Features, trees: Trees, context: ExtensionContext): void {
  const { account, clock, connections, data, leaveOut, log, runs } = core;
  const sessionStart = clock.now();
  const spend = () =>
    spendSummary(data.store, connectionOf(account.current)?.id ?? "", { now: clock.now(), sessionStart });
  context.subscriptions.push(
    showAccountInStatusBar(account, spend, clock, log.line),
    showUnfinished({ tree: trees.searches, runs, log: log.line }),
    ...followConnection(connections, account, clock),
    ...applyRetention({ runs, log: log.line }),
  );
  void account.refresh();
  enrichments.start();
  leaveOut.start();
  void greetOnce(context);
}
