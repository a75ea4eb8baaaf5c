// Everything that can be continued: the open part of each, and its possible cost.
import type { TrackedEnrichment } from "../enrichments/enrichmentList";
import { isPolled } from "../enrichments/enrichmentPoller";
import { isComplete } from "../enrichments/enrichmentState";
import { creditsText, recordsText } from "../runs/amounts";
import { mostRecordsOf } from "../runs/atCompanies";
import { doneOf, isFinished, unansweredOf } from "../runs/batchRun";
import type { Price } from "../runs/budget";
import { endOf } from "../runs/ends";
import { creditsOf, planRun } from "../runs/plan";
import type { RunSummary } from "../runs/run";
import { fetchedText, leftToFetch } from "../runs/runState";
import { countText } from "../text/numbers";
import type { App } from "./app";
import { whyNotResumable } from "./runFacts";

const readRuns = 200;

/** A search, a count, or a table of lookups that is not running. */
export interface OpenRun {
  readonly run: RunSummary;
  /** "300 of 900" */
  readonly done: string;
  /** "600 records, about 150 credits" */
  readonly open: string;
  /** It stopped although neither the user nor the service intended that. */
  readonly isInterrupted: boolean;
  /** Only rows that the service rejected are left. */
  readonly isRejected?: true;
}

/** Newest first. For a saved search, only its newest run can continue. */
export async function openRuns(app: App): Promise<{ readonly open: readonly OpenRun[]; readonly isRunning: boolean }> {
  const all = await app.runs.list({ purposes: ["search", "count", "batch"], limit: readRuns });
  const newest = all.filter(
    ({ header: { id, source, purpose } }) =>
      purpose === "batch" ||
      source === undefined ||
      all.find(({ header }) => header.source === source && header.purpose === purpose)?.header.id === id,
  );
  const open: OpenRun[] = [];
  for (const run of newest) {
    open.push(...(run.header.purpose === "batch" ? await openRows(app, run) : openRecords(app, run)));
  }
  return { open, isRunning: all.some(({ stop }) => stop === undefined) };
}

const costText = (credits: number, { known }: Price): string =>
  known ? `about ${creditsText(credits)}` : "price not known yet";

function openRecords(app: App, run: RunSummary): readonly OpenRun[] {
  const { header, stop, lastTotal, price } = run;
  if (stop === undefined || whyNotResumable(run) !== undefined) {
    return [];
  }
  const { records, credits } = planRun({
    limits: { ...header.limits, records: mostRecordsOf(run, header.limits) },
    soFar: run,
    price,
    total: lastTotal,
    now: app.clock.now(),
  });
  const left = leftToFetch(run);
  const open =
    records > 0
      ? `up to ${recordsText(records)}, ${costText(credits, price)}`
      : left > 0
        ? `${recordsText(left)} more match, ${costText(creditsOf(left, price), price)}`
        : "asks how many more";
  return [{ run, done: fetchedText(run), open, isInterrupted: endOf(stop).isWanted !== true }];
}

async function openRows(app: App, run: RunSummary): Promise<readonly OpenRun[]> {
  const batch = await app.store.batches.get(run.header.id, app.clock.now());
  if (batch === undefined || run.stop === undefined) {
    return [];
  }
  const { price } = run;
  const done = `${countText(doneOf(batch))} of ${countText(batch.questions)}`;
  const rows = (count: number, what: string): string =>
    `${countText(count)} ${what}, ${costText(creditsOf(count, price), price)}`;
  const left = batch.open + unansweredOf(batch);
  const found: OpenRun[] = [];
  if (!isFinished(batch)) {
    const open = left === 0 ? "the file is not written yet" : rows(left, left === 1 ? "row" : "rows");
    found.push({ run, done, open, isInterrupted: endOf(run.stop).isWanted !== true });
  }
  if (batch.failed > 0) {
    const open = rows(
      batch.failed,
      batch.failed === 1 ? "row that the service rejected" : "rows that the service rejected",
    );
    found.push({ run, done, open, isInterrupted: false, isRejected: true });
  }
  return found;
}

/** Enrichments that are no longer polled, with incomplete results: asking again is free. */
export const openEnrichments = async ({ enrichments }: App): Promise<readonly TrackedEnrichment[]> =>
  (await enrichments.list()).filter(
    (entry) => !isPolled(entry) && !isComplete(entry.state) && entry.state.kind !== "ended",
  );
