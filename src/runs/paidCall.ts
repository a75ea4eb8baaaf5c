// One paid request of a run: opens it in the database, which decides whether it may be sent, sends it, and stores the
// reply with its cost.
import { ServiceFailure } from "../service/errors";
import type { CallOptions, PaidReply, ServiceClient } from "../service/serviceClient";
import type { OpenedCall } from "../store/calls";
import type { RowToAsk } from "../store/lookups";
import type { StoredPage } from "../store/storePage";
import { abortReason, maybeCharged, stopReasonOf, type ExecutedRun, type RisenPrice, type RunEnd } from "./execution";
import { isLookup, sentFilters, type PageRequest, type PaidTask, type StopReason } from "./run";
import { storeReply, type AnsweredCall } from "./storeReply";

/** The page to request. */
export interface WantedPage {
  /** For a lookup, the task of its row. */
  readonly task: PaidTask;
  readonly request: PageRequest;
  readonly row?: RowToAsk | undefined;
}

export type CalledPage =
  /** `request`: reduced to the records that the limits allow. `rise`: the records cost more than expected. */
  | {
      readonly kind: "stored";
      readonly page: StoredPage;
      readonly request: PageRequest;
      readonly rise?: RisenPrice | undefined;
    }
  /** Nothing was sent, because of the state of the row. */
  | { readonly kind: "answered" }
  | { readonly kind: "unanswered" }
  /** Another caller is asking the same question. */
  | { readonly kind: "busy" }
  /** Another call must end first: the limits do not allow both, or it shows the price. */
  | { readonly kind: "wait" }
  /** `failed`: the call that was opened and has no reply. `pause`: the run may wait for its end instead. */
  | {
      readonly kind: "stopped";
      readonly end: RunEnd;
      readonly failed?: { readonly call: number; readonly charged: "no" | "maybe" } | undefined;
      readonly pause?: { readonly until: number; readonly waitMs: number } | undefined;
    };

/** A call, or why it was unnecessary. */
export type CalledRow = Exclude<CalledPage, { readonly kind: "busy" | "wait" }>;

type OpenCall = Extract<OpenedCall, { readonly kind: "open" }>;

/** How long to wait for the reply in flight after an abort, in ms. */
const graceMs = { cancelled: 10_000, windowClosed: 3_000 } as const;

/** Polling interval, in ms, of a call that waits for another one to end. @internal */
export const callsInFlightMs = 45;

/**
 * Requests one page, with as many of the wanted records as the limits allow; waits while another call must end first,
 * and for the rate limit. Never rejects. Resolves to `undefined` when another of the `rows` has ended the run, so that
 * nothing was sent.
 */
export async function payForPage(
  executed: ExecutedRun,
  wanted: WantedPage,
  rows?: { readonly at: { readonly end?: StopReason | undefined } },
): Promise<CalledRow | undefined> {
  const { signal, runs, run, onProgress } = executed;
  // An abort ends the next attempt before it is sent.
  const sleep = (ms: number): Promise<void> => runs.deps.clock.sleep(ms, signal).catch(() => undefined);
  const isEnded = (): boolean => rows?.at.end !== undefined;
  while (!isEnded()) {
    const endTurn = await run.turn();
    let called = await callOnce(executed, wanted, endTurn);
    while (called.kind === "wait" && !isEnded()) {
      await sleep(callsInFlightMs);
      called = await callOnce(executed, wanted, endTurn);
    }
    endTurn();
    if (called.kind === "wait" || called.kind === "busy") {
      await sleep(callsInFlightMs);
    } else if (
      called.kind === "stopped" &&
      called.pause !== undefined &&
      (await closeRefused(executed, wanted, called))
    ) {
      onProgress({ kind: "waiting", until: called.pause.until });
      await sleep(called.pause.waitMs);
    } else {
      return called;
    }
  }
  return undefined;
}

/** Closes the call and opens its row again after a 429. Resolves to false if the database could not store that. */
async function closeRefused(
  { runs }: ExecutedRun,
  { row }: WantedPage,
  { failed }: Extract<CalledPage, { readonly kind: "stopped" }>,
): Promise<boolean> {
  if (failed === undefined) {
    return true;
  }
  const { store, clock } = runs.deps;
  const open = row && { key: row.key, state: "open" as const };
  return store.calls.failCall(failed.call, { charged: "no", row: open, at: clock.now() }).then(
    () => true,
    () => false,
  );
}

