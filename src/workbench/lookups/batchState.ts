// Whether a batch of lookups has anything left to do.
import { unansweredOf } from "../../lookups/batchRun";
import type { StoredBatch } from "../../store/batches";

/** Nothing is open or possibly charged, and the result file is written. */
export const isFinished = (
  batch: Pick<StoredBatch, "finished" | "open" | "possiblyCharged" | "notUnderstood">,
): boolean => batch.finished && batch.open === 0 && unansweredOf(batch) === 0;
