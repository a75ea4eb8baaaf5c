// Maps the columns of a table to the identifiers of a lookup, by their names and values, and reads rows by the mapping.
import type { LookupKind } from "../service/operations";
import {
  isDomain,
  isEmail,
  isFirstName,
  isId,
  isLastName,
  isOfCompany,
  isOfNetwork,
  isOfOthers,
  isPersonal,
} from "./columnTitles";
import { endsWithLegalForm } from "./legalForms";
import {
  guessLookupKind,
  isAddress,
  parseLookup,
  parsePersonAt,
  type LookupIdentifiers,
  type ParsedLookup,
} from "./parseLookup";
import { namePart, wholeName } from "./personNames";
import type { TableOptions } from "./table";

export const companyRoles = ["domain", "networkUrl", "networkId"] as const;
export const peopleRoles = [
  "name",
  "firstName",
  "lastName",
  "profileUrl",
  "profileId",
  "companyDomain",
  "companyUrl",
  "companyId",
] as const;

export type CompanyRole = (typeof companyRoles)[number];
export type PeopleRole = (typeof peopleRoles)[number];
export type ColumnRole = CompanyRole | PeopleRole;

/** Columns are counted from 0; roles without a column are not used. */
export interface ColumnMapping {
  readonly kind: LookupKind;
  readonly columns: Readonly<Partial<Record<ColumnRole, number>>>;
  /** Columns to identify the company or person if `columns` do not: the email address beside the website. */
  readonly fallbacks?: readonly number[] | undefined;
  /** The options to read the file. */
  readonly reading?: TableOptions | undefined;
}

export const rolesOf = (kind: LookupKind): readonly ColumnRole[] => (kind === "company" ? companyRoles : peopleRoles);

export type RowQuestion =
  | { readonly kind: "question"; readonly identifiers: LookupIdentifiers; readonly words: string }
  /** `reason` is a sentence. */
  | { readonly kind: "skipped"; readonly reason: string };

const person = /person|people|contact|member|profil|candidate/iu;
const address = /url|link|profil|page|handle|site|web/iu;
const isWebsite = (title: string): boolean => /web|site|url|homepage/iu.test(title);
const isWholeNameOf = (title: string): boolean =>
  /^(?:氏名|姓名|名前|お名前|이름|성명|фио|pełna nazwa|(?:full.?)?name)$|full.?name|^name\b/iu.test(title) ||
  /^(?:nombre completo|nome completo|nom complet|imię i nazwisko|celé jméno|teljes név)$/iu.test(title) ||
  /(?:person|contact|people|attendee|participant|speaker|candidate|member|lead|prospect).{0,2}name/iu.test(title) ||
  /^(?:contact|contact person|attendee|participant|speaker|candidate|ansprechpartner|kontaktperson)$/iu.test(title);

type Pattern = readonly [ColumnRole, (title: string) => boolean];

/** Recognizes roles by the title, most specific first; the first match that is not taken yet wins. */
const titlePatterns: Readonly<Record<LookupKind, readonly Pattern[]>> = {
  company: [
    ["networkId", (title) => isOfNetwork(title) && isId(title)],
    ["networkUrl", isOfNetwork],
    ["domain", isDomain],
    ["domain", isWebsite],
    ["domain", isEmail],
  ],
  person: [
    ["firstName", (title) => isFirstName(title) || /^nombre$|^nome$/iu.test(title)],
    ["lastName", (title) => isLastName(title) || /^nom$/iu.test(title)],
    ["companyId", (title) => isOfNetwork(title) && isOfCompany(title) && isId(title)],
    ["profileId", (title) => isOfNetwork(title) && isId(title)],
    ["companyUrl", (title) => isOfNetwork(title) && isOfCompany(title)],
    ["profileUrl", (title) => isOfNetwork(title) || (person.test(title) && address.test(title))],
    ["name", (title) => isWholeNameOf(title) && !isOfCompany(title)],
    ["companyDomain", isDomain],
    ["companyDomain", isWebsite],
    ["companyDomain", isEmail],
  ],
};

/** The kind for which more of the first rows have an identifier; if equal, people when there are names. */
export function guessTableKind(
  header: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
): LookupKind {
  const company = guessMapping("company", header, sample);
  const person = guessMapping("person", header, sample);
  const { name, firstName, lastName } = person.columns;
  const hasNames = [name, firstName, lastName].some((column) => column !== undefined);
  const more = understoodRows(person, sample) - understoodRows(company, sample);
  return more > 0 || (more === 0 && hasNames) ? "person" : "company";
}

