// One call of a run: room in the budget, request, page, settlement.
import { notTheService } from "../service/errorSentences";
import { operations } from "../service/operations";
import type { CallOptions, ServiceClient } from "../service/serviceClient";
import type { Clock, HttpReply } from "../service/wire";
import type { PageToStore, StoredPage } from "../store/storePage";
import type { ActiveRun, StorePage } from "./activeRun";
import type { BalanceWatch } from "./balance";
import type { Budget, Reservation } from "./budget";
import { isLookup, isPaid, isSearch, type PageRequest, type RunProgress, type RunSummary, type RunTask } from "./run";
import { maybeCharged } from "./stopReasons";

export interface PageCallDeps {
  readonly client: ServiceClient;
  readonly budget: Budget;
  readonly balance: BalanceWatch;
  readonly clock: Clock;
  readonly run: ActiveRun;
  /** What is asked for; of a batch the task of one question. */
  readonly task: RunTask;
  readonly store: StorePage;
  /** Id of the connection that pays. */
  readonly payer: string;
  readonly partialParameter?: string | undefined;
  readonly signal: AbortSignal;
  /** How long the reply in flight may still take after an abort, in ms. */
  readonly grace: () => number;
  readonly onProgress: (progress: RunProgress) => void;
}

/** How a call went. */
export interface PageCallResult {
  /** Bytes may have left. */
  readonly sent: boolean;
  /** The page, when it is in the database. */
  readonly stored?: StoredPage | undefined;
  readonly stillRunning: boolean;
  /** What the call was rejected with. When a reply came and could not be stored, `save` tries again. */
  readonly failure?: { readonly error: unknown; readonly save?: (() => Promise<unknown>) | undefined } | undefined;
}

/** Resolves to whether an enrichment is still running. */
async function send(
  { client, partialParameter }: PageCallDeps,
  task: RunTask,
  request: PageRequest,
  options: CallOptions,
): Promise<boolean> {
  if (isSearch(task)) {
    await client[task.kind](
      { ...task.filters, limit: request.limit, search_after: request.cursor, offset: request.offset },
      options,
    );
  } else if (isLookup(task)) {
    await client[task.kind](task.identifiers, options);
  } else {
    return (await client.enrichment(task.enrichmentId, { ...options, partialParameter })).stillRunning;
  }
  return false;
}

/** What is left of the run's own credit limit; `undefined` without one. */
export function limitLeft({ header, credits, possibleCredits }: RunSummary): number | undefined {
  return header.limits.credits === undefined ? undefined : header.limits.credits - credits - possibleCredits;
}

/**
 * Asks for one page and stores it. Never rejects: what goes wrong is in the result. The credits are set aside when the call's
 * turn has come and before its first byte leaves, so a window that is killed while waiting leaves no doubt.
 */
export async function askPage(deps: PageCallDeps, request: PageRequest): Promise<PageCallResult> {
  const call = new PageCall(deps, request);
  return call.run();
}

class PageCall {
  private reservation: Reservation | undefined;
  private settled = false;
  private sent = false;
  private waiting = false;
  private stored: StoredPage | undefined;
  private unstored: { readonly error: unknown; readonly save: () => Promise<unknown> } | undefined;
  private readonly controller = new AbortController();
  private readonly over = new AbortController();

  constructor(
    private readonly deps: PageCallDeps,
    private readonly request: PageRequest,
  ) {}

