// Understands one line as the identifiers of a look-up: a domain, an address, a profile, an id, a name at a company.
import * as l10n from "@vscode/l10n";
import type { LookupKind } from "../service/operations";
import {
  companyDomain,
  isMailProvider,
  isNetworkHost,
  networkProfile,
  parseWebAddress,
  readableDomain,
} from "./webAddress";
import { withoutSurroundings } from "./surroundings";

/** The body of a look-up (interface, "POST /api/v2/company/lookup" and "POST /api/v2/people/lookup"). */
export type LookupIdentifiers = Readonly<Record<string, string | number>>;

export type LookupLine =
  /** `words` say what will be looked up: "Company acme.example", "Ada Lovelace at acme.example". */
  | { readonly kind: "understood"; readonly identifiers: LookupIdentifiers; readonly words: string }
  /** `message` is a sentence that says what is missing. */
  | { readonly kind: "unclear"; readonly message: string };

const understood = (identifiers: LookupIdentifiers, words: string): LookupLine => ({
  kind: "understood",
  identifiers,
  words,
});
const unclear = (message: string): LookupLine => ({ kind: "unclear", message });

const companyHint = (): string =>
  l10n.t(
    "Type a company's domain, an e-mail address or page of it, its professional-network address, or its professional-network id.",
  );
const peopleHint = (): string =>
  l10n.t("Type a name @ a company's domain, a profile's professional-network address, or its professional-network id.");

/** What a company is known by, found in one piece of text. */
type CompanyMark =
  | { readonly by: "domain"; readonly domain: string }
  | { readonly by: "url"; readonly url: string }
  | { readonly by: "id"; readonly id: number }
  | { readonly by: "none"; readonly message: string };

/** Understands what was typed, selected or copied. Text from code is taken out of quotes, brackets and punctuation. */
export function understandLookup(kind: LookupKind, text: string): LookupLine {
  const line = withoutSurroundings(text);
  if (line === "") {
    return unclear(kind === "company" ? companyHint() : peopleHint());
  }
  return kind === "company" ? understandCompany(line) : understandPerson(line);
}

/** Which of the two look-ups a text is for, when nobody said. */
export function guessLookupKind(text: string): LookupKind {
  const line = withoutSurroundings(text);
  const address = addressIn(line);
  const profile = address === undefined ? undefined : networkProfile(address);
  if (profile !== undefined && address !== undefined && line.split(" ").length === 1) {
    return profile.of;
  }
  return /^[^\s@]+@[^\s@]+$/u.test(line) || !/\p{L}\s+\S|@/u.test(line) ? "company" : "person";
}

function addressIn(line: string): ReturnType<typeof parseWebAddress> {
  return line
    .split(" ")
    .map(parseWebAddress)
    .find((address) => address !== undefined);
}

function understandCompany(line: string): LookupLine {
  const mark = companyMark(line);
  switch (mark.by) {
    case "domain":
      return understood({ domain: mark.domain }, l10n.t("Company {0}", readableDomain(mark.domain)));
    case "url":
      return understood({ professional_network_url: mark.url }, l10n.t("Company {0}", withoutScheme(mark.url)));
    case "id":
      return understood(
        { professional_network_id: mark.id },
        l10n.t("Company with the professional-network id {0}", mark.id),
      );
    case "none":
      return unclear(mark.message);
  }
}

/** The identifier of a company in a piece of text that may hold words around an address. */
function companyMark(text: string): CompanyMark {
  const id = networkId(text);
  if (id !== undefined) {
    return typeof id === "number" ? { by: "id", id } : { by: "none", message: id.problem };
  }
  const mail = mailAddress(text);
  if (mail !== undefined) {
    return mailProviderProblem(mail.domain) ?? { by: "domain", domain: mail.domain };
  }
  const pieces = text.split(/\s+/u);
  const address =
    parseWebAddress(text) ??
    (pieces.some(isWritten)
      ? pieces
          .filter(isWritten)
          .map(parseWebAddress)
          .find((found) => found !== undefined)
      : undefined);
  if (address === undefined) {
    return {
      by: "none",
      message: `${/\s/u.test(text) || !text.includes(".") ? l10n.t("“{0}” is no identifier.", shortened(text)) : l10n.t("“{0}” is no company's address.", shortened(text))} ${companyHint()}`,
    };
  }
  const profile = networkProfile(address);
  if (profile !== undefined) {
    return profile.of === "company"
      ? { by: "url", url: profile.url }
      : { by: "none", message: l10n.t("This is a person's profile. Look it up as a person.") };
  }
  if (isNetworkHost(address.host) && address.segments.length > 0) {
    return {
      by: "none",
      message: l10n.t(
        "This page of the professional network is no company's profile. Open the company's own page there and take its address.",
      ),
    };
  }
  const domain = companyDomain(address);
  return mailProviderProblem(domain) ?? { by: "domain", domain };
}

