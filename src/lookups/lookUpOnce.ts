// One lookup: from the saved answers, or by one paid call.
import { startRun, type RunDeps } from "../runs/engine";
import type { LookupTask, RunConnection, RunProgress, RunSummary } from "../runs/run";
import { lookupOperation, type LookupKind } from "../service/operations";
import type { Store } from "../store/client";
import type { LookupAnswer } from "../store/lookups";
import type { LookupIdentifiers } from "./parseLookup";

export interface LookupInput {
  readonly kind: LookupKind;
  readonly identifiers: LookupIdentifiers;
  /** The question for display: "Ada Lovelace at acme.example". */
  readonly words: string;
}

/** `json` is the record as received; absent when the service has none. */
export type AnswerWithRecord = LookupAnswer & { readonly json?: string | undefined };

export const lookupTask = (kind: LookupKind, identifiers: LookupIdentifiers): LookupTask => ({
  kind: lookupOperation(kind),
  identifiers,
});

/** A saved answer, which is free; `undefined` when there is none. Rejects with a `StoreError`. */
export async function savedAnswer(
  store: Pick<Store, "lookups" | "records">,
  { kind, identifiers }: LookupInput,
  origin: string,
): Promise<AnswerWithRecord | undefined> {
  const answer = await store.lookups.findAnswer({ kind, origin, identifiers });
  if (answer?.kind !== "found") {
    return answer;
  }
  const [json] = await store.records.jsonOf([answer.key]);
  // Another window may have deleted the record in between.
  return json === undefined ? undefined : { ...answer, json };
}

export type PaidLookup =
  | { readonly kind: "answered"; readonly answer: AnswerWithRecord }
  /** There is no answer; `summary.stop` has the reason. */
  | { readonly kind: "stopped"; readonly summary: RunSummary };

export interface PaidLookupRequest extends LookupInput {
  readonly connection: RunConnection;
  /** The balance as last read. */
  readonly balance?: number | undefined;
}

/** Always asks the service. Rejects with a `StoreError` when the run could not be started, and nothing was sent. */
export async function lookUpOnce(
  deps: RunDeps,
  request: PaidLookupRequest,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<PaidLookup> {
  const { kind, identifiers, words, connection, balance } = request;
  const summary = await startRun(
    deps,
    {
      purpose: "lookup",
      title: words,
      task: lookupTask(kind, identifiers),
      connection,
      limits: { records: 1 },
      balance,
    },
    signal,
    onProgress,
  );
  const answer = summary.pages === 0 ? undefined : await savedAnswer(deps.runs.deps.store, request, connection.origin);
  return answer === undefined ? { kind: "stopped", summary } : { kind: "answered", answer };
}
