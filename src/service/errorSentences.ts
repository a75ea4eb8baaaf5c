// Creates every error of a call: what happened, what to do, and whether it may have cost credits.
import { beginningOf } from "../text/beginningOf";
import { countText, waitText } from "../text/numbers";
import { joinedSentences } from "../text/phrases";
import { ServiceFailure, type CreditsSpent, type ServiceError } from "./errors";
import { mostRecords, mostValues } from "./jsonExtent";
import type { Obstacle } from "./obstacles";
import type { Pricing } from "./operations";
import type { Pause } from "./rateLimitGate";

type NotTheServiceReason = Extract<ServiceError, { readonly code: "notTheService" }>["why"];
/** The reasons that the interface documents, and any other. */
export type UnauthorizedReason = "notSet" | "notBearer" | "unknownKey" | "other";

const longestQuote = 300;
/** Longer texts of the service are cut before they are passed on. */
export const longestMessage = 10_000;

/** Text of the service in a sentence: its first line without invisible characters or the key, and short. */
export function quotable(text: string, key: string): string {
  const withoutKey = key === "" ? text : text.replaceAll(key, "…");
  // A truncated text may end in the middle of the key.
  const end = text.length < longestMessage ? withoutKey.length : Math.max(0, withoutKey.length - key.length);
  const beginning = withoutKey.slice(0, Math.min(end, 10 * longestQuote)).trimStart();
  const [first = ""] = beginning.split(/[\r\n]/u, 1);
  const line = first.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ").trim();
  return line.length > longestQuote ? `${beginningOf(line, longestQuote)}…` : line;
}

/** A sentence that quotes the service; empty without a message. */
function quoted(message: string): string {
  return message === "" ? "" : `The service says: ${/[.!?…]$/u.test(message) ? message : `${message}.`}`;
}

type Detail<E> = E extends ServiceError ? Omit<E, "message" | "creditsSpent"> : never;

/** Without a price, the call has cost nothing. */
function failure(
  detail: Detail<ServiceError>,
  sentences: readonly string[],
  { price = "free", cause }: { readonly price?: Pricing; readonly cause?: unknown } = {},
): ServiceFailure {
  const creditsSpent: CreditsSpent = price === "paid" ? "maybe" : "no";
  return new ServiceFailure({ ...detail, message: joinedSentences(...sentences), creditsSpent }, { cause });
}

const mayHaveCost = "It may have cost credits: compare your balance before sending it again.";

/** The cost of a request that was sent. */
const costSentence = (price: Pricing): string => (price === "paid" ? mayHaveCost : "");

/** The message of a failure without the cost, for callers that report the cost themselves. */
export const withoutCost = (message: string): string => message.replace(` ${mayHaveCost}`, "");

export const nothingSent = (problem: string): string => `Nothing was sent. ${problem}`;

export const invalidRequest = (problem: string): ServiceFailure =>
  failure({ code: "invalidRequest" }, [nothingSent(problem)]);

const unauthorizedSentences: Readonly<Record<UnauthorizedReason, string>> = {
  notSet:
    "The service received no API key. A proxy may have removed it: check the proxy, then verify the connection " +
    "again.",
  notBearer:
    "The service did not recognize how the API key was sent. Enter the key again, without any words before it.",
  unknownKey: "The service does not know this API key. Check the key of this connection and enter it again.",
  other: "The service denied access. Check the address and the key of this connection.",
};

/** 401, or 403 with a code that names the key (interface, "Authentication" 3). */
export const unauthorized = (reason: UnauthorizedReason, status: number, serviceMessage: string): ServiceFailure =>
  failure({ code: "unauthorized", status, serviceMessage }, [
    unauthorizedSentences[reason],
    reason === "other" ? quoted(serviceMessage) : "",
  ]);

/** A pause that is longer than a call may wait, or an open circuit. A 429 never costs credits. */
export function rateLimited({ waitMs, until, isShort, isCircuitOpen }: Pause): ServiceFailure {
  const wait = waitText(waitMs);
  return failure({ code: "rateLimited", status: 429, waitMs, until, isShort }, [
    isCircuitOpen
      ? `Rate limit: the service refused several requests in a row. Wait ${wait}, then continue. Nothing is sent ` +
        "until then."
      : `Rate limit: the service asks to wait ${wait}. Nothing is sent until then.`,
  ]);
}

