// Web addresses of companies and people: which host names a company, and which address is a professional-network profile.
import { domainToUnicode } from "node:url";
import type { LookupKind } from "../service/operations";

export interface WebAddress {
  /** In ASCII (punycode), lower case, without a trailing dot. */
  readonly host: string;
  /** Path segments, still percent-encoded. */
  readonly segments: readonly string[];
  /** It was written with a scheme or with a path: a page, not only a domain. */
  readonly isPage: boolean;
}

/** Reads `https://…`, `//host/…`, `host/path`, `host:8080` and `host`; `undefined` when it is no address on the web. */
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

/** A domain name of at least two labels that ends in letters: no address in numbers, no file name with a path. */
function isDomain(host: string): boolean {
  const labels = host.split(".");
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u.test(label)) &&
    /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/u.test(labels.at(-1) ?? "")
  );
}

/** Labels in front of a company's domain that name a part of its site, never the company. */
const partsOfSites: ReadonlySet<string> = new Set(
  "about api app apps blog blogs careers community corporate developer developers dev docs en go help home info investor investors ir jobs join learn m mail media mobile my news newsroom portal press pages recruiting shop status store support web".split(
    " ",
  ),
);

/** Second-level names under which countries register companies: of `acme.co.uk` nothing may go. */
const registries: ReadonlySet<string> = new Set(
  "ac co com edu gob gouv gov gv ltd mil ne net nom or org plc".split(" "),
);

/**
 * The domain a host stands for: without `www`, and of a page's host also without the labels of parts of a site
 * (`careers.acme.example` → `acme.example`). What may be the company's own registration stays.
 */
export function companyDomain({ host, isPage }: WebAddress): string {
  const labels = host.split(".");
  const isBare = (): boolean =>
    labels.length <= 2 || (labels.length === 3 && labels[2]?.length === 2 && registries.has(labels[1] ?? ""));
  if (labels.length > 2 && /^www\d{0,2}$/u.test(labels[0] ?? "")) {
    labels.shift();
  }
  while (isPage && !isBare() && isPartOfSite(labels[0] ?? "")) {
    labels.shift();
  }
  return labels.join(".");
}

function isPartOfSite(label: string): boolean {
  return partsOfSites.has(label) || /^[a-z]{2}$/u.test(label);
}

/** Domains that give mailboxes to everybody: an address there tells nothing of a company. */
const mailProviders: ReadonlySet<string> = new Set(
  "aol.com gmail.com gmx.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mail.com mail.ru me.com msn.com outlook.com proton.me protonmail.com qq.com web.de yahoo.com yandex.ru zoho.com 163.com".split(
    " ",
  ),
);

export function isMailProvider(domain: string): boolean {
  return mailProviders.has(domain);
}

/** The domain for people to read: a punycode one with its letters, and both forms, since letters may look alike. */
export function readableDomain(domain: string): string {
  const letters = domain.includes("xn--") ? domainToUnicode(domain) : domain;
  return letters === "" || letters === domain ? domain : `${letters} (${domain})`;
}

export interface NetworkProfile {
  readonly of: LookupKind;
  /** Without query, fragment and anything behind the handle. */
  readonly url: string;
}

/** The first path segments under which networks keep profiles. */
const profilePaths: ReadonlyMap<string, NetworkProfile["of"]> = new Map([
  ["company", "company"],
  ["companies", "company"],
  ["school", "company"],
  ["showcase", "company"],
  ["organization", "company"],
  ["in", "person"],
  ["pub", "person"],
  ["profile", "person"],
]);

/** `/company/…` is a page of many companies' own sites too, so the host must look like a network as well. */
const networkHost =
  /(?:^|[.-])(?:[a-z0-9-]*network[a-z0-9-]*|[a-z]*linked[a-z]*|[a-z]*prof(?:essional)?s?[a-z]*|xing|viadeo|social)(?:[.-]|$)/u;

/** The profile an address names on a professional network; known by the shape of its path and its host. */
export function networkProfile({ host, segments }: WebAddress): NetworkProfile | undefined {
  const start =
    /^[a-z]{2}(?:-[a-z]{2})?$/iu.test(segments[0] ?? "") && !profilePaths.has((segments[0] ?? "").toLowerCase())
      ? 1
      : 0;
  const shape = (segments[start] ?? "").toLowerCase();
  const handle = segments[start + 1];
  const of = profilePaths.get(shape);
  if (of === undefined || handle === undefined || !networkHost.test(host)) {
    return undefined;
  }
  return { of, url: `https://${host.replace(/^(?:m|mobile|touch)\./u, "")}/${shape}/${handle}` };
}

/** Whether a host looks like a professional network's own: its pages that are no profile name no company. */
export function isNetworkHost(host: string): boolean {
  return /(?:^|\.)(?:linkedin\.[a-z]+|xing\.[a-z]+|viadeo\.[a-z]+|network\.example)$/u.test(host);
}
