// What can go wrong in a call of the service, as one union: a code, a sentence for people, and whether it cost anything.

/** Whether credits may have been spent by the call that failed. */
export type CreditsSpent = "no" | "maybe";

interface Failure<Code extends string> {
  readonly code: Code;
  /** A whole sentence for the user: what happened and what to do. Never holds the key nor any part of it. */
  readonly message: string;
  readonly creditsSpent: CreditsSpent;
  /** HTTP status, when there was a reply. */
  readonly status?: number;
}

export type ServiceError =
  /** 401 (interface, "Authentication" 3); `reason` tells the three codes apart, `other` is a 401 or 403 of another shape. */
  | (Failure<"unauthorized"> & {
      readonly reason: "notSet" | "notBearer" | "unknownKey" | "other";
      readonly serviceMessage: string;
    })
  /** 429 (interface, "Errors"); `waitMs` is what the service asked for, `until` the wall-clock time in ms it ends. */
  | (Failure<"rateLimited"> & { readonly waitMs: number; readonly until: number; readonly circuitOpen: boolean })
  | (Failure<"badRequest"> & { readonly serviceCode: string; readonly serviceMessage: string })
  /** Refused before anything was sent: the request breaks a rule of the interface. */
  | (Failure<"invalidRequest"> & { readonly field: string })
  | (Failure<"insufficientCredits"> & { readonly serviceMessage: string; readonly body?: Uint8Array })
  | Failure<"notFound">
  | Failure<"server">
  /** The reply cannot be one of this service: HTML, wrong type, truncated, oversize, nested too deep, a redirect. */
  | (Failure<"notTheService"> & {
      readonly why: "html" | "type" | "truncated" | "oversize" | "tooDeep" | "redirect" | "shape" | "encoding";
    })
  | (Failure<"network"> & { readonly sent: boolean; readonly certificate: boolean })
  | (Failure<"timeout"> & { readonly sent: boolean })
  | (Failure<"cancelled"> & { readonly sent: boolean });

export type ServiceErrorCode = ServiceError["code"];

/** What every function of the client rejects with. */
export class ServiceFailure extends Error {
  override readonly name = "ServiceFailure";
  constructor(
    readonly detail: ServiceError,
    options?: { readonly cause?: unknown },
  ) {
    super(detail.message, options);
  }
}
