// The remote service as typed functions: the shape that every user of the client sees.
import type { ServiceFailure } from "./errors";
import type { PaidOperation } from "./operations";
import type { EnrichedContact, EnrichmentResult } from "./records";
import type { RequestOf } from "./requests";
import type { HttpReply } from "./wire";

/** A pause the service asked for; `until` is wall-clock ms since 1970. */
export interface RateLimitWait {
  readonly until: number;
  /** How many refusals in a row, this one included. */
  readonly inARow: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Awaited just before the first byte may leave; a rejection sends nothing. */
  readonly onSending?: (() => Promise<void>) | undefined;
  /**
   * Called with the untouched body of a reply that may have cost credits, before it is read; the call resolves or
   * rejects only after it has settled. This is where a page is made durable.
   */
  readonly onReply?: ((reply: HttpReply) => Promise<void>) | undefined;
  /** Awaited when the call has failed or was read, before the next paid call may leave. */
  readonly onEnd?: ((failure: ServiceFailure | undefined) => Promise<void>) | undefined;
  /** Told when a rate-limit wait begins, and with `undefined` when it is over. */
  readonly onWait?: ((wait: RateLimitWait | undefined) => void) | undefined;
  /**
   * Sends although the service asked to wait, because the user chose to. Only free calls do so, paid ones always wait. A
   * new 429 pauses as usual, this call included.
   */
  readonly ignorePause?: boolean | undefined;
}

export interface EnrichmentReply {
  readonly result: EnrichmentResult;
  readonly contacts: readonly EnrichedContact[];
  /** True when the service says so by a 400 "in progress" or by a 200 that is not terminal. */
  readonly stillRunning: boolean;
}

/** The paid operations. The reply is a 2xx; whoever keeps it finds out whether it is one of the service. */
export type PaidCalls = {
  readonly [Name in PaidOperation]: (request: RequestOf[Name], options?: CallOptions) => Promise<HttpReply>;
};

/** All operations. Every function rejects with a `ServiceFailure`. */
export interface ServiceClient extends PaidCalls {
  /** `partialParameter` is the user-given name of the query parameter the interface does not name. */
  enrichment(
    id: string,
    options?: CallOptions & { readonly partialParameter?: string | undefined },
  ): Promise<EnrichmentReply>;
  credits(options?: CallOptions): Promise<{ readonly balance: number }>;
  verifyKey(options?: CallOptions): Promise<{ readonly workspace_id: string }>;
}
