// Tracked enrichments, and the lease of the window that polls one.
import { createHash } from "node:crypto";
import { takeLease, type Lease } from "./leases";
import type { StoreDb } from "./storeDb";

export interface EnrichmentToTrack {
  readonly id: string;
  /** Id of the connection. */
  readonly connection: string;
  /** Its data as JSON that the store does not read. */
  readonly entry: object;
  /** ms since 1970. */
  readonly addedAt: number;
  readonly nextAskAt: number;
}

export interface StoredEnrichment extends EnrichmentToTrack {
  readonly key: string;
}

const keyOf = (id: string, connection: string): string =>
  createHash("sha256").update(`${connection}\n${id}`).digest("hex").slice(0, 32);

const rows = `select key, id, connection, entry as "entry:json", added_at as addedAt, next_ask_at as nextAskAt
  from enrichment`;

/** Leaves enrichments that are already tracked unchanged, and returns all of the given ones. */
export function track(db: StoreDb, enrichments: readonly EnrichmentToTrack[]): readonly StoredEnrichment[] {
  return db.write(() =>
    enrichments.flatMap(({ id, connection, entry, addedAt, nextAskAt }) => {
      const key = keyOf(id, connection);
      db.insert(
        "enrichment",
        { key, id, connection, entry, added_at: addedAt, next_ask_at: nextAskAt },
        "on conflict (key) do nothing",
      );
      return get(db, key) ?? [];
    }),
  );
}

export const get = (db: StoreDb, key: string): StoredEnrichment | undefined =>
  db.get<StoredEnrichment>(`${rows} where key = ?`, key);

/** Oldest first. */
export const list = (db: StoreDb): readonly StoredEnrichment[] =>
  db.all<StoredEnrichment>(`${rows} order by added_at, id`);

/** Replaces an entry; `undefined` if another window has changed or removed it in the meantime: read it again then. */
export function update(
  db: StoreDb,
  before: StoredEnrichment,
  entry: object,
  nextAskAt: number,
): StoredEnrichment | undefined {
  return db.write(() => {
    const changed = db.run(
      "update enrichment set entry = ?, next_ask_at = ? where key = ? and entry = ? and next_ask_at = ?",
      entry,
      nextAskAt,
      before.key,
      before.entry,
      before.nextAskAt,
    );
    return changed === 0 ? undefined : get(db, before.key);
  });
}

export function remove(db: StoreDb, key: string): void {
  db.run("delete from enrichment where key = ?", key);
}

/** Acquires the right to poll an enrichment; false while another window has it. */
export const acquireLease = (db: StoreDb, key: string, lease: Lease): boolean =>
  takeLease(db, "enrichment", "key", key, lease);

export function releaseLease(db: StoreDb, key: string, owner: string): void {
  db.run("update enrichment set lease_owner = null, lease_until = 0 where key = ? and lease_owner = ?", key, owner);
}
