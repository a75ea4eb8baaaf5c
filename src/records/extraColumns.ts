// Columns beside a record: the user's lists and notes, the changes since an earlier run, and the row of a list of
// companies through which a person was found. The store reads them beside the record.
import type { RecordKind } from "../service/operations";
import { column, type ExtraValue, type Column, type ColumnOptions, type ColumnType } from "./column";

/** The data that a source has beside its records. */
export interface ExtraData {
  /** People that were searched at a list of companies. */
  readonly hasCompanies?: boolean | undefined;
  /** The records are the results of a table's lookups. */
  readonly isTable?: boolean | undefined;
  /** The names of the columns of that table, and of the other columns of that list. */
  readonly listColumns?: readonly string[] | undefined;
  /** The records of one of the user's lists. */
  readonly isList?: boolean | undefined;
  /** The records are compared with an earlier run. */
  readonly isCompared?: boolean | undefined;
}

const extraColumn = (
  id: string,
  header: string,
  type: ColumnType,
  extra: ExtraValue,
  options: Omit<ColumnOptions, "extra"> = {},
): Column => column(id, header, type, () => undefined, { ...options, extra });

export const companyRowColumns: readonly Column[] = [
  extraColumn("list_row", "Company row", "number", "row", { visible: true, width: 110 }),
  extraColumn("list_entry", "Company in list", "text", "entry", { visible: true }),
];

/** The column has the same name in the result of the table. */
const lookupStatusColumn = extraColumn("lookup_status", "Lookup status", "text", "lookupStatus", { visible: true });

const listPrefix = "list/";
const tablePrefix = "table/";

const ofRow = (id: string, name: string, header: string): Column =>
  extraColumn(id, header, "text", { inList: name }, { visible: true });

/** A column of a list of companies, by its name there. */
function listColumn(name: string, known: readonly Column[]): Column {
  const isTaken = known.some(({ header }) => header.toLowerCase() === name.toLowerCase());
  return ofRow(listPrefix + name, name, isTaken ? `${name} (list)` : name);
}

/** A column of a table with lookups. It keeps its name, as in the result of the table. */
const tableColumn = (name: string): Column => ofRow(tablePrefix + name, name, name);

/** The name in the list or table of a column with this id; `undefined` for all others. */
export const nameInList = (id: string): string | undefined => /^(?:list|table)\/([^\p{Cc}]{1,100})$/u.exec(id)?.[1];

export const isOfTable = (id: string): boolean => nameInList(id) !== undefined && id.startsWith(tablePrefix);

/** The column with this id of a list or table. */
export const columnInList = (id: string, name: string, known: readonly Column[]): Column =>
  isOfTable(id) ? tableColumn(name) : listColumn(name, known);

/** Whether a column is about the list of companies or the table. */
export const isAboutList = (id: string): boolean =>
  nameInList(id) !== undefined || [...companyRowColumns, lookupStatusColumn].some((column) => column.id === id);

/** The change of a compared record: `new`, `changed`, `gone`, or `unchanged`. */
export const changeColumnId = "change";
const changeColumn = extraColumn(changeColumnId, "Change", "text", "change", { width: 110 });
const noteColumn = extraColumn("note", "Note", "text", "note", { width: 240 });
/** Visible in a list, where notes matter most. */
const noteInList = extraColumn("note", "Note", "text", "note", { width: 240, visible: true, isEditable: true });
/** Its id must not end like the id of an address with a status. */
const formerEmailColumn = (kind: RecordKind): Column =>
  extraColumn("email_at_former_employer", "Email at former employer", "email", "formerEmail", {
    visible: kind === "contact",
  });
const listsColumn = extraColumn("lists", "Lists", "list", "lists");

/**
 * A record counts as changed when one of these columns changes, because they decide whether to contact a person. A
 * person does not change when the employer grows: otherwise everybody would have changed.
 */
const compared: Readonly<Record<RecordKind, readonly string[]>> = {
  company: ["name", "domain", "industry", "type", "headcount", "city", "region", "country"],
  person: ["title", "seniority", "company_name", "company_domain", "city", "region", "country"],
  contact: [
    "work_email",
    "work_email_status",
    "phone",
    "profile_title",
    "profile_seniority",
    "profile_company_name",
    "profile_company_domain",
    "profile_city",
    "profile_country",
  ],
};

/** Ids of the compared columns. */
export const comparedColumns = (kind: RecordKind): readonly string[] => compared[kind];

const earlierPrefix = "before.";

function earlierColumn({ id, header, type, width }: Column): Column {
  const lower = `${header.charAt(0).toLowerCase()}${header.slice(1)}`;
  const label = `Previously: ${header}`;
  return extraColumn(earlierPrefix + id, `Previous ${lower}`, type, { earlier: id }, { width, label });
}

export const isAboutChange = ({ extra }: Column): boolean =>
  extra === "change" || (typeof extra === "object" && "earlier" in extra);

const earlierOf = (kind: RecordKind, known: readonly Column[]): readonly Column[] =>
  compared[kind].flatMap((id) => known.filter((one) => one.id === id).map(earlierColumn));

/** The columns before and after those of a record. */
export function extraColumns(
  kind: RecordKind,
  known: readonly Column[],
  { hasCompanies, isTable, listColumns = [], isList, isCompared }: ExtraData,
): readonly [before: readonly Column[], after: readonly Column[]] {
  const ofList = hasCompanies === true && kind === "person";
  const before = ofList ? [...companyRowColumns] : [];
  if (ofList) {
    before.push(...listColumns.map((name) => listColumn(name, known)));
  }
  if (isTable === true) {
    before.push(...listColumns.map(tableColumn), lookupStatusColumn);
  }
  const columns: Column[] = [isList === true ? noteInList : noteColumn, listsColumn];
  if (kind !== "company") {
    columns.push(formerEmailColumn(kind));
  }
  if (isCompared === true) {
    columns.push(changeColumn, ...earlierOf(kind, known));
  }
  return [before, columns];
}
