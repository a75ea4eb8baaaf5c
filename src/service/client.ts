// The client of the service: one function per operation that validates, waits for its slot, sends, and reads the reply.
import type * as z from "zod";
import { ServiceFailure } from "./errors";
import { balanceUnreadable, invalidRequest, noReply, notTheService, quotable, rateLimited } from "./errorSentences";
import type { Parsed, ParsingProblem } from "./jsonReply";
import { canTravel } from "./keyFormat";
import {
  operations,
  paidOperations,
  type AccountOperation,
  type OperationName,
  type PaidOperation,
  type Pricing,
} from "./operations";
import { circuitPauseMs, countRefusal, pauseOf, refusalsThatOpenTheCircuit, type RateLimitGate } from "./rateLimitGate";
import {
  failedAttemptOf,
  failureOfExchange,
  failureOfReply,
  isSuccess,
  readAccount,
  readEnrichment,
  type Answer,
} from "./replyFailures";
import { notParsed, readingOf, type ReplyReading } from "./replyParsing";
import { requestSchemas, type RequestOf } from "./requests";
import { rateLimitWaitMs, retryDelayMs, type FailedAttempt } from "./retryPolicy";
import type { CallOptions, PaidCalls, PaidReply, ServiceClient } from "./serviceClient";
import type { Clock, HttpReply, HttpRequest, Transport } from "./wire";

export interface ClientDeps {
  readonly transport: Transport;
  /** The API key, or where to get it for each call. Goes into the Authorization header and nowhere else. */
  readonly key: string | (() => string);
  /** `prospect-desk/<version>`. */
  readonly userAgent: string;
  readonly clock: Clock;
  /** 0 ≤ x < 1, for jitter. */
  readonly random: () => number;
  readonly gate: RateLimitGate;
}

/** The request of a call, and how its reply is read. */
interface CallSpec<T> {
  readonly operation: OperationName;
  readonly path: string;
  readonly body?: object | undefined;
  readonly options: CallOptions;
  /** Reads the value that the call resolves to; `undefined` for a refusal. */
  readonly read: (answer: Answer, key: string) => Parsed<T> | undefined;
}

/** The value of a reply, and the slot that its call still occupies. */
interface Received<T> {
  readonly value: T;
  /** Frees its slot; more calls have no effect. */
  readonly release: () => Promise<void>;
}

/**
 * A client of the service. Every function rejects with a `ServiceFailure`, except that errors of `beforeSend` and the
 * gate are passed on. `beforeSend` is called once per call, even when the call takes several attempts.
 */
export function createServiceClient(deps: ClientDeps): ServiceClient {
  const call = async <T>(spec: CallSpec<T>): Promise<T> => {
    const received = await new ClientCall(deps, spec).run();
    if (received === undefined) {
      throw new Error("Only a paid call can be held back.");
    }
    return received.value;
  };

  const paidCall =
    <Name extends PaidOperation>(operation: Name) =>
    async (request: RequestOf[Name], options: CallOptions = {}): Promise<PaidReply | undefined> => {
      const body = validated(requestSchemas[operation], request);
      const { path } = operations[operation];
      const received = await new ClientCall(deps, {
        operation,
        path,
        body,
        options,
        read: (answer, key) => readPaid(operation, answer, key),
      }).run();
      return received && { ...received.value, done: received.release };
    };

  const accountCall = <T>(
    operation: AccountOperation,
    options: CallOptions = {},
    valueIn: (reading: ReplyReading) => T | undefined,
  ): Promise<T> =>
    call({
      operation,
      path: operations[operation].path,
      options,
      read: (answer) => readAccount(answer, valueIn),
    });

  return {
    ...(Object.fromEntries(paidOperations.map((operation) => [operation, paidCall(operation)])) as PaidCalls),
    enrichment: async (id, options = {}) =>
      call({
        operation: "enrichment",
        path: enrichmentPath(id, options.partialParameter),
        options,
        read: (answer) => readEnrichment(id, answer),
      }),
    credits: async (options) =>
      accountCall("credits", options, ({ balance }) => (balance === undefined ? undefined : { balance })),
    verifyKey: async (options) =>
      accountCall("verifyKey", options, ({ workspaceId }) =>
        workspaceId === undefined ? undefined : { workspace_id: workspaceId },
      ),
    pausedUntil: async () => {
      const { remainingMs } = await deps.gate.state();
      return remainingMs > 0 ? deps.clock.now() + remainingMs : undefined;
    },
    endPause: () => deps.gate.open(),
  };
}

