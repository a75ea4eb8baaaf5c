// Creates every error of a call: what happened, what to do, and whether it may have cost credits.
import * as l10n from "@vscode/l10n";
import { beginningOf } from "../language/beginningOf";
import { countText, waitText } from "../language/language";
import { joinedSentences } from "../language/phrases";
import { ServiceFailure, type CreditsSpent, type ServiceError } from "./errors";
import { mostRecords, mostValues } from "./jsonExtent";
import { obstacleText, type Obstacle } from "./obstacles";
import type { Pricing } from "./operations";

type NotTheServiceReason = Extract<ServiceError, { readonly code: "notTheService" }>["why"];
/** Those that the interface documents, and any other. */
export type UnauthorizedReason = "notSet" | "notBearer" | "unknownKey" | "other";

const longestQuote = 300;
/** Longer texts of the service are cut before they are passed on. */
export const longestMessage = 10_000;

/** Text of the service in a sentence: its first line without invisible characters or the key, and short. */
export function quotable(text: string, key: string): string {
  const withoutKey = key === "" ? text : text.replaceAll(key, "…");
  // A text that was cut may end within the key.
  const end = text.length < longestMessage ? withoutKey.length : Math.max(0, withoutKey.length - key.length);
  const beginning = withoutKey.slice(0, Math.min(end, 10 * longestQuote)).trimStart();
  const [first = ""] = beginning.split(/[\r\n]/u, 1);
  const line = first.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ").trim();
  return line.length > longestQuote ? `${beginningOf(line, longestQuote)}…` : line;
}

/** A sentence that quotes the service; empty without a message. */
function quoted(message: string): string {
  return message === "" ? "" : l10n.t("The service says: {0}", /[.!?…]$/u.test(message) ? message : `${message}.`);
}

type Detail<E> = E extends ServiceError ? Omit<E, "message" | "creditsSpent"> : never;

/** Without a price it cost nothing. */
function failure(
  detail: Detail<ServiceError>,
  sentences: readonly string[],
  { price = "free", cause }: { readonly price?: Pricing; readonly cause?: unknown } = {},
): ServiceFailure {
  const creditsSpent: CreditsSpent = price === "paid" ? "maybe" : "no";
  return new ServiceFailure({ ...detail, message: joinedSentences(...sentences), creditsSpent }, { cause });
}

/** Of a request that was sent. */
const costSentence = (price: Pricing): string =>
  price === "paid" ? l10n.t("It may have cost credits: compare your balance before sending it again.") : "";

export const nothingSent = (problem: string): string => l10n.t("Nothing was sent. {0}", problem);

export const invalidRequest = (problem: string): ServiceFailure =>
  failure({ code: "invalidRequest" }, [nothingSent(problem)]);

const unauthorizedSentences: { readonly [R in UnauthorizedReason]: () => string } = {
  notSet: () =>
    l10n.t(
      "The service received no API key. A proxy may have removed it: check the proxy, then verify the connection " +
        "again.",
    ),
  notBearer: () =>
    l10n.t("The service did not recognize how the API key was sent. Enter the key again, without any words before it."),
  unknownKey: () =>
    l10n.t("The service does not know this API key. Check the key of this connection and enter it again."),
  other: () => l10n.t("The service denied access. Check the address and the key of this connection."),
};

/** 401, or 403 with a code that names the key (interface, "Authentication" 3). */
export const unauthorized = (reason: UnauthorizedReason, status: number, serviceMessage: string): ServiceFailure =>
  failure({ code: "unauthorized", status, serviceMessage }, [
    unauthorizedSentences[reason](),
    reason === "other" ? quoted(serviceMessage) : "",
  ]);

/** A pause that is longer than a call may wait, or an open circuit. A 429 never costs credits. */
export function rateLimited(waitMs: number, until: number, isCircuitOpen: boolean): ServiceFailure {
  const wait = waitText(waitMs);
  return failure({ code: "rateLimited", status: 429, waitMs, until }, [
    isCircuitOpen
      ? l10n.t(
          "Rate limit: the service refused several requests in a row. Wait {0}, then continue. Nothing is sent " +
            "until then.",
          wait,
        )
      : l10n.t("Rate limit: the service asks to wait {0}. Nothing is sent until then.", wait),
  ]);
}

/** 403 may only concern the plan of the workspace: the key may still work for everything else. */
export const badRequest = (status: number, serviceMessage: string): ServiceFailure =>
  failure({ code: "badRequest", status }, [
    l10n.t("The service did not accept the request (HTTP {0}).", status),
    quoted(serviceMessage),
    status === 400 || status === 422 ? l10n.t("Change the request and try again.") : "",
  ]);

