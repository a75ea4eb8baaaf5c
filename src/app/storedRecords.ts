// Finds stored people and companies by typed text: a name, or a name and a company. Free.
import { columnOf } from "../records/columns";
import { recordTitle } from "../records/record";
import { valueAtPath } from "../records/recordPath";
import type { LookupInput } from "../runs/lookUpOnce";
import { parseExact } from "../service/exactJson";
import type { LookupKind } from "../service/operations";
import type { FoundRecord } from "../store/everything";
import { folded } from "../store/text";
import { looksLikeName, parseLookup } from "../tables/parseLookup";
import { isNameAddition, wholeName } from "../tables/personNames";
import { stripSurroundings } from "../tables/stripSurroundings";
import { identify, parseWebAddress } from "../tables/webAddress";
import type { App } from "./app";
import { findRecords } from "./readRecords";

export interface StoredMatch extends FoundRecord {
  readonly json: string;
  /** Looks it up again; without identifiers if the record has none that the service accepts. */
  readonly question: LookupInput;
}

/** `Name @ company`, `Name <company>`, `Name (company)`, `Name, company`, `Name - company`, `Name at company` */
const shapes = [
  /^([^@]+)@([^@]+)$/u,
  /^(.+?)\s*<([^<>]+)>$/u,
  /^(.+?)\s*\(([^()]+)\)$/u,
  /^(.+?)\s+at\s+(.+)$/iu,
  /^(.+?)\s+[-–—]\s+(.+)$/u,
  /^(.+?)\s*[;|\t]\s*(.+)$/u,
  /^(.+?)\s*,\s*([^,]+)$/u,
];

/** A person's name, followed by the name or address of a company. */
export function nameAndCompany(text: string): { readonly person: string; readonly company: string } | undefined {
  const line = stripSurroundings(text);
  for (const shape of shapes) {
    const [, before = "", after = ""] = shape.exec(line) ?? [];
    const person = wholeName(before);
    const company = after.trim();
    // `Lovelace, Ada` and `Ada Lovelace, PhD` are only names.
    if (/\s/u.test(person) && looksLikeName(person) && company !== "" && !isNameAddition(company)) {
      return { person, company };
    }
  }
  return undefined;
}

/** The most records with a matching name that are compared. */
const mostNamed = 200;

/** Stored records that a text names, the newest first. Ignores case and accents. */
export async function storedMatches(
  app: App,
  kind: LookupKind,
  text: string,
  most: number,
): Promise<readonly StoredMatch[]> {
  const at = kind === "person" ? nameAndCompany(text) : undefined;
  const name = at?.person ?? (kind === "person" ? wholeName(stripSurroundings(text)) : stripSurroundings(text));
  if (kind === "person" ? !looksLikeName(name) || name.length < 2 : !/\p{L}.*[\p{L}\p{N}]/u.test(name)) {
    return [];
  }
  const words = wordsOf(name);
  const origin = app.origin();
  const named = (await findRecords(app, name, mostNamed, kind)).records
    .filter((record) => origin === undefined || record.origin === origin)
    .filter(({ title }) => hasWords(title, words))
    .slice(0, at === undefined ? most : mostNamed);
  const jsons = await app.store.records.jsonOf(named.map(({ key }) => key));
  return named
    .flatMap((record, nth): readonly StoredMatch[] => {
      const json = jsons[nth];
      return json === undefined || (at !== undefined && !worksAt(json, at.company))
        ? []
        : [{ ...record, json, question: questionOfRecord(kind, json) }];
    })
    .slice(0, most);
}

/** The question in a text, if it names exactly one stored record; otherwise `undefined`. */
export async function storedQuestion(app: App, kind: LookupKind, text: string): Promise<LookupInput | undefined> {
  const [match, ...others] = await storedMatches(app, kind, text, 2);
  if (match === undefined || others.length > 0 || Object.keys(match.question.identifiers).length === 0) {
    return undefined;
  }
  const isWithCompany = kind === "person" && nameAndCompany(text) !== undefined;
  return isWithCompany ? match.question : { ...match.question, isByNameAlone: true };
}

const wordsOf = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Each word is a prefix of a word in the text. */
function hasWords(text: string, words: readonly string[]): boolean {
  const there = wordsOf(text);
  return words.every((word) => there.some((one) => one.startsWith(word)));
}

/** Whether a person's current job is at this company, given its name or address. */
function worksAt(json: string, company: string): boolean {
  const record = parseExact(json);
  const valueOf = (id: string): string => String(columnOf("person", id)?.value(record) ?? "");
  const address = parseWebAddress(company);
  const identified = address && identify(address);
  return identified?.kind === "domain"
    ? valueOf("company_domain").toLowerCase() === identified.domain
    : hasWords(valueOf("company_name"), wordsOf(company));
}

/** Paths of identifiers, the most reliable first. */
const identifierPaths: Readonly<Record<LookupKind, readonly string[]>> = {
  company: ["domain", "social_profiles.professional_network.url"],
  person: ["social_profiles.professional_network.url"],
};

function questionOfRecord(kind: LookupKind, json: string): LookupInput {
  const record = parseExact(json);
  for (const path of identifierPaths[kind]) {
    const value = valueAtPath(record, path);
    const parsed = typeof value === "string" ? parseLookup(kind, value) : undefined;
    if (parsed?.kind === "understood") {
      return { kind, identifiers: parsed.identifiers, words: parsed.words };
    }
  }
  return { kind, identifiers: {}, words: recordTitle(kind, record) };
}
