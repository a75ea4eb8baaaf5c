// Tracks bulk enrichments, asks for their results, and reads results from files. All of it is free.
import { enrichmentIdsIn } from "../enrichments/enrichmentIds";
import { EnrichmentList, isImported, type TrackedEnrichment } from "../enrichments/enrichmentList";
import { EnrichmentPoller } from "../enrichments/enrichmentPoller";
import { enrichmentSentence } from "../enrichments/enrichmentSentence";
import { isComplete, isFinished, stateLabel } from "../enrichments/enrichmentState";
import { importResults, type ImportOutcome, type ResultsFile } from "../enrichments/importResults";
import { saveResults } from "../enrichments/saveResults";
import { inEnglish } from "../language/language";
import { outcomesText } from "../runs/amounts";
import type { RunConnection, RunSummary } from "../runs/run";
import type { OutcomeCounts } from "../service/contactOutcome";
import { Refusal, type App } from "./app";
import type { Call } from "./call";
import { neutral } from "./untrusted";

export interface EnrichmentFacts extends Readonly<Record<string, unknown>> {
  readonly enrichment: string;
  readonly name: string | null;
  readonly state: TrackedEnrichment["state"]["kind"];
  /** As the service sent it; null without a reply. */
  readonly status: string | null;
  /** It may still change, so asking again makes sense. */
  readonly inProgress: boolean;
  /** Finished, with everything that was found. */
  readonly complete: boolean;
  /** Why there is no status, or why the last request failed. */
  readonly problem: string | null;
  /** Saved on this machine. */
  readonly contacts: number;
  /** How many of the contacts have each outcome; null when there are none, or when it is not known. */
  readonly outcomes: OutcomeCounts | null;
  /** The saved contacts are not all. */
  readonly partial: boolean;
  /** What the enrichment has cost, as the service says. */
  readonly credits: number | null;
  /** Id of the run with the contacts. */
  readonly run: string | null;
  readonly connection: string;
  /** Its results were read from a file, and the service cannot be asked. */
  readonly fromFile: boolean;
  readonly paused: boolean;
  /** When the service was asked last, as an ISO date. */
  readonly askedAt: string | null;
}

export function enrichmentFacts(entry: TrackedEnrichment): EnrichmentFacts {
  const { id, name, state, trouble, results, credits, connection, paused, askedAt } = entry;
  const problem = "message" in state ? state.message : trouble?.message;
  return {
    enrichment: neutral(id),
    name: name === undefined ? null : neutral(name),
    state: state.kind,
    status: "status" in state ? neutral(state.status) : null,
    inProgress: !isFinished(state),
    complete: isComplete(state),
    problem: problem === undefined ? null : neutral(problem, 1_000),
    contacts: results?.contacts ?? 0,
    outcomes: results?.outcomes ?? null,
    partial: results?.partial ?? false,
    credits: credits ?? null,
    run: results?.runId ?? null,
    connection: neutral(connection.label),
    fromFile: isImported(entry),
    paused,
    askedAt: askedAt === undefined ? null : new Date(askedAt).toISOString(),
  };
}

/** "in progress", "finished" */
export const enrichmentStatus = ({ state }: TrackedEnrichment): string => neutral(inEnglish(() => stateLabel(state)));

/** "Fair visitors has finished. 21 of 25 enriched, nothing found for 4." */
/** "4 of 10 enriched, 6 not processed" */
export const contactsOfEnrichment = ({ results }: TrackedEnrichment): string =>
  inEnglish(() =>
    results?.outcomes === undefined
      ? `${results?.contacts ?? 0} contacts${results?.partial === true ? ", partial" : ""}`
      : outcomesText(results.outcomes),
  );

export const describeEnrichment = (entry: TrackedEnrichment): string =>
  inEnglish(() => enrichmentSentence(entry, (text) => neutral(text, 300)));

const listOf = ({ store, clock, runs }: App): EnrichmentList =>
  new EnrichmentList({ store, clock, owner: runs.deps.owner });

/** Oldest first. */
export const trackedEnrichments = (desk: App): Promise<readonly TrackedEnrichment[]> => listOf(desk).list();

export interface TrackRequest {
  readonly ids: readonly string[];
  /** Ask again, less and less often, until all of them are finished. */
  readonly wait: boolean;
}

/**
 * Tracks enrichments with the connection in use and asks the service once for each. An abort ends the request or the
 * wait; what was received is saved. Rejects with a `Refusal` without a connection.
 */
