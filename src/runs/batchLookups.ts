// The lookups of a batch: up to four in flight, each answer saved as it arrives, and one reason for all to stop.
import type { LookupKind } from "../service/operations";
import { slotsOfLane } from "../service/rateLimitGate";
import type { BatchQuestion, QuestionState } from "../store/batches";
import { lostElsewhere } from "../store/lookups";
import { abortReason, stopReasonOf, withFacts, type ExecutedRun, type RisenPrice, type RunEnd } from "./execution";
import { claimQuestion, lookupTask } from "./lookUpOnce";
import { callLookup } from "./loop";
import type { CalledPage } from "./paidCall";
import type { StopReason } from "./run";

/** When this many lookups in a row are rejected, the problem is not a single row, so the batch stops. */
const maxRefusals = 10;
/** When the service fails this often in a row, the batch stops: each of these lookups may have been charged. */
const maxServerErrors = 3;

/** The state of a question whose call ended so; `undefined` when the batch ends, and the question is not settled. */
function stateAfter({ kind }: StopReason): QuestionState | undefined {
  switch (kind) {
    case "ambiguous":
      return "possiblyCharged";
    case "notUnderstood":
      return "notUnderstood";
    // The database failed, or another window has the batch: what was sent counts as possibly charged.
    case "storage":
      return undefined;
    default:
      return "open";
  }
}

export class BatchLookups {
  private readonly inFlight = new Set<Promise<void>>();
  private readonly ends: RunEnd[] = [];
  private refusals = 0;
  private serverErrors = 0;
  private rise: RisenPrice | undefined;
  private isPriceKnown = false;

  constructor(
    private readonly executed: ExecutedRun,
    private readonly kind: LookupKind,
    /** When the table was read: what was lost until then, the user knows. */
    private readonly agreedAt: number | undefined,
    /** Called after each answered or failed question. */
    private readonly onSettled: () => void,
  ) {}

  /** Looks up the questions in their order, until there is a reason to stop. Never rejects. */
  async lookUp(questions: AsyncIterator<BatchQuestion>): Promise<StopReason> {
    try {
      await this.start(questions);
    } catch (error) {
      this.ends.push({ reason: stopReasonOf(error, { sent: false, stored: false }) });
    }
    await Promise.all(this.inFlight);
    return this.stop();
  }

  private async start(questions: AsyncIterator<BatchQuestion>): Promise<void> {
    const { signal } = this.executed;
    while (this.ends.length === 0) {
      const most = await this.mostInFlight();
      // Counted after the wait: lookups end meanwhile, and a race of none never ends.
      if (this.inFlight.size >= most) {
        await Promise.race(this.inFlight);
        continue;
      }
      if (signal.aborted) {
        this.ends.push({ reason: { kind: abortReason(signal) } });
        return;
      }
      const question = await nextOf(questions);
      if (question === undefined) {
        return;
      }
      const lookup = this.settle(question).finally(() => this.inFlight.delete(lookup));
      this.inFlight.add(lookup);
    }
  }

  /** One while the price is unknown, because several could cost more than agreed, and one of agents. */
  private async mostInFlight(): Promise<number> {
    const { budget, budgets, run } = this.executed;
    if (budget.kind === "agents") {
      return 1;
    }
    const { connection, task } = run.header;
    this.isPriceKnown ||= (await budgets.price(connection, task.kind)).known;
    return this.isPriceKnown ? slotsOfLane.lookup : 1;
  }

  /** Answers a question from the store or the service. Never rejects. */
  private async settle(question: BatchQuestion): Promise<void> {
    const { runs, run, signal } = this.executed;
    const { store, clock } = runs.deps;
    const { key, identifiers } = question;
    try {
      const { origin } = run.header.connection;
      // Another window, or another row, may have paid for the answer since the table was read.
      const wanted = { kind: this.kind, origin, identifiers, agreedAt: this.agreedAt };
      const claimed = await claimQuestion(runs, wanted, signal, async () => {
        const result = await this.callService(question);
        // Settled before the claim is released, so that no one takes it for lost.
        return result.kind === "answered" ? result.kind : this.accept(question, result);
      });
      if (claimed.kind === "unanswered") {
        await this.end(question, "possiblyCharged", lostElsewhere);
      } else if (claimed.kind === "asked") {
        if (claimed.result === "answered") {
          // By a question with other identifiers of the same record.
          await this.settle(question);
          return;
        }
        if (!claimed.result) {
          return;
        }
      } else {
        const { answer } = claimed;
        const record = answer.kind === "found" ? answer.key : undefined;
        await store.batches.settle(key, { state: answer.kind, record, at: clock.now() });
      }
      this.onSettled();
    } catch (error) {
      const isAborted = signal.aborted && error === signal.reason;
      const reason: StopReason = isAborted
        ? { kind: abortReason(signal) }
        : stopReasonOf(error, { sent: false, stored: false });
      this.ends.push({ reason });
    }
  }

  private callService({ key, identifiers }: BatchQuestion): Promise<CalledPage> {
    const { runs, run } = this.executed;
    const { batches, lookups } = runs.deps.store;
    const { origin } = run.header.connection;
    return callLookup(this.executed, {
      task: lookupTask(this.kind, identifiers),
      store: (page) => batches.answer(key, page),
      question: key,
      isAnswered: async () => (await lookups.findAnswer({ kind: this.kind, origin, identifiers })) !== undefined,
    });
  }

  /** Whether the question has a result now. */
  private async accept(
    question: BatchQuestion,
    result: Extract<CalledPage, { readonly kind: "stored" | "stopped" }>,
  ): Promise<boolean> {
    const { budget } = this.executed;
    if (result.kind === "stored") {
      this.rise = result.rise ?? this.rise;
      [this.refusals, this.serverErrors] = [0, 0];
      const isUnknown = result.page.credits === undefined && budget.kind !== "unlimited";
      if (isUnknown && budget.acceptsUnknownCosts !== true) {
        this.ends.push({ reason: { kind: "costUnknown" } });
      }
      return true;
    }
    const { end } = result;
    const { reason } = end;
    const isRefused = reason.kind === "refused";
    const isServerError = end.isServerError === true && reason.kind === "ambiguous";
    this.refusals = isRefused ? this.refusals + 1 : 0;
    this.serverErrors = isServerError ? this.serverErrors + 1 : 0;
    if (isRefused && this.refusals < maxRefusals) {
      await this.end(question, "failed", reason.message);
      return true;
    }
    if (!isServerError || this.serverErrors >= maxServerErrors) {
      this.ends.push(end);
    }
    const state = stateAfter(reason);
    if (state === undefined) {
      return false;
    }
    await this.end(question, state, state !== "open" && "message" in reason ? reason.message : undefined);
    return state !== "open";
  }

  /** Settles a question without a reply of its own. */
  private async end({ key }: BatchQuestion, state: QuestionState, why: string | undefined): Promise<void> {
    const { store, clock } = this.executed.runs.deps;
    await store.batches.settle(key, { state, why, at: clock.now() });
  }

  /** Nothing is in flight any more. */
  private stop(): Promise<StopReason> {
    const { reason } = this.ends[0] ?? { reason: { kind: "complete" } as const };
    return withFacts(this.executed, reason, this.rise);
  }
}

async function nextOf(questions: AsyncIterator<BatchQuestion>): Promise<BatchQuestion | undefined> {
  const next = await questions.next();
  return next.done === true ? undefined : next.value;
}
