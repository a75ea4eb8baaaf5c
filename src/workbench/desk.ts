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
import { createReplyReader } from "../service/replyReader";
import { createSystemClock } from "../service/systemClock";
import { openAppCore } from "../app/appCore";
import { rowsOfRun } from "../app/rowSource";
import { spendSummary } from "../app/accountState";
import { openAgents } from "./agents/openAgents";
import type { McpDefinitions } from "./agents/mcpDefinitions";
import { type CommandHandler, type CommandId, type ToolName, type viewIds } from "./commandIds";
import { commandTable } from "./commands/commandTable";
import { applyRetention } from "./commands/retention";
import { saveToLibrary } from "./commands/saveToLibrary";
import { AccountMonitor, connectionOf, originForCopies } from "./connections/accountMonitor";
import { createConnectionStore, sandboxConnection } from "./connections/connectionStore";
import { followConnection } from "./connections/followConnection";
import { createServiceAccess } from "./connections/serviceAccess";
import { showAccountInStatusBar } from "./connections/statusBar";
import { openCreditUsage } from "./creditUsage/creditUsagePanel";
import { followEditorLanguage } from "./editorLanguage";
import { openEnrichments } from "./enrichments/registerEnrichments";
import { Exporter } from "./exporting/exporter";
import { followFirstSteps } from "./firstSteps";
import { greetOnce } from "./startup/firstWindow";
import { addToLeaveOutList } from "./leaveOut/addToList";
import { LeaveOutLists } from "./leaveOut/leaveOutLists";
import { openLocalData } from "./startup/localData";
import { openLog } from "./log";
import { bytesOf } from "./lookups/batchTarget";
import { openLookups } from "./lookups/registerLookups";
import { openResultsEditor } from "./resultsEditor/registerResultsEditor";
import { followSearchDocuments } from "./running/followSearchDocuments";
import { fetchedOpener, resultsOpener } from "./resultsEditor/openResults";
import { fetchedReader } from "./resultsEditor/fetchedResults";
import { ResultsTabs } from "./resultsEditor/resultsTabs";
import { ShownRuns } from "./resultsEditor/shownRuns";
import { findPeopleAtRecords } from "./companies/companiesFlow";
import { peopleAtCompanies } from "../searches/peopleAtCompanies";
import { RunCoordinator } from "./running/runCoordinator";
import { saveKeptPages } from "./running/keptPages";
import type { Resumers } from "./running/resumers";
import { SearchOfRun } from "./resultsEditor/searchOfRun";
import { searchAt } from "./searchFiles/currentSearch";
import { newSearchDocument } from "./searchFiles/newSearchDocument";
import { createSearchEditor } from "./searchEditor/registerSearchEditor";
import { createSeenValues } from "./searchEditor/seenValues";
import { UncommittedInputTracker } from "./searchFiles/uncommittedInputTracker";
import { registerSearchCodeLens } from "./searchText/searchCodeLens";
import { registerSearchDiagnostics } from "./searchText/searchDiagnostics";
import { registerSearchQuickFixes } from "./searchText/searchQuickFixes";
import { renameList } from "./lists/nameList";
import { RecordLists } from "./lists/recordLists";
import { CommandTargets } from "./targets/commandTargets";
import { selectionReader } from "./targets/selection";
import { openRunsView } from "./views/runsView";
import { followSearchFiles } from "./searchFiles/searchFiles";
import { openSearchesView } from "./views/searchesView";
import type { Tree, TreeRows } from "./tree";
import { showUnfinished } from "./views/unfinished";
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
  const desk = { ...core, ...features };
  const agents = openAgents({ ...core, live: core.runner.live, context, mcpChanged });
  context.subscriptions.push(...core.disposables, ...features.disposables);
  startBackgroundWork(desk, trees, context);
  context.subscriptions.push(...agents.start());
  return {
    commands: { ...commandTable(desk), ...agents.commands },
    ...{ rows: features.rows, filterBuilder: features.filterBuilder },
    results: features.results.provider,
    resultsFiles: features.results.files,
    ...{ tool: agents.tool, mcp: agents.mcp },
    close: async () => {
      await Promise.all([agents.close(), core.runner.close(), desk.lookups.close(), desk.enrichments.close()]);
      await core.closeData();
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
  const logView = openLog(() => clock.now());
  const log = logView.line;
  const data = openLocalData({
    ...{ globalStorage: globalStorageUri, extensionUri, clock, log },
    onOpened: () => void saveKeptPages(runs, log),
  });
  const { store, owner, gateFor, library } = data;
  const connections = createConnectionStore(secrets, globalState);
  const readReply = createReplyReader(pathToFileURL(Uri.joinPath(extensionUri, "dist", "replyWorker.js").fsPath));
  const version = String((extension.packageJSON as { readonly version?: unknown }).version);
  const access = createServiceAccess({
    ...{ connections, clock, version, gateFor, readReply, log },
    ...{ random: Math.random, state: globalState },
  });
  const { clientOf } = access;
  const account = new AccountMonitor({ connections, clientOf, clock, log });
  const keeper = { disk, folders: [data.folder, tmpdir()], retryMs: retryKeptMs };
  const core = openAppCore({
    ...{ store, clock, random: randomBytes, owner, keeper, confirmAbove: () => setting("spending.confirmAbove") },
  });
  const { runs } = core;
  const shown = new ResultsTabs();
  const shownRuns = new ShownRuns(workspaceState);
  const openResults = resultsOpener({ shown, shownRuns });
  const leaveOut = new LeaveOutLists({ store, now: () => clock.now(), log });
  const resumers: Resumers = new Map();
  const app = createWindowApp({ ...core, readReply, lists: leaveOut, searchAt, bytesOf, account, clientOf });
  const runner = new RunCoordinator({ app, account, openResults, shown, resumers, log });
  const exporter = new Exporter({ app, runner, shown, workspaceState, log });
  const searchFiles = followSearchFiles(data.libraryUri);
  const recordLists = new RecordLists(core);
  return {
    ...{ access, account, app, clientOf, clock, connections, exporter, leaveOut, library },
    ...{ log, logView, openResults, readReply, recordLists, resumers, runner, runs, searchFiles, shown, shownRuns },
    ...{ store, version },
    targets: new CommandTargets({ runs, searchFiles, enrichments: core.enrichments, shown, recordLists, clock }),
    openFetched: fetchedOpener(shown),
    searchOfRun: new SearchOfRun(runs),
    uncommittedInput: new UncommittedInputTracker(),
    copyOrigin: () => originForCopies(account.current),
    closeData: () => data.close(),
    disposables: [
      ...[logView, connections, access, account, runner, searchFiles, recordLists, leaveOut],
      ...followSearchDocuments({ runs, runner, shown, shownRuns, log }),
    ] satisfies Disposable[],
  };
}

/** Lookups, enrichments, the views and the editors. */
function openFeatures(core: Core, trees: Trees, { extensionUri }: ExtensionContext) {
  const { account, clock, exporter, runs, store, recordLists } = core;
  const openDetails = (id: string, title: string): Promise<void> => core.openResults({ id, title });
  const openPeopleSearch = async (companies: Parameters<typeof peopleAtCompanies>[0]): Promise<void> =>
    void (await newSearchDocument(core, "people", peopleAtCompanies(companies)));
  const lookups = openLookups({
    ...{ ...core, openDetails },
    exportRecord: async (runId, record) => {
      const run = await runs.summary(runId);
      await (run && exporter.export(rowsOfRun(run), { kind: "selected", keys: [record] }));
    },
    findPeople: (company) => openPeopleSearch([company]),
    searchCompanies: async (name) => void (await newSearchDocument(core, "company", { names: [{ value: name }] })),
  });
  const enrichments = openEnrichments({ ...core, tree: trees.enrichments, openDetails });
  core.resumers
    .set("batch", lookups.resumeBatch)
    .set("lookup", lookups.lookUpAgain)
    .set("enrichment", enrichments.retrieveAgain);
  const creditUsage = openCreditUsage({
    ...{ ...core, extensionUri },
    connections: async () => [...(await core.connections.list()), sandboxConnection],
    sandbox: sandboxConnection.id,
  });
  const searchesView = openSearchesView({ ...core, tree: trees.searches });
  const runsView = openRunsView({ ...core, tree: trees.runs });
  const results = openResultsEditor({
    ...{ ...core, extensionUri, openPeopleSearch, readFetched: fetchedReader(core.app) },
    onDidChangeLists: recordLists.onDidChange,
    onDidChangeLeaveOut: core.leaveOut.onDidChange,
    leaveOut: (records) => addToLeaveOutList(core, records),
    renameList: (id) => renameList(id, recordLists),
    findPeopleAt: (source) => findPeopleAtRecords(source, core),
    now: () => clock.now(),
    lookUp: lookups.lookUp,
  });
  const filterBuilder = createSearchEditor({
    ...{ ...core, extensionUri },
    saveToLibrary: (document) => saveToLibrary(document, core),
    suggestions: createSeenValues({ store, origin: () => connectionOf(account.current)?.origin }),
  });
  return {
    ...{ creditUsage, enrichments, filterBuilder, lookups, results, searchesView },
    selection: selectionReader({ runs, recordLists, trees }),
    rows: { searches: searchesView, enrichments: enrichments.rows, runs: runsView },
    disposables: [
      ...[searchesView, runsView, results, ...enrichments.disposables, ...creditUsage.disposables],
      registerSearchCodeLens(),
      ...registerSearchDiagnostics(),
      registerSearchQuickFixes(),
    ] satisfies Disposable[],
  };
}

/** From here on secrets, disk and network are used. */
function startBackgroundWork(desk: Core & Features, trees: Trees, context: ExtensionContext): void {
  const { account, clock, log, store } = desk;
  const sessionStart = clock.now();
  const spend = () => spendSummary(store, connectionOf(account.current)?.id ?? "", { now: clock.now(), sessionStart });
  context.subscriptions.push(
    showAccountInStatusBar(account, spend, clock, log),
    showUnfinished({ ...desk, tree: trees.searches }),
    followFirstSteps(desk),
    ...followConnection(desk.connections, account, clock),
    ...applyRetention(desk),
  );
  void account.refresh();
  desk.enrichments.start();
  desk.leaveOut.start();
  void greetOnce(context);
}