/** How many rows have an identifier. */
export const understoodRows = (mapping: ColumnMapping, rows: readonly (readonly string[])[]): number =>
  rows.filter((cells) => questionOfRow(mapping, cells).kind === "question").length;

/** Titles of columns that may identify the company when the main column does not. */
const fallbackTitles = [isDomain, (title: string) => /web ?site|web ?page|homepage|^web$/iu.test(title), isEmail];

/**
 * Guesses roles from the names of the columns, then missing ones from the values of the first rows. `among` are the
 * columns that may identify, all of them if it is not given.
 */
export function guessMapping(
  kind: LookupKind,
  header: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
  among?: readonly number[],
): ColumnMapping {
  const columns: Partial<Record<ColumnRole, number>> = {};
  const isTaken = (column: number): boolean => Object.values(columns).includes(column);
  const width = sample.reduce((most, row) => Math.max(most, row.length), header?.length ?? 0);
  const names = header?.map((name) => name.replace(/[\s_.-]+/gu, " ").trim()) ?? [];
  const every = among ?? Array.from({ length: width }, (_, column) => column);
  // An owner has a name, but the address of an owner is not that of the company.
  const all = among ?? every.filter((nth) => !isOfOthers(names[nth] ?? "") && !isPersonal(names[nth] ?? ""));
  const byValues = new Map(all.map((column) => [column, roleOfValues(kind, sample, column, header !== undefined)]));
  // Addresses of profiles are unambiguous, even in a column such as "URL".
  for (const [column, role] of byValues) {
    if (role !== undefined && isProfileRole(role) && columns[role] === undefined) {
      columns[role] = column;
    }
  }
  for (const [role, matches] of titlePatterns[kind]) {
    const column = (nameRoles.includes(role) ? every : all).find(
      (nth) => !isTaken(nth) && matches(names[nth] ?? "") && hasValuesOf(role)(sample, nth),
    );
    if (column !== undefined && columns[role] === undefined) {
      columns[role] = column;
    }
  }
  for (const [column, role] of byValues) {
    if (
      role !== undefined &&
      !isTaken(column) &&
      columns[role] === undefined &&
      !(role === "name" && columns.lastName !== undefined)
    ) {
      columns[role] = column;
    }
  }
  const fallbacks = fallbackTitles.flatMap((matches) =>
    all.filter((nth) => !isTaken(nth) && matches(names[nth] ?? "") && hasDomains(sample, nth)),
  );
  return { kind, columns, ...(fallbacks.length > 0 && { fallbacks: [...new Set(fallbacks)] }) };
}

const nameRoles: readonly ColumnRole[] = ["name", "firstName", "lastName"];

const isProfileRole = (role: ColumnRole): boolean => ["networkUrl", "profileUrl", "companyUrl"].includes(role);

type HasValues = (sample: readonly (readonly string[])[], column: number) => boolean;

const someCell =
  (test: (cell: string) => boolean): HasValues =>
  (sample, column) =>
    sample.length === 0 || sample.some((row) => test(row[column] ?? ""));

const hasDomains = someCell(isAddress);
const hasNames = someCell((cell) => !cell.includes("@") && !isNumber(cell.trim()) && cell.trim() !== "");
const hasText = someCell((cell) => cell.trim() !== "");

/** What values a column of a role has: "Domain" can also mean a field of business, and "Contact" an address. */
function hasValuesOf(role: ColumnRole): HasValues {
  if (role === "domain" || role === "companyDomain") {
    return hasDomains;
  }
  return role === "name" ? hasNames : hasText;
}

/** Names of companies identify nothing: the service looks companies up by their domains. */
export const hasCompanyNames = (sample: readonly (readonly string[])[]): boolean =>
  sample.some((cells) => cells.some(endsWithLegalForm));

/**
 * The role that most values of a column fit. Names are ambiguous, so they count only without a header; numbers never
 * count, because they do not show what they identify.
 */
