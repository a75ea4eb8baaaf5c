// Creates every error of a call: what happened, what to do, and whether it may have cost credits.
import * as l10n from "@vscode/l10n";
import { beginningOf } from "../language/beginningOf";
import { countText } from "../language/language";
import { waitText } from "../language/waitText";
import type { CreditsSpent, ServiceError } from "./errors";
import { ServiceFailure } from "./errors";
import { mostRecords, mostValues } from "./jsonExtent";
import { obstacleText, type Obstacle } from "./obstacles";
import type { Pricing } from "./operations";

type NotTheServiceReason = Extract<ServiceError, { readonly code: "notTheService" }>["why"];
type UnauthorisedReason = Extract<ServiceError, { readonly code: "unauthorized" }>["reason"];

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

/** Joins sentences and skips empty ones. */
function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** A sentence that quotes the service; empty without a message. */
function quoted(message: string): string {
  return message === "" ? "" : l10n.t("The service says: {0}", /[.!?…]$/u.test(message) ? message : `${message}.`);
}

function creditsSpent(price: Pricing, sent: boolean): CreditsSpent {
  return price === "paid" && sent ? "maybe" : "no";
}

function costSentence(price: Pricing, sent: boolean): string {
  return creditsSpent(price, sent) === "maybe"
    ? l10n.t("It may have cost credits: compare your balance before sending it again.")
    : "";
}

export const nothingSent = (problem: string): string => l10n.t("Nothing was sent. {0}", problem);

export function invalidRequest(field: string, problem: string): ServiceFailure {
  return new ServiceFailure({
    code: "invalidRequest",
    message: nothingSent(problem),
    creditsSpent: "no",
    field,
  });
}

const unauthorisedSentences = (): { readonly [R in UnauthorisedReason]: string } => ({
  notSet: l10n.t(
    "The service received no API key. A proxy may have removed it: check the proxy, then verify the connection again.",
  ),
  notBearer: l10n.t(
    "The service did not recognize how the API key was sent. Enter the key again, without any words before it.",
  ),
  unknownKey: l10n.t("The service does not know this API key. Check the key of this connection and enter it again."),
  other: l10n.t("The service denied access. Check the address and the key of this connection."),
});

/** 401, or 403 with a code that names the key (interface, "Authentication" 3). */
export function unauthorized(reason: UnauthorisedReason, status: number, serviceMessage: string): ServiceFailure {
  const message = joined(unauthorisedSentences()[reason], reason === "other" ? quoted(serviceMessage) : "");
  return new ServiceFailure({ code: "unauthorized", message, creditsSpent: "no", status, reason, serviceMessage });
}

/** A pause that is longer than a call may wait, or an open circuit. A 429 never costs credits. */
export function rateLimited(refusal: {
  readonly waitMs: number;
  readonly until: number;
  readonly circuitOpen: boolean;
}): ServiceFailure {
  const wait = waitText(refusal.waitMs);
  return new ServiceFailure({
    code: "rateLimited",
    message: refusal.circuitOpen
      ? l10n.t(
          "Rate limit: the service refused several requests in a row. Wait {0}, then continue. Nothing is sent " +
            "until then.",
          wait,
        )
      : l10n.t("Rate limit: the service asks to wait {0}. Nothing is sent until then.", wait),
    creditsSpent: "no",
    status: 429,
    ...refusal,
  });
}

/** 403 may only concern the plan of the workspace: the key may still work for everything else. */
export function badRequest(status: number, serviceCode: string, serviceMessage: string): ServiceFailure {
  const message = joined(
    l10n.t("The service did not accept the request (HTTP {0}).", status),
    quoted(serviceMessage),
    status === 400 || status === 422 ? l10n.t("Change the request and try again.") : "",
  );
  return new ServiceFailure({ code: "badRequest", message, creditsSpent: "no", status, serviceCode, serviceMessage });
}

export function insufficientCredits(serviceMessage: string): ServiceFailure {
  const message = joined(
    l10n.t("Not enough credits."),
    quoted(serviceMessage),
    l10n.t("Add credits to the workspace or raise the limit of the key, then try again."),
  );
  return new ServiceFailure({
    code: "insufficientCredits",
    message,
    creditsSpent: "no",
    status: 402,
    serviceMessage,
  });
}

