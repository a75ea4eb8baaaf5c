// One lookup: from the saved answers, or by one paid call. A caller with the same question at the same time waits for
// that answer.
import { lookupOperation, type LookupKind } from "../service/operations";
import type { Store } from "../store/client";
import type { LookupAnswer } from "../store/lookups";
import { matchDoubt } from "../tables/matchDoubt";
import type { LookupIdentifiers } from "../tables/parseLookup";
import type { Execution } from "./execution";
import { resumeRun, startRun } from "./loop";
import type { LookupTask, RunConnection, RunSummary } from "./run";
import { costsSince, type Costs } from "./runState";

export interface LookupInput {
  readonly kind: LookupKind;
  readonly identifiers: LookupIdentifiers;
  /** The question for display: "Ada Lovelace at acme.example". */
  readonly words: string;
  /** The identifiers are from the only stored record with this name; the user entered nothing but the name. */
  readonly isByNameAlone?: true | undefined;
}

/** Why the record may not be the right one: see `matchDoubt`. */
export const doubtOf = ({ kind, identifiers, isByNameAlone }: LookupInput, record: unknown): string | undefined =>
  isByNameAlone === true ? `by name only: may be another ${kind} with this name` : matchDoubt(identifiers, record);

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
  /** `paid`: the cost of this lookup, without earlier lost ones; absent when another caller has just paid for it. */
  | { readonly kind: "answered"; readonly answer: AnswerWithRecord; readonly paid: Costs | undefined }
  /** The service answered with a record that a leave-out list names. */
  | { readonly kind: "leftOut"; readonly paid: Costs | undefined }
  /** Nothing was sent: an earlier lookup has no answer and may have been charged, so the user must be asked. */
  | { readonly kind: "unanswered" }
  /** There is no answer; `summary.stop` has the reason. */
  | { readonly kind: "stopped"; readonly summary: RunSummary };

export interface PaidLookupRequest extends LookupInput {
  readonly connection: RunConnection;
  /** Asks the service even if there is an answer, unless the answer arrives from now on. */
  readonly refresh?: boolean | undefined;
  /** When the facts in the user's confirmation were read, in ms since 1970; now when absent. */
  readonly agreedAt?: number | undefined;
}

/**
 * Looks up a question without a stored answer, or waits for the caller that is asking it. Rejects with a `StoreError`
 * when the run could not be started; nothing was sent then.
 */
export async function lookUpOnce(execution: Execution, request: PaidLookupRequest): Promise<PaidLookup> {
  const { kind, identifiers, words: title, connection, refresh } = request;
  const { runs } = execution;
  const { store, clock } = runs.deps;
  const { agreedAt = clock.now() } = request;
  const row = { agreedAt, after: refresh === true ? clock.now() : undefined };
  const asked = { kind, identifiers, origin: connection.origin };
  const stopped = await store.lookups.stoppedLookup(asked, agreedAt, clock.now());
  const before = stopped === undefined ? undefined : await runs.summary(stopped);
  const summary =
    stopped === undefined
      ? await startRun(
          execution,
          { purpose: "lookup", title, task: lookupTask(kind, identifiers), connection, limits: { records: 1 } },
          row,
        )
      : await resumeRun(execution, stopped, { ...row, connection, again: true });
  const { stop, pages } = summary;
  if (pages === 0 && (stop?.kind === "complete" || stop?.kind === "unanswered")) {
    // Nothing was sent: another caller has asked it.
    if (stopped === undefined) {
      await runs.delete(summary.header.id);
    }
    if (stop.kind === "unanswered") {
      return { kind: "unanswered" };
    }
  }
  const answer =
    stop?.kind === "complete" || pages > 0 ? await savedAnswer(store, request, connection.origin) : undefined;
  const paid = pages > (before?.pages ?? 0) ? costsSince(summary, before) : undefined;
  if (answer !== undefined) {
    return answer.kind === "leftOut" ? { kind: "leftOut", paid } : { kind: "answered", answer, paid };
  }
  // Without a page, the stored record was deleted in the meantime.
  return pages === 0 && stop?.kind === "complete"
    ? lookUpOnce(execution, { ...request, agreedAt })
    : { kind: "stopped", summary };
}
