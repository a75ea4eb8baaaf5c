// Reads the identifiers of a lookup from one line: a domain, an address, a profile, an id, a name at a company.
import type { LookupKind } from "../service/operations";
import { networkIdIn } from "./networkId";
import { isNameAddition, isPlaceholder, withoutAdditions, wholeName } from "./personNames";
import { stripSurroundings } from "./stripSurroundings";
import { emailAddress, identify, parseWebAddress, readableDomain, type WebAddress } from "./webAddress";

/** The body of a lookup (interface, "POST /api/v2/company/lookup" and "POST /api/v2/people/lookup"). */
export type LookupIdentifiers = Readonly<Record<string, string | number>>;

export type ParsedLookup =
  /** `words` is the question for display: "Company acme.example", "Ada Lovelace at acme.example". */
  | { readonly kind: "understood"; readonly identifiers: LookupIdentifiers; readonly words: string }
  /** `message` is a sentence about what is missing. */
  | { readonly kind: "unclear"; readonly message: string };

const understood = (identifiers: LookupIdentifiers, words: string): ParsedLookup => ({
  kind: "understood",
  identifiers,
  words,
});
const unclear = (message: string): ParsedLookup => ({ kind: "unclear", message });

const companyHint = "Type a company's domain, web page or email address, or its professional-network address or id.";
const peopleHint = "Type a name @ a company's domain, or the address or id of a professional-network profile.";

/** The identifier of a company, by its field in a company lookup and for display; or the problem. */
type CompanyIdentifier =
  | { readonly field: "domain" | "professional_network_url"; readonly value: string; readonly shown: string }
  | { readonly field: "professional_network_id"; readonly value: number }
  | { readonly message: string };

/** Reads typed, selected or copied text. Quotes, brackets and punctuation around it are ignored. */
export function parseLookup(kind: LookupKind, text: string): ParsedLookup {
  const line = stripSurroundings(text);
  if (line === "") {
    return unclear(kind === "company" ? companyHint : peopleHint);
  }
  return kind === "company" ? parseCompany(line) : parsePerson(line);
}

/** Whether a text is digits alone, which count as an id only where an id is expected. */
export const isBareNumber = (text: string): boolean => /^\d+$/u.test(stripSurroundings(text));

/** Whether a text is a web or email address, even one that identifies nobody. */
export const isAddress = (text: string): boolean =>
  listedAddresses(stripSurroundings(text).replace(/^\*?@(?=\S)/u, "")).length > 0;

/** Whether a text names a company or a person. */
export function guessLookupKind(text: string): LookupKind {
  const line = stripSurroundings(text);
  const of = networkIdIn(line)?.of ?? profileOf(line);
  if (of !== undefined) {
    return of;
  }
  return /^[^\s@]*@[^\s@]+$/u.test(line) || !/\p{L}\s+\S|@/u.test(line) ? "company" : "person";
}

/** Whether an address is the profile of a company or a person. */
function profileOf(line: string): LookupKind | undefined {
  const address = parseWebAddress(line);
  const found = address && identify(address);
  return found !== undefined && "url" in found ? found.kind : undefined;
}

function parseCompany(line: string): ParsedLookup {
  const company = companyIdentifier(line);
  if ("message" in company) {
    return unclear(company.message);
  }
  const words =
    company.field === "professional_network_id"
      ? `Company with the professional-network id ${company.value}`
      : `Company ${company.shown}`;
  return understood({ [company.field]: company.value }, words);
}

/** The identifier of a company in a text that may have words around an address. */
function companyIdentifier(from: string): CompanyIdentifier {
  const text = from.replace(/^\*?@(?=\S)/u, ""); // `@acme.example` means everybody there
  const found = networkIdIn(text);
  if (found?.of === "person") {
    return { message: "This is the id of a person. Look it up as a person." };
  }
  if (found !== undefined) {
    return found.id === undefined ? { message: invalidId } : { field: "professional_network_id", value: found.id };
  }
  return addressedCompany(text);
}

