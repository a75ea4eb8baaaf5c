// The client of the service: every operation as a function that checks, waits, sends, keeps and reads.
import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import { ServiceFailure } from "./errors";
import { cancelled, invalidRequest, notTheService, rateLimited } from "./errorSentences";
import { parseJsonObject, type Parsed } from "./jsonReply";
import { canTravel } from "./keyFormat";
import { circuitPauseMs, refusalsThatOpenTheCircuit, waitUntilOpen, type RateLimitGate } from "./rateLimitGate";
import { failedAttemptOf, failureOfExchange, failureOfReply, saysInProgress } from "./replyFailures";
import { readBalanceNumber } from "./replyMetadata";
import {
  operations,
  paidOperations,
  type AccountOperation,
  type OperationName,
  type PaidOperation,
} from "./operations";
import { parseEnrichment, parseErrorBody } from "./replyParsing";
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

/** One call on its way: what to send and how to read what comes back. */
interface Call<T> {
  readonly operation: OperationName;
  readonly path: string;
  readonly body?: unknown;
  readonly options: CallOptions;
  /** Whether a reply that is no 2xx is read like one all the same. */
  readonly reads?: (reply: HttpReply) => boolean;
  /** Whether this reply is worth being made durable. */
  readonly keeps: (reply: HttpReply) => boolean;
  readonly read: (reply: HttpReply) => Parsed<T>;
}

/**
 * A client of the service. Every function rejects with a `ServiceFailure`; only what `onSending`, `onReply` or the gate
 * rejects with is handed on as it is. `onSending` is called once per call, also when it takes several attempts.
 */
export function createServiceClient(parts: ClientDeps): ServiceClient {
  const isSuccess = ({ status }: HttpReply): boolean => status >= 200 && status < 300;

  const paidCall =
    <Name extends PaidOperation>(operation: Name) =>
    async (request: RequestOf[Name], options: CallOptions = {}): Promise<HttpReply> => {
      const { path } = operations[operation];
      return perform(parts, {
        operation,
        path,
        body: checked(requestSchemas[operation], request),
        options,
        keeps: isSuccess,
        read: (reply) => ({ ok: true, value: reply }),
      });
    };

  const accountCall = <T>(
    operation: AccountOperation,
    options: CallOptions = {},
    read: (reply: HttpReply) => Parsed<T>,
  ): Promise<T> => perform(parts, { operation, path: operations[operation].path, options, keeps: () => false, read });

  return {
    ...(Object.fromEntries(paidOperations.map((operation) => [operation, paidCall(operation)])) as PaidCalls),
    enrichment: async (id, options = {}) =>
      perform(parts, {
        operation: "enrichment",
        path: enrichmentPath(id, options.partialParameter),
        options,
        // Out of credits comes as a result whose data is as good as any; "in progress" comes as a refusal that is none.
        reads: (reply) => saysInProgress(reply) || (reply.status === 402 && parseEnrichment(reply).ok),
        keeps: (reply) => isSuccess(reply) || (reply.status === 402 && parseEnrichment(reply).ok),
        read: (reply) => readEnrichment(id, reply),
      }),
    credits: async (options) => accountCall("credits", options, readBalance),
    verifyKey: async (options) => accountCall("verifyKey", options, readWorkspace),
  };
}

/** The request as its schema gives it back, or the first rule of the interface that it breaks. */
function checked<T>(schema: z.ZodType<T>, request: unknown): T {
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
      : l10n.t("The service has no field of this name.");
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
      l10n.t("The name of the query parameter may hold letters, digits, and the signs _ . - [ ] ~ only."),
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
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return parsed;
  }
  const balance = readBalanceNumber(parsed.value["balance"]);
  return balance === undefined ? { ok: false, why: "shape" } : { ok: true, value: { balance } };
}

function readWorkspace(reply: HttpReply): Parsed<{ readonly workspace_id: string }> {
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return parsed;
  }
  const { workspace_id: id } = parsed.value;
  return typeof id === "string" || typeof id === "number"
    ? { ok: true, value: { workspace_id: String(id) } }
    : { ok: false, why: "shape" };
}

