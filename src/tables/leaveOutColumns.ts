// Finds the columns of a table that identify companies and people to leave out, and the entries of its rows.
import type { LookupKind } from "../service/operations";
import type { LeaveOutEntry } from "../store/identifiers";
import { isDomain, isEmail, isFirstName, isId, isLastName, isOfCompany, isOfNetwork, isOfOthers } from "./columnTitles";
import {
  addressEntry,
  entriesOfLine,
  entryOfValue,
  nameAtCompanyEntry,
  networkIdEntry,
  personName,
} from "./leaveOutEntries";

type ColumnUse =
  | "name"
  | "firstName"
  | "lastName"
  | "companyName"
  | "domain"
  | "email"
  /** A profile of a person or a company; its address shows which. */
  | "profile"
  | "companyProfile"
  | "personNetworkId"
  | "companyNetworkId"
  | "id"
  | "companyId";

type Columns = Readonly<Partial<Record<ColumnUse, readonly number[]>>>;

const person = /person|people|contact|member|candidate|lead\b|kontakt/iu;
const isAddress = (title: string): boolean =>
  /^(?:company |account )?(?:web ?site|web|url|homepage|web ?page)(?: url)?$/iu.test(title);
const isPersonsTitle = (title: string): boolean =>
  /^(?:full )?name$/iu.test(title) || (/name/iu.test(title) && person.test(title));
const isCompanyTitle = (title: string): boolean =>
  /^company submitted$/iu.test(title) || (isOfCompany(title) && (/name/iu.test(title) || !/\s/u.test(title)));

/** Uses by the title of a column, most specific first. */
const usesByTitle: readonly (readonly [ColumnUse, (title: string) => boolean])[] = [
  ["firstName", isFirstName],
  ["lastName", isLastName],
  ["email", isEmail],
  ["companyNetworkId", (title) => isOfNetwork(title) && isId(title) && isOfCompany(title)],
  ["personNetworkId", (title) => isOfNetwork(title) && isId(title)],
  ["companyId", (title) => isId(title) && isOfCompany(title)],
  ["id", (title) => /^(?:id|record id|(?:person|people|contact) id)$/iu.test(title)],
  ["companyProfile", (title) => isOfNetwork(title) && isOfCompany(title)],
  ["profile", isOfNetwork],
  ["domain", (title) => isDomain(title) || isAddress(title)],
  ["name", isPersonsTitle],
  ["companyName", isCompanyTitle],
];

/** Columns that only tables of people have. */
const ofPeople = /^(?:job )?title$|position|seniority|role|jobtitel|anrede|salutation/iu;

/** How the rows of a table are read. */
export interface LeaveOutTable {
  readonly columns: Columns;
  /** Whether each row is a person; companies are then only employers. */
  readonly isOfPeople: boolean;
}

/** `undefined` when no column is known to identify anything: then rows are read like lines of text. */
export function leaveOutTable(
  header: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
): LeaveOutTable | undefined {
  if (header === undefined) {
    return undefined;
  }
  const columns: Partial<Record<ColumnUse, number[]>> = {};
  for (const [nth, title] of header.entries()) {
    const name = title.replace(/[_.-]+/gu, " ").trim();
    const use = usesByTitle.find(([, matches]) => matches(name))?.[0] ?? useByValues(sample, nth);
    if (use !== undefined && !(use === "domain" && isOfOthers(name))) {
      (columns[use] ??= []).push(nth);
    }
  }
  const uses = Object.keys(columns);
  const hasIdentifiers = uses.some((use) => use !== "name" && use !== "companyName");
  if (!hasIdentifiers && uses.length < 2) {
    return undefined;
  }
  const firstOf = (...uses: readonly ColumnUse[]): number =>
    Math.min(...uses.flatMap((use) => columns[use] ?? []), Number.POSITIVE_INFINITY);
  const companyAt = firstOf("companyName", "domain", "companyProfile", "companyId", "companyNetworkId");
  const isPersonsName =
    columns.companyName !== undefined ||
    header.some((name) => ofPeople.test(name) || /full|person|contact/iu.test(name));
  const personAt = firstOf("firstName", "lastName", ...(isPersonsName ? (["name"] as const) : []));
  return { columns, isOfPeople: personAt < companyAt || !hasIdentifiers };
}