export const insufficientCredits = (serviceMessage: string): ServiceFailure =>
  failure({ code: "insufficientCredits", status: 402 }, [
    l10n.t("Not enough credits."),
    quoted(serviceMessage),
    l10n.t("Add credits to the workspace or raise the limit of the key, then try again."),
  ]);

export const notFound = (what: "enrichment" | "endpoint"): ServiceFailure =>
  failure({ code: "notFound", status: 404 }, [
    what === "enrichment"
      ? l10n.t("The service has no enrichment with this ID. Check the ID; results are also removed after some months.")
      : l10n.t("The service does not exist at this address. Check the address of this connection."),
  ]);

/** The balance alone is missing, or in a form that is not documented. */
export const balanceUnreadable = (status: number): ServiceFailure =>
  failure(status === 404 ? { code: "notFound", status } : { code: "notTheService", status, why: "shape" }, [
    l10n.t(
      "The balance cannot be read: the service does not send it in the documented form. Everything else works " +
        "without it.",
    ),
  ]);

/** 5xx. The service may have charged for the work before it failed. */
export const serverFailed = (price: Pricing, status: number, serviceMessage: string): ServiceFailure =>
  failure(
    { code: "server", status },
    [
      l10n.t("The service failed (HTTP {0}).", status),
      quoted(serviceMessage),
      costSentence(price),
      l10n.t("Try again later."),
    ],
    { price },
  );

const notTheServiceSentences = (): { readonly [R in NotTheServiceReason]: string } => ({
  html: l10n.t(
    "The reply is a web page instead of data. The cause may be a sign-in page of the network or a wrong address: " +
      "open the address in a browser, or check the connection.",
  ),
  type: l10n.t("The reply is not from the service. Check the address of this connection."),
  truncated: l10n.t("The reply was cut off, so none of it was used."),
  oversize: l10n.t("The reply is larger than 16 MiB, so it was rejected."),
  tooDeep: l10n.t("The reply is nested deeper than any record of the service, so it was rejected."),
  tooMany: l10n.t(
    "The reply contains more than {0} records or {1} values, so it was not read.",
    countText(mostRecords),
    countText(mostValues),
  ),
  redirect: l10n.t(
    "The address redirects to another one. Redirects are never followed, to protect the key. Correct the address " +
      "of this connection.",
  ),
  shape: l10n.t("The reply does not have the documented structure."),
  encoding: l10n.t("The reply has an encoding that cannot be read. A proxy may have changed it."),
});

/** `serviceMessage` is an error that came under a status of success. */
export const notTheService = (
  price: Pricing,
  why: NotTheServiceReason,
  status?: number,
  serviceMessage = "",
): ServiceFailure =>
  failure(
    { code: "notTheService", status, why },
    [
      serviceMessage === "" ? notTheServiceSentences()[why] : l10n.t("The service sent an error."),
      quoted(serviceMessage),
      costSentence(price),
    ],
    { price },
  );

const noReplySentences = {
  network: {
    unsent: () =>
      l10n.t("The service could not be reached, so nothing was sent. Check the network, the proxy and the address."),
    sent: () => l10n.t("The connection was lost after the request was sent."),
    advice: () => l10n.t("Check the network and try again."),
  },
  timeout: {
    unsent: () =>
      l10n.t(
        "The service could not be reached in time, so nothing was sent. Check the network, the proxy and the address.",
      ),
    sent: () => l10n.t("The service did not answer in time."),
    advice: () => l10n.t("Try again later."),
  },
  cancelled: {
    unsent: () => l10n.t("Canceled before anything was sent."),
    sent: () => l10n.t("Canceled after the request was sent."),
    advice: () => "",
  },
} as const;

/** What was certainly not sent has cost nothing. */
export function noReply(
  code: keyof typeof noReplySentences,
  price: Pricing,
  sent: boolean,
  cause?: unknown,
): ServiceFailure {
  const sentences = noReplySentences[code];
  return sent
    ? failure({ code, sent }, [sentences.sent(), costSentence(price), sentences.advice()], { price, cause })
    : failure({ code, sent }, [sentences.unsent()], { cause });
}

/** The connection was not opened. */
export const blocked = (obstacle: Obstacle, cause: unknown): ServiceFailure =>
  failure({ code: "network", sent: false, obstacle }, [obstacleText(obstacle)], { cause });

/** The server speaks without TLS where TLS was expected. */
export const notHttps = (cause: unknown): ServiceFailure =>
  failure(
    { code: "network", sent: false },
    [
      l10n.t(
        "The server at this address does not use HTTPS, so nothing was sent. Check the port and the address of this " +
          "connection.",
      ),
    ],
    { cause },
  );

export const disconnected = (): ServiceFailure =>
  failure({ code: "disconnected" }, [l10n.t("The connection was removed, so nothing more was sent.")]);
