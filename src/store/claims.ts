// Claims on questions that are being asked: whoever has the same question at the same moment waits for the answer
// instead of paying for it, in any window.
import type { StoreDb } from "./storeDb";
import { claimedIdentifiers, findAnswer, unansweredCall, type LookupAnswer, type LookupQuestion } from "./lookups";
import type { Lease } from "./leases";

export interface QuestionToClaim extends LookupQuestion {
  /** Stored answers count only when they were received after this moment (ms since 1970); all count when absent. */
  readonly after?: number | undefined;
  /** When the user agreed to ask (ms since 1970): when the same question was lost later, that needs new consent. */
  readonly agreedAt?: number | undefined;
}

export type ClaimResult =
  /** The caller asks, and then releases the claim. */
  | { readonly kind: "claimed" }
  /** The question is being asked, or another one with one of its identifiers. */
  | { readonly kind: "busy" }
  | { readonly kind: "answered"; readonly answer: LookupAnswer }
  /** It was sent since the user agreed, and not answered, so it may have been charged: only the user may repeat it. */
  | { readonly kind: "unanswered" };

/** Claims a question that has no stored answer. The owner of the lease is unique for each question. */
export function claim(db: StoreDb, { after, agreedAt, ...question }: QuestionToClaim, lease: Lease): ClaimResult {
  const { kind, origin } = question;
  const identifiers = claimedIdentifiers(question);
  return db.writeUnsynced((): ClaimResult => {
    // Of windows that died, also before the clock was set back.
    db.run("delete from lookup_claim where lease_until <= ?1 or lease_until > ?1 + ?2 + 60000", lease.now, lease.ms);
    // In the same transaction: whoever had the claim has stored the answer.
    const answer = findAnswer(db, question);
    if (answer !== undefined && (answer.kind === "leftOut" || after === undefined || answer.receivedAt > after)) {
      return { kind: "answered", answer };
    }
    const claimed = db.get<{ readonly n: number }>(
      `select count(*) as n from lookup_claim
       where origin = ? and kind = ? and identifier in (select value from json_each(?))`,
      origin,
      kind,
      identifiers,
    );
    if (claimed?.n !== 0) {
      return { kind: "busy" };
    }
    // No one is asking it, so a call without an answer is lost.
    const lostAt = unansweredCall(db, question);
    if (lostAt !== undefined && agreedAt !== undefined && lostAt > agreedAt) {
      return { kind: "unanswered" };
    }
    db.run(
      `insert into lookup_claim (origin, kind, identifier, lease_owner, lease_until)
       select ?, ?, value, ?, ? from json_each(?)`,
      origin,
      kind,
      lease.owner,
      lease.now + lease.ms,
      identifiers,
    );
    return { kind: "claimed" };
  });
}

export function renewClaim(db: StoreDb, { owner, now, ms }: Lease): void {
  db.writeUnsynced(() => db.run("update lookup_claim set lease_until = ? where lease_owner = ?", now + ms, owner));
}

export function releaseClaim(db: StoreDb, owner: string): void {
  db.writeUnsynced(() => db.run("delete from lookup_claim where lease_owner = ?", owner));
}
