// What a results tab shows the records of: a run, or many runs at once.
import { rowsOfRun, type RowSource, type RowsOrder } from "../../app/rowSource";
import type { RunSummary } from "../../runs/run";
import type { RecordKind } from "../../service/operations";
import type { RunStatus } from "../../../webview-ui/messages/results";
import { sandboxConnection } from "../connections/connectionStore";
import type { RunActivity } from "../runActivity";
import { runStatus } from "./runStatus";

export interface ResultsSubject extends RowSource {
  /** Id of the run; without a run, what tells apart what the tab can show. */
  readonly id: string;
  /** All records come from the sandbox. */
  readonly synthetic: boolean;
  /** Below the grid, if there is no run. */
  readonly sentence?: string | undefined;
  /** In the grid while there are no records, if there is no run. */
  readonly noRows?: string | undefined;
}

/** Reads what is shown; `undefined` if it does not exist any more. */
export type ReadSubject = () => Promise<ResultsSubject | undefined>;

/** What stays when a tab shows another run, or the same one compared with another. */
export interface CarriedState {
  readonly run: string;
  readonly recordKind: RecordKind;
  readonly order: RowsOrder;
  readonly selected: readonly number[];
  readonly revision: number;
}

export function runSubject(run: RunSummary): ResultsSubject {
  const { id, connection } = run.header;
  return { ...rowsOfRun(run), id, synthetic: connection.origin === sandboxConnection.origin };
}

/** The state of the run; records of many runs have nothing that could be continued. */
export function subjectStatus(
  { run, sentence = "", noRows }: ResultsSubject,
  activity: RunActivity | undefined,
  now: number,
): RunStatus {
  return run === undefined
    ? { state: "", sentence, remarks: [], actions: [], finished: true, noRows, more: 0 }
    : runStatus(run, activity, now);
}
