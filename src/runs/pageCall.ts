// One call of a run: reserves its credits, sends the request, stores the page and settles the cost.
import { notTheService } from "../service/errorSentences";
import { operations } from "../service/operations";
import type { CallOptions, ServiceClient } from "../service/serviceClient";
import type { Clock, HttpReply } from "../service/wire";
import { StoreError } from "../store/storeError";
import type { PageToStore, StoredPage } from "../store/storePage";
import type { ActiveRun, StorePage } from "./activeRun";
import type { BalanceWatch } from "./balance";
import type { Budget, Reservation } from "./budget";
import { chargeShownBy } from "./budgetTypes";
import { isHopeless } from "./keptPages";
import {
  isLookup,
  isPaid,
  isSearch,
  sentFilters,
  type PageRequest,
  type RunProgress,
  type RunSummary,
  type RunTask,
} from "./run";
import { maybeCharged } from "./stopReasons";

export interface PageCallDeps {
  readonly client: ServiceClient;
  readonly budget: Budget;
  readonly balance: BalanceWatch;
  readonly clock: Clock;
  readonly run: ActiveRun;
  /** What is requested; for a batch the task of one question. */
  readonly task: RunTask;
  readonly store: StorePage;
  /** Id of the connection that pays. */
  readonly payer: string;
  readonly partialParameter?: string | undefined;
  /** Key of the batch's question that the task asks. */
  readonly question?: number | undefined;
  /** Whether the answer was stored while the call waited for its slot: then it is not sent. */
  readonly isAnswered?: (() => Promise<boolean>) | undefined;
  readonly signal: AbortSignal;
  /** How long to wait for the reply in flight after an abort, in ms. */
  readonly grace: () => number;
  readonly onProgress: (progress: RunProgress) => void;
}

export interface PageCallResult {
  /** Bytes may have been sent. */
  readonly sent: boolean;
  /** The page, if it is in the database. */
  readonly stored?: StoredPage | undefined;
  readonly stillRunning: boolean;
  /** What the call was rejected with. */
  readonly failure?: ({ readonly error: unknown } & Partial<Omit<UnstoredReply, "error">>) | undefined;
}

/** A paid reply that could not be stored. */
interface UnstoredReply {
  readonly error: StoreError;
  /** The file that keeps it. */
  readonly file?: string | undefined;
  /** It is only in memory: tries to store it again. */
  readonly save?: (() => Promise<unknown>) | undefined;
}

/** Nothing was sent, because the answer is stored by now. */
export class AnsweredMeanwhile extends Error {}

