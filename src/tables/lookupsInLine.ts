// Finds the lookups in a line of text, Markdown, or code: `- **Acme** acme.example`, `"a.example", "b.example", // b`.
import type { LookupKind } from "../service/operations";
import { isBareNumber, parseLookup, type LookupIdentifiers } from "./parseLookup";
import { cleanLine, stripSurroundings } from "./stripSurroundings";
import { parseWebAddress } from "./webAddress";

export interface LookupInLine {
  /** The text that identifies the company or person. */
  readonly text: string;
  readonly identifiers: LookupIdentifiers;
  /** The question for display. */
  readonly words: string;
}

/** Every lookup in the first line of a text, each question once; none when nothing identifies a company or person. */
export function lookupsInLine(kind: LookupKind, text: string): readonly LookupInLine[] {
  const line = cleanLine(text);
  const texts = kind === "company" ? companyTexts(line) : personTexts(line);
  const found = texts.flatMap((one) => understood(kind, one) ?? []);
  const questions = found.map(({ identifiers }) => JSON.stringify(identifiers));
  return found.filter((_, nth) => questions.indexOf(questions[nth] ?? "") === nth);
}

/** The identifiers of companies or people in a line; the line itself when there are none. */
export function lookupTexts(kind: LookupKind, line: string): readonly string[] {
  const found = lookupsInLine(kind, line).map(({ text }) => text);
  return found.length === 0 ? [stripSurroundings(line)] : found;
}

function understood(kind: LookupKind, text: string): LookupInLine | undefined {
  const parsed = parseLookup(kind, text);
  return parsed.kind === "understood"
    ? { text: kind === "company" ? addressIn(text) : stripSurroundings(text), ...parsed }
    : undefined;
}

/** `https://acme.example` of `see https://acme.example`. */
function addressIn(text: string): string {
  const words = text.split(" ");
  return stripSurroundings(
    (words.length === 1 ? undefined : words.find((word) => /^(?:https?:\/\/|www\.|[(<]\S+\.)/iu.test(word))) ?? text,
  );
}

/** Whether a part of a line identifies something; there, a number is not an id. */
const isUnderstood = (kind: LookupKind, text: string): boolean =>
  !isBareNumber(text) && understood(kind, text) !== undefined;

function companyTexts(line: string): readonly string[] {
  const parts = partsOf(line);
  const whole = understood("company", line);
  // A list of addresses is understood as a whole too, by its first one.
  if (whole !== undefined && parts.length <= 1) {
    return [line];
  }
  const found = parts.flatMap((part) =>
    isUnderstood("company", part) ? [part] : [domainAmongWords(part)].filter((domain) => domain !== undefined),
  );
  if (found.length === 0) {
    return whole === undefined ? [] : [line];
  }
  // A profile beside a domain belongs to the same company, which must not be paid for twice.
  const domains = found.filter((part) => "domain" in (understood("company", part)?.identifiers ?? {}));
  return domains.length > 0 ? domains : found;
}

function personTexts(line: string): readonly string[] {
  const parts = partsOf(line);
  const profiles = [...parts, ...line.split(/[\s()<>"'`]+/u)].filter((part) => {
    const { identifiers = {} } = understood("person", part) ?? {};
    return "person_professional_network_url" in identifiers;
  });
  if (profiles.length > 0) {
    return profiles;
  }
  const whole = understood("person", line);
  const isAtCompany = (one: LookupInLine | undefined): boolean =>
    one !== undefined && Object.keys(one.identifiers).length > 1;
  if (whole !== undefined && (isAtCompany(whole) || parts.length <= 1)) {
    return [line];
  }
  const atCompanies = parts.filter((part) => isAtCompany(understood("person", part)));
  if (atCompanies.length > 0) {
    return atCompanies;
  }
  // `{ name: "Ada Lovelace", site: "acme.example" }` and `| Ada Lovelace | CTO | acme.example |` name one person.
  const name = parts.find((part) => "person_name" in (understood("person", part)?.identifiers ?? {}));
  const [company, ...others] = companyTexts(line);
  if (name !== undefined && company !== undefined && others.length === 0) {
    return [`${name} @ ${company}`];
  }
  return whole === undefined ? [] : [line];
}

/** The texts in quotes, else the targets of links, else the parts between separators. */
function partsOf(line: string): readonly string[] {
  const strings = /(?<=^|[\s([{:=,])(["'`])((?:(?!\1).)+)\1(?=$|[\s)\]},;:])/gu;
  const quoted = Array.from(line.matchAll(strings), ([, , text = ""]) => text.trim()).filter((text) => text !== "");
  if (quoted.length > 0) {
    return quoted;
  }
  const link = /\[([^[\]]*)\]\(\s*<?([^\s()>]+)[^()]*\)/gu;
  const links = Array.from(line.matchAll(link), ([, label = "", target = ""]) => [target, label]).flat();
  const others = line
    .replace(link, ";")
    .split(/[,;|]/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return [...links, ...others];
}

/** File extensions that are also top-level domains: without `https://` such a word is probably a file. */
const fileEndings = /\.(?:cc|md|ml|mm|pl|pm|ps|py|rs|sh|so|vi)$/iu;

/** Whether a single word of a text or of code is probably the name of a file. */
export const isFileName = (word: string): boolean => !word.includes("/") && fileEndings.test(word);

/** `acme.example` in `Acme Corporation acme.example`: the only address, at one end of the words. */
function domainAmongWords(text: string): string | undefined {
  const words = text.split(/[\s()<>[\]{}]+/u).filter((word) => word !== "");
  const domains = words.filter((word) => parseWebAddress(word) !== undefined && !isFileName(word));
  const [domain] = domains;
  return domains.length === 1 && (domain === words[0] || domain === words.at(-1)) ? domain : undefined;
}