  async run(): Promise<PageCallResult> {
    const { signal, task, onProgress } = this.deps;
    const cancel = (): void => this.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      if (signal.aborted) {
        cancel();
      }
      const stillRunning = await send(this.deps, task, this.request, {
        signal: this.controller.signal,
        onSending: () => this.prepare(),
        onReply: (reply) => this.keep(reply),
        onEnd: (failure) => this.settleUnanswered(this.chargeOf(failure)),
        onWait: (wait) => {
          this.waiting = wait !== undefined;
          if (wait !== undefined) {
            onProgress({ kind: "waiting", until: wait.until });
            if (signal.aborted) {
              cancel();
            }
          }
        },
      });
      return { ...this.outcome(), stillRunning };
    } catch (error) {
      return await this.failed(error);
    } finally {
      signal.removeEventListener("abort", cancel);
      this.over.abort();
    }
  }

  private outcome(): Omit<PageCallResult, "stillRunning"> {
    return { sent: this.sent, stored: this.stored };
  }

  private cancel(): void {
    const { signal, clock, grace } = this.deps;
    if (!this.sent || this.waiting) {
      this.controller.abort(signal.reason);
      return;
    }
    // What is in flight is paid for: it gets time to arrive.
    clock.sleep(grace(), this.over.signal).then(
      () => this.controller.abort(signal.reason),
      () => undefined,
    );
  }

  private async prepare(): Promise<void> {
    const { budget, run, task, payer } = this.deps;
    if (isPaid(task)) {
      const about = { run: run.id, connection: payer, operation: task.kind, records: this.request.limit };
      this.reservation = await budget.reserve(about, limitLeft(run.summary()));
    }
    this.sent = true;
    // Behind the request: while the service works, nobody waits for the worker.
    setImmediate(() => run.checkLastPage());
  }

  private async keep(reply: HttpReply): Promise<void> {
    const { run, task, clock, store } = this.deps;
    const page = {
      call: this.reservation?.call,
      request: this.request,
      status: reply.status,
      contentType: reply.headers["content-type"],
      receivedAt: clock.now(),
      body: reply.body,
      skipKnown: run.header.limits.leaveOutKnown,
    };
    try {
      this.stored = await run.keepPage(page, store);
    } catch (error) {
      this.unstored = { error, save: () => this.saveLater({ ...page, run: run.id, owner: run.owner }) };
      throw error;
    }
    if (!this.stored.understood) {
      // Before the turn is given back: the next call must know what this one may have cost.
      await this.settleUnanswered("maybe");
      throw notTheService(operations[task.kind].price, this.stored.problem ?? "shape", reply.status);
    }
    await this.settleReply(this.stored);
  }

  /** By then no balance tells what the call cost, if its reply did not say. */
  private async saveLater(page: PageToStore): Promise<void> {
    const { understood, returned, credits } = await this.deps.store(page);
    await (understood ? this.reservation?.answered({ records: returned, credits }) : this.reservation?.failed("maybe"));
  }

  /** The cost of a page is stored with it; where the reply did not say, the balance may. */
  private async settleReply({ returned, credits }: StoredPage): Promise<void> {
    const { balance, run } = this.deps;
    if (this.reservation === undefined) {
      return;
    }
    this.settled = true;
    if (credits !== undefined) {
      balance.spent(credits);
    }
    const reading = credits === undefined ? await balance.compare() : undefined;
    await this.reservation.answered({ records: returned, credits, reading });
    if (credits === undefined) {
      await run.refresh();
    }
  }

  /** Whether a call whose cost no reply named may have been charged. */
  private chargeOf(failure: unknown): "no" | "maybe" {
    const state = { sent: this.sent, kept: this.isKept };
    return failure === undefined || maybeCharged(failure, state) ? "maybe" : "no";
  }

  private get isKept(): boolean {
    return this.stored?.understood === true;
  }

  /** No reply that can be read came, so nothing names the cost. A reply that is not stored yet is settled when it is. */
  private async settleUnanswered(charged: "no" | "maybe"): Promise<void> {
    if (this.reservation !== undefined && !this.settled && this.unstored === undefined) {
      this.settled = true;
      await this.reservation.failed(charged);
      await this.deps.run.refresh();
    }
  }

  private async failed(error: unknown): Promise<PageCallResult> {
    try {
      await this.settleUnanswered(this.chargeOf(error));
    } catch {
      // The call stays as one that left and was not answered, which is what the next to take the run up reads from it.
    }
    return { ...this.outcome(), stillRunning: false, failure: this.unstored ?? { error } };
  }
}