export async function trackEnrichments(
  desk: App,
  { ids, wait }: TrackRequest,
  { signal, onProgress }: Call,
): Promise<readonly TrackedEnrichment[]> {
  const { info, client } = await desk.connection();
  const list = listOf(desk);
  const keys = await addTo(list, ids, info);
  const ours = async (): Promise<readonly TrackedEnrichment[]> =>
    (await list.list()).filter(({ key }) => keys.includes(key));
  const poller = new EnrichmentPoller({
    list,
    clock: desk.clock,
    clientOf: async () => {
      const finished = (await ours()).filter(({ state }) => isFinished(state)).length;
      onProgress(finished, keys.length, `${finished} of ${keys.length} enrichments are finished.`);
      return client;
    },
    save: (entry, received) => saveResults(desk.runs, entry, received),
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
    return await ours();
  } finally {
    signal.removeEventListener("abort", stop);
    await poller.dispose();
  }
}

/** Those that a window tracks with the same account are tracked already. Resolves to the keys of all. */
async function addTo(
  list: EnrichmentList,
  ids: readonly string[],
  connection: RunConnection,
): Promise<readonly string[]> {
  const isOurs = ({ connection: { origin, workspaceId } }: TrackedEnrichment): boolean =>
    origin === connection.origin && workspaceId === connection.workspaceId;
  const known = (await list.list()).filter((entry) => ids.includes(entry.id) && isOurs(entry));
  const added = await list.add(
    ids.filter((id) => !known.some((entry) => entry.id === id)),
    connection,
  );
  return [...known, ...added].map(({ key }) => key);
}

export interface EnrichmentResults {
  readonly entry: TrackedEnrichment;
  /** Absent when no contacts are saved. */
  readonly run: RunSummary | undefined;
}

/**
 * An enrichment with its saved contacts. The service is asked unless all of them are saved, or they come from a file.
 * An enrichment that is not tracked is tracked. Rejects with a `Refusal`.
 */
export async function enrichmentResults(desk: App, text: string, call: Call): Promise<EnrichmentResults> {
  const known = await Promise.all(entriesOf(await trackedEnrichments(desk), text).map((entry) => withRun(desk, entry)));
  const saved = known.filter(({ run }) => run !== undefined);
  const isOfFiles = known.length > 0 && known.every(({ entry }) => isImported(entry));
  const found = saved.find(({ entry }) => isComplete(entry.state)) ?? (isOfFiles ? saved[0] : undefined);
  if (found !== undefined) {
    return found;
  }
  if (isOfFiles) {
    throw new Refusal("The contacts of this enrichment were deleted. Import its file again.", "notFound");
  }
  const [entry] = await trackEnrichments(desk, { ids: [enrichmentIdsIn(text)[0] ?? text], wait: false }, call);
  if (entry === undefined) {
    throw new Refusal("This enrichment was removed meanwhile.", "notFound");
  }
  return withRun(desk, entry);
}

const withRun = async ({ runs }: App, entry: TrackedEnrichment): Promise<EnrichmentResults> => ({
  entry,
  run: entry.results === undefined ? undefined : await runs.summary(entry.results.runId),
});

/** The tracked enrichments with this id, which can be of several connections. */
function entriesOf(all: readonly TrackedEnrichment[], text: string): readonly TrackedEnrichment[] {
  const ids = [text, ...enrichmentIdsIn(text)];
  return all.filter(({ id }) => ids.includes(id));
}

/** Rejects with a `StoreError` when the results could not be saved. */
export const importEnrichment = (desk: App, file: ResultsFile): Promise<ImportOutcome> =>
  importResults({ runs: desk.runs, list: listOf(desk), readReply: desk.readReply }, file);

/** No longer tracked; contacts that are saved stay. Rejects with a `Refusal` before any is removed. */
export async function removeEnrichments(desk: App, texts: readonly string[]): Promise<readonly TrackedEnrichment[]> {
  const list = listOf(desk);
  const all = await list.list();
  const found = texts.map((text) => entriesOf(all, text));
  if (found.some((entries) => entries.length === 0)) {
    throw new Refusal("There is no tracked enrichment with this id. Nothing was removed.", "notFound");
  }
  const entries = [...new Set(found.flat())];
  for (const { key } of entries) {
    await list.remove(key);
  }
  return entries;
}