/** Returns the parsed request; throws an error about the first rule of the interface that it breaks. */
function validated<T>(schema: z.ZodType<T>, request: unknown): T {
  const result = schema.safeParse(request);
  if (result.success) {
    return result.data;
  }
  const issue = result.error.issues[0];
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path: PropertyKey[] = [...(issue?.path ?? [])];
  if (unknown !== undefined) {
    path.push(unknown);
  }
  const field = path.map(String).join(".");
  const problem =
    unknown === undefined
      ? (issue?.message ?? "The request is not valid.").replace(/[^.]$/u, "$&.")
      : "The service has no field with this name.";
  throw invalidRequest(field === "" ? problem : `"${field}": ${problem}`);
}

function enrichmentPath(id: string, partialParameter: string | undefined): string {
  const clean = id.trim();
  if (clean === "" || clean === "." || clean === ".." || clean.length > 500 || /[\p{Cc}\p{Cs}]/u.test(clean)) {
    throw invalidRequest("This is not the id of an enrichment.");
  }
  if (partialParameter !== undefined && !/^[\w.[\]~-]{1,100}$/u.test(partialParameter)) {
    throw invalidRequest(
      "The name of the query parameter may contain only letters, digits, and the characters _ . - [ ] ~.",
    );
  }
  const query = partialParameter === undefined ? "" : `?${encodeURIComponent(partialParameter)}=true`;
  return operations.enrichment.path.replace("{enrichment_id}", encodeURIComponent(clean)) + query;
}

function httpRequest<T>(call: CallSpec<T>, key: string, userAgent: string, limit: number | undefined): HttpRequest {
  const { path, body } = call;
  const { method, task } = operations[call.operation];
  const headers = { authorization: `Bearer ${key}`, accept: "application/json", "user-agent": userAgent };
  if (body === undefined) {
    return { method, path, headers };
  }
  const sent = task === "search" && limit !== undefined ? { ...body, limit } : body;
  return {
    method,
    path,
    headers: { ...headers, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(sent)),
  };
}

/** The outcome of one attempt to make a call. */
type Attempt<T> =
  | { readonly kind: "done"; readonly value: T }
  /** `beforeSend` resolved to `undefined`. */
  | { readonly kind: "notSent" }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  /** `afterMs` is absent after a 429 to a free call, where the gate makes the next attempt wait. */
  | { readonly kind: "retry"; readonly afterMs?: number };

const nothingToRelease = async (): Promise<void> => undefined;

/** One call from the first check to the last attempt. */
class ClientCall<T> {
  private readonly pricing: Pricing;
  private readonly signal: AbortSignal;
  private readonly retries: { [F in FailedAttempt]: number } = { unsent: 0, lost: 0 };
  private refusals = 0;
  /** Consecutive 429 replies to all calls when this one was last about to be sent; only for paid calls. */
  private inARowWhenSent: number | undefined;
  private isOpened = false;
  /** How many records the request may ask for. */
  private limit: number | undefined;

  constructor(
    private readonly deps: ClientDeps,
    private readonly spec: CallSpec<T>,
  ) {
    this.pricing = operations[spec.operation].price;
    this.signal = spec.options.signal ?? new AbortController().signal;
  }

