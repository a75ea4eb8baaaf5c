// How an action is followed and canceled, whoever asks for it.
import type { RunProgress } from "../runs/run";

/** How a call is followed and canceled. */
export interface Call {
  readonly signal: AbortSignal;
  /**
   * `total` is absent while it is not known. The message is a sentence without data of records. `run` is what a run of
   * the call reports, for a face that shows runs.
   */
  readonly onProgress: (done: number, total: number | undefined, message: string, run?: RunProgress) => void;
}
