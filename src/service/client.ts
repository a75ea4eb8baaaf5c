// The client of the service: one function per operation that validates, waits for its slot, sends, saves and reads.
import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import { ServiceFailure } from "./errors";
import { balanceUnreadable, cancelled, invalidRequest, notTheService, quotable, rateLimited } from "./errorSentences";
import { parseJsonObject, type Parsed } from "./jsonReply";
import { canTravel } from "./keyFormat";
import {
  circuitPauseMs,
  countRefusal,
  refusalsThatOpenTheCircuit,
  waitUntilOpen,
  type RateLimitGate,
} from "./rateLimitGate";
import { failedAttemptOf, failureOfExchange, failureOfReply, saysInProgress } from "./replyFailures";
import { readBalanceNumber } from "./replyMetadata";
import {
  operations,
  paidOperations,
  type AccountOperation,
  type OperationName,
  type PaidOperation,
  type Pricing,
} from "./operations";
import {
  errorMessageIn,
  hasRecords,
  parseEnrichment,
  parseErrorBody,
  parseShortObject,
  saysNoMatch,
} from "./replyParsing";
import { requestSchemas, type RequestOf } from "./requests";
import { rateLimitWaitMs, retryDelayMs, type FailedAttempt } from "./retryPolicy";
import type { CallOptions, EnrichmentReply, PaidCalls, ServiceClient } from "./serviceClient";
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

/** What a call sends and how its reply is read. */
interface CallSpec<T> {
  readonly operation: OperationName;
  readonly path: string;
  readonly body?: unknown;
  readonly options: CallOptions;
  /** Replaces a reply that means the same as another one. */
  readonly normalize?: (reply: HttpReply) => HttpReply;
  /** Whether a reply that is not 2xx is read like one. */
  readonly isReadable?: (reply: HttpReply) => boolean;
  /** Whether `onReply` gets this reply to save. */
  readonly shouldSave: (reply: HttpReply) => boolean;
  readonly read: (reply: HttpReply) => Parsed<T>;
}

const isSuccess = ({ status }: HttpReply): boolean => status >= 200 && status < 300;

/**
 * A client of the service. Every function rejects with a `ServiceFailure`, except that what `onSending`, `onReply` or
 * the gate rejects with is passed on. `onSending` is called once per call, even when the call takes several attempts.
 */
export function createServiceClient(deps: ClientDeps): ServiceClient {
  const call = <T>(spec: CallSpec<T>): Promise<T> => new ClientCall(deps, spec).run();

  const paidCall =
    <Name extends PaidOperation>(operation: Name) =>
    async (request: RequestOf[Name], options: CallOptions = {}): Promise<HttpReply> =>
      call({
        operation,
        path: operations[operation].path,
        body: validated(requestSchemas[operation], request),
        options,
        normalize: (reply) => (operations[operation].task === "lookup" ? withoutMatch(operation, reply) : reply),
        // Records that came with "not enough credits" are paid for.
        shouldSave: (reply) =>
          isSuccess(reply) || (reply.status === 402 && hasRecords(reply, operations[operation].listField)),
        read: (reply) => ({ ok: true, value: reply }),
      });

  const accountCall = <T>(
    operation: AccountOperation,
    options: CallOptions = {},
    read: (reply: HttpReply) => Parsed<T>,
  ): Promise<T> => call({ operation, path: operations[operation].path, options, shouldSave: () => false, read });

  return {
    ...(Object.fromEntries(paidOperations.map((operation) => [operation, paidCall(operation)])) as PaidCalls),
    enrichment: async (id, options = {}) =>
      call({
        operation: "enrichment",
        path: enrichmentPath(id, options.partialParameter),
        options,
        // "In progress" is reported as a refusal; when credits run out, the refusal contains a result.
        isReadable: (reply) => saysInProgress(reply) || isPartialResult(reply),
        shouldSave: (reply) => (isSuccess(reply) && !saysInProgress(reply)) || isPartialResult(reply),
        read: (reply) => readEnrichment(id, reply),
      }),
    credits: async (options) => accountCall("credits", options, readBalance),
    verifyKey: async (options) => accountCall("verifyKey", options, readWorkspace),
    pausedUntil: async () => {
      const { remainingMs } = await deps.gate.state();
      return remainingMs > 0 ? deps.clock.now() + remainingMs : undefined;
    },
    endPause: () => deps.gate.open(),
  };
}

/** A 404 that says that there is no such record gets the empty list that other replies have. */
function withoutMatch(operation: PaidOperation, reply: HttpReply): HttpReply {
  const parsed = saysNoMatch(reply) ? parseJsonObject(reply) : undefined;
  return parsed?.ok === true
    ? {
        status: 200,
        headers: { ...reply.headers, "content-type": "application/json" },
        body: Buffer.from(JSON.stringify({ metadata: {}, ...parsed.value, [operations[operation].listField]: [] })),
      }
    : reply;
}

const isPartialResult = (reply: HttpReply): boolean => reply.status === 402 && parseEnrichment(reply).ok;

