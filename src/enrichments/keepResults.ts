// Keeps the contacts of a reply as a run, from the very bytes that came, so that they open and export like any records.
import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { startRun, type RunParts } from "../runs/engine";
import { StorageFailure } from "../runs/storageFailure";
import type { EnrichmentReply, ServiceClient } from "../service/serviceClient";
import type { HttpReply } from "../service/wire";
import { factsOfReply, isWhole } from "./enrichmentState";
import type { KeptResults, TrackedEnrichment } from "./enrichmentList";

export interface KeptReply {
  /** As it came. */
  readonly reply: HttpReply;
  readonly parsed: EnrichmentReply;
}

/**
 * The results after a reply: the old ones when it brought no contacts or the same bytes; else those of a new run, which
 * takes the place of a partial one. Rejects with a `StorageFailure` when they could not be kept.
 */
export async function keepResults(parts: Omit<RunParts, "client">, entry: TrackedEnrichment, { reply, parsed }: KeptReply): Promise<KeptResults | undefined> {
  const contacts = parsed.contacts.length;
  const { state, name } = factsOfReply(parsed);
  const partial = !isWhole(state);
  const digest = createHash("sha256").update(reply.body).digest("hex");
  const before = entry.results;
  if (contacts === 0 || (before?.digest === digest && (await parts.store.summary(before.runId)) !== undefined)) {
    return before;
  }
  const called = name ?? entry.name ?? entry.id;
  const title = partial ? l10n.t("{0} (partial)", called) : called;
  const task = { kind: "enrichment", enrichmentId: entry.id } as const;
  const order = { title, task, connection: entry.connection, limits: { records: contacts } };
  const summary = await startRun({ ...parts, client: replaying({ reply, parsed }) }, order, new AbortController().signal, () => undefined);
  if (summary.pages === 0 || summary.stop?.kind === "storage") {
    throw new StorageFailure("EUNSAVED", summary.stop?.kind === "storage" ? summary.stop.message : l10n.t("The contacts that came could not be kept. They are fetched again later; that costs nothing."));
  }
  if (before?.partial === true) {
    // The old ones are contained in the new ones; when they cannot go, they only stand in the list of runs longer.
    await parts.store.delete(before.runId).catch(() => undefined);
  }
  return { runId: summary.header.id, contacts, partial, digest };
}

/** A client that answers one enrichment with what came already, so that nothing is asked twice. */
function replaying({ reply, parsed }: KeptReply): ServiceClient {
  const unavailable = (): Promise<never> => Promise.reject(new Error("Only the enrichment that came can be read here."));
  return {
    companySearch: unavailable,
    companyLookup: unavailable,
    peopleSearch: unavailable,
    peopleLookup: unavailable,
    credits: unavailable,
    verifyKey: unavailable,
    async enrichment(_id, options) {
      await options?.onSending?.();
      await options?.onReply?.(reply);
      // Whatever its status, these contacts are all that this reply brings.
      return { ...parsed, stillRunning: false };
    },
  };
}
