// Which earlier runs of its search a run can be compared with, and the caveats of each comparison.
import { filtersKey } from "../searches/filterItems";
import { operations } from "../service/operations";
import { countText } from "../text/numbers";
import { isSearch, leftOutKnown, type RunSummary, type RunTask } from "./run";

/** Earlier runs of the same search and the same service that have records, in the order of `runs`: newest first. */
export function comparableRuns(run: RunSummary, runs: readonly RunSummary[]): readonly RunSummary[] {
  const { source, recordKind, purpose, connection, id } = run.header;
  return source === undefined || purpose !== "search"
    ? []
    : runs.filter(
        ({ header, records }) =>
          header.source === source &&
          header.purpose === "search" &&
          header.recordKind === recordKind &&
          header.connection.origin === connection.origin &&
          header.id < id &&
          records > 0,
      );
}

/**
 * The newest earlier run with the same coverage. None while the run is in progress, or missing records would be "gone".
 */
export function defaultComparison(run: RunSummary, runs: readonly RunSummary[]): RunSummary | undefined {
  return run.stop === undefined || run.records === 0
    ? undefined
    : comparableRuns(run, runs).find((earlier) => coversTheSame(run, earlier));
}

/** A sentence about the limits of comparing these runs. */
export function comparisonRemark(run: RunSummary, earlier: RunSummary): string | undefined {
  if (!hasSameFilters(run, earlier)) {
    return "The search had other filters then, so records can count as new or gone because of that.";
  }
  const why = whyNothingIsGone(run, earlier);
  return why && `No record counts as gone, because ${why}. New is what no earlier run of this search returned.`;
}

function whyNothingIsGone(run: RunSummary, earlier: RunSummary): string | undefined {
  if (run.stop === undefined) {
    return "this run is in progress";
  }
  if (leftOutKnown(earlier) || leftOutKnown(run)) {
    return "one of the runs skipped records that earlier runs had";
  }
  if (isComplete(run) && isComplete(earlier)) {
    return undefined;
  }
  const partOf = ({ records, lastTotal }: RunSummary): string =>
    lastTotal === undefined
      ? "did not fetch everything that matches"
      : `fetched ${countText(records)} of ${countText(lastTotal)} records`;
  return isComplete(earlier) ? `this run ${partOf(run)}` : `the earlier run ${partOf(earlier)}`;
}

/** Both have all matches, or both stopped after the same number of records. */
function coversTheSame(run: RunSummary, earlier: RunSummary): boolean {
  const haveSkipped = leftOutKnown(run) || leftOutKnown(earlier);
  const areComplete = isComplete(run) && isComplete(earlier);
  const stoppedAtTheSame =
    run.stop?.kind === "limitReached" &&
    earlier.stop?.kind === "limitReached" &&
    run.header.limits.records === earlier.header.limits.records;
  return !haveSkipped && (areComplete || stoppedAtTheSame) && hasSameFilters(run, earlier);
}

const isComplete = ({ stop }: RunSummary): boolean => stop?.kind === "complete";

const hasSameFilters = (one: RunSummary, other: RunSummary): boolean =>
  keyOf(one.header.task) === keyOf(other.header.task);

const keyOf = (task: RunTask): string | undefined =>
  isSearch(task)
    ? JSON.stringify([
        filtersKey({ search: operations[task.kind].search, filters: task.filters }),
        task.companies ?? null,
      ])
    : undefined;
