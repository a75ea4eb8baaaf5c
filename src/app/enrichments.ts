// Tracks bulk enrichments and requests their results. All of it is free.
import { enrichmentIdsIn, possibleIdsIn, type PossibleId } from "../enrichments/enrichmentIds";
import type { TrackedEnrichment } from "../enrichments/enrichmentList";
import { EnrichmentPoller, type EnrichmentPollerDeps } from "../enrichments/enrichmentPoller";
import { enrichmentSentence } from "../enrichments/enrichmentSentence";
import { isComplete, isFinished, stateLabel } from "../enrichments/enrichmentState";
import { saveResults } from "../enrichments/saveResults";
import { outcomesText } from "../runs/amounts";
import type { RunConnection, RunSummary } from "../runs/run";
import { Refusal, type App, type Call } from "./app";
import { neutral } from "./untrusted";

/** Scripts rely on these fields. */
export function enrichmentFacts(entry: TrackedEnrichment) {
  const { id, name, state, trouble, results, credits, connection, askedAt } = entry;
  const problem = "message" in state ? state.message : trouble?.message;
  return {
    enrichment: neutral(id),
    name: name === undefined ? null : neutral(name),
    state: state.kind,
    /** As received from the service; null without a reply. */
    status: "status" in state ? neutral(state.status) : null,
    /** It may still change, so asking again makes sense. */
    inProgress: !isFinished(state),
    /** Finished, with everything that was found. */
    complete: isComplete(state),
    /** Why there is no status, or why the last request failed. */
    problem: problem === undefined ? null : neutral(problem, 1_000),
    /** Saved on this machine. */
    contacts: results?.contacts ?? 0,
    /** How many contacts have each outcome; null when there are none, or when it is unknown. */
    outcomes: results?.outcomes ?? null,
    /** More contacts are missing. */
    partial: results?.partial ?? false,
    /** The enrichment's cost according to the service. */
    credits: credits ?? null,
    /** Id of the run with the contacts. */
    run: results?.runId ?? null,
    connection: neutral(connection.label),
    /** When the service was last asked, as an ISO date. */
    askedAt: askedAt === undefined ? null : new Date(askedAt).toISOString(),
  };
}

/** "in progress", "finished" */
export const enrichmentStatus = ({ state }: TrackedEnrichment): string => neutral(stateLabel(state));

/** "4 of 10 enriched, 6 not processed" */
export const contactsOfEnrichment = ({ results }: TrackedEnrichment): string =>
  results?.outcomes === undefined
    ? `${results?.contacts ?? 0} contacts${results?.partial === true ? ", partial" : ""}`
    : outcomesText(results.outcomes);

/** "Fair visitors has finished. 21 of 25 enriched, nothing found for 4." */
export const describeEnrichment = (entry: TrackedEnrichment): string =>
  enrichmentSentence(entry, (text) => neutral(text, 300));

/** A poller that saves its results. */
export const openPoller = (
  { enrichments: list, runs, clock }: App,
  deps: Pick<EnrichmentPollerDeps, "clientOf" | "concerns" | "onFinished">,
): EnrichmentPoller =>
  new EnrichmentPoller({ list, clock, ...deps, save: (entry, received) => saveResults(runs, entry, received) });

export interface RecognizedId extends PossibleId {
  readonly tracked: TrackedEnrichment | undefined;
}

/** The possible ids in a text, and the ones that are already tracked with this account. Sends nothing. */
export async function recognizeIds(
  { enrichments }: App,
  text: string,
  connection: RunConnection,
): Promise<readonly RecognizedId[]> {
  const all = await enrichments.list();
  return possibleIdsIn(text).map((possible) => ({
    ...possible,
    tracked: all.find((entry) => entry.id === possible.id && isOfAccount(entry, connection)),
  }));
}

/** Whether an entry belongs to the same account, even under another connection name. */
const isOfAccount = ({ connection: { origin, workspaceId } }: TrackedEnrichment, account: RunConnection): boolean =>
  origin === account.origin && workspaceId === account.workspaceId;

export interface AddedEnrichments {
  /** All named enrichments. */
  readonly entries: readonly TrackedEnrichment[];
  /** The ones that were already tracked. */
  readonly before: readonly TrackedEnrichment[];
}

export async function addEnrichments(
  { enrichments }: App,
  ids: readonly string[],
  connection: RunConnection,
): Promise<AddedEnrichments> {
  const before = (await enrichments.list()).filter((entry) => ids.includes(entry.id) && isOfAccount(entry, connection));
  const added = await enrichments.add(
    ids.filter((id) => !before.some((entry) => entry.id === id)),
    connection,
  );
  return { entries: [...before, ...added], before };
}

