// What the parts of the page can do. The filter builder's element implements it and passes itself to them.
import type { FieldId } from "../../src/searches/searchForm";
import type { BuilderProcedures, RequestFormat } from "../messages/filterBuilder";
import type { Send } from "../messages/procedures";
import type { BuilderState } from "./builderState";

type LeaveOutCall = "addLeaveOutList" | "previewLeaveOutList" | "openLeaveOutSetting";

export interface BuilderActions {
  readonly builder: BuilderState;
  /** Calls the host as it is; the other actions first commit typed text or update the page. */
  readonly send: Send<
    Pick<
      BuilderProcedures,
      "stop" | "connect" | "useSandbox" | "openAsText" | "openLastResult" | "suggest" | LeaveOutCall
    >
  >;
  /** Runs or counts the search as shown. */
  start(procedure: "run" | "count"): void;
  copy(format: RequestFormat): void;
  saveToLibrary(): void;
  openFilter(field: string): void;
  closeFilter(field: string): void;
  /** Scrolls to a field and focuses it. */
  goTo(field: FieldId): void;
}