async function callOnce(executed: ExecutedRun, wanted: WantedPage, onOpened: () => void): Promise<CalledPage> {
  const { client, run, signal, onProgress } = executed;
  if (signal.aborted) {
    return stopped({ kind: abortReason(signal) });
  }
  let call: OpenCall | undefined;
  let notOpened: Exclude<OpenedCall, { readonly kind: "open" }> | undefined;
  let page: StoredPage | undefined;
  try {
    const paid = await send(client, wanted, {
      signal,
      graceMs: () => graceMs[abortReason(signal)],
      beforeSend: async () => {
        const opened = await openCall(executed, wanted);
        if (opened.kind !== "open") {
          notOpened = opened;
          return undefined;
        }
        call = opened;
        onOpened();
        return call.records;
      },
    });
    if (notOpened !== undefined) {
      return notOpened.kind === "noRoom" ? stopped(noRoomStop(executed, notOpened.limitedBy)) : notOpened;
    }
    if (paid === undefined || call === undefined) {
      throw new Error("The client has not called beforeSend.");
    }
    try {
      page = await storeReply(executed, answeredCall(wanted, call), paid.reply);
    } finally {
      await paid.done();
    }
    onProgress({ kind: "page", summary: run.summary() });
    if (!page.understood) {
      throw paid.notUnderstood(page.problem ?? "shape");
    }
    if (paid.refusal !== undefined) {
      throw paid.refusal;
    }
    return { kind: "stored", page, request: answeredCall(wanted, call).request, rise: riseOf(call, page) };
  } catch (error) {
    const state = { sent: call !== undefined, stored: page?.understood === true };
    const charged = maybeCharged(error, state) ? "maybe" : "no";
    const failed = call === undefined || page !== undefined ? undefined : ({ call: call.call, charged } as const);
    const end = endAfter(error, state, { signal, isSaved: page !== undefined });
    return { kind: "stopped", end, failed, pause: shortPauseIn(error) };
  }
}

function shortPauseIn(error: unknown): { readonly until: number; readonly waitMs: number } | undefined {
  const detail = error instanceof ServiceFailure ? error.detail : undefined;
  return detail?.code === "rateLimited" && detail.isShort ? detail : undefined;
}

const stopped = (reason: StopReason): CalledPage => ({ kind: "stopped", end: { reason } });

const answeredCall = ({ request, row }: WantedPage, { call, records }: OpenCall): AnsweredCall => ({
  call,
  request: { ...request, limit: records },
  row: row?.key,
});

/** Set if the records of this page cost more than expected. */
function riseOf({ reserved, price: before }: OpenCall, { credits, returned }: StoredPage): RisenPrice | undefined {
  if (credits === undefined || credits <= reserved + 1e-6) {
    return undefined;
  }
  return { before, now: credits / Math.max(1, returned) };
}

/**
 * Opens the call in the database, unless it must not be sent. It does not wait for other calls here: this one occupies
 * a slot of the rate limit, which the others may need for a retry.
 */
async function openCall(
  { run, runs, budgets, budget }: ExecutedRun,
  { task, request, row }: WantedPage,
): Promise<OpenedCall> {
  const { store, clock } = runs.deps;
  return store.calls.openCall({
    run: run.id,
    owner: run.owner,
    row,
    operation: task.kind,
    at: clock.now(),
    wanted: request.limit,
    allowance: budgets.allowance(budget),
  });
}

/** The stop reason of a run when there is no room for its next call. */
function noRoomStop(
  { run, budget }: ExecutedRun,
  limitedBy: Extract<OpenedCall, { readonly kind: "noRoom" }>["limitedBy"],
): StopReason {
  switch (limitedBy) {
    case "records":
      return { kind: "limitReached" };
    case "limit":
      return { kind: "creditLimit", limit: run.header.limits.credits ?? 0 };
    case "agreed":
      return { kind: "budgetUsedUp", agreed: budget.kind === "agreed" ? budget.credits : undefined };
    case "unconfirmed":
      return { kind: "budgetUsedUp" };
    case "agents":
      return { kind: "budgetUsedUp", ofAgents: true };
    case "agentsMonth":
      return { kind: "budgetUsedUp", ofAgents: "month" };
  }
}

function send(
  client: ServiceClient,
  { task, request, row }: WantedPage,
  given: CallOptions,
): Promise<PaidReply | undefined> {
  const options: CallOptions = { ...given, lane: row && "rows" };
  if (isLookup(task)) {
    return client[task.kind](task.identifiers, options);
  }
  const { limit, cursor, offset } = request;
  return client[task.kind]({ ...sentFilters(task), limit, search_after: cursor, offset }, options);
}

/** Why a run stops after a failed call. */
function endAfter(
  error: unknown,
  state: { readonly sent: boolean; readonly stored: boolean },
  { signal, isSaved }: { readonly signal: AbortSignal; readonly isSaved: boolean },
): RunEnd {
  const reason = stopReasonOf(error, state);
  if (reason.kind === "notUnderstood") {
    return { reason: { ...reason, saved: isSaved } };
  }
  return {
    reason: reason.kind === "cancelled" && signal.aborted ? { kind: abortReason(signal) } : reason,
    isServerError: error instanceof ServiceFailure && error.detail.code === "server",
  };
}