/** A 403 may only concern the plan of the workspace, so it does not mean that the key is invalid. */
export const badRequest = (status: number, serviceMessage: string): ServiceFailure =>
  failure({ code: "badRequest", status }, [
    `The service did not accept the request (HTTP ${status}).`,
    quoted(serviceMessage),
    status === 400 || status === 422 ? "Change the request and try again." : "",
  ]);

export const insufficientCredits = (serviceMessage: string): ServiceFailure =>
  failure({ code: "insufficientCredits", status: 402 }, [
    "Not enough credits.",
    quoted(serviceMessage),
    "Add credits to the workspace or raise the limit of the key, then try again.",
  ]);

export const notFound = (what: "enrichment" | "endpoint"): ServiceFailure =>
  failure({ code: "notFound", status: 404 }, [
    what === "enrichment"
      ? "The service has no enrichment with this ID. Check the ID; results are also removed after some months."
      : "The service does not exist at this address. Check the address of this connection.",
  ]);

/** The reply is valid except that the balance is missing or in an undocumented form. */
export const balanceUnreadable = (status: number): ServiceFailure =>
  failure(status === 404 ? { code: "notFound", status } : { code: "notTheService", status, why: "shape" }, [
    "The balance cannot be read: the service does not send it in the documented form. Everything else works " +
      "without it.",
  ]);

/** 5xx. The service may have charged for the work before it failed. */
export const serverFailed = (price: Pricing, status: number, serviceMessage: string): ServiceFailure =>
  failure(
    { code: "server", status },
    [`The service failed (HTTP ${status}).`, quoted(serviceMessage), costSentence(price), "Try again later."],
    { price },
  );

const notTheServiceSentences: Readonly<Record<NotTheServiceReason, string>> = {
  html:
    "The reply is a web page instead of data. The cause may be a sign-in page of the network or a wrong address: " +
    "open the address in a browser, or check the connection.",
  type: "The reply is not from the service. Check the address of this connection.",
  truncated: "The reply was cut off, so none of it was used.",
  oversize: "The reply is larger than 16 MiB, so it was rejected.",
  tooDeep: "The reply is nested deeper than any record of the service, so it was rejected.",
  tooMany:
    `The reply contains more than ${countText(mostRecords)} records or ${countText(mostValues)} values, so it was ` +
    "not read.",
  redirect:
    "The address redirects to another one. Redirects are never followed, to protect the key. Correct the address " +
    "of this connection.",
  shape: "The reply does not have the documented structure.",
  encoding: "The reply has an encoding that cannot be read. A proxy may have changed it.",
};

/** `serviceMessage` is an error in a reply with a success status. */
export const notTheService = (
  price: Pricing,
  why: NotTheServiceReason,
  status?: number,
  serviceMessage = "",
): ServiceFailure =>
  failure(
    { code: "notTheService", status, why },
    [
      serviceMessage === "" ? notTheServiceSentences[why] : "The service sent an error.",
      quoted(serviceMessage),
      costSentence(price),
    ],
    { price },
  );

const noReplySentences = {
  network: {
    unsent: "The service could not be reached, so nothing was sent. Check the network, the proxy and the address.",
    sent: "The connection was lost after the request was sent.",
    advice: "Check the network and try again.",
  },
  timeout: {
    unsent:
      "The service could not be reached in time, so nothing was sent. Check the network, the proxy and the address.",
    sent: "The service did not answer in time.",
    advice: "Try again later.",
  },
  cancelled: {
    unsent: "Canceled before anything was sent.",
    sent: "Canceled after the request was sent.",
    advice: "",
  },
} as const;

/** A request that was certainly not sent has cost nothing. */
export function noReply(
  code: keyof typeof noReplySentences,
  price: Pricing,
  sent: boolean,
  cause?: unknown,
): ServiceFailure {
  const sentences = noReplySentences[code];
  return sent
    ? failure({ code, sent }, [sentences.sent, costSentence(price), sentences.advice], { price, cause })
    : failure({ code, sent }, [sentences.unsent], { cause });
}

/** The connection was not opened. */
export const blocked = (code: "network" | "timeout", obstacle: Obstacle, cause: unknown): ServiceFailure =>
  failure({ code, sent: false, obstacle }, [obstacle.message], { cause });

/** The server speaks without TLS where TLS was expected. */
export const notHttps = (cause: unknown): ServiceFailure =>
  failure(
    { code: "network", sent: false },
    [
      "The server at this address does not use HTTPS, so nothing was sent. Check the port and the address of this " +
        "connection.",
    ],
    { cause },
  );

export const disconnected = (): ServiceFailure =>
  failure({ code: "disconnected" }, ["The connection was removed, so nothing more was sent."]);