export function notFound(what: "enrichment" | "endpoint"): ServiceFailure {
  const message =
    what === "enrichment"
      ? l10n.t("The service has no enrichment with this ID. Check the ID; results are also removed after some months.")
      : l10n.t("The service does not exist at this address. Check the address of this connection.");
  return new ServiceFailure({ code: "notFound", message, creditsSpent: "no", status: 404 });
}

/** The balance alone is missing, or in a form that is not documented. */
export function balanceUnreadable(status: number): ServiceFailure {
  const message = l10n.t(
    "The balance cannot be read: the service does not send it in the documented form. Everything else works without " +
      "it.",
  );
  return status === 404
    ? new ServiceFailure({ code: "notFound", message, creditsSpent: "no", status })
    : new ServiceFailure({ code: "notTheService", message, creditsSpent: "no", status, why: "shape" });
}

/** 5xx. The service may have charged for the work before it failed. */
export function serverFailed(price: Pricing, status: number, serviceMessage: string): ServiceFailure {
  const message = joined(
    l10n.t("The service failed (HTTP {0}).", status),
    quoted(serviceMessage),
    costSentence(price, true),
    l10n.t("Try again later."),
  );
  return new ServiceFailure({ code: "server", message, creditsSpent: creditsSpent(price, true), status });
}

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
export function notTheService(
  price: Pricing,
  why: NotTheServiceReason,
  status?: number,
  serviceMessage = "",
): ServiceFailure {
  const what = serviceMessage === "" ? notTheServiceSentences()[why] : l10n.t("The service sent an error.");
  return new ServiceFailure({
    code: "notTheService",
    message: joined(what, quoted(serviceMessage), costSentence(price, true)),
    creditsSpent: creditsSpent(price, true),
    ...(status === undefined ? {} : { status }),
    why,
  });
}

export function networkFailed(price: Pricing, sent: boolean, cause: unknown): ServiceFailure {
  const message = sent
    ? joined(
        l10n.t("The connection was lost after the request was sent."),
        costSentence(price, true),
        l10n.t("Check the network and try again."),
      )
    : l10n.t("The service could not be reached, so nothing was sent. Check the network, the proxy and the address.");
  return new ServiceFailure({ code: "network", message, creditsSpent: creditsSpent(price, sent), sent }, { cause });
}

export function blocked(obstacle: Obstacle, cause: unknown): ServiceFailure {
  return new ServiceFailure(
    { code: "network", message: obstacleText(obstacle), creditsSpent: "no", sent: false, obstacle },
    { cause },
  );
}

/** The server speaks without TLS where TLS was expected. */
export function notHttps(cause: unknown): ServiceFailure {
  const message = l10n.t(
    "The server at this address does not use HTTPS, so nothing was sent. Check the port and the address of this " +
      "connection.",
  );
  return new ServiceFailure({ code: "network", message, creditsSpent: "no", sent: false }, { cause });
}

export function timedOut(price: Pricing, sent: boolean, cause: unknown): ServiceFailure {
  const message = sent
    ? joined(l10n.t("The service did not answer in time."), costSentence(price, true), l10n.t("Try again later."))
    : l10n.t(
        "The service could not be reached in time, so nothing was sent. Check the network, the proxy and the address.",
      );
  return new ServiceFailure({ code: "timeout", message, creditsSpent: creditsSpent(price, sent), sent }, { cause });
}

export const disconnected = (): ServiceFailure =>
  new ServiceFailure({
    code: "disconnected",
    message: l10n.t("The connection was removed, so nothing more was sent."),
    creditsSpent: "no",
  });

export function cancelled(price: Pricing, sent: boolean): ServiceFailure {
  const message = sent
    ? joined(l10n.t("Canceled after the request was sent."), costSentence(price, true))
    : l10n.t("Canceled before anything was sent.");
  return new ServiceFailure({ code: "cancelled", message, creditsSpent: creditsSpent(price, sent), sent });
}
