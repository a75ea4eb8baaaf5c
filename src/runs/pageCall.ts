// One paid request of a run: fits it into the budget, reserves its credits, sends it, stores the reply, and settles the
// cost.
import { ServiceFailure } from "../service/errors";
import { notTheService } from "../service/errorSentences";
import { operations } from "../service/operations";
import type { CallOptions, ServiceClient } from "../service/serviceClient";
import type { HttpReply } from "../service/wire";
import { storePaid, type PaidPage } from "../store/keptPages";
import type { StoredPage } from "../store/storePage";
import { BudgetUsedUp, chargeShownBy, type Reservation } from "./budgetTypes";
import { abortReason, budgetStop, maybeCharged, stopReasonOf, type ExecutedRun, type RunEnd } from "./execution";
import { isLookup, sentFilters, type PageRequest, type PaidTask, type RunSummary, type StopReason } from "./run";
import type { StorePage } from "./runStore";

/** How long to wait for the reply in flight after an abort, in ms. */
const graceMs = { cancelled: 10_000, windowClosed: 3_000 } as const;

/** What is asked for. */
export interface WantedPage {
  /** For a batch the task of one question. */
  readonly task: PaidTask;
  readonly request: PageRequest;
  readonly store: StorePage;
  /** Key of the batch's question that the task asks. */
  readonly question?: number | undefined;
  /** Whether the answer was stored while the call waited for its slot: then it is not sent. */
  readonly isAnswered?: (() => Promise<boolean>) | undefined;
}

export type RequestedPage =
  /** `request` is what fitted into the budget. */
  | { readonly kind: "stored"; readonly page: StoredPage; readonly request: PageRequest }
  /** Nothing was sent: the answer is stored by now. */
  | { readonly kind: "answered" }
  /** Nothing was sent: another window has spent the rest meanwhile. A smaller page may fit. */
  | { readonly kind: "noRoom" }
  | { readonly kind: "stopped"; readonly end: RunEnd };

const stopped = (reason: StopReason): RequestedPage => ({ kind: "stopped", end: { reason } });

/** Requests one page, of as many of the wanted records as fit into the budget. */
export async function requestPage(executed: ExecutedRun, wanted: WantedPage): Promise<RequestedPage> {
  const { run, budget, watch, signal, onProgress } = executed;
  if (signal.aborted) {
    return stopped({ kind: abortReason(signal) });
  }
  const { connection, limits } = run.header;
  const { limit } = wanted.request;
  const roomNow = () => budget.room(connection.id, wanted.task.kind, limit, limitLeft(run.summary()));
  let room = await roomNow();
  if (room.records < limit && watch.hasDoubts) {
    // Doubtful calls count as if they had been charged until the balance is read.
    await watch.verify();
    await run.refresh();
    room = await roomNow();
  }
  if (room.records === 0) {
    return stopped(budgetStop(room.limitedBy ?? "agreed", budget.agreed, limits.credits));
  }
  run.checkOwner();
  const request: PageRequest = { ...wanted.request, limit: room.records };
  const result = await new PageCall(executed, { ...wanted, request }).run();
  if (result.stored !== undefined) {
    onProgress({ kind: "page", summary: run.summary() });
  }
  const { failure } = result;
  if (failure === undefined) {
    return { kind: "stored", page: result.stored, request };
  }
  if (failure.error instanceof BudgetUsedUp && request.limit > 1) {
    return { kind: "noRoom" };
  }
  return failure.error instanceof AnsweredMeanwhile
    ? { kind: "answered" }
    : { kind: "stopped", end: endAfter(executed, result, request.limit) };
}