/** The parsed request; throws with the first rule of the interface that it breaks. */
function validated<T>(schema: z.ZodType<T>, request: unknown): T {
  const result = schema.safeParse(request);
  if (result.success) {
    return result.data;
  }
  const issue = result.error.issues[0];
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const field = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].map(String).join(".");
  const problem =
    unknown === undefined
      ? (issue?.message ?? l10n.t("The request is not valid.")).replace(/[^.]$/u, "$&.")
      : l10n.t("The service has no field with this name.");
  throw invalidRequest(field, field === "" ? problem : `"${field}": ${problem}`);
}

function enrichmentPath(id: string, partialParameter: string | undefined): string {
  const clean = id.trim();
  if (clean === "" || clean === "." || clean === ".." || clean.length > 500 || /[\p{Cc}\p{Cs}]/u.test(clean)) {
    throw invalidRequest("id", l10n.t("This is not the id of an enrichment."));
  }
  if (partialParameter !== undefined && !/^[\w.[\]~-]{1,100}$/u.test(partialParameter)) {
    throw invalidRequest(
      "partialParameter",
      l10n.t("The name of the query parameter may contain only letters, digits, and the characters _ . - [ ] ~."),
    );
  }
  const query = partialParameter === undefined ? "" : `?${encodeURIComponent(partialParameter)}=true`;
  return operations.enrichment.path.replace("{enrichment_id}", encodeURIComponent(clean)) + query;
}

function readEnrichment(id: string, reply: HttpReply): Parsed<EnrichmentReply> {
  if (saysInProgress(reply)) {
    return { ok: true, value: { result: { id: id.trim(), status: "IN_PROGRESS" }, contacts: [], stillRunning: true } };
  }
  const parsed = parseEnrichment(reply);
  return parsed.ok && reply.status === 402 ? { ok: true, value: { ...parsed.value, stillRunning: false } } : parsed;
}

function readBalance(reply: HttpReply): Parsed<{ readonly balance: number }> {
  const parsed = parseShortObject(reply);
  if (!parsed.ok) {
    return parsed;
  }
  const balance = readBalanceNumber(parsed.value["balance"]);
  return balance === undefined ? { ok: false, why: "shape" } : { ok: true, value: { balance } };
}

function readWorkspace(reply: HttpReply): Parsed<{ readonly workspace_id: string }> {
  const parsed = parseShortObject(reply);
  if (!parsed.ok) {
    return parsed;
  }
  const { workspace_id: id } = parsed.value;
  return typeof id === "string" || typeof id === "number"
    ? { ok: true, value: { workspace_id: String(id) } }
    : { ok: false, why: "shape" };
}

function httpRequest<T>(call: CallSpec<T>, key: string, userAgent: string): HttpRequest {
  const { method } = operations[call.operation];
  const headers = { authorization: `Bearer ${key}`, accept: "application/json", "user-agent": userAgent };
  return call.body === undefined
    ? { method, path: call.path, headers }
    : {
        method,
        path: call.path,
        headers: { ...headers, "content-type": "application/json" },
        body: Buffer.from(JSON.stringify(call.body)),
      };
}

