// The tracked enrichments in the database, shared by all windows: an update only applies to the version that was read.
import type { RunConnection } from "../runs/run";
import type { OutcomeCounts } from "../service/contactOutcome";
import type { Clock } from "../service/wire";
import type { Store } from "../store/client";
import type { StoredEnrichment } from "../store/enrichments";
import { isComplete, type EnrichmentState, type TemporaryProblem } from "./enrichmentState";

/** Received contacts, stored as a run. */
export interface SavedResults {
  readonly runId: string;
  readonly contacts: number;
  /** Absent for results that were saved before outcomes were counted. */
  readonly outcomes?: OutcomeCounts | undefined;
  /** Not all contacts were received. */
  readonly partial: boolean;
  /** Hash of the reply, so that the same reply is not saved twice. */
  readonly digest: string;
}

export interface TrackedEnrichment {
  /** Derived from connection and id. */
  readonly key: string;
  readonly id: string;
  readonly connection: RunConnection;
  /** All times are ms since 1970. */
  readonly addedAt: number;
  readonly name?: string | undefined;
  readonly state: EnrichmentState;
  readonly trouble?: TemporaryProblem | undefined;
  /** As last reported by the service. */
  readonly credits?: number | undefined;
  readonly askedAt?: number | undefined;
  /** When the next request is due, unless the enrichment is finished. */
  readonly nextAskAt: number;
  /** Number of requests since it was added; the delay grows with it. */
  readonly asks: number;
  readonly refusals: number;
  readonly results?: SavedResults | undefined;
}

/** Whether the service may have some of its contacts before it has finished, or after it ended without all of them. */
export const mayHavePartialResults = (entry: TrackedEnrichment): boolean =>
  (entry.state.kind === "running" || entry.state.kind === "ended") && !isComplete(entry.state);

/** The fields that have no database column. */
type Entry = Omit<TrackedEnrichment, "key" | "id" | "addedAt" | "nextAskAt">;

const readEntry = ({ key, id, addedAt, nextAskAt, entry }: StoredEnrichment): TrackedEnrichment => ({
  ...(entry as Entry),
  key,
  id,
  addedAt,
  nextAskAt,
});

function entryOf({ key: _key, id: _id, addedAt: _addedAt, nextAskAt: _nextAskAt, ...entry }: TrackedEnrichment): Entry {
  return entry;
}

/** Longer than a request with its retries; the lease of a closed window blocks other windows for this long. */
const leaseMs = 120_000;

export interface EnrichmentListDeps {
  readonly store: Pick<Store, "enrichments">;
  readonly clock: Pick<Clock, "now">;
  /** Unique for each window. */
  readonly owner: string;
}

/** Methods reject with a `StoreError`. */
export class EnrichmentList {
  private readonly listeners = new Set<() => void>();
  private leases = 0;

  constructor(private readonly deps: EnrichmentListDeps) {}

  /** Oldest first. */
  async list(): Promise<readonly TrackedEnrichment[]> {
    return (await this.deps.store.enrichments.list()).map(readEntry);
  }

  async get(key: string): Promise<TrackedEnrichment | undefined> {
    const stored = await this.deps.store.enrichments.get(key);
    return stored && readEntry(stored);
  }

  /** Tracks ids of a connection; existing entries are not changed. Resolves to the entries of all these ids. */
  async add(ids: readonly string[], connection: RunConnection): Promise<readonly TrackedEnrichment[]> {
    const addedAt = this.deps.clock.now();
    const entry: Entry = { connection, state: { kind: "new" }, asks: 0, refusals: 0 };
    const stored = await this.deps.store.enrichments.track(
      ids.map((id) => ({ id, connection: connection.id, entry, addedAt, nextAskAt: addedAt })),
    );
    this.notify();
    return stored.map(readEntry);
  }

  /** Changes the current entry, even while another window changes it. `undefined` if it does not exist. */
  async update(
    key: string,
    change: (entry: TrackedEnrichment) => TrackedEnrichment,
  ): Promise<TrackedEnrichment | undefined> {
    const { enrichments } = this.deps.store;
    for (;;) {
      const before = await enrichments.get(key);
      if (before === undefined) {
        return undefined;
      }
      const entry = readEntry(before);
      const next = change(entry);
      if (next === entry) {
        return entry;
      }
      // If another window has changed the entry in the meantime, apply the change to the new entry.
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

  /**
   * Acquires the exclusive right to poll an enrichment; `undefined` while another caller has it, even in another
   * window.
   */
  async acquireLease(key: string): Promise<{ release(): Promise<void> } | undefined> {
    const { store, clock } = this.deps;
    this.leases += 1;
    const owner = `${this.deps.owner}/${this.leases}`;
    const isOurs = await store.enrichments.acquireLease(key, { owner, now: clock.now(), ms: leaseMs });
    return isOurs ? { release: () => store.enrichments.releaseLease(key, owner) } : undefined;
  }

  /** Called after each change made through this object; the result unsubscribes. */
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
