// The errors of a call as one union: a code, a sentence for the user, and whether it may have cost credits.

import type { Obstacle } from "./obstacles";

/** Whether credits may have been spent by the call that failed. */
export type CreditsSpent = "no" | "maybe";

interface Failure<Code extends string> {
  readonly code: Code;
  /** A sentence for the user: what happened and what to do. Never contains any part of the key. */
  readonly message: string;
  readonly creditsSpent: CreditsSpent;
  /** HTTP status, if there was a reply. */
  readonly status?: number;
}

export type ServiceError =
  /** 401 or 403 (interface, "Authentication" 3); `other` is a reply without one of the three documented codes. */
  | (Failure<"unauthorized"> & {
      readonly reason: "notSet" | "notBearer" | "unknownKey" | "other";
      readonly serviceMessage: string;
    })
  /** 429 (interface, "Errors"); `waitMs` is the requested wait, `until` its end in ms since 1970. */
  | (Failure<"rateLimited"> & { readonly waitMs: number; readonly until: number; readonly circuitOpen: boolean })
  | (Failure<"badRequest"> & { readonly serviceCode: string; readonly serviceMessage: string })
  /** Not sent because the request breaks a rule of the interface. */
  | (Failure<"invalidRequest"> & { readonly field: string })
  | (Failure<"insufficientCredits"> & { readonly serviceMessage: string })
  | Failure<"notFound">
  /** Not sent: the user deleted the key. */
  | Failure<"disconnected">
  | Failure<"server">
  /** The reply cannot be from this service. */
  | (Failure<"notTheService"> & {
      readonly why:
        "html" | "type" | "truncated" | "oversize" | "tooDeep" | "tooMany" | "redirect" | "shape" | "encoding";
    })
  | (Failure<"network"> & { readonly sent: boolean; readonly obstacle?: Obstacle })
  | (Failure<"timeout"> & { readonly sent: boolean })
  | (Failure<"cancelled"> & { readonly sent: boolean });

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