/** Why a run of `requested` records stops after this call. */
function endAfter(
  { run, budget, signal }: ExecutedRun,
  { sent, stored, failure }: FailedCall,
  requested: number,
): RunEnd {
  const { error } = failure;
  if (error instanceof BudgetUsedUp) {
    return { reason: budgetStop(error.limitedBy, budget.agreed, run.header.limits.credits) };
  }
  const hasReply = isFinishedAtService(error);
  const reason = stopReasonOf(error, { sent, stored: stored?.understood === true });
  if (reason.kind === "notUnderstood") {
    return { reason: { ...reason, saved: stored !== undefined, ...smallerPage(error, requested) }, hasReply };
  }
  return {
    reason: reason.kind === "cancelled" && signal.aborted ? { kind: abortReason(signal) } : reason,
    hasReply,
    isServerError: error instanceof ServiceFailure && error.detail.code === "server",
  };
}

/** Statuses that a proxy sends while the service may still be working. */
const proxyStatuses: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** Whether the service has certainly finished with the failed request. */
function isFinishedAtService(error: unknown): boolean {
  const status = error instanceof ServiceFailure ? error.detail.status : undefined;
  return status !== undefined && !proxyStatuses.has(status) && status < 520;
}

/** A page of `requested` records that is too large is requested in halves. */
function smallerPage(error: unknown, requested: number): { readonly pageLimit?: number } {
  const isTooLarge =
    error instanceof ServiceFailure && "why" in error.detail && ["oversize", "tooMany"].includes(error.detail.why);
  return isTooLarge && requested > 1 ? { pageLimit: Math.floor(requested / 2) } : {};
}

interface FailedCall {
  /** Bytes may have been sent. */
  readonly sent: boolean;
  /** A reply that is not understood, if it is in the database. */
  readonly stored?: StoredPage | undefined;
  /** What the call was rejected with. */
  readonly failure: { readonly error: unknown };
}

type PageCallResult = { readonly stored: StoredPage; readonly failure?: undefined } | FailedCall;

/** Nothing was sent, because the answer is stored by now. */
class AnsweredMeanwhile extends Error {}

async function send(client: ServiceClient, { task, request }: WantedPage, options: CallOptions): Promise<void> {
  if (isLookup(task)) {
    await client[task.kind](task.identifiers, options);
  } else {
    const { limit, cursor, offset } = request;
    await client[task.kind]({ ...sentFilters(task), limit, search_after: cursor, offset }, options);
  }
}

/** What is left of the run's own credit limit; `undefined` without one. */
function limitLeft({ header, credits, possibleCredits }: RunSummary): number | undefined {
  return header.limits.credits === undefined ? undefined : header.limits.credits - credits - possibleCredits;
}

/**
 * Requests one page and stores it. The credits are reserved once the call has its rate-limit slot and before its first
 * byte is sent, so a window that is killed while waiting has certainly cost nothing.
 */
class PageCall {
  private reservation: Reservation | undefined;
  private isSettled = false;
  private isSent = false;
  private isWaiting = false;
  private stored: StoredPage | undefined;
  private readonly controller = new AbortController();
  private readonly done = new AbortController();

  constructor(
    private readonly executed: ExecutedRun,
    private readonly wanted: WantedPage,
  ) {}

