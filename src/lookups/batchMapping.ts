// Maps the columns of a table to the identifiers of a lookup, by their names and values, and reads rows by the mapping.
import { endsWithLegalForm } from "../language/legalForms";
import type { LookupKind } from "../service/operations";
import { guessLookupKind, parseLookup, type LookupIdentifiers } from "./parseLookup";

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
}

export const rolesOf = (kind: LookupKind): readonly ColumnRole[] => (kind === "company" ? companyRoles : peopleRoles);

export type RowQuestion =
  | { readonly kind: "question"; readonly identifiers: LookupIdentifiers; readonly words: string }
  /** `reason` is a sentence. */
  | { readonly kind: "skipped"; readonly reason: string };

const network = /linked|xing|network|social|profil/iu;
const person = /person|people|contact|member|profil|candidate/iu;
const employer = /compan|organi[sz]|account|employer|firm|business|entreprise|empresa|azienda/iu;
const address = /url|link|profil|page|handle|site|web/iu;

/** Recognizes roles by column name, most specific first; the first match that is not taken yet wins. */
const namePatterns: Readonly<Record<LookupKind, readonly (readonly [ColumnRole, (name: string) => boolean])[]>> = {
  company: [
    ["networkId", (name) => network.test(name) && /\bid\b|_id$/iu.test(name)],
    ["networkUrl", (name) => network.test(name)],
    ["domain", (name) => /domain|dom[aä]ne/iu.test(name)],
    ["domain", (name) => /web|site|url|homepage/iu.test(name)],
    ["domain", (name) => /e-?mail|courriel|correo/iu.test(name)],
  ],
  person: [
    ["firstName", (name) => /^first$|(?:first|fore).?name|^fname$|given|vorname|pr[ée]nom|^nombre$/iu.test(name)],
    [
      "lastName",
      (name) => /^last$|last.?name|^lname$|family|surname|nachname|familienname|^nom$|apellido|cognome/iu.test(name),
    ],
    ["companyId", (name) => network.test(name) && employer.test(name) && /\bid\b|_id$/iu.test(name)],
    ["profileId", (name) => network.test(name) && /\bid\b|_id$/iu.test(name)],
    ["companyUrl", (name) => network.test(name) && employer.test(name)],
    ["profileUrl", (name) => network.test(name) || (person.test(name) && address.test(name))],
    [
      "name",
      (name) =>
        /^(?:full.?)?name$|full.?name|(?:person|contact|people).{0,2}name|^name\b/iu.test(name) && !employer.test(name),
    ],
    ["companyDomain", (name) => /domain|dom[aä]ne/iu.test(name)],
    ["companyDomain", (name) => /web|site|url|homepage/iu.test(name)],
    ["companyDomain", (name) => /e-?mail|courriel|correo/iu.test(name)],
  ],
};

/** The kind of which more of the first rows have an identifier; of two equal ones people when there are names. */
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

/** Guesses roles from the names of the columns, then missing ones from the values of the first rows. */
export function guessMapping(
  kind: LookupKind,
  header: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
): ColumnMapping {
  const columns: Partial<Record<ColumnRole, number>> = {};
  const isTaken = (column: number): boolean => Object.values(columns).includes(column);
  for (const [role, matches] of namePatterns[kind]) {
    const column =
      header?.findIndex(
        (name, nth) => !isTaken(nth) && matches(name.replace(/[_.-]+/gu, " ").trim()) && hasValues(sample, nth),
      ) ?? -1;
    if (column >= 0 && columns[role] === undefined) {
      columns[role] = column;
    }
  }
  const width = sample.reduce((most, row) => Math.max(most, row.length), 0);
  for (let column = 0; column < width; column += 1) {
    const role = isTaken(column) ? undefined : roleOfValues(kind, sample, column, header !== undefined);
    if (role !== undefined && columns[role] === undefined && !(role === "name" && columns.lastName !== undefined)) {
      columns[role] = column;
    }
  }
  return { kind, columns };
}

/** Names of companies identify nothing: the service looks companies up by their domains. */
export const hasCompanyNames = (sample: readonly (readonly string[])[]): boolean =>
  sample.some((cells) => cells.some(endsWithLegalForm));

function hasValues(sample: readonly (readonly string[])[], column: number): boolean {
  return sample.length === 0 || sample.some((row) => (row[column] ?? "").trim() !== "");
}

/**
 * The role that most values of a column fit. Names are ambiguous, so they count only without a header; a number says
 * nothing about what it identifies, so it never counts.
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
    return most(isParsedAs("company", "professional_network_url"))
      ? "networkUrl"
      : most(isParsedAs("company", "domain"))
        ? "domain"
        : undefined;
  }
  if (most(isParsedAs("person", "person_professional_network_url"))) {
    return "profileUrl";
  }
  if (most(isParsedAs("company", "professional_network_url"))) {
    return "companyUrl";
  }
  if (most(isParsedAs("company", "domain"))) {
    return "companyDomain";
  }
  return !hasHeader &&
    !values.some(endsWithLegalForm) &&
    most((value) => guessLookupKind(value) === "person" && isParsedAs("person", "person_name")(value))
    ? "name"
    : undefined;
}

/** The question of a row, or why it has none. */
export function questionOfRow({ kind, columns }: ColumnMapping, cells: readonly string[]): RowQuestion {
  const cell = (role: ColumnRole): string => {
    const column = columns[role];
    return column === undefined ? "" : (cells[column] ?? "").trim();
  };
  return kind === "company" ? companyQuestion(companyRoles.map(cell)) : personQuestion(cell);
}

function companyQuestion(values: readonly string[]): RowQuestion {
  const lines = values.filter((value) => value !== "").map((value) => parseLookup("company", value));
  const understood = lines.filter((line) => line.kind === "understood");
  if (understood.length > 0) {
    return {
      kind: "question",
      identifiers: Object.assign({}, ...understood.map(({ identifiers }) => identifiers)) as LookupIdentifiers,
      words: understood.map(({ words }) => words)[0] ?? "",
    };
  }
  const problem = lines.find((line) => line.kind === "unclear");
  return {
    kind: "skipped",
    reason: problem === undefined ? "There is no identifier in this row." : firstSentence(problem.message),
  };
}

function personQuestion(cell: (role: ColumnRole) => string): RowQuestion {
  const problems: string[] = [];
  const name =
    cell("name") === "" ? [cell("firstName"), cell("lastName")].filter((part) => part !== "").join(" ") : cell("name");
  const companies = (["companyUrl", "companyId", "companyDomain"] as const).map(cell).filter((value) => value !== "");
  const lines = [
    cell("profileUrl"),
    cell("profileId"),
    ...(name === ""
      ? [cell("companyDomain")].filter((value) => value.includes("@"))
      : [...companies.map((company) => `${name} @ ${mailDomain(company)}`), ...(companies.length === 0 ? [name] : [])]),
  ];
  for (const line of lines.filter((text) => text !== "")) {
    const result = parseLookup("person", line);
    if (result.kind === "understood") {
      return { kind: "question", identifiers: result.identifiers, words: result.words };
    }
    problems.push(result.message);
  }
  return {
    kind: "skipped",
    reason: problems[0] === undefined ? "There is no identifier in this row." : firstSentence(problems[0]),
  };
}

/** The domain of an email address. */
function mailDomain(company: string): string {
  return company.replace(/^[^@\s]*@/u, "");
}

function firstSentence(message: string): string {
  return /^.*?[.!?](?=\s|$)/u.exec(message)?.[0] ?? message;
}