function requestOf<T>(call: Call<T>, key: string, userAgent: string): HttpRequest {
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

/** One call from the first check to the last attempt. */
async function perform<T>(parts: ClientDeps, call: Call<T>): Promise<T> {
  const { price } = operations[call.operation];
  const signal = call.options.signal ?? new AbortController().signal;
  const key = typeof parts.key === "string" ? parts.key : parts.key();
  if (!canTravel(key)) {
    throw invalidRequest("key", l10n.t("The API key of this connection is missing or damaged. Enter it again."));
  }
  const request = requestOf(call, key, parts.userAgent);
  const retries: { [F in FailedAttempt]: number } = { unsent: 0, lost: 0 };
  let refusals = 0;
  let announced = false;

  /** Runs a step before sending: when it ends because of a cancel, nothing has left. */
  const unsent = async <R>(step: () => Promise<R>): Promise<R> => {
    try {
      signal.throwIfAborted();
      const result = await step();
      signal.throwIfAborted();
      return result;
    } catch (error) {
      throw signal.aborted && !(error instanceof ServiceFailure) ? cancelled(price, false) : error;
    }
  };

  for (;;) {
    // Only a pause from before this call may be ignored: after a 429 to this very call the user has the service's answer.
    const ignoresPause = price === "free" && call.options.ignorePause === true && refusals === 0;
    const leave = await unsent(async () => (ignoresPause ? nothingToLeave : enter(parts, call, signal)));
    let result: Awaited<ReturnType<typeof settle<T>>>;
    let delay: number | undefined;
    try {
      if (!announced) {
        announced = true;
        await unsent(async () => call.options.onSending?.());
      }
      const reply = await parts
        .transport(request, signal)
        .catch((error: unknown) => failureOfExchange(price, error, signal.aborted));
      if (!(reply instanceof ServiceFailure) && reply.status === 429) {
        refusals += 1;
        await refuse(parts, reply, refusals);
        continue;
      }
      result = await settle(call, key, reply);
      if (!(reply instanceof ServiceFailure)) {
        await parts.gate.accepted().catch(() => undefined);
      }
      const failed = result instanceof ServiceFailure && !signal.aborted ? failedAttemptOf(result) : undefined;
      if (failed !== undefined) {
        delay = retryDelayMs(price, failed, retries[failed], parts.random);
        retries[failed] += 1;
      }
      if (delay === undefined) {
        await call.options.onEnd?.(result instanceof ServiceFailure ? result : undefined);
      }
    } finally {
      // Only now may the next paid call leave: it knows what this one cost. A gate that fails must not cost what was paid for.
      await leave().catch(() => undefined);
    }
    if (delay !== undefined) {
      const wait = delay;
      await unsent(() => parts.clock.sleep(wait, signal));
    } else if (result instanceof ServiceFailure) {
      throw result;
    } else {
      return result.value;
    }
  }
}

const nothingToLeave = async (): Promise<void> => undefined;

/** Waits until this call may send; the result gives the turn back. A turn is not held while waiting for the gate. */
async function enter<T>(parts: ClientDeps, call: Call<T>, signal: AbortSignal): Promise<() => Promise<void>> {
  for (;;) {
    const refusal = await waitUntilOpen(parts.gate, parts.clock, signal, call.options.onWait);
    if (refusal !== undefined) {
      throw rateLimited(refusal);
    }
    if (operations[call.operation].price === "free") {
      return nothingToLeave;
    }
    const leave = await parts.gate.enterPaid(signal);
    if (!((await parts.gate.state()).remainingMs > 0)) {
      return leave;
    }
    await leave();
  }
}

/** Notes a 429 at the gate, which makes this call and every other one wait; the fifth in a row ends the call. */
async function refuse(parts: ClientDeps, reply: HttpReply, refusals: number): Promise<void> {
  const before = await parts.gate.state();
  const asked = {
    message: parseErrorBody(reply).message || textOf(reply),
    retryAfter: reply.headers["retry-after"],
    date: reply.headers["date"],
  };
  const now = parts.clock.now();
  const isLast = before.inARow + 1 >= refusalsThatOpenTheCircuit || refusals >= refusalsThatOpenTheCircuit;
  const wait = Math.max(rateLimitWaitMs(asked, now, before.inARow, parts.random), isLast ? circuitPauseMs : 0);
  const state = await parts.gate.pause(wait);
  if (isLast) {
    throw rateLimited({ waitMs: state.remainingMs, until: now + state.remainingMs, circuitOpen: true });
  }
}

/** A refusal that is no JSON may still be a sentence with a wait in it. */
function textOf(reply: HttpReply): string {
  return Buffer.from(reply.body.subarray(0, 2000)).toString("utf8");
}

/** Keeps and reads a reply. What is kept is kept first: reading runs beside it, and its result waits for it. */
async function settle<T>(
  call: Call<T>,
  key: string,
  reply: HttpReply | ServiceFailure,
): Promise<{ readonly value: T } | ServiceFailure> {
  if (reply instanceof ServiceFailure) {
    return reply;
  }
  const isRead = (reply.status >= 200 && reply.status < 300) || call.reads?.(reply) === true;
  const kept = call.keeps(reply) ? call.options.onReply?.(reply) : undefined;
  // A rejection is met by the await below; this keeps it from counting as unhandled while the reply is read.
  kept?.catch(() => undefined);
  const parsed = isRead ? call.read(reply) : undefined;
  await kept;
  if (parsed === undefined) {
    return failureOfReply(call.operation, key, reply);
  }
  return parsed.ok
    ? { value: parsed.value }
    : notTheService(operations[call.operation].price, parsed.why, reply.status);
}
