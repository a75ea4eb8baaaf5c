// Values that are too long for the CRM field that they are imported into: counts them before an export, and shortens
// or omits them.
import { cellText, type CellValue } from "../records/columns";
import type { ColumnProfile } from "../searches/columnProfiles";
import { countText } from "../text/numbers";
import type { ExportColumn } from "./columnProfile";

/** The values of one column that are too long. */
export interface LongValues {
  readonly header: string;
  /** The maximum number of characters in the field. */
  readonly longest: number;
  readonly values: number;
  /** Half an address or a phone number would be a wrong one, so these are left out. */
  readonly are: "cut" | "left out";
}

export const hasLimits = (profile: ColumnProfile | undefined): boolean =>
  profile !== undefined &&
  profile.columns !== "everything" &&
  profile.columns.some(({ longest }) => longest !== undefined);

export const isTooLong = ({ longest = Number.POSITIVE_INFINITY }: ExportColumn, value: CellValue): boolean =>
  cellText(value).length > longest;

const whatBecomes = ({ type }: ExportColumn): LongValues["are"] =>
  ["email", "phone", "url"].includes(type) ? "left out" : "cut";

/** The value, shortened or omitted if it is too long for the field. */
export function fitted(column: ExportColumn, value: CellValue): CellValue {
  if (!isTooLong(column, value)) {
    return value;
  }
  const half = /[\uD800-\uDBFF]$/;
  return whatBecomes(column) === "cut" ? cellText(value).slice(0, column.longest).replace(half, "") : undefined;
}

/** `counts`: the number of long values in each column. */
export const longValuesOf = (columns: readonly ExportColumn[], counts: readonly number[]): readonly LongValues[] =>
  columns.flatMap((column, index) => {
    const { header, longest = 0 } = column;
    const values = counts[index] ?? 0;
    return values === 0 ? [] : [{ header, longest, values, are: whatBecomes(column) }];
  });

/**
 * "3 values are too long for their fields: 2 of Title are cut to 128 characters, 1 of Website is left out."
 * "" if there are none.
 */
export function longValuesText(columns: readonly LongValues[]): string {
  const all = columns.reduce((sum, { values }) => sum + values, 0);
  if (columns.length === 0) {
    return "";
  }
  const parts = columns.map(({ header, longest, values, are }) => {
    const some = `${countText(values)} of ${header} ${values === 1 ? "is" : "are"}`;
    return are === "cut" ? `${some} cut to ${countText(longest)} characters` : `${some} left out`;
  });
  const subject =
    all === 1 ? "1 value is too long for its field" : `${countText(all)} values are too long for their fields`;
  return `${subject}: ${parts.join(", ")}.`;
}

/** For programs: `undefined` if there are none. */
export const longValuesFacts = (columns: readonly LongValues[]) =>
  columns.length === 0 ? undefined : { sentence: longValuesText(columns), columns };
