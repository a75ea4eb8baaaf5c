// What kept a connection from being opened, for the user, the log, and the decision whether to try again.
import { beginningOf } from "../language/beginningOf";
import { joinedSentences } from "../language/phrases";

/** A proxy as it may be displayed: without a user name and a password. */
export interface ProxyName {
  /** `proxy.example:8080` */
  readonly address: string;
  /** The setting or the variable of the environment that names it: `http.proxy`, `HTTPS_PROXY`. */
  readonly source: string;
}

/** What a certificate says about itself. All of it comes from the server, cleaned for one line. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** The hosts it is for: `DNS:api.example, IP Address:127.0.0.1`. */
  readonly hosts: string;
  readonly validFrom: string;
  readonly validTo: string;
}

type CertificateProblem = "selfSigned" | "unknownAuthority" | "wrongHost" | "expired" | "notYetValid" | "other";

/** In each case nothing was sent to the service. */
export type Obstacle =
  | { readonly kind: "unusableProxy"; readonly source: string }
  | { readonly kind: "proxyUnreachable"; readonly proxy: ProxyName; readonly code: string }
  /** `status` is that of the reply to CONNECT; `withPassword` says whether the request had one. */
  | {
      readonly kind: "proxyRefused";
      readonly proxy: ProxyName;
      readonly status: number;
      readonly withPassword: boolean;
    }
  | {
      readonly kind: "certificate";
      readonly problem: CertificateProblem;
      /** Of Node or OpenSSL. */
      readonly code: string;
      /** Whose certificate it is. */
      readonly host: string;
      readonly facts: CertificateFacts | undefined;
    };

/** Rejected by what opens a connection. */
export class ConnectFailure extends Error {
  override readonly name = "ConnectFailure";
  constructor(readonly obstacle: Obstacle) {
    super(obstacleForLog(obstacle));
  }
}

/** The error code of Node, OpenSSL, or undici; empty when there is none. */
export function codeOf(error: unknown): string {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return typeof code === "string" ? code : typeof cause === "object" && cause !== null ? codeOf(cause) : "";
}

const problems: Readonly<Record<string, CertificateProblem>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "selfSigned",
  SELF_SIGNED_CERT_IN_CHAIN: "unknownAuthority",
  UNABLE_TO_GET_ISSUER_CERT: "unknownAuthority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknownAuthority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknownAuthority",
  CERT_UNTRUSTED: "unknownAuthority",
  ERR_TLS_CERT_ALTNAME_INVALID: "wrongHost",
  HOSTNAME_MISMATCH: "wrongHost",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "notYetValid",
};

/** What a code says about a certificate; `undefined` when it says nothing about one. */
export function certificateProblemOf(code: string): CertificateProblem | undefined {
  const isOther =
    code.startsWith("CERT_") ||
    code.startsWith("ERR_TLS_CERT") ||
    code.startsWith("UNABLE_TO_") ||
    code.startsWith("CRL_") ||
    code === "INVALID_CA" ||
    code === "INVALID_PURPOSE";
  return problems[code] ?? (isOther ? "other" : undefined);
}

