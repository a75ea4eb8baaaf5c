// The interface of the client: the service as typed functions.
import type { ServiceFailure } from "./errors";
import type { ParsingProblem } from "./jsonReply";
import type { PaidOperation } from "./operations";
import type { RequestOf } from "./requests";
import type { HttpReply } from "./wire";

/** Paid calls wait in two lanes, so that the rows of a table and the pages of a search do not hold each other up. */
export type PaidLane = "pages" | "rows";

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The lane of a paid call; when absent, "rows" for a lookup and "pages" for a search. */
  readonly lane?: PaidLane | undefined;
  /**
   * Awaited before the request is sent; when it rejects, nothing is sent. Resolves to how many records the request may
   * ask for, at most its own `limit`; `undefined`: nothing is sent, and the call resolves to `undefined`.
   */
  readonly beforeSend?: (() => Promise<number | undefined>) | undefined;
  /** After an abort for this reason, how long to wait for the reply to a request in flight, in ms; 0 when absent. */
  readonly graceMs?: ((reason: unknown) => number) | undefined;
}

/** The reply of a bulk enrichment, without its contacts. */
export interface EnrichmentReply {
  readonly id?: string;
  /** Never blank. */
  readonly name?: string;
  /** The status in the service's spelling. */
  readonly status?: string;
  readonly credits?: number;
  /** The number of contacts. */
  readonly contacts: number;
  /** SHA-256 of the body, in hexadecimal. */
  readonly digest: string;
  /** After a 400 "in progress", or a 200 with a status that is not final. */
  readonly stillRunning: boolean;
  /** The whole reply, if it is a result. */
  readonly reply?: HttpReply;
}

/** A reply that may have cost credits. */
export interface PaidReply {
  readonly reply: HttpReply;
  /** The reason, when the reply is a refusal with records, which are paid for. */
  readonly refusal?: ServiceFailure | undefined;
  /** The failure to report when the reply turns out not to be from the service. */
  notUnderstood(why: ParsingProblem): ServiceFailure;
  /** Call it once the reply is saved, so that the next paid call may leave. */
  done(): Promise<void>;
}

/**
 * The paid operations. The caller validates the reply when it saves it. They never wait for the rate limit: during a
 * pause, and after a 429, they reject with "rateLimited", and the caller decides whether to wait and call again.
 */
export type PaidCalls = {
  readonly [Name in PaidOperation]: (request: RequestOf[Name], options?: CallOptions) => Promise<PaidReply | undefined>;
};

/** All operations. Every function rejects with a `ServiceFailure`. */
export interface ServiceClient extends PaidCalls {
  /** `partialParameter` is a query parameter that the interface does not name, so the user provides it. */
  enrichment(
    id: string,
    options?: CallOptions & { readonly partialParameter?: string | undefined },
  ): Promise<EnrichmentReply>;
  credits(options?: CallOptions): Promise<{ readonly balance: number }>;
  verifyKey(options?: CallOptions): Promise<{ readonly workspace_id: string }>;
  /** The end of the pause that the service asked for, in ms since 1970; `undefined` when there is none. */
  pausedUntil(): Promise<number | undefined>;
  /** Ends that pause for all windows and processes: the user does not want to wait. */
  endPause(): Promise<void>;
}
