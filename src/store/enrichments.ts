// Tracked enrichments, and whose turn it is to ask for one.
import { createHash } from "node:crypto";
import type { StoreDb } from "./database";
import { leaseIsFree, leaseIsOurs } from "./leases";
import type { Lease } from "./runs";

export interface EnrichmentToTrack {
  readonly id: string;
  /** Id of the connection. */
  readonly connection: string;
  /** Everything that is known of it, as JSON; the store does not look into it. */
  readonly entry: object;
  /** ms since 1970. */
  readonly addedAt: number;
  readonly nextAskAt: number;
}

export interface StoredEnrichment extends EnrichmentToTrack {
  readonly key: string;
}

export const keyOf = (id: string, connection: string): string =>
  createHash("sha256").update(`${connection}\n${id}`).digest("hex").slice(0, 32);

interface Row {
  readonly key: string;
  readonly id: string;
  readonly connection: string;
  readonly entry: string;
  readonly added_at: number;
  readonly next_ask_at: number;
}

const enrichmentOf = ({
  key,
  id,
  connection,
  entry,
  added_at: addedAt,
  next_ask_at: nextAskAt,
}: Row): StoredEnrichment => ({ key, id, connection, entry: JSON.parse(entry) as object, addedAt, nextAskAt });

/** Those that are tracked already stay as they are. Resolves to all of them. */
export function track(db: StoreDb, enrichments: readonly EnrichmentToTrack[]): readonly StoredEnrichment[] {
  return db.write(() =>
    enrichments.flatMap(({ id, connection, entry, addedAt, nextAskAt }) => {
      const key = keyOf(id, connection);
      db.run(
        "insert into enrichment (key, id, connection, entry, added_at, next_ask_at) values (?, ?, ?, ?, ?, ?) on conflict (key) do nothing",
        key,
        id,
        connection,
        JSON.stringify(entry),
        addedAt,
        nextAskAt,
      );
      return get(db, key) ?? [];
    }),
  );
}

export function get(db: StoreDb, key: string): StoredEnrichment | undefined {
  const row = db.get<Row>("select * from enrichment where key = ?", key);
  return row === undefined ? undefined : enrichmentOf(row);
}

/** Oldest first. */
export function list(db: StoreDb): readonly StoredEnrichment[] {
  return db.all<Row>("select * from enrichment order by added_at, id").map(enrichmentOf);
}

/**
 * Replaces an entry if it is still as it was read; `undefined` when another window has changed or removed it meanwhile:
 * then read it again and decide anew.
 */
export function update(
  db: StoreDb,
  before: StoredEnrichment,
  entry: object,
  nextAskAt: number,
): StoredEnrichment | undefined {
  return db.write(() => {
    const changed = db.run(
      "update enrichment set entry = ?, next_ask_at = ? where key = ? and entry = ? and next_ask_at = ?",
      JSON.stringify(entry),
      nextAskAt,
      before.key,
      JSON.stringify(before.entry),
      before.nextAskAt,
    );
    return changed === 0 ? undefined : get(db, before.key);
  });
}

export function remove(db: StoreDb, key: string): void {
  db.run("delete from enrichment where key = ?", key);
}

/** The right to ask for an enrichment; false while someone else has it. */
export function takeTurn(db: StoreDb, key: string, { owner, now, ms }: Lease): boolean {
  return (
    db.run(
      `update enrichment set lease_owner = ?1, lease_until = ?2 + ?3 where key = ?4 and (${leaseIsFree} or ${leaseIsOurs})`,
      owner,
      now,
      ms,
      key,
    ) === 1
  );
}

export function endTurn(db: StoreDb, key: string, owner: string): void {
  db.run("update enrichment set lease_owner = null, lease_until = 0 where key = ? and lease_owner = ?", key, owner);
}
