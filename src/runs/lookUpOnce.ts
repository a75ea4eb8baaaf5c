// One lookup: from the saved answers, or by one paid call. Whoever has the same question at the same moment waits for
// the answer.
import { lookupOperation, type LookupKind } from "../service/operations";
import type { Store } from "../store/client";
import type { LookupAnswer, QuestionToClaim } from "../store/lookups";
import type { LookupIdentifiers } from "../tables/parseLookup";
import type { Execution } from "./execution";
import { keepLease, leaseOf } from "./keepLease";
import { startRun } from "./loop";
import type { LookupTask, RunConnection, RunSummary } from "./run";
import type { RunStore } from "./runStore";

export interface LookupInput {
  readonly kind: LookupKind;
  readonly identifiers: LookupIdentifiers;
  /** The question for display: "Ada Lovelace at acme.example". */
  readonly words: string;
}

/** `json` is the record as received; absent when the service has none. */
export type AnswerWithRecord = Exclude<LookupAnswer, LeftOut> & { readonly json?: string | undefined };

/** A leave-out list names the question or its answer. */
export interface LeftOut {
  readonly kind: "leftOut";
}

export const lookupTask = (kind: LookupKind, identifiers: LookupIdentifiers): LookupTask => ({
  kind: lookupOperation(kind),
  identifiers,
});

/** A saved answer, which is free; `undefined` when the service must be asked. Rejects with a `StoreError`. */
export async function savedAnswer(
  store: Pick<Store, "lookups" | "records">,
  { kind, identifiers }: LookupInput,
  origin: string,
): Promise<AnswerWithRecord | LeftOut | undefined> {
  const answer = await store.lookups.findAnswer({ kind, origin, identifiers });
  return answer && withRecord(store, answer);
}

async function withRecord(
  store: Pick<Store, "records">,
  answer: LookupAnswer,
): Promise<AnswerWithRecord | LeftOut | undefined> {
  if (answer.kind !== "found") {
    return answer;
  }
  const [json] = await store.records.jsonOf([answer.key]);
  // Another window may have deleted the record in between.
  return json === undefined ? undefined : { ...answer, json };
}

export type PaidLookup =
  /** `isPaid`: by this lookup. Someone else has just paid for the same question otherwise. */
  | { readonly kind: "answered"; readonly answer: AnswerWithRecord; readonly isPaid: boolean }
  /** The service answered with a record that a leave-out list names. */
  | LeftOut
  /** Nothing was sent: another lookup of it has no answer and may have been charged, so the user must be asked. */
  | { readonly kind: "unanswered" }
  /** There is no answer; `summary.stop` has the reason. */
  | { readonly kind: "stopped"; readonly summary: RunSummary };

export interface PaidLookupRequest extends LookupInput {
  readonly connection: RunConnection;
  /** Asks the service although there is an answer, unless it is received from now on. */
  readonly refresh?: boolean | undefined;
  /** When it was read what the user is asked about, in ms since 1970; now when absent. */
  readonly agreedAt?: number | undefined;
}

/**
 * Looks up a question without a stored answer, or waits for whoever is just asking it. Rejects with the signal's reason
 * or a `StoreError` when the run could not be started, and nothing was sent.
 */
export async function lookUpOnce(execution: Execution, request: PaidLookupRequest): Promise<PaidLookup> {
  const { kind, identifiers, words: title, connection, refresh } = request;
  const { runs, signal } = execution;
  const { store, clock } = runs.deps;
  const { origin } = connection;
  const task = lookupTask(kind, identifiers);
  const { agreedAt = clock.now() } = request;
  const question = { kind, origin, identifiers, agreedAt, ...(refresh === true && { after: clock.now() }) };
  const claimed = await claimQuestion(runs, question, signal, () =>
    startRun(execution, { purpose: "lookup", title, task, connection, limits: { records: 1 } }),
  );
  if (claimed.kind === "unanswered") {
    return claimed;
  }
  if (claimed.kind === "answered") {
    const answer = await withRecord(store, claimed.answer);
    if (answer !== undefined) {
      return answer.kind === "leftOut" ? answer : { kind: "answered", answer, isPaid: false };
    }
    // Its record was deleted meanwhile.
    return lookUpOnce(execution, { ...request, agreedAt });
  }
  const { result: summary } = claimed;
  const answer = summary.pages === 0 ? undefined : await savedAnswer(store, request, origin);
  if (answer === undefined) {
    return { kind: "stopped", summary };
  }
  return answer.kind === "leftOut" ? answer : { kind: "answered", answer, isPaid: true };
}

/** The claim of a window that died is free after so long, in ms. */
const leaseMs = 15_000;
/** How often it is checked whether the claim is free, in ms. */
const pollMs = 50;

export type Claimed<T> =
  | { readonly kind: "asked"; readonly result: T }
  /** The answer was stored, or someone else has just paid for it. */
  | { readonly kind: "answered"; readonly answer: LookupAnswer }
  /** Someone else has sent it since the user agreed, and has no answer. */
  | { readonly kind: "unanswered" };

/**
 * Asks a question that has no stored answer, and that no one else is asking or has lost since the user agreed. Rejects
 * with the signal's reason when aborted while it waits, and with a `StoreError`; nothing was sent then.
 */
export async function claimQuestion<T>(
  { deps }: RunStore,
  question: QuestionToClaim,
  signal: AbortSignal,
  ask: () => Promise<T>,
): Promise<Claimed<T>> {
  const { store, clock, owner, random } = deps;
  const claimant = { owner: `${owner} ${Buffer.from(random(8)).toString("hex")}`, clock };
  for (;;) {
    const claim = await store.lookups.claim(question, leaseOf(claimant, leaseMs));
    if (claim.kind === "claimed") {
      break;
    }
    if (claim.kind !== "busy") {
      return claim;
    }
    await clock.sleep(pollMs, signal);
  }
  const done = new AbortController();
  void keepLease(claimant, leaseMs, done.signal, (lease) => store.lookups.renewClaim(lease));
  try {
    return { kind: "asked", result: await ask() };
  } finally {
    done.abort();
    // Not awaited: the next lookup need not wait for it. If it fails, the lease runs out.
    store.lookups.releaseClaim(claimant.owner).catch(() => undefined);
  }
}
