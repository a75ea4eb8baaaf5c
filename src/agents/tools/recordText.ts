// Records as text and data: every value is neutralized, on one line, and marked as data for models.
import { neutral } from "../../app/untrusted";
import { cellText, columnOf } from "../../records/columns";
import { parseExact } from "../../service/exactJson";
import type { RecordKind } from "../../service/operations";
import type { ViewRow } from "../../store/views";

export interface RowFacts {
  readonly cells: readonly string[];
  readonly change?: string | undefined;
  /** Earlier values by column. */
  readonly before?: Readonly<Record<string, string | null>> | undefined;
}

export const rowFacts = ({ cells, change, before }: ViewRow): RowFacts => ({
  cells: cells.map((cell) => neutral(cell)),
  ...(change !== undefined && { change }),
  ...(before !== undefined && {
    before: Object.fromEntries(
      Object.entries(before).map(([column, value]) => [column, value === null ? null : neutral(value)]),
    ),
  }),
});

/** The maximum number of characters of records in one answer: about 6,000 tokens. */
const mostCharacters = 24_000;

/** The first rows that fit into an answer, at least one; the remark says how many are left out. */
export function fitting<Row>(rows: readonly Row[]): { readonly rows: readonly Row[]; readonly remark: string } {
  let size = 0;
  const end = rows.findIndex((row, nth) => (size += JSON.stringify(row).length) > mostCharacters && nth > 0);
  return end < 0
    ? { rows, remark: "" }
    : { rows: rows.slice(0, end), remark: ` The other ${rows.length - end} would make the answer too long.` };
}

/** A line of column names and a line for each row, as JSON arrays. */
export function rowLines(columns: readonly string[], rows: readonly RowFacts[]): readonly string[] {
  const lines = rows.map(({ cells, change, before }) => {
    const items: (string | Readonly<Record<string, string | null>>)[] = [];
    if (change !== undefined) {
      items.push(change);
    }
    items.push(...cells);
    if (before !== undefined) {
      items.push(before);
    }
    return JSON.stringify(items);
  });
  return [JSON.stringify(columns), ...lines];
}

/** The chosen columns of one record, without unknown values. */
export function recordFacts(
  kind: RecordKind,
  json: string,
  columns: readonly string[],
): Readonly<Record<string, string>> {
  const record = parseExact(json);
  return Object.fromEntries(
    columns
      .map((id) => [id, neutral(cellText(columnOf(kind, id)?.value(record)))] as const)
      .filter(([, value]) => value !== ""),
  );
}