  /** `undefined` when nothing was sent. */
  async run(): Promise<Received<T> | undefined> {
    const key = typeof this.deps.key === "string" ? this.deps.key : this.deps.key();
    if (!canTravel(key)) {
      throw invalidRequest("The API key of this connection is missing or damaged. Enter it again.");
    }
    for (;;) {
      const slot = await this.beforeSending(() => this.enter());
      // A reply that was paid for must not be lost because the gate fails.
      const release = (): Promise<void> => slot().catch(() => undefined);
      let attempt: Attempt<T> | undefined;
      try {
        attempt = await this.attempt(key);
      } finally {
        // The next paid call may leave only when the cost of this one is known, so the caller releases the slot.
        if (attempt?.kind !== "done" || this.pricing === "free") {
          await release();
        }
      }
      if (attempt.kind === "done") {
        return { value: attempt.value, release };
      }
      if (attempt.kind === "notSent") {
        return undefined;
      }
      if (attempt.kind === "failed") {
        throw attempt.failure;
      }
      const { afterMs } = attempt;
      if (afterMs !== undefined) {
        await this.beforeSending(() => this.deps.clock.sleep(afterMs, this.signal));
      }
    }
  }

  private async attempt(key: string): Promise<Attempt<T>> {
    const { beforeSend } = this.spec.options;
    await this.beforeSending(() => this.refuseDuringPause());
    if (!this.isOpened && beforeSend !== undefined) {
      this.isOpened = true;
      this.limit = await this.beforeSending(beforeSend);
      if (this.limit === undefined) {
        return { kind: "notSent" };
      }
      // Another call in flight may have been refused in the meantime.
      await this.beforeSending(() => this.refuseDuringPause());
    }
    const answer = await this.transport(httpRequest(this.spec, key, this.deps.userAgent, this.limit))
      .then((reply) => this.answer(reply))
      .catch((error: unknown) => failureOfExchange(this.pricing, error, this.signal.aborted));
    if (answer instanceof ServiceFailure) {
      return this.afterFailure(answer);
    }
    if (answer.reply.status === 429) {
      await this.handleRefusal(answer);
      return { kind: "retry" };
    }
    await this.deps.gate.accepted().catch(() => undefined);
    const result = this.resultOf(key, answer);
    return result instanceof ServiceFailure ? this.afterFailure(result) : { kind: "done", value: result.value };
  }

