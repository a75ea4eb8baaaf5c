// What the parts of the page can do. The filter builder's element implements it and passes itself to them.
import type { FieldId } from "../../src/searches/searchForm";
import type { BuilderProcedures, RequestFormat, SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import type { Send } from "../messages/procedures";

type LeaveOutCall = "addLeaveOutList" | "previewLeaveOutList" | "openLeaveOutSetting";

export interface BuilderActions {
  /** Calls the host as it is; the other actions first commit typed text or update the page. */
  readonly send: Send<
    Pick<
      BuilderProcedures,
      "stop" | "connect" | "useSandbox" | "openAsText" | "openLastResult" | "suggest" | LeaveOutCall
    >
  >;
  edit(edit: SearchEdit): void;
  /** Runs or counts the search as shown. */
  start(procedure: "run" | "count"): void;
  copy(format: RequestFormat): void;
  saveToLibrary(): void;
  openFilter(field: string): void;
  closeFilter(field: string): void;
  setDraft(field: string, text: string): void;
  setUncommitted(field: FieldId, input: UncommittedInput | null): void;
  /** Scrolls to a field and focuses it. */
  goTo(field: FieldId): void;
}
