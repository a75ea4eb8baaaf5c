// The names of a table's columns, which a results grid shows beside the records of the lookups.
import type { CsvTable } from "./table";

/** More would make each row unreadable and the database large. */
const mostColumns = 100;
const longestName = 60;

/** A title on one line. */
export const shownTitle = (title: string): string =>
  title
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, longestName);

/** The names of the columns, each once; a column without a name has its number. */
export function columnNames({ header = [], width }: CsvTable): readonly string[] {
  const taken = new Set<string>();
  return Array.from({ length: Math.min(width, mostColumns) }, (_, at) => {
    const name = shownTitle(header[at] ?? "");
    const unique = name === "" || taken.has(name.toLowerCase()) ? `${name || "Column"} ${at + 1}` : name;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** The cells of a row by the names of their columns; empty ones are left out. */
export const namedCells = (names: readonly string[], cells: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name, at) => {
      const cell = cells[at] ?? "";
      return cell === "" ? [] : [[name, cell] as const];
    }),
  );
