// The parts of the window that results tabs use, and the content of a tab.
import type { Uri } from "vscode";
import type { ResultsHeader } from "../../../webview-ui/messages/results";
import type { App } from "../../app/app";
import type { RowSource } from "../../app/rowSource";
import type { CompanyReference } from "../../records/companyReference";
import type { ChangeCounts } from "../../store/changes";
import type { LeaveOutLists } from "../leaveOut/leaveOutLists";
import type { RecordLists } from "../lists/recordLists";
import type { RecordExporter, SearchRunner } from "../runActivity";
import type { OpenResults } from "./openResults";
import type { ResultsTabs } from "./resultsTabs";
import type { SearchOfRun } from "./searchOfRun";

export interface ResultsDesk {
  readonly app: App;
  readonly runner: SearchRunner;
  readonly exporter: RecordExporter;
  readonly recordLists: RecordLists;
  readonly shown: ResultsTabs;
  readonly searchOfRun: SearchOfRun;
  readonly openResults: OpenResults;
  readonly log: (line: string) => void;
  readonly leaveOut: LeaveOutLists;
  readonly extensionUri: Uri;
  readonly lookups: {
    /** Opens the lookup box with this text and looks it up; stored records are shown first. */
    lookUp(kind: "company" | "person", text: string): Promise<void>;
  };
  openPeopleSearch(companies: readonly CompanyReference[]): Promise<void>;
  findPeopleAt(source: RowSource): Promise<void>;
  newSearchFor(source: RowSource): Promise<void>;
}

/** The source of the records in a results tab: a run, or many runs at once. */
export interface ResultsSubject extends RowSource {
  /** Id of the run; without a run, an id of the tab's content. */
  readonly id: string;
  /** All records come from the sandbox. */
  readonly synthetic: boolean;
  /** The number of the run's records to show; all if absent. */
  readonly first?: number | undefined;
  /** The text below the grid, if there is no run. */
  readonly sentence?: string | undefined;
  /** The text in the empty grid, if there is no run. */
  readonly noRows?: string | undefined;
}

/** The content of a tab when it was last read. */
export interface TabContent {
  readonly subject: ResultsSubject;
  /** The run or the kind of record that the tab keeps showing; absent while there are no records to choose from. */
  readonly chosen: string | undefined;
  /** Id of the earlier run that the rows are compared with. */
  readonly since?: string | undefined;
  /** `counts` are the changes since that run, once they are counted. */
  readonly header: (counts?: ChangeCounts) => ResultsHeader;
}

export interface TabResults {
  /** The saved search as stored in the runs; `search` is its URI if it still exists. */
  readonly source?: string | undefined;
  readonly search?: Uri | undefined;
  /** Absent if there is nothing to show. */
  readonly content?: TabContent | undefined;
}