  /** Sends the request. After an abort, the reply to a paid request gets some time to arrive. */
  private async transport(request: HttpRequest): Promise<HttpReply> {
    const { signal, deps } = this;
    const { graceMs } = this.spec.options;
    const late = new AbortController();
    const done = new AbortController();
    const abort = (): void => {
      if (graceMs === undefined) {
        late.abort(signal.reason);
        return;
      }
      deps.clock.sleep(graceMs(signal.reason), done.signal).then(
        () => late.abort(signal.reason),
        () => undefined,
      );
    };
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await deps.transport(request, late.signal);
    } finally {
      signal.removeEventListener("abort", abort);
      done.abort();
    }
  }

  /** Runs a step before the request is sent: when the user cancels during it, nothing was sent. */
  private async beforeSending<R>(step: () => Promise<R>): Promise<R> {
    try {
      this.signal.throwIfAborted();
      const result = await step();
      this.signal.throwIfAborted();
      return result;
    } catch (error) {
      throw this.signal.aborted && !(error instanceof ServiceFailure)
        ? noReply("cancelled", this.pricing, false)
        : error;
    }
  }

  /** The result releases its slot. */
  private async enter(): Promise<() => Promise<void>> {
    if (this.pricing === "free") {
      await this.waitForFreeCall();
      return nothingToRelease;
    }
    const usual = operations[this.spec.operation].task === "lookup" ? "rows" : "pages";
    return this.deps.gate.acquirePaidSlot(this.signal, this.spec.options.lane ?? usual);
  }

  private async waitForFreeCall(): Promise<void> {
    const { gate, clock } = this.deps;
    for (;;) {
      const state = await gate.state();
      if (!(state.remainingMs > 0)) {
        return;
      }
      const pause = pauseOf(state, clock.now());
      if (pause.isShort) {
        await clock.sleep(pause.waitMs, this.signal);
      } else if (this.refusals === 0 && (await gate.mayAskFree(this.spec.operation))) {
        // After a 429 to this very call, the service has answered.
        return;
      } else {
        throw rateLimited(pause);
      }
    }
  }

  /** No paid request is sent during a pause, nor waits for its end here: the caller shows the wait. */
  private async refuseDuringPause(): Promise<void> {
    const { gate, clock } = this.deps;
    if (this.pricing === "free") {
      return;
    }
    const state = await gate.state();
    this.inARowWhenSent = state.inARow;
    if (state.remainingMs > 0) {
      throw rateLimited(pauseOf(state, clock.now()));
    }
  }

  /** Reports a 429 to the gate, which makes every call wait. A free call is repeated, until the fifth in a row. */
  private async handleRefusal({ reply, reading }: Answer): Promise<void> {
    this.refusals += 1;
    const { gate, clock, random } = this.deps;
    const inARow = countRefusal((await gate.state()).inARow, this.inARowWhenSent) - 1;
    const refusal = {
      message: reading?.error.message || bodyText(reply),
      retryAfter: reply.headers["retry-after"],
      date: reply.headers["date"],
    };
    const now = clock.now();
    const isLast = Math.max(inARow + 1, this.refusals) >= refusalsThatOpenTheCircuit;
    const waitMs = Math.max(rateLimitWaitMs(refusal, now, inARow, random), isLast ? circuitPauseMs : 0);
    // A refusal costs nothing, even if the database cannot store the pause.
    const stored = await gate.pause(waitMs, this.inARowWhenSent).catch(() => undefined);
    if (isLast || stored === undefined || this.pricing === "paid") {
      const { remainingMs } = stored ?? { remainingMs: waitMs };
      throw rateLimited(pauseOf({ remainingMs, inARow: isLast ? refusalsThatOpenTheCircuit : 0 }, now));
    }
  }

  private answer(reply: HttpReply): Answer {
    if (this.pricing === "paid" && isSuccess(reply)) {
      return { reply, isPage: true };
    }
    const reading = readingOf(reply, this.spec.operation);
    return reading.noMatch === undefined
      ? { reply, isPage: false, reading }
      : {
          reply: {
            status: 200,
            headers: { ...reply.headers, "content-type": "application/json" },
            body: Buffer.from(reading.noMatch),
          },
          isPage: true,
        };
  }

  private resultOf(key: string, answer: Answer): { readonly value: T } | ServiceFailure {
    const { operation, read } = this.spec;
    const { reply, reading = notParsed("shape") } = answer;
    const parsed = read(answer, key);
    if (parsed === undefined) {
      return failureOfReply(operation, key, reply, reading.error);
    }
    if (parsed.ok) {
      return { value: parsed.value };
    }
    const error = quotable(reading.error.message, key);
    return operation === "credits" && parsed.why === "shape" && error === ""
      ? balanceUnreadable(reply.status)
      : notTheService(this.pricing, parsed.why, reply.status, error);
  }

  private afterFailure(failure: ServiceFailure): Attempt<T> {
    // A free call that timed out is not repeated: the user waits for it, and would wait several times as long.
    const isFinal = this.signal.aborted || (this.pricing === "free" && failure.detail.code === "timeout");
    const failed = isFinal ? undefined : failedAttemptOf(failure);
    const afterMs = failed && retryDelayMs(this.pricing, failed, this.retries[failed], this.deps.random);
    if (failed === undefined || afterMs === undefined) {
      return { kind: "failed", failure };
    }
    this.retries[failed] += 1;
    return { kind: "retry", afterMs };
  }
}

/** `undefined` for a refusal without records; the records of "not enough credits" are paid for. */
function readPaid(
  operation: PaidOperation,
  { reply, isPage, reading }: Answer,
  key: string,
): Parsed<Omit<PaidReply, "done">> | undefined {
  if (!isPage && !(reply.status === 402 && reading.hasRecords)) {
    return undefined;
  }
  const refusal = isPage ? undefined : failureOfReply(operation, key, reply, reading.error);
  const notUnderstood = (why: ParsingProblem): ServiceFailure => {
    const message = why === "shape" ? readingOf(reply, operation).error.message : "";
    return notTheService("paid", why, reply.status, quotable(message, key));
  };
  return { ok: true, value: { reply, refusal, notUnderstood } };
}

/** The body as text: a refusal that is not JSON may still contain a wait. */
function bodyText(reply: HttpReply): string {
  return Buffer.from(reply.body.subarray(0, 2000)).toString("utf8");
}
