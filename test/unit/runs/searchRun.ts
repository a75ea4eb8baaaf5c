import type { RunHeader, RunSummary } from "../../../src/runs/run";
import { connection } from "./runRig";

/** A search that has fetched its first page of 100 records. */
export const searchRun = (
  header: Pick<RunHeader, "task" | "recordKind" | "limits">,
  change: Partial<RunSummary> = {},
): RunSummary => ({
  header: { id: "i", purpose: "search", title: "T", connection, startedAt: 0, ...header },
  pages: 1,
  records: 100,
  returned: 100,
  repeated: 0,
  skipped: 0,
  mismatched: 0,
  credits: 25,
  possibleCredits: 0,
  unpriced: { pages: 0 },
  updatedAt: 0,
  ...change,
});
