// Refreshes a watch: asks for the records that were fetched too long ago by their ids, in one run with one budget.
import * as l10n from "@vscode/l10n";
import { leaseMs } from "../runs/activeRun";
import { groupsIn, groupState } from "../runs/companyGroups";
import { isSearch, type RunSummary } from "../runs/run";
import type { Refresh, Watched } from "../store/watches";
import { Refusal, type App } from "./app";
import type { Call } from "./call";
import { planSearch } from "./planSearch";
import type { Watch } from "./readWatch";
import { whyNotResumable } from "./resumable";
import { resumeSearch, runPlanned } from "./searchRuns";
import type { Spender } from "./spending";

export interface RefreshOptions {
  readonly spender: Spender;
  /** Credits that the refresh may cost at most, in addition to the budget of the document. */
  readonly maxCredits?: number | undefined;
}

export interface RefreshOutcome {
  /** Records that are watched, and those that were to be asked for. */
  readonly watched: number;
  readonly due: number;
  /** The run that asked for them; absent when nothing was due, and then nothing was sent. */
  readonly run?: RunSummary | undefined;
  /** It continued an earlier refresh that had stopped. */
  readonly isResumed: boolean;
}

const dayMs = 86_400_000;

/** Rejects with a `Refusal` when nothing may be spent; then nothing was sent. */
export async function refreshWatch(
  app: App,
  watch: Watch,
  { spender, maxCredits }: RefreshOptions,
  call: Call,
): Promise<RefreshOutcome> {
  const { document, search } = watch;
  const { info } = await app.connection();
  const before = app.clock.now() - document.olderThan * dayMs;
  const { watched, refreshes } = await watchedOf(app, watch, info.origin);
  const newest = await ended(app, refreshes[0], call);
  const { watched: count, ids } = await app.store.watches.due(watched, before, { signal: call.signal });
  const outcome = { watched: count, due: ids.length };
  if (ids.length === 0) {
    return { ...outcome, isResumed: false };
  }
  if (newest !== undefined && isToContinue(newest, before)) {
    const { summary } = await resumeSearch(app, { run: newest.header.id, spender }, call);
    return { ...outcome, run: summary, isResumed: true };
  }
  const planned = await planSearch(app, search, { ids, records: ids.length, maxCredits }, call);
  call.onProgress(0, ids.length, planned.plan.sentence);
  const { summary } = await runPlanned(app, planned, { spender }, call);
  return { ...outcome, run: summary, isResumed: false };
}

/** The run, when it is not in progress. A process that was killed holds its run for some seconds more. */
async function ended({ runs, clock }: App, run: RunSummary | undefined, call: Call): Promise<RunSummary | undefined> {
  if (run === undefined || run.stop !== undefined) {
    return run;
  }
  call.onProgress(0, undefined, "The last refresh is in progress, or its process was killed. Waiting to find out…");
  await clock.sleep(leaseMs + 500, call.signal);
  const { id } = run.header;
  const later = await runs.summary(id);
  if (later !== undefined && later.stop === undefined) {
    throw new Refusal(() => l10n.t("This watch is being refreshed: run {0}. Nothing was sent.", id), "running");
  }
  return later;
}

/** What is watched at a service, and the runs that asked for it by ids, newest first. */
export async function watchedOf(
  app: App,
  { search, recordKind: kind, records }: Watch,
  origin: string,
): Promise<{ readonly watched: Watched; readonly refreshes: readonly RunSummary[] }> {
  const runs = await app.runs.list({ source: search.source, purposes: ["search"] });
  const refreshes = runs.filter(
    ({ header: { task, connection } }) => connection.origin === origin && isSearch(task) && task.ids !== undefined,
  );
  const lists = (await app.lists.forSearch(search)).ofSearch.map(({ uri }) => uri);
  return { watched: { kind, records, origin, lists, refreshes: refreshes.map(askedIn) }, refreshes };
}

/** Without a group that may have ended early, for example for lack of credits. */
function askedIn(run: RunSummary): Refresh {
  const { group, stop, header } = run;
  const groups = groupsIn(header.task) ?? { count: 0, size: 0 };
  const done = group === undefined ? 0 : group.nth + (groupState(run, groups) === "done" ? 1 : 0);
  return {
    run: header.id,
    asked: stop?.kind === "complete" ? groups.count : Math.min(groups.count, done * groups.size),
  };
}

/**
 * A refresh that stopped continues while what it fetched is not due again, so that a page without an answer is not
 * paid twice without a question. One that reached its credits is over: the next one has its own budget.
 */
const isToContinue = (run: RunSummary, before: number): boolean =>
  run.updatedAt >= before &&
  run.stop?.kind !== "creditLimit" &&
  run.stop?.kind !== "limitReached" &&
  whyNotResumable(run) === undefined;
