// Everything that a window has once. A command is given the desk; a feature says in its parameter what it needs of it.
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import type { Disposable, ExtensionContext } from "vscode";
import { openAppCore } from "../app/appCore";
import type { RowSource } from "../app/rowSource";
import type { CompanyReference } from "../records/companyReference";
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
import { ResultsTabs, ShownRuns } from "./resultsEditor/resultsTabs";
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

/** What VS Code gives to the window: a class of its own, because the fields of `Desk` are made from it. */
class WindowParts {
  constructor(
    readonly context: ExtensionContext,
    readonly trees: Trees,
  ) {}
}

/** Each object is made of those above it. Nothing is awaited, and no file is opened. */
export class Desk extends WindowParts implements Disposable {
  readonly clock = createSystemClock();
  readonly logView = openLog(() => this.clock.now());
  readonly log = this.logView.line;
  readonly extensionUri = this.context.extensionUri;
  /** Of Prospect Desk. */
  readonly version = String((this.context.extension.packageJSON as { readonly version?: unknown }).version);

  // The connection and the stored data.
  readonly data = openLocalData(this, () => void saveKeptPages(this.runs, this.log));
  readonly store = this.data.store;
  readonly library = this.data.library;
  readonly connections = new ConnectionStore(this.context.secrets, this.context.globalState);
  readonly access = new ServiceAccess(this);
  readonly account = new AccountMonitor(this);
  readonly leaveOut = new LeaveOutLists(this);
  readonly app = createWindowApp(this, {
    ...openAppCore({
      store: this.store,
      clock: this.clock,
      random: randomBytes,
      owner: this.data.owner,
      keeper: { folders: [this.data.folder, tmpdir()], waits: true },
      confirmAbove: () => setting("spending.confirmAbove"),
    }),
    lists: this.leaveOut,
    searchAt,
    bytesOf,
  });
  readonly runs = this.app.runs;

  // What runs, shows, and exports searches.
  readonly searchFiles = new SearchFiles(this.data.libraryUri);
  readonly recordLists = new RecordLists(this.app);
  readonly uncommittedInput = new UncommittedInputTracker();
  readonly shown = new ResultsTabs();
  readonly shownRuns = new ShownRuns(this.context.workspaceState);
  readonly openResults = resultsOpener(this.shown, this.shownRuns);
  readonly openFetched = fetchedOpener(this.shown);
  readonly companiesOfSearches = new CompaniesOfSearches(this.context.workspaceState);
  readonly searchOfRun = new SearchOfRun(this.runs);
  readonly resumers: Resumers = new Map();
  readonly runner = new RunCoordinator(this);
  readonly exporter = new Exporter(this);
  readonly lookups = openLookups(this);
  readonly enrichments = openEnrichments(this);
  readonly creditUsage = openCreditUsage(this);

  // Views, editors, and what commands are about.
  readonly searchesView = openSearchesView(this);
  readonly filterBuilder = createSearchEditor(this);
  readonly results = openResultsEditor(this);
  readonly targets = new CommandTargets(this);

  constructor(context: ExtensionContext, trees: Trees) {
    super(context, trees);
    this.resumers
      .set("batch", this.lookups.resumeBatch)
      .set("lookup", this.lookups.lookUpAgain)
      .set("enrichment", this.enrichments.retrieveAgain);
  }

  /** Opens a search for people at these companies, which are values of one filter. */
  async openPeopleSearch(companies: readonly CompanyReference[]): Promise<void> {
    await newSearchDocument(this.app, "people", peopleAtCompanies(companies));
  }

  /** Asks for a search for people, and runs it at these companies, in groups. */
  findPeopleAt(source: RowSource): Promise<void> {
    return findPeopleAtRecords(source, this);
  }

  newSearchFor(source: RowSource): Promise<void> {
    return newSearchForSource(source, this.app);
  }

  dispose(): void {
    [
      this.results,
      this.searchesView,
      this.creditUsage,
      ...this.enrichments.disposables,
      this.runner,
      this.searchFiles,
      this.recordLists,
      this.companiesOfSearches,
      this.leaveOut,
      this.account,
      this.access,
      this.connections,
      this.logView,
    ].forEach((one) => one.dispose());
  }

  /** Ends what this window is running. */
  async stop(): Promise<void> {
    await Promise.all([this.runner.close(), this.lookups.close(), this.enrichments.close()]);
  }
}