/** The tracked enrichment of a run's contacts. */
export async function enrichmentOfRun(
  { enrichments }: App,
  { header: { task, connection } }: RunSummary,
): Promise<TrackedEnrichment | undefined> {
  return (await enrichments.list()).find(
    (entry) => "enrichmentId" in task && entry.id === task.enrichmentId && entry.connection.id === connection.id,
  );
}

/**
 * Tracks enrichments with the connection in use and asks the service once for each; with `wait` again, at growing
 * intervals, until all of them are finished. An abort ends the request or the wait; received results are saved. Rejects
 * with a `Refusal` without a connection.
 */
export async function trackEnrichments(
  desk: App,
  ids: readonly string[],
  wait: boolean,
  { signal, onProgress }: Call,
): Promise<AddedEnrichments> {
  const { info, client } = await desk.connection();
  const { entries, before } = await addEnrichments(desk, ids, info);
  const keys = entries.map(({ key }) => key);
  const ours = async (): Promise<readonly TrackedEnrichment[]> =>
    (await desk.enrichments.list()).filter(({ key }) => keys.includes(key));
  const poller = openPoller(desk, {
    clientOf: async () => {
      const finished = (await ours()).filter(({ state }) => isFinished(state)).length;
      onProgress(finished, keys.length, `${finished} of ${keys.length} enrichments are finished.`);
      return client;
    },
    concerns: ({ key }) => keys.includes(key),
    onFinished: () => undefined,
  });
  const stop = (): void => void poller.dispose();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) {
    stop();
  }
  try {
    for (const key of keys) {
      await poller.pollNow(key);
    }
    if (wait) {
      await poller.untilFinished();
    }
    return { entries: await ours(), before };
  } finally {
    signal.removeEventListener("abort", stop);
    await poller.dispose();
  }
}

export interface EnrichmentResults {
  readonly entry: TrackedEnrichment;
  /** Absent when no contacts are saved. */
  readonly run: RunSummary | undefined;
}

/**
 * An enrichment with its saved contacts. Asks the service unless all contacts are saved.
 * Starts tracking the enrichment if necessary. Rejects with a `Refusal`.
 */
export async function enrichmentResults(desk: App, text: string, call: Call): Promise<EnrichmentResults> {
  const known = await Promise.all(entriesOf(await desk.enrichments.list(), text).map((entry) => withRun(desk, entry)));
  const found = known.find(({ entry, run }) => run !== undefined && isComplete(entry.state));
  if (found !== undefined) {
    return found;
  }
  const { entries } = await trackEnrichments(desk, [enrichmentIdsIn(text)[0] ?? text], false, call);
  const [entry] = entries;
  if (entry === undefined) {
    throw new Refusal("This enrichment has been removed.", "notFound");
  }
  return withRun(desk, entry);
}

const withRun = async ({ runs }: App, entry: TrackedEnrichment): Promise<EnrichmentResults> => ({
  entry,
  run: entry.results === undefined ? undefined : await runs.summary(entry.results.runId),
});

/** The tracked enrichments with this id, possibly of several connections. */
function entriesOf(all: readonly TrackedEnrichment[], text: string): readonly TrackedEnrichment[] {
  const ids = [text, ...enrichmentIdsIn(text)];
  return all.filter(({ id }) => ids.includes(id));
}

/** Stops tracking it. Keeps the saved contacts unless they are to be deleted, too. */
export async function removeEnrichment(
  { enrichments, runs }: App,
  { key, results }: TrackedEnrichment,
  deletesContacts = false,
): Promise<void> {
  await enrichments.remove(key);
  if (deletesContacts && results !== undefined) {
    await runs.delete(results.runId);
  }
}

/** Rejects with a `Refusal` before any is removed. */
export async function removeEnrichments(desk: App, texts: readonly string[]): Promise<readonly TrackedEnrichment[]> {
  const all = await desk.enrichments.list();
  const found = texts.map((text) => entriesOf(all, text));
  if (found.some((entries) => entries.length === 0)) {
    throw new Refusal("There is no tracked enrichment with this id. Nothing was removed.", "notFound");
  }
  const entries = [...new Set(found.flat())];
  for (const entry of entries) {
    await removeEnrichment(desk, entry);
  }
  return entries;
}
