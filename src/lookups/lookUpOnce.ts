// One look-up: from what is owned, or by one paid call.
import { startRun, type RunDeps } from "../runs/engine";
import type { LookupTask, RunConnection, RunProgress, RunSummary } from "../runs/run";
import { lookupOperation, type LookupKind } from "../service/operations";
import type { Store } from "../store/client";
import type { LookupAnswer } from "../store/lookups";
import type { LookupIdentifiers } from "./lookupLine";

export interface Question {
  readonly kind: LookupKind;
  readonly identifiers: LookupIdentifiers;
  /** What is looked up, in words. */
  readonly words: string;
}

/** `json` is the record as it came; absent when the service has none. */
export type KnownAnswer = LookupAnswer & { readonly json?: string | undefined };

export const lookupTask = (kind: LookupKind, identifiers: LookupIdentifiers): LookupTask => ({
  kind: lookupOperation(kind),
  identifiers,
});

/** The answer that costs nothing; `undefined` when the service must be asked. Rejects with a `StoreError`. */
export async function ownedAnswer(
  store: Pick<Store, "lookups" | "records">,
  { kind, identifiers }: Question,
  origin: string,
): Promise<KnownAnswer | undefined> {
  const answer = await store.lookups.findAnswer({ kind, origin, identifiers });
  if (answer?.kind !== "found") {
    return answer;
  }
  const [json] = await store.records.jsonOf([answer.key]);
  // It may be going away just now.
  return json === undefined ? undefined : { ...answer, json };
}

export type PaidLookup =
  | { readonly kind: "answered"; readonly answer: KnownAnswer }
  /** No answer came; `summary.stop` says why. */
  | { readonly kind: "stopped"; readonly summary: RunSummary };

export interface LookupOrder extends Question {
  readonly connection: RunConnection;
  /** The balance as last read. */
  readonly balance?: number | undefined;
}

/** Asks the service once, whatever is owned. Rejects with a `StoreError` when the run could not be begun; then nothing was sent. */
export async function lookUpOnce(
  deps: RunDeps,
  order: LookupOrder,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<PaidLookup> {
  const { kind, identifiers, words, connection, balance } = order;
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
  const answer = summary.pages === 0 ? undefined : await ownedAnswer(deps.runs.deps.store, order, connection.origin);
  return answer === undefined ? { kind: "stopped", summary } : { kind: "answered", answer };
}
