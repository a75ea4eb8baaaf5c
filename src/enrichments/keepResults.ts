// Keeps the contacts of a reply as a run, so that they open and export like any records.
import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { RunStore } from "../runs/runStore";
import type { EnrichmentReply } from "../service/serviceClient";
import type { HttpReply } from "../service/wire";
import { StoreError } from "../store/storeError";
import { factsOfReply, isComplete } from "./enrichmentState";
import type { KeptResults, TrackedEnrichment } from "./enrichmentList";

export interface KeptReply {
  /** As it came. */
  readonly reply: HttpReply;
  readonly parsed: EnrichmentReply;
}

/**
 * The results after a reply: the old ones when it brought no contacts or the same bytes; else those of a new run, which
 * replaces a partial one. Rejects with a `StoreError` when they could not be kept.
 */
export async function keepResults(
  runs: RunStore,
  entry: TrackedEnrichment,
  { reply, parsed }: KeptReply,
): Promise<KeptResults | undefined> {
  const { state, name } = factsOfReply(parsed);
  const partial = !isComplete(state);
  const digest = createHash("sha256").update(reply.body).digest("hex");
  const before = entry.results;
  if (parsed.contacts.length === 0 || (before?.digest === digest && (await runs.summary(before.runId)) !== undefined)) {
    return before;
  }
  const called = name ?? entry.name ?? entry.id;
  const title = partial ? l10n.t("{0} (partial)", called) : called;
  const stored = await storeAsRun(runs, title, entry, { reply, parsed });
  if (before?.partial === true) {
    // The new contacts contain the old ones; where these cannot be deleted, they only stay in the list of runs.
    await runs.delete(before.runId).catch(() => undefined);
  }
  return { ...stored, partial, digest };
}

async function storeAsRun(
  runs: RunStore,
  title: string,
  { id, connection }: TrackedEnrichment,
  { reply, parsed }: KeptReply,
): Promise<Pick<KeptResults, "runId" | "contacts">> {
  const { store, clock } = runs.deps;
  const limit = parsed.contacts.length;
  const run = await runs.create({
    purpose: "enrichment",
    title,
    task: { kind: "enrichment", enrichmentId: id },
    recordKind: "contact",
    connection,
    limits: { records: limit },
  });
  try {
    // Retrieving results costs nothing, so no call pays for the page.
    const page = await run.keepPage(
      {
        request: { limit },
        status: reply.status,
        contentType: reply.headers["content-type"],
        receivedAt: clock.now(),
        body: reply.body,
      },
      (kept) => store.records.storePage(kept),
    );
    if (!page.understood) {
      throw new StoreError(
        "FAILED",
        l10n.t("The contacts that came could not be kept. They are fetched again later; that costs nothing."),
      );
    }
    await run.stop({ kind: "complete" });
    return { runId: run.id, contacts: page.rows };
  } catch (error) {
    // A run without its contacts is of no use; where it cannot be deleted either, it is seen to be incomplete.
    await run
      .stop({ kind: "storage", message: error instanceof Error ? error.message : String(error) })
      .catch(() => run.abandon());
    await runs.delete(run.id).catch(() => undefined);
    throw error;
  }
}