/** The identifier of a company in a text with its address. */
function addressedCompany(text: string): CompanyIdentifier {
  const listed = listedAddresses(text);
  const found = (listed.length > 0 ? listed : addressesAmongWords(text)).map(identify);
  const [identified] = [...found.filter(({ kind }) => kind !== "unidentified"), ...found];
  if (identified === undefined) {
    return { message: `“${shortened(text)}” does not identify a company. ${companyHint}` };
  }
  const domains = new Set(found.flatMap((one) => (one.kind === "domain" ? [one.domain] : [])));
  if (domains.size > 1) {
    return { message: `This names ${domains.size} companies: ${[...domains].map(readableDomain).join(", ")}.` };
  }
  switch (identified.kind) {
    case "company":
      return { field: "professional_network_url", value: identified.url, shown: withoutScheme(identified.url) };
    case "person":
      return { message: "This is a person's profile. Look it up as a person." };
    case "unidentified":
      return { message: `${identified.why} ${companyHint}` };
    case "domain":
      return { field: "domain", value: identified.domain, shown: readableDomain(identified.domain) };
  }
}

/** The addresses in a text that is an address or a list of them; none when it contains anything else. */
function listedAddresses(text: string): readonly WebAddress[] {
  const whole = addressOf(text);
  if (whole !== undefined) {
    return [whole];
  }
  const pieces = piecesOf(text);
  const listed = pieces.flatMap((piece) => addressOf(piece) ?? []);
  return listed.length === pieces.length ? listed : [];
}

/**
 * Among a few words, only those that begin like an address or are in brackets: `e.g` and `v1.2` are no addresses. An
 * address in a sentence is not of a company: "Created on 2026-11-28 by https://…" ends the reports of some programs.
 */
function addressesAmongWords(text: string): readonly WebAddress[] {
  const pieces = piecesOf(text);
  const found = pieces
    .filter((piece) => /^(?:https?:\/\/|www\.)|^<.*>$|^\(.*\)$/iu.test(piece))
    .flatMap((piece) => addressOf(piece.replace(/^[<(]|[>)]$/gu, "")) ?? []);
  return pieces.length - found.length > mostOtherWords ? [] : found;
}

const mostOtherWords = 3;

const addressOf = (text: string): WebAddress | undefined => emailAddress(text)?.at ?? parseWebAddress(text);
const piecesOf = (text: string): readonly string[] =>
  text.split(/[\s,;|]+/u).filter((piece) => piece !== "" && piece !== "/");

const isNetworkId = (one: CompanyIdentifier | undefined): boolean =>
  one !== undefined && "field" in one && one.field === "professional_network_id";

const invalidId = "This number is not a valid professional-network id.";

function parsePerson(line: string): ParsedLookup {
  const network = networkIdIn(line);
  if (network?.of === "company") {
    return unclear(`This is the id of a company. ${peopleHint}`);
  }
  if (network !== undefined) {
    return network.id === undefined
      ? unclear(invalidId)
      : understood(
          { person_professional_network_id: network.id },
          `Person with the professional-network id ${network.id}`,
        );
  }
  const address = parseWebAddress(line);
  const found = address && identify(address);
  if (found?.kind === "person") {
    return understood({ person_professional_network_url: found.url }, `Person ${withoutScheme(found.url)}`);
  }
  if (found?.kind === "unidentified") {
    return unclear(`${found.why} ${peopleHint}`);
  }
  if (found !== undefined) {
    return unclear("This is a company. Type the person's name first: Ada Lovelace @ acme.example.");
  }
  const email = emailAddress(line);
  if (email !== undefined && email.local !== "") {
    const name = nameInEmail(email.local);
    return name === undefined
      ? unclear("The service cannot look up people by email address. Type the name too: Ada Lovelace @ acme.example.")
      : personAt(name, companyIdentifier(line));
  }
  return parseName(line);
}

/**
 * `Name @ company`, `Name <email>`, `Name (company)`, `Name, company`, `Name | company`, `Name at company`,
 * `Name company.example`.
 */