/** Resolves to whether an enrichment is still running. */
async function send(
  { client, partialParameter }: PageCallDeps,
  task: RunTask,
  request: PageRequest,
  options: CallOptions,
): Promise<boolean> {
  if (isSearch(task)) {
    await client[task.kind](
      { ...sentFilters(task), limit: request.limit, search_after: request.cursor, offset: request.offset },
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

type UnstoredPage = Omit<PageToStore, "run" | "owner"> & { readonly request: PageRequest };

/**
 * Requests one page and stores it. The credits are reserved once the call has its rate-limit slot and before its first
 * byte is sent, so a window that is killed while waiting has certainly cost nothing.
 */
export class PageCall {
  private reservation: Reservation | undefined;
  private isSettled = false;
  private isSent = false;
  private isWaiting = false;
  private stored: StoredPage | undefined;
  private unstored: UnstoredReply | undefined;
  private readonly controller = new AbortController();
  private readonly done = new AbortController();

  constructor(
    private readonly deps: PageCallDeps,
    private readonly request: PageRequest,
  ) {}

  /** Never rejects: failures are in the result. */
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
      return { ...this.outcome(), stillRunning };
    } catch (error) {
      return await this.failed(error);
    } finally {
      signal.removeEventListener("abort", cancel);
      this.done.abort();
    }
  }

  private outcome(): Omit<PageCallResult, "stillRunning"> {
    return { sent: this.isSent, stored: this.stored };
  }

  private cancel(): void {
    const { signal, clock, grace } = this.deps;
    if (!this.isSent || this.isWaiting) {
      this.controller.abort(signal.reason);
      return;
    }
    // The request in flight is paid for, so its reply gets time to arrive.
    clock.sleep(grace(), this.done.signal).then(
      () => this.controller.abort(signal.reason),
      () => undefined,
    );
  }

  private async prepare(): Promise<void> {
    const { balance, budget, run, task, question, payer, isAnswered } = this.deps;
    const { signal } = this.controller;
    if ((await isAnswered?.()) === true) {
      throw new AnsweredMeanwhile();
    }
    if (isPaid(task)) {
      const { limit: records } = this.request;
      await balance.prepare(records * (await budget.price(payer, task.kind)).perRecord, signal);
      const about = { run: run.id, owner: run.owner, question, connection: payer, operation: task.kind, records };
      this.reservation = await budget.reserve(about, limitLeft(run.summary()), signal);
    }
    this.isSent = true;
    // After the request is sent: the worker is idle while the service works.
    setImmediate(() => run.checkLastPages());
  }

  private async store(reply: HttpReply): Promise<void> {
    const { run, task, clock, balance } = this.deps;
    const page = {
      call: this.reservation?.call,
      mostCredits: this.reservation === undefined ? undefined : balance.most,
      request: this.request,
      status: reply.status,
      contentType: reply.headers["content-type"],
      receivedAt: clock.now(),
      body: reply.body,
      skipKnown: run.header.limits.leaveOutKnown,
    };
    this.stored = await this.storeOrKeep(page);
    if (!this.stored.understood) {
      throw notTheService(operations[task.kind].price, this.stored.problem ?? "shape", reply.status);
    }
    await this.settleReply(this.stored);
  }

  /** Rejects when the database cannot be written; a page that is paid for is in `unstored` then. */
  private async storeOrKeep(page: UnstoredPage): Promise<StoredPage> {
    const { run, store, clock, signal } = this.deps;
    const again = (): Promise<StoredPage> => run.storePage(page, store);
    try {
      return await again();
    } catch (error) {
      if (this.reservation === undefined || !(error instanceof StoreError) || error.code === "IN_USE") {
        throw error;
      }
      const stored = isHopeless(error) ? undefined : await run.keeper?.wait?.({ problem: error, again, clock, signal });
      if (stored !== undefined) {
        return stored;
      }
      const file = await this.keep(page, this.reservation);
      const save = file === undefined ? () => this.saveLater({ ...page, run: run.id, owner: run.owner }) : undefined;
      this.unstored = { error, file, save };
      throw error;
    }
  }

  private async keep(page: UnstoredPage, { call, at, credits }: Reservation): Promise<string | undefined> {
    const { run, task, payer } = this.deps;
    const { body, request, ...rest } = page;
    const { limit: asked } = request;
    return run.keep({
      ...{ body, page: { ...rest, request: { ...request }, call, owner: run.owner } },
      call: { at, connection: payer, operation: task.kind, asked, reserved: credits },
      identifiers: isLookup(task) ? task.identifiers : undefined,
    });
  }

  /** Too late for the balance to show what the call cost. */
  private async saveLater(page: PageToStore): Promise<void> {
    const { understood, returned, credits } = await this.deps.store(page);
    await (understood ? this.reservation?.answered({ records: returned, credits }) : this.reservation?.failed("maybe"));
  }

  /** The cost is stored with the page; if the reply did not say it, the balance may show it. */
  private async settleReply({ returned, credits }: StoredPage): Promise<void> {
    const { balance, run } = this.deps;
    if (this.reservation === undefined) {
      return;
    }
    this.isSettled = true;
    const reading = credits === undefined ? await balance.compare() : undefined;
    const isDoubtful = await this.reservation.answered({ records: returned, credits, reading });
    if (credits === undefined) {
      balance.accept(chargeShownBy(reading));
    } else {
      await balance.spent({ records: returned, credits }, this.reservation, isDoubtful);
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

  /** For a call without a usable reply. A reply that could not be stored is settled when it is saved later. */
  private async settleUnanswered(charged: "no" | "maybe"): Promise<void> {
    if (this.reservation !== undefined && !this.isSettled && this.unstored === undefined) {
      this.isSettled = true;
      await this.reservation.failed(charged);
      await this.deps.run.refresh();
    }
  }

  private async failed(error: unknown): Promise<PageCallResult> {
    try {
      await this.settleUnanswered(this.chargeOf(error));
    } catch {
      // The call stays open in the database; whoever resumes the run settles it as possibly charged.
    }
    return { ...this.outcome(), stillRunning: false, failure: this.unstored ?? { error } };
  }
}