/** What became of one attempt to make a call. */
type Attempt<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  /** `afterMs` is absent after a 429, where the gate makes the next attempt wait. */
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
  private announced = false;

  constructor(
    private readonly deps: ClientDeps,
    private readonly spec: CallSpec<T>,
  ) {
    this.pricing = operations[spec.operation].price;
    this.signal = spec.options.signal ?? new AbortController().signal;
  }

  async run(): Promise<T> {
    const key = typeof this.deps.key === "string" ? this.deps.key : this.deps.key();
    if (!canTravel(key)) {
      throw invalidRequest("key", l10n.t("The API key of this connection is missing or damaged. Enter it again."));
    }
    const request = httpRequest(this.spec, key, this.deps.userAgent);
    for (;;) {
      const attempt = await this.attempt(request, key);
      if (attempt.kind === "done") {
        return attempt.value;
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

  private async attempt(request: HttpRequest, key: string): Promise<Attempt<T>> {
    const release = await this.beforeSending(() => this.enter());
    try {
      if (!this.announced) {
        this.announced = true;
        await this.beforeSending(async () => this.spec.options.onSending?.());
        if (this.pricing === "paid" && !(await this.beforeSending(() => this.isStillOpen()))) {
          // Another call in flight was refused meanwhile.
          return { kind: "retry" };
        }
      }
      const reply = await this.deps
        .transport(request, this.signal)
        .then(this.spec.normalize)
        .catch((error: unknown) => failureOfExchange(this.pricing, error, this.signal.aborted));
      if (!(reply instanceof ServiceFailure) && reply.status === 429) {
        await this.handleRefusal(reply);
        return { kind: "retry" };
      }
      const result = reply instanceof ServiceFailure ? reply : await this.handleReply(key, reply);
      if (!(reply instanceof ServiceFailure)) {
        await this.deps.gate.accepted().catch(() => undefined);
      }
      const failure = result instanceof ServiceFailure ? result : undefined;
      const afterMs = failure === undefined ? undefined : this.retryDelayMs(failure);
      if (afterMs !== undefined) {
        return { kind: "retry", afterMs };
      }
      await this.spec.options.onEnd?.(failure);
      return result instanceof ServiceFailure
        ? { kind: "failed", failure: result }
        : { kind: "done", value: result.value };
    } finally {
      // The next paid call may leave only now, when the cost of this one is known. A reply that was paid for must not
      // be lost because the gate fails.
      await release().catch(() => undefined);
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
      throw this.signal.aborted && !(error instanceof ServiceFailure) ? cancelled(this.pricing, false) : error;
    }
  }

  /** Waits until this call may send; the result releases its slot. No slot is held while waiting for a pause to end. */
  private async enter(): Promise<() => Promise<void>> {
    const { gate, clock } = this.deps;
    const { onWait } = this.spec.options;
    for (;;) {
      const refusal = await waitUntilOpen(gate, clock, this.signal, onWait);
      // After a 429 to this very call, the service has answered.
      const isFree = this.pricing === "free" && this.refusals === 0;
      if (refusal !== undefined && isFree && (await gate.mayAskFree(this.spec.operation))) {
        return nothingToRelease;
      }
      if (refusal !== undefined) {
        throw rateLimited(refusal);
      }
      if (this.pricing === "free") {
        return nothingToRelease;
      }
      const lane = operations[this.spec.operation].task === "lookup" ? "lookup" : "search";
      const release = await gate.acquirePaidSlot(this.signal, lane);
      if (await this.isStillOpen()) {
        return release;
      }
      await release();
    }
  }

  private async isStillOpen(): Promise<boolean> {
    const { remainingMs, inARow } = await this.deps.gate.state();
    this.inARowWhenSent = inARow;
    return !(remainingMs > 0);
  }

  /** Reports a 429 to the gate, which makes this and every other call wait; the fifth in a row ends the call. */
  private async handleRefusal(reply: HttpReply): Promise<void> {
    this.refusals += 1;
    const { gate, clock, random } = this.deps;
    const inARow = countRefusal((await gate.state()).inARow, this.inARowWhenSent) - 1;
    const refusal = {
      message: parseErrorBody(reply).message || bodyText(reply),
      retryAfter: reply.headers["retry-after"],
      date: reply.headers["date"],
    };
    const now = clock.now();
    const isLast = Math.max(inARow + 1, this.refusals) >= refusalsThatOpenTheCircuit;
    const waitMs = Math.max(rateLimitWaitMs(refusal, now, inARow, random), isLast ? circuitPauseMs : 0);
    const { remainingMs } = await gate.pause(waitMs, this.inARowWhenSent);
    if (isLast) {
      throw rateLimited({ waitMs: remainingMs, until: now + remainingMs, circuitOpen: true });
    }
  }

  /** Saves and reads a reply at the same time; the result is used only once the reply is saved. */
  private async handleReply(key: string, reply: HttpReply): Promise<{ readonly value: T } | ServiceFailure> {
    const { operation, options, shouldSave, read, isReadable } = this.spec;
    const saving = shouldSave(reply) ? options.onReply?.(reply) : undefined;
    // The await below handles a rejection; without this it would count as unhandled while the reply is read.
    saving?.catch(() => undefined);
    const parsed = isSuccess(reply) || isReadable?.(reply) === true ? read(reply) : undefined;
    await saving?.catch((error: unknown) => {
      throw withQuote(error, this.pricing, key, reply);
    });
    if (parsed === undefined) {
      return failureOfReply(operation, key, reply);
    }
    const error = parsed.ok ? "" : quotable(errorMessageIn(reply), key);
    if (!parsed.ok && operation === "credits" && parsed.why === "shape" && error === "") {
      return balanceUnreadable(reply.status);
    }
    return parsed.ok ? { value: parsed.value } : notTheService(this.pricing, parsed.why, reply.status, error);
  }

  private retryDelayMs(failure: ServiceFailure): number | undefined {
    // A free call that timed out is not repeated: the user waits for it, and would wait several times as long.
    const isFinal = this.signal.aborted || (this.pricing === "free" && failure.detail.code === "timeout");
    const failed = isFinal ? undefined : failedAttemptOf(failure);
    if (failed === undefined) {
      return undefined;
    }
    const delay = retryDelayMs(this.pricing, failed, this.retries[failed], this.deps.random);
    this.retries[failed] += 1;
    return delay;
  }
}

/** What saving rejected with; a failure because the reply is no page also quotes the error that the reply contains. */
function withQuote(error: unknown, price: Pricing, key: string, reply: HttpReply): unknown {
  const isNoPage =
    error instanceof ServiceFailure && error.detail.code === "notTheService" && error.detail.why === "shape";
  const message = isNoPage ? quotable(errorMessageIn(reply), key) : "";
  return message === "" ? error : notTheService(price, "shape", reply.status, message);
}

/** A refusal that is not JSON may still be a sentence that names a wait. */
function bodyText(reply: HttpReply): string {
  return Buffer.from(reply.body.subarray(0, 2000)).toString("utf8");
}