function parseName(line: string): ParsedLookup {
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
    const identifier = after === undefined ? undefined : companyIdentifier(after.trim());
    // A space alone may separate two names, so it counts only before an address and after a whole name.
    const isWeak =
      shape === shapes.at(-1) && (isNetworkId(identifier) || nameProblem(wholeName(before ?? "")) !== undefined);
    // `M.Sc` could be a domain, and a row of a table has more than a name.
    const isOther = isNameAddition(after ?? "") || before?.includes("|");
    if (before !== undefined && identifier !== undefined && !("message" in identifier) && !isWeak && !isOther) {
      return personAt(wholeName(before), identifier);
    }
  }
  const at = /^(.*?)\s*@\s*(.*)$/u.exec(line);
  if (at?.[1] !== undefined && at[2] !== undefined) {
    const company = at[2];
    return company === ""
      ? unclear("Type the company's domain after the @.")
      : personAt(wholeName(at[1]), companyIdentifier(company));
  }
  const [first = "", ...others] = withoutAdditions(line).split(/\s*[,;|]\s*/u);
  if (first.includes(" ") && others.length > 0 && !others.some(isNameAddition)) {
    return unclear(
      "The service identifies companies by domain or address, not by name. " +
        "Type the domain: Ada Lovelace @ acme.example.",
    );
  }
  const name = wholeName(line);
  return nameProblem(name) ?? understood({ person_name: name }, `${name}, at any company`);
}

/** Words that can only be a name: with a letter, and neither an address nor an identifier. */
export function isCompanyName(text: string): boolean {
  const name = stripSurroundings(text);
  return (
    /\p{L}/u.test(name) &&
    name.length >= 2 &&
    name.length <= longestName &&
    !/[@/\\:<>{}=;]/u.test(name) &&
    "message" in companyIdentifier(name) &&
    parseWebAddress(name) === undefined
  );
}

/** Reads a name and the identifier of a company, from columns of a table. */
export const parsePersonAt = (name: string, company: string): ParsedLookup =>
  personAt(name, companyIdentifier(stripSurroundings(company)));

function personAt(name: string, company: CompanyIdentifier): ParsedLookup {
  const problem = nameProblem(name);
  if (problem !== undefined) {
    return problem;
  }
  if ("message" in company) {
    return unclear(company.message);
  }
  const words =
    company.field === "professional_network_id"
      ? `${name} at the company with the professional-network id ${company.value}`
      : `${name} at ${company.shown}`;
  return understood({ person_name: name, [`company_${company.field}`]: company.value }, words);
}

/** The longest name of a person, in characters. */
const longestName = 120;

/** Whether a text has no characters but those of people's names. */
export const looksLikeName = (name: string): boolean =>
  /^[\p{L}\p{M}][\p{L}\p{M}.'’ʻ`\- ]*$/u.test(name) && name.length <= longestName;

/** First and last name. Chinese, Japanese and Korean names are written without a space. */
export const isWholeName = (name: string): boolean =>
  /\s/u.test(name) || /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u.test(name);

function nameProblem(name: string): ParsedLookup | undefined {
  if (name === "") {
    return unclear("Type the person's name before the company.");
  }
  const letters = Array.from(name.matchAll(/\p{L}/gu)).length;
  if (!looksLikeName(name) || letters < 2 || isPlaceholder(name)) {
    return unclear(`“${shortened(name)}” does not look like a person's name. ${peopleHint}`);
  }
  return isWholeName(name) ? undefined : unclear(`Type first and last name. ${peopleHint}`);
}

/** `ada.lovelace` → `Ada Lovelace`; `undefined` when the local part is not a name. */
function nameInEmail(local: string): string | undefined {
  const parts = local
    .replace(/\+.*$/u, "")
    .split(/[._-]+/u)
    .filter((part) => part !== "");
  const isName =
    parts.length >= 2 &&
    parts.length <= 3 &&
    parts.every((part) => /^[\p{L}\p{M}]{2,}$/u.test(part)) &&
    !parts.some((part) => sharedMailboxes.has(part.toLowerCase()));
  return isName ? parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()).join(" ") : undefined;
}

const sharedMailboxes: ReadonlySet<string> = new Set(
  "no reply noreply info contact support sales team help office jobs press hello customer service".split(" "),
);

function withoutScheme(url: string): string {
  return url.replace(/^https:\/\//u, "");
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
