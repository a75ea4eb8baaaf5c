// The steps before a batch: the kind of lookup, the mapping of the columns, and the columns to append.
import { QuickPickItemKind, ThemeIcon, type QuickPickItem } from "vscode";
import { columnsOf } from "../../records/columns";
import type { LookupKind } from "../../service/operations";
import {
  guessMapping,
  guessTableKind,
  hasCompanyNames,
  questionOfRow,
  rolesOf,
  understoodRows,
  type ColumnMapping,
  type ColumnRole,
  type RowQuestion,
} from "../../tables/batchMapping";
import type { CsvTable, TableOptions } from "../../tables/table";
import { continueText } from "../buttonTexts";
import { errorText } from "../errorText";
import { kindLabel } from "../labels";
import { pickMany, pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { askReading, readingItems, skippedItems, type ReadingChoice } from "./tableReading";

const roleLabels: Readonly<Record<ColumnRole, string>> = {
  domain: "Domain, website or email",
  networkUrl: "Professional-network address",
  networkId: "Professional-network id",
  name: "Full name",
  firstName: "First name",
  lastName: "Last name",
  profileUrl: "Profile address",
  profileId: "Profile id",
  companyDomain: "Company domain, website or email",
  companyUrl: "Company's professional-network address",
  companyId: "Company's professional-network id",
};

const previewRows = 3;

/** The column's header, or its number. */
function columnName(table: CsvTable, column: number): string {
  const name = table.header?.[column]?.trim() ?? "";
  return name === "" ? `Column ${column + 1}` : safeText(name);
}

/** A column as an item: its name, and its first values. */
export const columnItem = (table: CsvTable, column: number) => ({
  label: columnName(table, column),
  description: safeText(
    table.sample
      .map((cells) => (cells[column] ?? "").trim())
      .filter((cell) => cell !== "")
      .slice(0, 3)
      .join(" · "),
  ),
  column,
});

/** A table with its column mapping. */
export interface MappedTable {
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
}

/** Asks for the kind of lookup for a file; the likelier kind first. */
export async function askKind(table: CsvTable): Promise<LookupKind | undefined> {
  const mapped = (kind: LookupKind): MappedTable => ({
    table,
    mapping: guessMapping(kind, table.header, table.sample),
  });
  const order: readonly LookupKind[] =
    guessTableKind(table.header, table.sample) === "company" ? ["company", "person"] : ["person", "company"];
  return (await askMappedTable(order.map(mapped)))?.mapping.kind;
}

/** Asks for the kind of lookup and shows how many rows each choice understands. */
export async function askMappedTable<T extends MappedTable>(choices: readonly T[]): Promise<T | undefined> {
  const item = (choice: T): QuickPickItem & { readonly choice: T } => ({
    label: kindLabel(choice.mapping.kind),
    iconPath: new ThemeIcon(choice.mapping.kind === "company" ? "organization" : "person"),
    description: understoodText(choice),
    choice,
  });
  const picked = await pickOne(choices.map(item), { title: "What do you want to look up for each row?" });
  return picked?.choice;
}

/** "2 of the first 4 rows identify a company" */
function understoodText({ mapping, table: { sample } }: MappedTable): string {
  const understood = understoodRows(mapping, sample);
  if (understood > 0) {
    const rows =
      sample.length === 1 ? "the row identifies" : `${understood} of the first ${sample.length} rows identify`;
    return `${rows} a ${mapping.kind}`;
  }
  return mapping.kind === "company" && hasCompanyNames(sample)
    ? "only names of companies; a lookup needs domains, web pages, or email addresses"
    : `no row identifies a ${mapping.kind}`;
}

type MappingItem = QuickPickItem & { readonly does: "continue" | "nothing" | "otherwise" | ReadingChoice | ColumnRole };

/** Opens the table again with other options. */
export type Reopen = (options: TableOptions) => Promise<CsvTable>;

/**
 * Shows the options of reading, the guessed mapping, the lookups of the first rows, and the skipped rows, until the
 * user continues.
 */
export async function askMapping(
  opened: CsvTable,
  kind: LookupKind,
  reopen: Reopen,
  title = "Map columns",
): Promise<MappedTable | undefined> {
  let table = opened;
  let mapping = guessMapping(kind, table.header, table.sample);
  let problem: string | undefined;
  for (;;) {
    const skipped = (await skippedItems(table, mapping)).map((item) => ({ ...item, does: "nothing" }) as const);
    const picked = await pickOne<MappingItem>([...mappingItems(table, mapping), ...skipped], {
      title: problem ?? title,
      placeholder: "Press Enter to continue, or select a line to change its column.",
    });
    if (picked === undefined) {
      return undefined;
    }
    problem = undefined;
    switch (picked.does) {
      case "continue":
        return { table, mapping };
      case "nothing":
        break;
      case "encoding":
      case "headerRow":
      case "separator": {
        const reading = await askReading(table, picked.does);
        try {
          table = reading === undefined ? table : await reopen(reading);
          mapping = reading === undefined ? mapping : guessMapping(kind, table.header, table.sample);
        } catch (error) {
          problem = errorText(error);
        }
        break;
      }
      default:
        mapping = await askColumn(table, mapping, picked.does);
    }
  }
}

function mappingItems(table: CsvTable, mapping: ColumnMapping): readonly MappingItem[] {
  const isMapped = Object.values(mapping.columns).some((column) => column !== undefined);
  const roles = rolesOf(mapping.kind).map((role): MappingItem => {
    const column = mapping.columns[role];
    return {
      label: roleLabels[role],
      description: column === undefined ? "not in this file" : columnName(table, column),
      iconPath: new ThemeIcon(column === undefined ? "dash" : "check"),
      does: role,
    };
  });
  const [fallback] = mapping.fallbacks ?? [];
  const otherwise: MappingItem = {
    label: "Rows without these",
    description:
      fallback === undefined
        ? "are skipped"
        : `use ${(mapping.fallbacks ?? []).map((column) => columnName(table, column)).join(", else ")}`,
    iconPath: new ThemeIcon(fallback === undefined ? "dash" : "check"),
    does: "otherwise",
  };
  const preview = table.sample.slice(0, previewRows).map((cells): MappingItem => {
    const question = questionOfRow(mapping, cells);
    const filled = cells.filter((cell) => cell.trim() !== "").slice(0, 4);
    return {
      label: safeText(question.kind === "question" ? identifiersText(question) : question.reason),
      description: safeText(filled.join(" · ")),
      iconPath: new ThemeIcon(question.kind === "question" ? "search" : "circle-slash"),
      does: "nothing",
    };
  });
  const separator = (label: string): MappingItem => ({ label, kind: QuickPickItemKind.Separator, does: "nothing" });
  const items: MappingItem[] = [];
  if (isMapped) {
    items.push({
      label: continueText,
      description: "with these columns",
      iconPath: new ThemeIcon("arrow-right"),
      does: "continue",
    });
  }
  items.push(separator(""), ...roles, otherwise, ...readingItems(table), separator("First rows"), ...preview);
  return items;
}

/** All identifiers that are sent for a row. */
function identifiersText({ words, identifiers }: Extract<RowQuestion, { readonly kind: "question" }>): string {
  const values = Object.values(identifiers).map(String);
  return values.length === 1 ? words : values.join(" · ");
}

async function askColumn(
  table: CsvTable,
  mapping: ColumnMapping,
  role: ColumnRole | "otherwise",
): Promise<ColumnMapping> {
  const none = { label: role === "otherwise" ? "Skip these rows" : "Not in this file", column: undefined };
  const items: readonly (QuickPickItem & { readonly column: number | undefined })[] = [
    ...Array.from({ length: table.width }, (_, column) => columnItem(table, column)),
    none,
  ];
  const picked = await pickOne(items, {
    title: role === "otherwise" ? "Which column identifies the rows without these?" : roleLabels[role],
  });
  if (picked === undefined) {
    return mapping;
  }
  if (role === "otherwise") {
    return { ...mapping, fallbacks: picked.column === undefined ? [] : [picked.column] };
  }
  const { [role]: _before, ...others } = mapping.columns;
  return { ...mapping, columns: picked.column === undefined ? others : { ...others, [role]: picked.column } };
}

/** The ids of the columns to append; the default columns are selected at first. */
export async function askResultColumns(kind: LookupKind): Promise<readonly string[] | undefined> {
  const items = columnsOf(kind).map(({ id, label, visible }) => ({ id, label, visible }));
  const answer = await pickMany(items, {
    title: () => "Which columns do you want to append?",
    placeholder: "A status column is always appended.",
    picked: items.filter(({ visible }) => visible),
    mayBeNone: true,
  });
  return answer === undefined || answer === "back"
    ? undefined
    : items.filter((item) => answer.includes(item)).map(({ id }) => id);
}
