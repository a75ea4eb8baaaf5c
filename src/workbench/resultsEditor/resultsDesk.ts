// What results tabs need of the window, and what a session needs of its tab.
import type { App } from "../../app/app";
import type { RowSource } from "../../app/rowSource";
import type { CompanyReference } from "../../rows/companyReference";
import type { StoreError } from "../../store/storeError";
import type { Handlers } from "../../../webview-ui/messages/procedures";
import type { ResultsHeader, ResultsProcedures } from "../../../webview-ui/messages/results";
import type { RecordsToLeaveOut } from "../leaveOut/addToList";
import type { RecordLists } from "../lists/recordLists";
import type { RecordExporter, SearchRunner } from "../runActivity";
import type { OpenResults } from "./openResults";
import type { ResultsRows } from "./resultsRows";
import type { ResultsSubject } from "./resultsSubject";
import type { ResultsTabs } from "./resultsTabs";
import type { SearchOfRun } from "./searchOfRun";
import type { SelectedRows } from "./selectedRows";
import type { ShownRuns } from "./shownRuns";

export interface ResultsDesk {
  readonly app: App;
  readonly runner: SearchRunner;
  readonly exporter: RecordExporter;
  readonly recordLists: RecordLists;
  readonly shown: ResultsTabs;
  readonly shownRuns: ShownRuns;
  readonly searchOfRun: SearchOfRun;
  readonly openResults: OpenResults;
  readonly log: (line: string) => void;
  /** Opens the lookup box with this text and looks it up; what is already fetched answers first. */
  lookUp(kind: "company" | "person", text: string): Promise<void>;
  /** Adds companies or people of these records to a leave-out list; resolves to what was done, in words. */
  addToLeaveOut(records: RecordsToLeaveOut): Promise<string | undefined>;
  /** Opens a search for people at these companies, which are values of one filter. */
  openPeopleSearch(companies: readonly CompanyReference[]): Promise<void>;
  /** Asks for a search and runs it at these companies, in groups. */
  findPeopleAt(source: RowSource): Promise<void>;
}

/** The tab that a session belongs to. */
export interface ResultsTabHost {
  isActive(): boolean;
  header(): ResultsHeader;
  /** Whether the values of this column can become a filter of the search. */
  canNarrow(column: string): boolean;
  handlers(): Pick<
    Handlers<ResultsProcedures>,
    "showRun" | "compareWith" | "editSearch" | "runAgain" | "renameSearch" | "narrowSearch"
  >;
  /** The run with this id was deleted or the database is damaged: nothing can be shown any more. */
  onLost(error: StoreError, id: string): void;
}

/** The records that a session shows, for what its page asks. */
export interface ShownRecords {
  readonly desk: ResultsDesk;
  readonly tab: ResultsTabHost;
  readonly subject: ResultsSubject;
  /** Id of the earlier run that the rows are compared with. */
  readonly since?: string | undefined;
  readonly rows: ResultsRows;
  readonly selection: SelectedRows;
  /** Shows a text in the page for a while. */
  readonly notice: (text: string, isProblem?: boolean) => void;
}
