// Whether a batch of lookups has anything left to do.
import type { StoredBatch } from "../../store/batches";

/** Every row has an answer, and the result file is written. */
export const isFinished = ({ finished, open }: Pick<StoredBatch, "finished" | "open">): boolean =>
  finished && open === 0;