const longestName = 200;
const oneLine = (text: string): string =>
  beginningOf(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ").trim(), longestName);

/** As Node describes it; empty when there is none. */
interface PeerCertificate {
  readonly subject?: object;
  readonly issuer?: object;
  readonly valid_from?: string;
  readonly valid_to?: string;
  readonly subjectaltname?: string | undefined;
}

export function factsOf(certificate: PeerCertificate): CertificateFacts | undefined {
  const { subject, issuer, valid_from: from, valid_to: to, subjectaltname } = certificate;
  return from === undefined || to === undefined
    ? undefined
    : {
        subject: nameIn(subject),
        issuer: nameIn(issuer),
        hosts: oneLine(subjectaltname ?? ""),
        validFrom: oneLine(from),
        validTo: oneLine(to),
      };
}

/** `CN=api.example, O=Example`; a name part may be there several times. */
function nameIn(name: object | undefined): string {
  return oneLine(
    Object.entries(name ?? {})
      .flatMap(([part, values]) => [values as string | readonly string[]].flat().map((value) => `${part}=${value}`))
      .join(", "),
  );
}

/** Whether another attempt would only fail the same way. */
export function isFinal(obstacle: Obstacle): boolean {
  switch (obstacle.kind) {
    case "unusableProxy":
    case "certificate":
      return true;
    case "proxyRefused":
      return obstacle.status < 500;
    case "proxyUnreachable":
      return false;
  }
}

/** For the log, in English and with the code. */
export const obstacleForLog = (obstacle: Obstacle): string =>
  `${obstacleText(obstacle)}${"code" in obstacle ? ` (${obstacle.code})` : ""}`;

/** What happened, and what helps; without a user name, a password, or a key. */
export function obstacleText(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case "unusableProxy":
      return (
        `The address of the proxy in ${obstacle.source} is not one, so nothing was sent. It should look like ` +
        "http://proxy.example:8080."
      );
    case "proxyUnreachable":
      return (
        `The proxy ${obstacle.proxy.address}, from ${obstacle.proxy.source}, could not be reached, so nothing ` +
        "was sent. Check the network and the proxy's " +
        "address."
      );
    case "proxyRefused":
      return refusalText(obstacle);
    case "certificate":
      return joinedSentences(certificateText(obstacle), factsText(obstacle.facts), certificateHelp(obstacle.problem));
  }
}

function refusalText({ proxy, status, withPassword }: Extract<Obstacle, { kind: "proxyRefused" }>): string {
  const { address, source } = proxy;
  if (status !== 407) {
    return (
      `The proxy ${address}, from ${source}, refused to connect to the service (HTTP ${status}), so nothing was ` +
      "sent. Ask whoever runs " +
      "the proxy, or exclude the service from it."
    );
  }
  const where = source.startsWith("http.") ? "http.proxyAuthorization" : source;
  return withPassword
    ? `The proxy ${address}, from ${source}, rejected the user name and password (HTTP 407), so nothing was sent. ` +
        "They are " +
        `not sent again. Correct them in ${where}.`
    : `The proxy ${address}, from ${source}, asks for a user name and password (HTTP 407), so nothing was sent. ` +
        `Set them in ${where}.`;
}

function certificateText({ problem, code, host, facts }: Extract<Obstacle, { kind: "certificate" }>): string {
  switch (problem) {
    case "selfSigned":
      return `The certificate of ${host} is self-signed, so nothing was sent.`;
    case "unknownAuthority":
      return `The certificate of ${host} is from an unknown authority, so nothing was sent.`;
    case "wrongHost":
      return (
        `The certificate of ${host} is for another host (${facts?.hosts || facts?.subject || code}), so nothing ` +
        "was sent."
      );
    case "expired":
      return `The certificate of ${host} has expired, so nothing was sent.`;
    case "notYetValid":
      return `The certificate of ${host} is not valid yet, so nothing was sent.`;
    case "other":
      return `The certificate of ${host} could not be verified (${code}), so nothing was sent.`;
  }
}

export function factsText(facts: CertificateFacts | undefined): string {
  return facts === undefined
    ? ""
    : `Subject: ${facts.subject}. Issuer: ${facts.issuer}. Valid from ${facts.validFrom} to ${facts.validTo}.`;
}

function certificateHelp(problem: CertificateProblem): string {
  switch (problem) {
    case "wrongHost":
      return "Check the address of this connection.";
    case "expired":
    case "notYetValid":
      return "Check this machine's clock. If it is right, only the operator of the server can help.";
    default:
      return (
        "If the certificate is one of your company, add that of its authority to those of the system, or name its " +
        "PEM file in NODE_EXTRA_CA_CERTS and restart."
      );
  }
}
