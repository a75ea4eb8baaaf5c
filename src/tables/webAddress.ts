// Web addresses: the company's domain in a host name, and profiles on a professional network.
import { domainToUnicode } from "node:url";
import freeEmailDomains from "free-email-domains";
import { parse } from "tldts";
import type { LookupKind } from "../service/operations";
import { moreMailboxProviders, reasonOfSharedHost, registries } from "./sharedHosts";

export interface WebAddress {
  /** In ASCII (punycode), lower case, without a trailing dot. */
  readonly host: string;
  /** Path segments, still percent-encoded. */
  readonly segments: readonly string[];
  /** It has a path, a query, or a fragment. */
  readonly isPage: boolean;
}

/** Also matches typos: `http:acme.example`, `https//acme.example`, `htp://acme.example`. */
const webScheme = /^(?:view-source:)?(?:h?t{1,3}ps?(?::\/{0,3}|\/\/)|ftps?:\/\/|\/\/)/iu;

/** Reads `https://…`, `//host/…`, `host/path`, `host:8080` and `host`; `undefined` when it is not a web address. */
export function parseWebAddress(text: string): WebAddress | undefined {
  const scheme = webScheme.exec(text)?.[0] ?? "";
  const isWhole = scheme.endsWith("//");
  // An email address has no scheme; a web address can have a user.
  const rest = text.slice(scheme.length).replace(isWhole ? /^[^/?#@]*@(?=[^/?#@]+)/u : /^$/u, "");
  if (/[\s\\]/u.test(text) || /^[^/?#]*@/u.test(rest) || /^[a-z][a-z0-9+.-]*:(?!\d)/iu.test(rest)) {
    return undefined;
  }
  let url: URL;
  try {
    url = new URL(`https://${rest}`);
  } catch {
    return undefined;
  }
  const host = url.hostname.replace(/\.$/u, "");
  if (!isDomain(host)) {
    return undefined;
  }
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  return { host, segments, isPage: segments.length > 0 || url.search !== "" || url.hash !== "" };
}

/** Whether a host is below a public suffix: no IP address, file, or local name. The sandbox uses `.example`. */
function isDomain(host: string): boolean {
  const { isIcann, isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true });
  const isKnown = isIcann === true || isPrivate === true || publicSuffix === "example";
  return (
    isKnown && !host.endsWith(".arpa") && host.includes(".") && host.length <= 253 && host.split(".").every(isLabel)
  );
}

const isLabel = (label: string): boolean => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u.test(label);

const mailboxProviders: ReadonlySet<string> = new Set(
  // Addresses at facebook.com are those of its employees today.
  [...freeEmailDomains, ...moreMailboxProviders].filter((host) => host !== "facebook.com"),
);

/** The local part and the host, without `mailto:` and a subject. `@acme.example` has an empty local part. */
export function emailAddress(text: string): { readonly local: string; readonly at: WebAddress } | undefined {
  const [, local, host] = /^(?:mailto:)?([^\s@<>,;"()/]*)@([^\s@?/<>,;"()]+)(?:\?\S*)?$/iu.exec(text) ?? [];
  if (local === undefined || host === undefined) {
    return undefined;
  }
  const at = parseWebAddress(host.replace(/(?<!\.)\.+$/u, ""));
  return at && { local, at };
}

/** The domain for display: punycode in both forms, because letters of different scripts look alike. */
export function readableDomain(domain: string): string {
  const letters = domain.includes("xn--") ? domainToUnicode(domain) : domain;
  return letters === "" || letters === domain ? domain : `${letters} (${domain})`;
}

/** The first path segment of profiles, by what they describe. */
const profilePaths: ReadonlyMap<string, LookupKind> = new Map([
  ["company", "company"],
  ["companies", "company"],
  ["school", "company"],
  ["showcase", "company"],
  ["organization", "company"],
  ["in", "person"],
  ["pub", "person"],
  ["profile", "person"],
]);

/** Many companies have a page `/company/…` on their own site, so the host must look like a network too. */
const networkHost = new RegExp(
  "(?:^|[.-])" +
    "(?:[a-z0-9-]*network[a-z0-9-]*|[a-z]*linked[a-z]*|[a-z]*prof(?:essional)?s?[a-z]*|xing|viadeo|social)" +
    "(?:[.-]|$)",
  "u",
);

/** The company, profile, or nothing that an address identifies. */
export type Identified =
  /** A profile on a professional network, without query, fragment and the rest of the path. */
  | { readonly kind: LookupKind; readonly url: string }
  /** A company's registered domain. */
  | { readonly kind: "domain"; readonly domain: string }
  /** No single company or person; `why` is a sentence. */
  | { readonly kind: "unidentified"; readonly why: string };

const unidentified = (why: string): Identified => ({ kind: "unidentified", why });

/** Identifies an address, for lookups, tables, leave-out lists, and lists of companies. */
export function identify({ host, segments, isPage }: WebAddress): Identified {
  const path = segments.map((segment) => segment.toLowerCase());
  // Pages in a language, and those for salespeople: `/de/company/acme`, `/sales/company/1`.
  const start = /^(?:[a-z]{2}(?:-[a-z]{2})?|sales)$/iu.test(path[0] ?? "") && !profilePaths.has(path[0] ?? "") ? 1 : 0;
  const kind = profilePaths.get(path[start] ?? "");
  const handle = segments[start + 1];
  if (kind !== undefined && handle !== undefined && networkHost.test(host)) {
    return { kind, url: `https://${host.replace(/^(?:m|mobile|touch)\./u, "")}/${path[start]}/${handle}` };
  }
  if (isNetworkHost(host) && segments.length > 0) {
    return unidentified(
      "This page of the professional network is not a company profile. Use the address of the company's profile.",
    );
  }
  const reason = reasonOfSharedHost(host, path, isPage);
  if (reason !== undefined) {
    return unidentified(`${host.replace(/^www\./u, "")} is ${reason}, where many companies have pages.`);
  }
  const { domain, publicSuffix, isPrivate } = parse(host.replace(/^www\d{0,2}\.(?=[^.]+\.)/u, ""), {
    allowPrivateDomains: true,
  });
  if (domain === null) {
    return unidentified(`${publicSuffix ?? host} is a public suffix: companies have names below it.`);
  }
  if (isPrivate === true && !registries.has(publicSuffix ?? "")) {
    return unidentified(`${publicSuffix ?? host} is a host where many companies have pages.`);
  }
  const mailboxes = [host, domain].find((name) => mailboxProviders.has(name));
  return mailboxes === undefined
    ? { kind: "domain", domain }
    : unidentified(`${mailboxes} is a public email provider, not a company.`);
}

/** Whether the host is a professional network, whose other pages do not identify a company. */
const isNetworkHost = (host: string): boolean =>
  /(?:^|\.)(?:linkedin\.[a-z]+|xing\.[a-z]+|viadeo\.[a-z]+|network\.example)$/u.test(host);
