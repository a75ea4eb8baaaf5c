// Reasons why a connection could not be opened, for the user, the log, and the retry policy.
import { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import { beginningOf } from "../text/beginningOf";
import { waitText } from "../text/numbers";
import { joinedSentences } from "../text/phrases";

/** Nothing was sent to the service. The message says what happened and what helps, without a password or a key. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  constructor(
    message: string,
    /** The code of Node, OpenSSL, or a proxy's reply, for the log. */
    readonly code: string,
    /** Whether another attempt would fail the same way. */
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The error code of Node, OpenSSL, or undici; empty when there is none. */
export function codeOf(error: unknown): string {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return typeof code === "string" ? code : typeof cause === "object" && cause !== null ? codeOf(cause) : "";
}

export const isTimeout = (code: string): boolean => code === "ETIMEDOUT" || code === "UND_ERR_CONNECT_TIMEOUT";
/** Whether the certificate is not trusted, so that more authorities could help. */
export const isUntrusted = (code: string): boolean => /SELF_SIGNED|ISSUER|LEAF_SIGNATURE|UNTRUSTED/u.test(code);

/** `name` is "The service" or the proxy. */
export const timeoutText = (name: string, ms: number, addresses: readonly string[]): string =>
  `${name} could not be reached within ${waitText(ms)} (${addresses.join(", ") || "no address was found"}), so ` +
  "nothing was sent. The network is slow or blocks the connection: check the network, the proxy and the address, " +
  "or try again later.";

const checkClock = "Check this machine's clock. If it is right, only the operator of the server can help.";
const addAuthority =
  "If the certificate is one of your company, add that of its authority to those of the system, or name its PEM file " +
  "in NODE_EXTRA_CA_CERTS and restart.";
const certificateProblems: readonly (readonly [codes: RegExp, problem: string, advice: string])[] = [
  [/ALTNAME|HOSTNAME_MISMATCH/u, "is for another host", "Check the address of this connection."],
  [/EXPIRED/u, "has expired", checkClock],
  [/NOT_YET_VALID/u, "is not valid yet", checkClock],
  [/DEPTH_ZERO_SELF_SIGNED/u, "is self-signed", addAuthority],
  [/SELF_SIGNED|ISSUER|LEAF_SIGNATURE|UNTRUSTED/u, "is from an unknown authority", addAuthority],
  [/^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|CRL_|INVALID_CA$|INVALID_PURPOSE$)/u, "could not be verified", addAuthority],
];

/** `undefined` when the code is not about a certificate. */
export function certificateProblem(code: string, host: string, presented: X509Certificate | undefined) {
  const [, problem, advice = ""] = certificateProblems.find(([codes]) => codes.test(code)) ?? [];
  const detail = problem?.includes("host") ? ` (${oneLine(presented?.subjectAltName ?? code)})` : "";
  return problem === undefined
    ? undefined
    : joinedSentences(
        `The certificate of ${host} ${problem}${detail}, so nothing was sent.`,
        certificateText(presented),
        advice,
      );
}

/** Does not use `getPeerX509Certificate`: calling it first leaves nothing to verify (Node 24). */
export function certificateOf(socket: TLSSocket): X509Certificate | undefined {
  const { raw } = socket.getPeerCertificate() as { readonly raw?: Buffer };
  return raw && new X509Certificate(raw);
}

export const certificateText = (presented: X509Certificate | undefined): string =>
  presented === undefined
    ? ""
    : `Subject: ${oneLine(presented.subject)}. Issuer: ${oneLine(presented.issuer)}. ` +
      `Valid from ${oneLine(presented.validFrom)} to ${oneLine(presented.validTo)}.`;

/** Texts of servers, cleaned and short. */
export const oneLine = (text: string): string =>
  beginningOf(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ").trim(), 200);
