// Recognizes the entry in a line or cell of a leave-out list: a domain, email, profile, id, or name at a company.
import type { LookupKind } from "../service/operations";
import type { LeaveOutEntry } from "../store/identifiers";
import { folded, normalizedAddress } from "../store/text";
import { endsWithLegalForm, legalForms } from "./legalForms";
import { networkIdIn } from "./networkId";
import { isWholeName, looksLikeName } from "./parseLookup";
import { isNameAddition, wholeName } from "./personNames";
import { stripSurroundings } from "./stripSurroundings";
import { emailAddress, identify, parseWebAddress, type WebAddress } from "./webAddress";

const oneSpace = (text: string): string => text.trim().replace(/\s+/gu, " ");

/** The entries of a line of text; none when it is not understood. */
export function entriesOfLine(text: string): readonly LeaveOutEntry[] {
  const line = stripSurroundings(text.replace(/\s#.*$/su, ""));
  const entry = entryOfValue(line);
  if (entry !== undefined) {
    return [entry];
  }
  const email = /<([^<>\s]+)>$/u.exec(line)?.[1] ?? "";
  const emailEntry = email.includes("@") ? entryOfValue(email) : undefined;
  if (emailEntry !== undefined) {
    return [emailEntry];
  }
  const named = personOrCompanyIn(line);
  if (named.length > 0) {
    return named;
  }
  const parts = line.split(/[,;|\t]/u).map((part) => entryOfValue(stripSurroundings(part)));
  return parts.length > 1 && parts.every((part) => part !== undefined) ? parts : [];
}

/** The entry of a single value without surrounding text. Bare numbers are never treated as ids. */
export function entryOfValue(value: string): LeaveOutEntry | undefined {
  const network = networkIdIn(value);
  if (network !== undefined) {
    return network.of && networkIdEntry(network.of, value);
  }
  return value.includes("@") ? emailEntry(value) : (addressEntry(value) ?? idEntry(value));
}

function emailEntry(value: string): LeaveOutEntry | undefined {
  const email = emailAddress(value);
  // `@acme.example` and `*@acme.example` mean everybody there.
  return email === undefined || email.local === "" || email.local === "*"
    ? email && entryAt(email.at)
    : { kind: "email", value: folded(`${email.local}@${email.at.host}`) };
}

/** Web pages, domains and profiles. */
export function addressEntry(value: string): LeaveOutEntry | undefined {
  const address = parseWebAddress(value.replace(/^\*\./u, ""));
  return address && entryAt(address);
}

/** The entry of an address. A shared host has none: its entry would leave out everybody there. */
function entryAt(address: WebAddress): LeaveOutEntry | undefined {
  const found = identify(address);
  switch (found.kind) {
    case "person":
    case "company":
      return { kind: `${found.kind}Url`, value: normalizedAddress(found.url) };
    case "domain":
      return { kind: "domain", value: normalizedAddress(found.domain) };
    case "unidentified":
      return undefined;
  }
}

/** Ids of records have letters and digits in one word; words and numbers are not ids. */
function idEntry(value: string): LeaveOutEntry | undefined {
  return /^(?=.*\d)(?=.*[a-z])[a-z0-9_-]{6,64}$/iu.test(value) ? { kind: "id", value } : undefined;
}

/** A professional-network id. `kind`: what the column of the text identifies, if the text does not name it. */
export function networkIdEntry(kind: LookupKind, text: string): LeaveOutEntry | undefined {
  const { id, of = kind } = networkIdIn(text) ?? {};
  return id === undefined ? undefined : { kind: `${of}NetworkId`, value: String(id) };
}

/** The entry of a person; `company` is a name, a domain, or any address at the domain. */
export function nameAtCompanyEntry(name: string, company: string): LeaveOutEntry | undefined {
  const person = personName(name);
  const address = company.includes("@") ? emailDomain(company) : addressEntry(company);
  const employer = address?.kind === "domain" ? address.value : folded(oneSpace(company));
  return person === undefined ||
    endsWithLegalForm(name) ||
    employer === "" ||
    (address !== undefined && address.kind !== "domain")
    ? undefined
    : { kind: "nameAtCompany", value: `${folded(person)}\n${employer}` };
}

const emailDomain = (email: string): LeaveOutEntry | undefined => addressEntry(email.replace(/^.*@/u, ""));

/** The companies of these email addresses as lines of a list, without companies that are already entries. */
export function companiesOfEmails(entries: readonly LeaveOutEntry[]): readonly string[] {
  const named = new Set(entries.flatMap(({ kind, value }) => (kind === "domain" ? [value] : [])));
  const found = entries.flatMap(({ kind, value }) => (kind === "email" ? [emailDomain(value)] : []));
  const domains = found.flatMap((entry) => (entry?.kind === "domain" ? [entry.value] : []));
  return [...new Set(domains)].filter((domain) => !named.has(domain)).map((domain) => `@${domain}`);
}

/** First and last name in this order; `undefined` when the text is not a whole name. */
export function personName(text: string): string | undefined {
  const name = wholeName(text);
  return isWholeName(name) && looksLikeName(name) ? name : undefined;
}

/** Whether the text after a name and a comma is not a company. */
const isNoCompany = (text: string): boolean =>
  isNameAddition(text) || legalForms.has(text.toLowerCase().replaceAll(".", ""));

/** `Ada Lovelace, Northwind`, `Ada Lovelace @ northwind.example`, `Northwind GmbH, northwind.example`. */
function personOrCompanyIn(line: string): readonly LeaveOutEntry[] {
  const [, person, employer] = /^(.+?)(?:\s*@\s*|\s+at\s+)(.+)$/iu.exec(line) ?? [];
  if (person !== undefined && employer !== undefined) {
    return [nameAtCompanyEntry(person, employer)].filter((entry) => entry !== undefined);
  }
  const pair = /^([^,;|\t]+)[,;|\t]([^,;|\t]+)$/u.exec(line) ?? /^(.+?)\s*\(([^()]+)\)$/u.exec(line) ?? [];
  const [name, company] = pair.slice(1).map((part) => part.trim());
  if (name === undefined || company === undefined || isNoCompany(company) || entryOfValue(name) !== undefined) {
    return [];
  }
  const address = addressEntry(company);
  const entry =
    address?.kind === "domain" && isNameOfCompany(name, address.value) ? address : nameAtCompanyEntry(name, company);
  return entry === undefined ? [] : [entry];
}

/** Whether a name beside a domain is that of the company: a legal form, or a word that the domain begins with. */
function isNameOfCompany(name: string, domain: string): boolean {
  const words = folded(oneSpace(name))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const label = domain.split(".")[0]?.replaceAll("-", "") ?? "";
  const [first = ""] = words;
  return (
    personName(name) === undefined ||
    legalForms.has(words.at(-1) ?? "") ||
    (first.length >= 3 && label.startsWith(first))
  );
}