function mailProviderProblem(domain: string): CompanyMark | undefined {
  return isMailProvider(domain)
    ? {
        by: "none",
        message: `${l10n.t("{0} gives mailboxes to everybody, so it names no company.", domain)} ${companyHint()}`,
      }
    : undefined;
}

/** Within a sentence only what begins like an address counts: `e.g` and `v1.2` do not. */
function isWritten(piece: string): boolean {
  return /^(?:https?:\/\/|www\.)/iu.test(piece);
}

/** Digits alone, `#1234`, `id: 1234` or the last part of a URN; too large a number is a problem, not an id. */
function networkId(text: string): number | { readonly problem: string } | undefined {
  const digits = /^(?:(?:network[ _-]?)?id\s*[:=#]?\s*|#\s*|urn:[\w-]+:[\w-]+:)?(\d+)$/iu.exec(text)?.[1];
  if (digits === undefined) {
    return undefined;
  }
  const id = Number(digits);
  return Number.isSafeInteger(id) && id > 0
    ? id
    : { problem: l10n.t("This number cannot be a professional-network id.") };
}

/** `mailto:` and a subject go; the domain comes back in ASCII. */
function mailAddress(text: string): { readonly local: string; readonly domain: string } | undefined {
  const match = /^(?:mailto:)?([^\s@<>,;"()]+)@([^\s@?/<>,;"()]+)(?:\?\S*)?$/iu.exec(text);
  const address = match?.[2] === undefined ? undefined : parseWebAddress(match[2].replace(/[.]+$/u, ""));
  return match?.[1] === undefined || address === undefined
    ? undefined
    : { local: match[1], domain: companyDomain({ ...address, isPage: false }) };
}

function understandPerson(line: string): LookupLine {
  const id = networkId(line);
  if (id !== undefined) {
    return typeof id === "number"
      ? understood({ person_professional_network_id: id }, l10n.t("Person with the professional-network id {0}", id))
      : unclear(id.problem);
  }
  const address = parseWebAddress(line);
  const profile = address === undefined ? undefined : networkProfile(address);
  if (profile?.of === "person") {
    return understood(
      { person_professional_network_url: profile.url },
      l10n.t("Person {0}", withoutScheme(profile.url)),
    );
  }
  if (address !== undefined) {
    return unclear(l10n.t("This names a company. Put the person's name before it: Ada Lovelace @ acme.example."));
  }
  const mail = mailAddress(line);
  if (mail !== undefined) {
    const name = nameInMail(mail.local);
    return name === undefined
      ? unclear(
          l10n.t(
            "The service does not look people up by e-mail address. Type the name too: Ada Lovelace @ acme.example.",
          ),
        )
      : personAt(name, companyMark(line));
  }
  return understandName(line);
}

/** `Name @ company`, `Name <mail>`, `Name (company)`, `Name, company`, `Name | company`, `Name at company`, `Name company.example`. */
function understandName(line: string): LookupLine {
  const shapes = [
    /^(.+?)\s*<([^<>]+)>$/u,
    /^(.+?)\s*\(([^()]+)\)$/u,
    /^(.+)[,;|\t]\s*(\S+)$/u,
    /^(.+?)\s+[-–—]\s+(\S+)$/u,
    /^(.+?)\s+at\s+(\S+)$/iu,
    /^(.+?)\s+(\S+)$/u,
  ];
  for (const shape of shapes) {
    const [, before, after] = shape.exec(line) ?? [];
    const mark = after === undefined ? undefined : companyMark(after.trim());
    // Nothing but a space is a weak sign: `Ada 12` is no company's id, and of `Ada Lovelace@acme.example` the name is both words.
    const isWeak = shape === shapes.at(-1) && (mark?.by === "id" || nameProblem(nameOf(before ?? "")) !== undefined);
    if (before !== undefined && mark !== undefined && mark.by !== "none" && !isWeak) {
      return personAt(nameOf(before), mark);
    }
  }
  const at = /^(.*?)\s*@\s*(.*)$/u.exec(line);
  if (at?.[1] !== undefined && at[2] !== undefined) {
    const company = at[2].trim();
    return company === ""
      ? unclear(l10n.t("Type the company's domain after the @."))
      : personAt(nameOf(at[1]), companyMark(company));
  }
  const comma = /^(\S+(?:\s\S+)+)\s*[,;|]\s*(.+)$/u.exec(line);
  if (comma !== null && !isSuffix(comma[2] ?? "")) {
    return unclear(
      l10n.t(
        "The service finds a person's company by its domain or address, not by its name. Type the domain: Ada Lovelace @ acme.example.",
      ),
    );
  }
  const name = nameOf(line);
  return nameProblem(name) ?? understood({ person_name: name }, l10n.t("{0}, at any company", name));
}

function personAt(name: string, mark: CompanyMark): LookupLine {
  const problem = nameProblem(name);
  if (problem !== undefined) {
    return problem;
  }
  switch (mark.by) {
    case "domain":
      return understood(
        { person_name: name, company_domain: mark.domain },
        l10n.t("{0} at {1}", name, readableDomain(mark.domain)),
      );
    case "url":
      return understood(
        { person_name: name, company_professional_network_url: mark.url },
        l10n.t("{0} at {1}", name, withoutScheme(mark.url)),
      );
    case "id":
      return understood(
        { person_name: name, company_professional_network_id: mark.id },
        l10n.t("{0} at the company with the professional-network id {1}", name, mark.id),
      );
    case "none":
      return unclear(mark.message);
  }
}

function isSuffix(text: string): boolean {
  return /^(?:jr|sr|[iv]{2,3}|ph\.?\s?d|m\.?d|mba|esq|cpa|dr|msc|bsc|ma|ba)\.?$/iu.test(text.trim());
}

/** The name in its spoken order: `Lovelace, Ada` is turned round, `Ada Lovelace, Ph.D.` keeps its order. */
function nameOf(text: string): string {
  const clean = text
    .normalize("NFC")
    .replace(/[,;|\s@]+$/u, "")
    .replace(/^["'“”]+|["'“”]+$/gu, "")
    .trim();
  const [family, given, ...more] = clean.split(/\s*,\s*/u);
  if (family === undefined || given === undefined || given === "") {
    return clean;
  }
  const rest = more.filter((part) => part !== "");
  return (isSuffix(given) ? [family, given, ...rest] : [given, family, ...rest]).join(" ");
}

function nameProblem(name: string): LookupLine | undefined {
  if (name === "") {
    return unclear(l10n.t("Type the person's name before the company."));
  }
  const looksLikeName = /^[\p{L}\p{M}][\p{L}\p{M}.'’ʻ`\- ]*$/u.test(name) && name.length <= 120;
  const letters = Array.from(name.matchAll(/\p{L}/gu)).length;
  // Chinese, Japanese and Korean names are written without a space.
  const isWhole =
    /\s/u.test(name) || /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u.test(name);
  if (!looksLikeName || letters < 2) {
    return unclear(`${l10n.t("“{0}” does not look like a person's name.", shortened(name))} ${peopleHint()}`);
  }
  return isWhole ? undefined : unclear(`${l10n.t("Type first and last name.")} ${peopleHint()}`);
}

/** `ada.lovelace` → `Ada Lovelace`; a local part that is no name gives nothing. */
function nameInMail(local: string): string | undefined {
  const parts = local
    .replace(/\+.*$/u, "")
    .split(/[._-]+/u)
    .filter((part) => part !== "");
  const isName =
    parts.length >= 2 &&
    parts.length <= 3 &&
    parts.every((part) => /^[\p{L}\p{M}]{2,}$/u.test(part)) &&
    !parts.some((part) => roles.has(part.toLowerCase()));
  return isName ? parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()).join(" ") : undefined;
}

const roles: ReadonlySet<string> = new Set(
  "no reply noreply info contact support sales team help office jobs press hello customer service".split(" "),
);

function withoutScheme(url: string): string {
  return url.replace(/^https:\/\//u, "");
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
