// The errors of a call as one union: a code, a sentence for the user, and whether it may have cost credits.

import type { Obstacle } from "./obstacles";

/** Whether credits may have been spent by the call that failed. */
export type CreditsSpent = "no" | "maybe";

export type ServiceError = {
  /** A sentence for the user: what happened and what to do. Never contains any part of the key. */
  readonly message: string;
  readonly creditsSpent: CreditsSpent;
  /** HTTP status, if there was a reply. */
  readonly status?: number | undefined;
} & (
  | {
      readonly code:
        | "badRequest"
        /** Not sent because the request breaks a rule of the interface. */
        | "invalidRequest"
        | "insufficientCredits"
        | "notFound"
        /** Not sent: the user deleted the key. */
        | "disconnected"
        | "server";
    }
  /** 401 or 403 (interface, "Authentication" 3). */
  | { readonly code: "unauthorized"; readonly serviceMessage: string }
  /** 429 (interface, "Errors"); `waitMs` is the requested wait, `until` its end in ms since 1970. */
  /** `isShort`: the caller may wait and call again. */
  | {
      readonly code: "rateLimited";
      readonly waitMs: number;
      readonly until: number;
      readonly isShort: boolean;
    }
  /** The reply cannot be from this service. */
  | {
      readonly code: "notTheService";
      readonly why:
        | "html"
        | "type"
        | "truncated"
        | "oversize"
        | "tooDeep"
        | "tooMany"
        | "redirect"
        | "shape"
        | "encoding";
    }
  | { readonly code: "network" | "timeout"; readonly sent: boolean; readonly obstacle?: Obstacle }
  | { readonly code: "cancelled"; readonly sent: boolean }
);

/** Every function of the client rejects with this error. */
export class ServiceFailure extends Error {
  override readonly name = "ServiceFailure";
  constructor(
    readonly detail: ServiceError,
    options?: { readonly cause?: unknown },
  ) {
    super(detail.message, options);
  }
}
