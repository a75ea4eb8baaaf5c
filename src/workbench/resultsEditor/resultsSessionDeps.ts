// What a session of a results tab needs from the tab and from the desk.
import type { Handlers } from "../../../webview-ui/messages/procedures";
import type { ResultsHeader, ResultsProcedures } from "../../../webview-ui/messages/results";
import type { DeskStore } from "../../export/storeExport";
import type { StoreError } from "../../store/storeError";
import type { SearchRunner } from "../runActivity";
import type { RecordLists } from "../lists/recordLists";
import type { ShowReply } from "./rawReply";
import type { CarriedState } from "./resultsSubject";
import type { RowActionsDeps } from "./rowActions";

/** The tab that a session belongs to. */
export interface ResultsTabHost {
  readonly isActive: () => boolean;
  readonly header: () => ResultsHeader;
  /** Whether the values of this column can become a filter of the search. */
  readonly canNarrow: (column: string) => boolean;
  readonly handlers: Pick<
    Handlers<ResultsProcedures>,
    "showRun" | "compareWith" | "editSearch" | "runAgain" | "renameSearch" | "narrowSearch"
  >;
}

type RowActionsFromDesk = "exporter" | "openPeopleSearch" | "findPeopleAt" | "lookUp" | "leaveOut" | "now";

export interface ResultsSessionDeps extends Pick<RowActionsDeps, RowActionsFromDesk> {
  readonly tab: ResultsTabHost;
  readonly store: Pick<DeskStore, "views" | "records" | "exports" | "profiles" | "recordLists">;
  readonly recordLists: RecordLists;
  readonly runner: Pick<SearchRunner, "activity" | "fetchMore" | "resume" | "stop" | "tryNow">;
  readonly log: (line: string) => void;
  readonly showReply: ShowReply;
  /** The run was deleted or the database is damaged: nothing can be shown any more. */
  readonly onLost: (error: StoreError) => void;
}

export interface SessionStart {
  /** Id of the earlier run that the rows are compared with. */
  readonly since?: string | undefined;
  readonly carried?: CarriedState | undefined;
}
