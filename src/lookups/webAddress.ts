// Web addresses: the company's domain in a host name, and profiles on a professional network.
import { domainToUnicode } from "node:url";
import type { LookupKind } from "../service/operations";

export interface WebAddress {
  /** In ASCII (punycode), lower case, without a trailing dot. */
  readonly host: string;
  /** Path segments, still percent-encoded. */
  readonly segments: readonly string[];
  /** It has a scheme or a path, so it is a page and not just a domain. */
  readonly isPage: boolean;
}

/** Reads `https://…`, `//host/…`, `host/path`, `host:8080` and `host`; `undefined` when it is not a web address. */
export function parseWebAddress(text: string): WebAddress | undefined {
  if (/\s/u.test(text) || text.includes("@") || text.includes("\\")) {
    return undefined;
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//iu.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") {
    return undefined;
  }
  const rest = text.replace(/^(?:[a-z]+:)?\/\//iu, "");
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
  return { host, segments, isPage: scheme !== undefined || segments.length > 0 };
}

/** Endings of file names that no domain has. */
const fileEndings: ReadonlySet<string> = new Set(
  (
    "bat cfg conf cpp css csv cxx doc docx exe gif htm html ini ipynb jpeg jpg js json jsx log lua pdf php png " +
    "rb sql svg toml ts tsv tsx txt xls xlsx xml yaml yml"
  ).split(" "),
);

/** At least two labels, the last one in letters: no IP address and no file name. */
function isDomain(host: string): boolean {
  const labels = host.split(".");
  return (
    !fileEndings.has(labels.at(-1) ?? "") &&
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u.test(label)) &&
    /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/u.test(labels.at(-1) ?? "")
  );
}

/** Labels before a company's domain that name a part of its site, never the company. */
const siteLabels: ReadonlySet<string> = new Set(
  (
    "about api app apps blog blogs careers community corporate developer developers dev docs en go help home info " +
    "investor investors ir jobs join learn m mail media mobile my news newsroom portal press pages recruiting shop " +
    "status store support web"
  ).split(" "),
);

/** Second-level names under which countries register companies, such as `co.uk`. */
const secondLevelNames: ReadonlySet<string> = new Set(
  "ac co com edu gob gouv gov gv ltd mil ne net nom or org plc".split(" "),
);

/**
 * The company's domain in a host: without `www`, and for a page also without labels of the site
 * (`careers.acme.example` → `acme.example`). The registered domain is never shortened.
 */
function companyDomain({ host, isPage }: WebAddress): string {
  const labels = host.split(".");
  const isRegistered = (): boolean =>
    labels.length <= 2 || (labels.length === 3 && labels[2]?.length === 2 && secondLevelNames.has(labels[1] ?? ""));
  if (labels.length > 2 && /^www\d{0,2}$/u.test(labels[0] ?? "")) {
    labels.shift();
  }
  while (isPage && !isRegistered() && isSiteLabel(labels[0] ?? "")) {
    labels.shift();
  }
  return labels.join(".");
}

function isSiteLabel(label: string): boolean {
  return siteLabels.has(label) || /^[a-z]{2}$/u.test(label);
}

/** Domains of public email providers: an address there does not identify a company. */
const emailProviders: ReadonlySet<string> = new Set(
  (
    "aol.com gmail.com gmx.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mail.com mail.ru me.com " +
    "msn.com outlook.com proton.me protonmail.com qq.com web.de yahoo.com yandex.ru zoho.com 163.com"
  ).split(" "),
);

/** Without `mailto:` and a subject: what is before the sign, and where it is. `@acme.example` has no name. */
export function emailAddress(text: string): { readonly local: string; readonly at: WebAddress } | undefined {
  const [, local, host] = /^(?:mailto:)?([^\s@<>,;"()]*)@([^\s@?/<>,;"()]+)(?:\?\S*)?$/iu.exec(text) ?? [];
  const at = parseWebAddress((host ?? "").replace(/(?<!\.)\.+$/u, ""));
  return local === undefined || at === undefined ? undefined : { local, at };
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

/** What an address identifies. */
export type Identified =
  /** A profile on a professional network, without query, fragment and anything after the handle. */
  | { readonly kind: LookupKind; readonly url: string }
  /** Another page of a network. */
  | { readonly kind: "otherPage" }
  | { readonly kind: "domain" | "emailProvider"; readonly domain: string };

export function identify(address: WebAddress): Identified {
  const { host, segments } = address;
  const path = segments.map((segment) => segment.toLowerCase());
  // Pages in a language: `/de/company/acme`.
  const start = /^[a-z]{2}(?:-[a-z]{2})?$/iu.test(path[0] ?? "") && !profilePaths.has(path[0] ?? "") ? 1 : 0;
  const kind = profilePaths.get(path[start] ?? "");
  const handle = segments[start + 1];
  if (kind !== undefined && handle !== undefined && networkHost.test(host)) {
    return { kind, url: `https://${host.replace(/^(?:m|mobile|touch)\./u, "")}/${path[start]}/${handle}` };
  }
  if (isNetworkHost(host) && segments.length > 0) {
    return { kind: "otherPage" };
  }
  const domain = companyDomain(address);
  return { kind: emailProviders.has(domain) ? "emailProvider" : "domain", domain };
}

/** Its other pages do not identify a company. */
const isNetworkHost = (host: string): boolean =>
  /(?:^|\.)(?:linkedin\.[a-z]+|xing\.[a-z]+|viadeo\.[a-z]+|network\.example)$/u.test(host);