function roleOfValues(
  kind: LookupKind,
  sample: readonly (readonly string[])[],
  column: number,
  hasHeader: boolean,
): ColumnRole | undefined {
  const values = sample.map((row) => (row[column] ?? "").trim()).filter((value) => value !== "");
  const most = (test: (value: string) => boolean): boolean =>
    values.length > 0 && values.filter(test).length > values.length * 0.6;
  const isParsedAs =
    (as: LookupKind, field: string) =>
    (value: string): boolean => {
      const line = parseLookup(as, value);
      return line.kind === "understood" && field in line.identifiers;
    };
  if (kind === "company") {
    if (most(isParsedAs("company", "professional_network_url"))) {
      return "networkUrl";
    }
    return most(isAddress) ? "domain" : undefined;
  }
  if (most(isParsedAs("person", "person_professional_network_url"))) {
    return "profileUrl";
  }
  if (most(isParsedAs("company", "professional_network_url"))) {
    return "companyUrl";
  }
  if (most(isAddress)) {
    return "companyDomain";
  }
  return !hasHeader &&
    !values.some(endsWithLegalForm) &&
    most((value) => guessLookupKind(value) === "person" && isParsedAs("person", "person_name")(value))
    ? "name"
    : undefined;
}

const isNumber = (text: string): boolean => /^\d+$/u.test(text);

/** The question of a row, or the reason why it has none. */
export function questionOfRow({ kind, columns, fallbacks = [] }: ColumnMapping, cells: readonly string[]): RowQuestion {
  const cellAt = (column: number | undefined): string => (column === undefined ? "" : (cells[column] ?? "").trim());
  const cell = (role: ColumnRole): string => cellAt(columns[role]);
  const others = fallbacks.map(cellAt).filter((value) => value !== "");
  if (kind === "person") {
    return personQuestion(cell, others);
  }
  // A number is an id only in a column of ids.
  const isRead = (role: CompanyRole): boolean => role === "networkId" || !isNumber(cell(role));
  return companyQuestion(
    companyRoles.filter(isRead).map(cell),
    others.filter((value) => !isNumber(value)),
  );
}

function companyQuestion(values: readonly string[], fallbacks: readonly string[]): RowQuestion {
  const read = (texts: readonly string[]): readonly ParsedLookup[] =>
    texts.filter((value) => value !== "").map((value) => parseLookup("company", value));
  const lines = read(values);
  let understood = lines.filter((line) => line.kind === "understood");
  if (understood.length === 0) {
    understood = read(fallbacks)
      .filter((line) => line.kind === "understood")
      .slice(0, 1);
  }
  if (understood.length > 0) {
    return {
      kind: "question",
      identifiers: Object.assign({}, ...understood.map(({ identifiers }) => identifiers)) as LookupIdentifiers,
      words: understood.map(({ words }) => words)[0] ?? "",
    };
  }
  return skippedFor([...lines, ...read(fallbacks)]);
}

function personQuestion(cell: (role: ColumnRole) => string, fallbacks: readonly string[]): RowQuestion {
  const parts = [cell("firstName"), cell("lastName")].map(namePart).filter((part) => part !== "");
  const name = cell("name") === "" ? parts.join(" ") : wholeName(cell("name"));
  const companies = [cell("companyUrl"), cell("companyId"), cell("companyDomain"), ...fallbacks].filter(
    (value) => value !== "",
  );
  const person = (text: string): ParsedLookup => parseLookup("person", text);
  const lines = [cell("profileUrl"), cell("profileId")].filter((text) => text !== "").map(person);
  if (name === "") {
    lines.push(...[cell("companyDomain"), ...fallbacks].filter((value) => value.includes("@")).map(person));
    lines.push(...fallbacks.map(person));
  } else if (companies.length > 0) {
    lines.push(...companies.map((company) => parsePersonAt(name, company)));
  } else {
    lines.push(person(name));
  }
  const found = lines.find((line) => line.kind === "understood");
  return found === undefined
    ? skippedFor(lines)
    : { kind: "question", identifiers: found.identifiers, words: found.words };
}

function skippedFor(lines: readonly ParsedLookup[]): RowQuestion {
  const problem = lines.find((line) => line.kind === "unclear");
  return {
    kind: "skipped",
    reason: problem === undefined ? "There is no identifier in this row." : firstSentence(problem.message),
  };
}

function firstSentence(message: string): string {
  return /^.*?[.!?](?=\s|$)/u.exec(message)?.[0] ?? message;
}
