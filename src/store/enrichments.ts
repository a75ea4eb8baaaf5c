// Tracked enrichments, and the lease of the window that polls one.
import { createHash } from "node:crypto";
import type { StoreDb } from "./storeDb";
import { leaseIsFree, leaseIsOurs } from "./leases";
import type { Lease } from "./runs";

export interface EnrichmentToTrack {
  readonly id: string;
  /** Id of the connection. */
  readonly connection: string;
  /** What is known about it, as JSON that the store does not read. */
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

interface EnrichmentRow extends Omit<StoredEnrichment, "entry"> {
  readonly entry: string;
}

const rows = "select key, id, connection, entry, added_at as addedAt, next_ask_at as nextAskAt from enrichment";

const enrichmentOf = ({ entry, ...row }: EnrichmentRow): StoredEnrichment => ({
  ...row,
  entry: JSON.parse(entry) as object,
});

/** Leaves those that are tracked already unchanged, and returns all of them. */
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

export function get(db: StoreDb, key: string): StoredEnrichment | undefined {
  const row = db.get<EnrichmentRow & Record<string, never>>(`${rows} where key = ?`, key);
  return row && enrichmentOf(row);
}

/** Oldest first. */
export function list(db: StoreDb): readonly StoredEnrichment[] {
  return db.all<EnrichmentRow & Record<string, never>>(`${rows} order by added_at, id`).map(enrichmentOf);
}

/** Replaces an entry; `undefined` if another window has changed or removed it since it was read: then read it again. */
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

/** The right to poll an enrichment; false while another window has it. */
export function acquireLease(db: StoreDb, key: string, { owner, now, ms }: Lease): boolean {
  return (
    db.run(
      `update enrichment set lease_owner = ?1, lease_until = ?2 + ?3
       where key = ?4 and (${leaseIsFree} or ${leaseIsOurs})`,
      owner,
      now,
      ms,
      key,
    ) === 1
  );
}

export function releaseLease(db: StoreDb, key: string, owner: string): void {
  db.run("update enrichment set lease_owner = null, lease_until = 0 where key = ? and lease_owner = ?", key, owner);
}