/** The use by the values: a column with another title counts only when nearly all values are addresses or emails. */
function useByValues(sample: readonly (readonly string[])[], column: number): ColumnUse | undefined {
  const values = sample.map((row) => (row[column] ?? "").trim()).filter((value) => value !== "");
  const most = (test: (entry: LeaveOutEntry | undefined) => boolean): boolean =>
    values.length > 0 && values.filter((value) => test(entryOfValue(value))).length >= values.length * 0.8;
  if (most((entry) => entry?.kind === "email")) {
    return "email";
  }
  if (most((entry) => entry?.kind === "personUrl" || entry?.kind === "companyUrl")) {
    return "profile";
  }
  return most((entry) => entry?.kind === "domain") ? "domain" : undefined;
}

/** The entries of a row; none when it is not understood. */
export function entriesOfRow(table: LeaveOutTable | undefined, cells: readonly string[]): readonly LeaveOutEntry[] {
  return table === undefined ? entriesWithoutHeader(cells) : new RowReader(table, cells).entries();
}

/** Reads up to two cells as a line of text, as in a list without columns; of more cells, each counts by itself. */
function entriesWithoutHeader(cells: readonly string[]): readonly LeaveOutEntry[] {
  const used = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (used.length <= 2) {
    return entriesOfLine(used.join(", "));
  }
  return used.flatMap((cell) => {
    const entry = entryOfValue(cell);
    return entry === undefined || entry.kind === "id" ? [] : [entry];
  });
}

class RowReader {
  constructor(
    private readonly table: LeaveOutTable,
    private readonly cells: readonly string[],
  ) {}

  entries(): readonly LeaveOutEntry[] {
    const { isOfPeople } = this.table;
    // A name of a company can be its domain: "Booking.com".
    const domains = [...this.values("domain"), ...this.values("companyName")].map(addressEntry);
    const profiles = [...this.values("profile"), ...this.values("companyProfile")].map(addressEntry);
    const ofPerson: (LeaveOutEntry | undefined)[] = [
      ...this.emails(),
      ...[...domains, ...profiles].filter((entry) => entry?.kind === "personUrl"),
    ];
    if (isOfPeople) {
      ofPerson.push(...this.numbers("personNetworkId", "person"), ...this.ids("id"), ...this.personAtCompany());
    }
    const ofCompany: (LeaveOutEntry | undefined)[] = [
      // A web page that is not at the company's domain, such as one at a shared host, does not add another company.
      domains.find((entry) => entry?.kind === "domain"),
      ...[...domains, ...profiles].filter((entry) => entry?.kind === "companyUrl"),
      ...this.numbers("companyNetworkId", "company"),
      ...this.ids("companyId"),
    ];
    if (!isOfPeople) {
      ofCompany.push(...this.numbers("personNetworkId", "company"), ...this.ids("id"));
    }
    const known = ofPerson.filter((entry) => entry !== undefined);
    return isOfPeople && known.length > 0 ? known : [...known, ...ofCompany.filter((entry) => entry !== undefined)];
  }

  private values(use: ColumnUse): readonly string[] {
    return (this.table.columns[use] ?? [])
      .map((column) => (this.cells[column] ?? "").trim())
      .filter((cell) => cell !== "");
  }

  /** A cell can contain several, as in "All work emails"; `@acme.example` means everybody there. */
  private emails(): readonly (LeaveOutEntry | undefined)[] {
    return this.values("email")
      .flatMap((cell) => cell.split(/[\s,;]+/u))
      .filter((email) => email.includes("@"))
      .map(entryOfValue);
  }

  private numbers(
    use: "personNetworkId" | "companyNetworkId",
    kind: LookupKind,
  ): readonly (LeaveOutEntry | undefined)[] {
    return this.values(use).map((cell) => networkIdEntry(kind, cell));
  }

  /** Ignores the sequential numbers of other programs, which are not ids of records. */
  private ids(use: "id" | "companyId"): readonly (LeaveOutEntry | undefined)[] {
    return this.values(use).map((value) => (/^\d*$/u.test(value) ? undefined : { kind: "id" as const, value }));
  }

  private personAtCompany(): readonly (LeaveOutEntry | undefined)[] {
    const parts = [...this.values("firstName"), ...this.values("lastName")].join(" ");
    const name = [parts, ...this.values("name")].map(personName).find((found) => found !== undefined);
    return name === undefined
      ? []
      : [...this.values("companyName"), ...this.values("domain")].map((at) => nameAtCompanyEntry(name, at));
  }
}
