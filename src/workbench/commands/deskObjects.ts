// What the desk makes once, and commands use. A command says which of it it needs, as `Pick<DeskObjects, …>`.
import type { App } from "../../app/app";
import type { DeskStore } from "../../export/storeExport";
import type { RunStore } from "../../runs/runStore";
import type { Library } from "../../searches/library";
import type { Clock } from "../../service/wire";
import type { AccountMonitor } from "../connections/accountMonitor";
import type { ConnectionStore } from "../connections/connectionStore";
import type { ServiceAccess } from "../connections/serviceAccess";
import type { CreditUsage } from "../creditUsage/creditUsagePanel";
import type { Enrichments } from "../enrichments/registerEnrichments";
import type { Exporter } from "../exporting/exporter";
import type { LeaveOutLists } from "../leaveOut/leaveOutLists";
import type { RecordLists } from "../lists/recordLists";
import type { Log } from "../log";
import type { Lookups } from "../lookups/registerLookups";
import type { OpenFetched, OpenResults } from "../resultsEditor/openResults";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import type { SearchOfRun } from "../resultsEditor/searchOfRun";
import type { ShownRuns } from "../resultsEditor/shownRuns";
import type { RunCoordinator } from "../running/runCoordinator";
import type { SearchFiles } from "../searchFiles/searchFiles";
import type { UncommittedInputTracker } from "../searchFiles/uncommittedInputTracker";
import type { CommandTargets } from "../targets/commandTargets";
import type { ReadSelection } from "../targets/selection";
import type { SearchesView } from "../views/searchesView";

export interface DeskObjects {
  readonly access: ServiceAccess;
  readonly account: AccountMonitor;
  readonly app: App;
  readonly clock: Clock;
  readonly connections: ConnectionStore;
  /** The origin written into copied commands. */
  readonly copyOrigin: () => string;
  readonly creditUsage: CreditUsage;
  readonly enrichments: Enrichments;
  readonly exporter: Exporter;
  readonly leaveOut: LeaveOutLists;
  readonly library: Library;
  readonly log: (line: string) => void;
  readonly logView: Log;
  readonly lookups: Lookups;
  readonly openFetched: OpenFetched;
  readonly openResults: OpenResults;
  readonly recordLists: RecordLists;
  readonly runner: RunCoordinator;
  readonly runs: RunStore;
  readonly searchesView: SearchesView;
  readonly searchFiles: SearchFiles;
  readonly searchOfRun: SearchOfRun;
  readonly selection: ReadSelection;
  readonly shown: ResultsTabs;
  readonly shownRuns: ShownRuns;
  readonly store: DeskStore;
  readonly targets: CommandTargets;
  readonly uncommittedInput: UncommittedInputTracker;
  /** Of Prospect Desk. */
  readonly version: string;
}
