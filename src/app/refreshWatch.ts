// Refreshes a watch: asks for the records that were fetched too long ago by their ids, in one run with one budget.
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";
import { recordsText } from "../runs/amounts";
import { groupsIn, groupState } from "../runs/companyGroups";
import type { RunPlan } from "../runs/plan";
import { isSearch, type RunSummary } from "../runs/run";
import { leaseMs } from "../runs/runStore";
import type { Refresh, Watched } from "../store/news";
import { Refusal, type App, type Call } from "./app";
import { planSearch } from "./planSearch";
import type { Watch } from "./readWatch";
import { whyNotResumable } from "./runFacts";
import { planResume, resumeSearch, runPlanned } from "./searchRuns";
import { englishPlan, type Spender } from "./spending";

/** What a refresh would do. */
interface PlannedRefresh {
  /** Records that are watched, and those that are to be asked for. */
  readonly watched: number;
  readonly due: number;
  /** What it would fetch and cost; absent when nothing is due. */
  readonly plan?: RunPlan | undefined;
  /** Asks for what is due, or continues an earlier refresh that had stopped; absent when nothing is due. */
  readonly start?: ((spender: Spender, call: Call) => Promise<{ readonly summary: RunSummary }>) | undefined;
}

export interface RefreshOutcome extends Pick<PlannedRefresh, "watched" | "due"> {
  /** Absent when nothing was due, and then nothing was sent. */
  readonly run?: RunSummary | undefined;
}

const dayMs = 86_400_000;

/**
 * `maxCredits`: what the refresh may cost at most, in addition to the budget of the document. Rejects with a `Refusal`
 * when nothing may be spent; then nothing was sent.
 */
export async function refreshWatch(
  app: App,
  watch: Watch,
  spender: Spender,
  maxCredits: number | undefined,
  call: Call,
): Promise<RefreshOutcome> {
  const { watched, due, plan, start } = await planRefresh(app, watch, maxCredits, call);
  if (plan !== undefined) {
    call.onProgress(0, due, plan.sentence);
  }
  return { watched, due, run: (await start?.(spender, call))?.summary };
}

/** Sends nothing that is paid. Rejects with a `Refusal`. */
export async function planRefresh(
  app: App,
  watch: Watch,
  maxCredits: number | undefined,
  call: Call,
): Promise<PlannedRefresh> {
  const { document, search } = watch;
  const { info } = await app.connection();
  const before = app.clock.now() - document.olderThan * dayMs;
  const { watched, refreshes } = await watchedOf(app, watch, info.origin);
  const own = await ended(app, refreshes.find(isOf(watch)), call);
  const { watched: count, ids } = await app.store.watches.due(watched, before, { signal: call.signal });
  const counts = { watched: count, due: ids.length };
  if (ids.length === 0) {
    return counts;
  }
  const candidates = own === undefined ? await onlyAskingFor(app, ids, refreshes) : [own];
  const stopped = candidates.find((run) => isToContinue(run, before));
  if (stopped !== undefined) {
    const { header, credits, possibleCredits } = stopped;
    const left = (header.limits.credits ?? document.budget) - credits - possibleCredits;
    const request = { run: header.id, maxCredits: maxCredits && Math.max(0, Math.min(maxCredits, left)) };
    const { input } = await planResume(app, request);
    return {
      ...counts,
      plan: englishPlan(input),
      start: (spender, following) => resumeSearch(app, { ...request, spender }, following),
    };
  }
  const planned = await planSearch(app, search, { ids, records: ids.length, maxCredits }, call);
  return {
    ...counts,
    plan: planned.plan,
    start: (spender, following) => runPlanned(app, planned, { spender }, following),
  };
}

export function nothingDueText(watched: number, days: number): string {
  const records = recordsText(watched);
  return days === 1
    ? l10n.t("Nothing is due: {0}, fetched in the last 24 hours.", records)
    : l10n.t("Nothing is due: {0}, fetched in the last {1} days.", records, countText(days));
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

const isOf =
  ({ search }: Watch) =>
  ({ header }: RunSummary): boolean =>
    header.source === search.source;

/** What is watched at a service, and the runs that asked for records by ids, newest first, whichever watch asked. */
export async function watchedOf(
  app: App,
  { search, recordKind: kind, records }: Watch,
  origin: string,
): Promise<{ readonly watched: Watched; readonly refreshes: readonly RunSummary[] }> {
  const runs = await app.runs.list({ purposes: ["search"] });
  const refreshes = runs.filter(
    ({ header: { task, connection, recordKind } }) =>
      connection.origin === origin && recordKind === kind && isSearch(task) && task.ids !== undefined,
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

/** Those that have only these records left to ask for: one of them may be of this watch before it was renamed. */
async function onlyAskingFor(
  { store }: App,
  ids: readonly string[],
  refreshes: readonly RunSummary[],
): Promise<readonly RunSummary[]> {
  const due = new Set(ids);
  const stopped = refreshes.filter((run) => whyNotResumable(run) === undefined);
  const left = await Promise.all(stopped.map((run) => store.watches.left(askedIn(run))));
  return stopped.filter((_, nth) => left[nth]?.every((id) => due.has(id)));
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
