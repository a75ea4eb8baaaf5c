// Compares a run with the run before it of the same search: new, changed and gone records.
import { isCrmProfile } from "../export/crmProfiles";
import type { ExportFormat } from "../export/formats";
import { changeColumnId } from "../records/extraColumns";
import { comparableRuns, comparisonRemark, defaultComparison } from "../runs/comparisons";
import { recordKindOf, type RunSummary } from "../runs/run";
import type { RunStore } from "../runs/runStore";
import type { RecordKind } from "../service/operations";
import { rowChanges, type RowChange } from "../store/changes";
import type { Condition } from "../store/conditions";
import { Refusal, type App } from "./app";
import { checkColumns, columnsToRead, withRecords, type RecordChoice } from "./readRecords";
import { rowsOfRun } from "./rowSource";
import { existingRun } from "./searchRuns";

export interface Comparison extends RecordChoice {
  readonly run: string;
  readonly limit: number;
  /** How many differing records to skip. */
  readonly offset?: number | undefined;
}

export async function compareRuns(
  app: App,
  { run, columns: given, limit, offset = 0, ...choice }: Comparison,
  signal: AbortSignal,
) {
  const { later, earlier } = await runPair(app, run);
  const columns = columnsToRead(recordKindOf(later.header.task), given);
  const source = rowsOfRun(later, earlier.header.id);
  await checkColumns(app, source, columns);
  const conditions = [...(choice.conditions ?? []), isOneOf(rowChanges)];
  /** Why records may count as new or gone although they did not change. */
  const remark = comparisonRemark(later, earlier);
  return withRecords(
    app,
    source,
    { ...choice, columns, conditions },
    async ({ view, count }) => ({
      later,
      earlier,
      columns,
      remark,
      counts: await app.store.changes.counts(earlier.header.id, later.header.id, { signal }),
      /** Records that differ and meet the other conditions. */
      count,
      rows: await app.store.views.rows(view, offset, limit),
    }),
    signal,
  );
}

/** Records of a comparison that differ in one of these ways. */
export const isOneOf = (changes: readonly RowChange[]): Condition => ({
  kind: "oneOf",
  column: changeColumnId,
  values: rowChanges.filter((change) => changes.includes(change)),
});

/**
 * The changes that an export of a comparison contains by default: without gone records for a CRM, which would import
 * them as new.
 */
export function changesToWrite(kind: RecordKind, format: ExportFormat): readonly RowChange[] {
  const isForCrm = format.profile !== undefined && isCrmProfile(kind, format.profile);
  return rowChanges.filter((change) => change !== "gone" || !isForCrm);
}

interface RunPair {
  readonly later: RunSummary;
  readonly earlier: RunSummary;
}

/** A run and the run before it. Rejects with a `Refusal`. */
export async function runPair(app: App, run: string): Promise<RunPair> {
  const later = await existingRun(app, run);
  const earlier = await runBefore(app.runs, later);
  if (earlier === undefined) {
    throw new Refusal("There is no earlier run of the same saved search to compare with.", "notFound");
  }
  return { later, earlier };
}

/** The run to compare with: the newest with the same coverage, or else the newest. */
export async function runBefore(runs: RunStore, run: RunSummary): Promise<RunSummary | undefined> {
  const { source } = run.header;
  const all = source === undefined ? [] : await runs.list({ source, purposes: ["search"] });
  return defaultComparison(run, all) ?? comparableRuns(run, all)[0];
}
