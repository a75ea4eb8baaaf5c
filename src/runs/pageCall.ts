// One call of a run: room in the budget, intent, request, page, settlement.
import { parseJsonObject } from "../service/jsonReply";
import type { CallOptions, ServiceClient } from "../service/serviceClient";
import type { Clock, HttpReply } from "../service/wire";
import type { BalanceReading, BalanceWatch } from "./balance";
import type { Budget, Reservation } from "./budget";
import type { PageRequest } from "./journalMeta";
import { creditsOf, type JournalWriter, type PageOutcome, type PageReply } from "./journalWriter";
import { replySpans, unreadableReply } from "./recordSpans";
import { isLookup, isPaid, isSearch, type RunHeader, type RunProgress, type RunTask } from "./run";
import { maybeCharged } from "./stopReasons";

export interface PageCallDeps {
  readonly client: ServiceClient;
  readonly budget: Budget;
  readonly balance: BalanceWatch;
  readonly clock: Clock;
  readonly writer: JournalWriter;
  readonly header: RunHeader;
  /** Id of the connection that pays. */
  readonly payer: string;
  readonly partialParameter?: string | undefined;
  /** Ids of records to skip. */
  readonly known: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** How long the reply in flight may still take after an abort, in ms. */
  readonly grace: () => number;
  readonly onProgress: (progress: RunProgress) => void;
}

/** How a call went. */
export interface PageCallResult {
  /** Bytes may have left. */
  readonly sent: boolean;
  /** The page, when it is on the medium. */
  readonly stored?: PageOutcome | undefined;
  /** False when a reply came that is not one of the service. */
  readonly understood: boolean;
  readonly stillRunning: boolean;
  /** What the call was rejected with; with the reply when that came and could not be stored. */
  readonly failure?: { readonly error: unknown; readonly unsaved?: PageReply | undefined } | undefined;
}

/** The records that fit no schema, and whether an enrichment is still running. */
type Verdict = { readonly odd: number; readonly stillRunning: boolean };

const verdict = ({ odd }: { readonly odd: readonly unknown[] }): Verdict => ({ odd: odd.length, stillRunning: false });

async function send({ client, partialParameter }: PageCallDeps, task: RunTask, request: PageRequest, options: CallOptions): Promise<Verdict> {
  if (isSearch(task)) {
    const paging = { limit: request.limit, search_after: request.cursor, offset: request.offset };
    return verdict(await client[task.kind]({ ...task.filters, ...paging }, options));
  }
  if (isLookup(task)) {
    return verdict(await client[task.kind](task.identifiers, options));
  }
  const { odd, stillRunning } = await client.enrichment(task.enrichmentId, { ...options, partialParameter });
  return { odd: odd.length, stillRunning };
}

/** What is left of the run's own credit limit; `undefined` without one. */
export function limitLeft({ limits, credits, possibleCredits }: JournalWriter["tally"]): number | undefined {
  return limits.credits === undefined ? undefined : limits.credits - credits - possibleCredits;
}

/**
 * Asks for one page and stores it. Never rejects: what goes wrong is in the result. The credits are set aside and the intent is
 * written when the call's turn has come and before its first byte leaves, so a window that is killed while waiting leaves no doubt.
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
  private understood = true;
  private stored: PageOutcome | undefined;
  private unstored: { readonly error: unknown; readonly reply: PageReply } | undefined;
  private readonly controller = new AbortController();
  private readonly over = new AbortController();

  constructor(
    private readonly deps: PageCallDeps,
    private readonly request: PageRequest,
  ) {}

  async run(): Promise<PageCallResult> {
    const { signal, header, onProgress, writer } = this.deps;
    const cancel = (): void => this.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      if (signal.aborted) {
        cancel();
      }
      const { odd, stillRunning } = await send(this.deps, header.task, this.request, {
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
      writer.odd(odd);
      return { ...this.outcome(), stillRunning };
    } catch (error) {
      return this.failed(error);
    } finally {
      signal.removeEventListener("abort", cancel);
      this.over.abort();
    }
  }

  private outcome(): Omit<PageCallResult, "stillRunning"> {
    return { sent: this.sent, stored: this.stored, understood: this.understood };
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
    const { budget, header, payer, writer } = this.deps;
    if (isPaid(header.task)) {
      const about = { call: `${header.id}.${writer.position}`, run: header.id, connection: payer, operation: header.task.kind, records: this.request.limit };
      this.reservation = await budget.reserve(about, limitLeft(writer.tally));
    }
    await writer.intent(this.request, this.reservation?.credits ?? 0);
    this.sent = true;
  }

  private async keep(reply: HttpReply): Promise<void> {
    const { header, clock, writer, known } = this.deps;
    // Bytes that are no JSON of the service may still look like records.
    const spans = parseJsonObject(reply).ok ? replySpans(reply.body, header.recordKind) : unreadableReply;
    const page: PageReply = { request: this.request, status: reply.status, body: reply.body, spans, receivedAt: clock.now() };
    this.understood = spans.understood;
    try {
      this.stored = await writer.page(page, known);
    } catch (error) {
      this.unstored = { error, reply: page };
      throw error;
    } finally {
      await this.settleReply(spans.ids.length, creditsOf(spans), spans.understood);
    }
  }

  /** A reply came: with its cost, or with what the balance tells about it. */
  private async settleReply(records: number, credits: number | undefined, understood: boolean): Promise<void> {
    const { writer, balance } = this.deps;
    if (this.reservation === undefined) {
      return;
    }
    if (!understood) {
      // What it says about its cost is worth nothing either: it counts as possibly charged, and the caller compares balances.
      return;
    }
    if (credits !== undefined) {
      balance.spent(credits);
      await this.settle({ kind: "answered", records, credits });
      return;
    }
    const reading: BalanceReading = await balance.compare();
    const counted = await this.settle({ kind: "answered", records, credits, balanceDrop: reading.drop });
    writer.possiblyCharged(counted);
    writer.unpriced(reading);
  }

  /** The journal has the cost as well; a ledger that fails stops the run before its next call. */
  private async settle(settlement: Parameters<Reservation["settle"]>[0]): Promise<number> {
    this.settled = true;
    return (await this.reservation?.settle(settlement).catch(() => this.reservation?.credits)) ?? 0;
  }

  /** Whether a call whose cost no reply named may have been charged. */
  private chargeOf(failure: unknown): "no" | "maybe" {
    const state = { sent: this.sent, kept: this.stored !== undefined && this.understood };
    return failure === undefined || maybeCharged(failure, state) ? "maybe" : "no";
  }

  /** No reply that can be read came, so nothing names the cost. */
  private async settleUnanswered(charged: "no" | "maybe"): Promise<void> {
    if (this.reservation !== undefined && !this.settled) {
      this.deps.writer.possiblyCharged(await this.settle({ kind: "failed", charged }));
    }
  }

  private async failed(error: unknown): Promise<PageCallResult> {
    await this.settleUnanswered(this.chargeOf(error));
    const failure = this.unstored === undefined ? { error } : { error: this.unstored.error, unsaved: this.unstored.reply };
    return { ...this.outcome(), stillRunning: false, failure };
  }
}
