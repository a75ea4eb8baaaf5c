// Saves the contacts of a reply as a run, so that they open and export like any records.
import type { RunStore } from "../runs/runStore";
import { noOutcomes } from "../service/contactOutcome";
import type { EnrichmentReply } from "../service/serviceClient";
import type { HttpReply } from "../service/wire";
import { StoreError } from "../store/storeError";
import type { SavedResults, TrackedEnrichment } from "./enrichmentList";
import { factsOfReply, isComplete } from "./enrichmentState";

export interface ReceivedReply {
  readonly reply: HttpReply;
  readonly parsed: EnrichmentReply;
}

/**
 * Resolves to the results after a reply: the earlier ones if it has no contacts or the same bytes, otherwise those of a
 * new run, which replaces a partial one. Rejects with a `StoreError` when they could not be saved.
 */
export async function saveResults(
  runs: RunStore,
  entry: TrackedEnrichment,
  received: ReceivedReply,
): Promise<SavedResults | undefined> {
  const { parsed } = received;
  const { digest } = parsed;
  const { state, name } = factsOfReply(parsed);
  const partial = !isComplete(state);
  const before = entry.results;
  if (parsed.contacts === 0 || (before?.digest === digest && (await runs.summary(before.runId)) !== undefined)) {
    return before;
  }
  const displayName = name ?? entry.name ?? entry.id;
  const title = partial ? `${displayName} (partial)` : displayName;
  const stored = await storeAsRun(runs, title, entry, received);
  if (before?.partial === true) {
    // The new contacts include the old ones. If deleting fails, the old run just stays in the list of runs.
    await runs.delete(before.runId).catch(() => undefined);
  }
  return { ...stored, partial, digest };
}

async function storeAsRun(
  runs: RunStore,
  title: string,
  { id, connection }: TrackedEnrichment,
  { reply, parsed }: ReceivedReply,
): Promise<Pick<SavedResults, "runId" | "contacts" | "outcomes">> {
  const { clock } = runs.deps;
  const { contacts: limit } = parsed;
  const run = await runs.create({
    purpose: "enrichment",
    title,
    task: { kind: "enrichment", enrichmentId: id },
    connection,
    limits: { records: limit },
  });
  try {
    // Retrieving results is free, so the page has no cost.
    const page = await run.storePage({
      request: { limit },
      status: reply.status,
      receivedAt: clock.now(),
      body: reply.body,
    });
    if (!page.understood) {
      throw new StoreError(
        "FAILED",
        "The received contacts could not be saved. They will be fetched again later, for free.",
      );
    }
    const { rows: contacts, outcomes = noOutcomes } = page;
    await run.stop({ kind: isComplete(factsOfReply(parsed).state) ? "complete" : "partialResult", outcomes });
    return { runId: run.id, contacts, outcomes };
  } catch (error) {
    // A run without its contacts is useless. If it cannot be deleted either, its stop reason shows why it is empty.
    await run
      .stop({ kind: "storage", message: error instanceof Error ? error.message : String(error) })
      .catch(() => run.abandon());
    await runs.delete(run.id).catch(() => undefined);
    throw error;
  }
}