  /** Never rejects: failures are in the result. */
  async run(): Promise<PageCallResult> {
    const { client, signal, onProgress } = this.executed;
    const cancel = (): void => this.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      if (signal.aborted) {
        cancel();
      }
      await send(client, this.wanted, {
        signal: this.controller.signal,
        onSending: () => this.prepare(),
        onReply: (reply) => this.store(reply),
        onEnd: (failure) => this.settleUnanswered(this.chargeOf(failure)),
        onWait: (wait) => {
          this.isWaiting = wait !== undefined;
          if (wait !== undefined) {
            onProgress({ kind: "waiting", until: wait.until });
            if (signal.aborted) {
              cancel();
            }
          }
        },
      });
      if (this.stored === undefined) {
        throw new Error("The client has not passed on the reply.");
      }
      return { stored: this.stored };
    } catch (error) {
      return await this.failed(error);
    } finally {
      signal.removeEventListener("abort", cancel);
      this.done.abort();
    }
  }

  private cancel(): void {
    const { signal, runs } = this.executed;
    if (!this.isSent || this.isWaiting) {
      this.controller.abort(signal.reason);
      return;
    }
    // The request in flight is paid for, so its reply gets time to arrive.
    runs.deps.clock.sleep(graceMs[abortReason(signal)], this.done.signal).then(
      () => this.controller.abort(signal.reason),
      () => undefined,
    );
  }

  private async prepare(): Promise<void> {
    const { watch, budget, run } = this.executed;
    const { task, request, question, isAnswered } = this.wanted;
    const { signal } = this.controller;
    if ((await isAnswered?.()) === true) {
      throw new AnsweredMeanwhile();
    }
    const connection = run.header.connection.id;
    const { limit: records } = request;
    await watch.prepare(records * (await budget.price(connection, task.kind)).perRecord, signal);
    const call = { run: run.id, owner: run.owner, question, connection, operation: task.kind, records };
    this.reservation = await budget.reserve(call, limitLeft(run.summary()), signal);
    this.isSent = true;
    // After the request is sent: the worker is idle while the service works.
    setImmediate(() => run.checkLastPages());
  }

  private async store(reply: HttpReply): Promise<void> {
    const { run, runs, watch } = this.executed;
    const { task, request } = this.wanted;
    const page = {
      call: this.reservation?.call,
      mostCredits: watch.most,
      request,
      status: reply.status,
      receivedAt: runs.deps.clock.now(),
      body: reply.body,
    };
    const store = (): Promise<StoredPage> => run.storePage(page, this.wanted.store);
    const { call } = page;
    this.stored = await (call === undefined ? store() : this.storePaid(store, { ...page, call }));
    if (!this.stored.understood) {
      throw notTheService(operations[task.kind].price, this.stored.problem ?? "shape", reply.status);
    }
    await this.settleReply(this.stored);
  }

  private storePaid(
    store: () => Promise<StoredPage>,
    page: Pick<PaidPage, "call" | "request" | "status" | "receivedAt" | "mostCredits" | "body">,
  ): Promise<StoredPage> {
    const { run, runs, signal, onProgress } = this.executed;
    const { pages } = run.summary();
    const { keeper = { folders: [], waits: true }, clock } = runs.deps;
    return storePaid(
      store,
      { ...page, run: run.id, owner: run.owner, pages, question: this.wanted.question },
      {
        ...keeper,
        clock,
        signal,
        isClosing: () => signal.aborted && abortReason(signal) === "windowClosed",
        onRefused: (sentences) => onProgress({ kind: "unsaved", sentences }),
      },
    );
  }

  /** The cost is stored with the page; if the reply did not say it, the balance may show it. */
  private async settleReply({ returned, credits }: StoredPage): Promise<void> {
    const { watch, run } = this.executed;
    if (this.reservation === undefined) {
      return;
    }
    this.isSettled = true;
    const reading = credits === undefined ? await watch.compare() : undefined;
    const isDoubtful = await this.reservation.answered({ records: returned, credits, reading });
    if (credits === undefined) {
      watch.accept(chargeShownBy(reading));
    } else {
      await watch.spent({ records: returned, credits }, this.reservation, isDoubtful);
    }
    if (credits === undefined || isDoubtful) {
      await run.refresh();
    }
  }

  /** Whether a call without a usable reply may have been charged. */
  private chargeOf(failure: unknown): "no" | "maybe" {
    const state = { sent: this.isSent, stored: this.isUnderstood };
    return failure === undefined || maybeCharged(failure, state) ? "maybe" : "no";
  }

  private get isUnderstood(): boolean {
    return this.stored?.understood === true;
  }

  /** For a call without a usable reply. One whose reply is in a file is settled again when it is stored. */
  private async settleUnanswered(charged: "no" | "maybe"): Promise<void> {
    if (this.reservation !== undefined && !this.isSettled) {
      this.isSettled = true;
      await this.reservation.failed(charged);
      await this.executed.run.refresh();
    }
  }

  private async failed(error: unknown): Promise<FailedCall> {
    try {
      await this.settleUnanswered(this.chargeOf(error));
    } catch {
      // The call stays open in the database; whoever resumes the run settles it as possibly charged.
    }
    return { sent: this.isSent, stored: this.stored, failure: { error } };
  }
}
