// Converts a stored run to a summary.
import type { StoredRun } from "../store/runs";
import type { RunHeader, RunLimits, RunSummary, RunTask, StopReason } from "./run";

/** `stop` is absent while a window is running it. */
export function summaryFrom(run: StoredRun, stop: StopReason | undefined): RunSummary {
  const { id, purpose, title, recordKind, connection, source, startedAt } = run;
  const header: RunHeader = {
    id,
    purpose,
    title,
    task: run.task as RunTask,
    recordKind,
    connection,
    source,
    startedAt,
    limits: run.limits as RunLimits,
    leaveOut: run.leaveOut,
  };
  return {
    header,
    pages: run.pages,
    records: run.records,
    returned: run.returned,
    repeated: run.repeated,
    skipped: run.skipped,
    ...(run.erased > 0 && { erased: run.erased }),
    mismatched: run.mismatched,
    mismatchExample: run.mismatchExample,
    credits: run.credits,
    possibleCredits: run.possibleCredits,
    unpriced: { pages: run.unknownCosts, balanceBefore: run.balanceBefore, balanceAfter: run.balanceAfter },
    firstTotal: run.firstTotal,
    lastTotal: run.lastTotal,
    cursor: run.cursor,
    group: run.group,
    stop,
    updatedAt: run.updatedAt,
  };
}
