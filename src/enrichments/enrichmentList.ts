// The tracked enrichments as the database has them: shared by all windows, each changed only as it was read.
import * as z from "zod";
import type { RunConnection } from "../runs/run";
import type { Clock } from "../service/wire";
import type { Store } from "../store/client";
import type { StoredEnrichment } from "../store/enrichments";
import type { EnrichmentState, PassingTrouble } from "./enrichmentState";

/** Contacts that came, in a run of their own. */
export interface KeptResults {
  readonly runId: string;
  readonly contacts: number;
  /** More may come, or would have come. */
  readonly partial: boolean;
  /** Of the reply's bytes: the same reply is not kept twice. */
  readonly digest: string;
}

export interface TrackedEnrichment {
  /** Made of connection and id. */
  readonly key: string;
  readonly id: string;
  readonly connection: RunConnection;
  /** All times are ms since 1970. */
  readonly addedAt: number;
  readonly name?: string | undefined;
  readonly state: EnrichmentState;
  readonly trouble?: PassingTrouble | undefined;
  /** As the service last reported them. */
  readonly credits?: number | undefined;
  readonly askedAt?: number | undefined;
  /** When it is asked next, unless it is finished or paused. */
  readonly nextAskAt: number;
  /** How often it was asked since it was added or resumed: the back-off's place. */
  readonly asks: number;
  readonly refusals: number;
  readonly paused: boolean;
  readonly results?: KeptResults | undefined;
}

/** What is not in columns of its own. */
type Entry = Omit<TrackedEnrichment, "key" | "id" | "addedAt" | "nextAskAt">;

const message = z.string();
const status = z.string();
const state = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("new") }),
  z.object({ kind: z.enum(["running", "ended"]), status }),
  z.object({ kind: z.enum(["notFound", "keyRejected", "refused"]), message }),
]);
const entrySchema: z.ZodType<Entry> = z.object({
  connection: z.object({ id: z.string(), label: z.string(), origin: z.string(), workspaceId: z.string() }),
  name: z.string().optional(),
  state,
  trouble: z.object({ message, until: z.number().optional() }).optional(),
  credits: z.number().optional(),
  askedAt: z.number().optional(),
  asks: z.number().int().min(0),
  refusals: z.number().int().min(0),
  paused: z.boolean(),
  results: z.object({ runId: z.string(), contacts: z.number(), partial: z.boolean(), digest: z.string() }).optional(),
});

function readEntry({ key, id, addedAt, nextAskAt, entry }: StoredEnrichment): TrackedEnrichment | undefined {
  const { data } = entrySchema.safeParse(entry);
  return data && { ...data, key, id, addedAt, nextAskAt };
}

function entryOf({ key: _key, id: _id, addedAt: _addedAt, nextAskAt: _nextAskAt, ...entry }: TrackedEnrichment): Entry {
  return entry;
}

/** Longer than a request with its retries takes; a window that is gone keeps others from asking for so long, in ms. */
const turnMs = 120_000;

export interface EnrichmentListDeps {
  readonly store: Pick<Store, "enrichments">;
  readonly clock: Pick<Clock, "now">;
  /** Unique for each window. */
  readonly owner: string;
}

/** Methods reject with a `StoreError`. */
export class EnrichmentList {
  private readonly listeners = new Set<() => void>();
  private turns = 0;

  constructor(private readonly deps: EnrichmentListDeps) {}

  /** Oldest first; entries that cannot be read are left out and left alone. */
  async list(): Promise<readonly TrackedEnrichment[]> {
    return (await this.deps.store.enrichments.list()).flatMap((stored) => readEntry(stored) ?? []);
  }

  async get(key: string): Promise<TrackedEnrichment | undefined> {
    const stored = await this.deps.store.enrichments.get(key);
    return stored && readEntry(stored);
  }

  /** Tracks ids of a connection; those that are tracked already stay as they are. Resolves to all of them. */
  async add(ids: readonly string[], connection: RunConnection): Promise<readonly TrackedEnrichment[]> {
    const addedAt = this.deps.clock.now();
    const entry: Entry = { connection, state: { kind: "new" }, asks: 0, refusals: 0, paused: false };
    const stored = await this.deps.store.enrichments.track(
      ids.map((id) => ({ id, connection: connection.id, entry, addedAt, nextAskAt: addedAt })),
    );
    this.notify();
    return stored.flatMap((one) => readEntry(one) ?? []);
  }

  /** Changes an entry as it is now, even when another window changes it at the same time. `undefined` when there is none. */
  async update(
    key: string,
    change: (entry: TrackedEnrichment) => TrackedEnrichment,
  ): Promise<TrackedEnrichment | undefined> {
    const { enrichments } = this.deps.store;
    for (;;) {
      const before = await enrichments.get(key);
      const entry = before && readEntry(before);
      if (before === undefined || entry === undefined) {
        return undefined;
      }
      const next = change(entry);
      if (next === entry) {
        return entry;
      }
      // Changed by another window meanwhile: decide anew from what it is now.
      if ((await enrichments.update(before, entryOf(next), next.nextAskAt)) !== undefined) {
        this.notify();
        return next;
      }
    }
  }

  async remove(key: string): Promise<void> {
    await this.deps.store.enrichments.remove(key);
    this.notify();
  }

  /** The right to ask for an enrichment, to be ended; `undefined` while someone else, here or in another window, has it. */
  async takeTurn(key: string): Promise<{ end(): Promise<void> } | undefined> {
    const { store, clock } = this.deps;
    this.turns += 1;
    const owner = `${this.deps.owner}/${this.turns}`;
    const isOurs = await store.enrichments.acquireLease(key, { owner, now: clock.now(), ms: turnMs });
    return isOurs ? { end: () => store.enrichments.releaseLease(key, owner) } : undefined;
  }

  /** Called after each change through this object; the result unsubscribes. */
  onDidChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(): void {
    for (const listener of [...this.listeners]) {
      listener();
    }
  }
}
