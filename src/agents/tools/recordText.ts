// Records as text, data and cards: every value is neutral, on one line, and marked as data for models.
import type { App } from "../../app/app";
import { readRecords } from "../../app/readRecords";
import { neutral } from "../../app/untrusted";
import { cellText, columnOf } from "../../rows/columns";
import { recordsOfText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { parseExact } from "../../service/exactJson";
import type { RecordKind } from "../../service/operations";
import type { ViewRow } from "../../store/views";
import type { Card, CardTable } from "../tool";

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

/** Characters of records in one answer: some 6,000 tokens. */
const mostCharacters = 24_000;

/** The first rows that an answer has room for, at least one; the remark says how many are left out. */
export function fitting<Row>(rows: readonly Row[]): { readonly rows: readonly Row[]; readonly remark: string } {
  let size = 0;
  const end = rows.findIndex((row, nth) => (size += JSON.stringify(row).length) > mostCharacters && nth > 0);
  return end < 0
    ? { rows, remark: "" }
    : { rows: rows.slice(0, end), remark: ` The other ${rows.length - end} would make the answer too long.` };
}

/** A line of column names and a line for each row, as JSON arrays. */
export function rowLines(columns: readonly string[], rows: readonly RowFacts[]): readonly string[] {
  const lines = rows.map(({ cells, change, before }) =>
    JSON.stringify([...(change === undefined ? [] : [change]), ...cells, ...(before === undefined ? [] : [before])]),
  );
  return [JSON.stringify(columns), ...lines];
}

/** The chosen columns of one record, without those that are unknown. */
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

/** Rows in a card. */
const mostRows = 10;

interface Shown {
  readonly lines?: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly RowFacts[];
  /** How many rows there are in all. */
  readonly of: number;
}

/** The first rows with the labels of their columns; of a comparison with what changed. */
export function resultCard({ header }: RunSummary, { lines = [], columns, rows, of }: Shown): Card {
  const label = (id: string): string => columnOf(header.recordKind, id)?.label ?? neutral(id, 100);
  const isCompared = rows.some(({ change }) => change !== undefined);
  const shown = rows.slice(0, mostRows).map(({ cells, change = "", before = {} }) => {
    const earlier = Object.entries(before).map(([id, value]) => `${label(id)}: ${value ?? "–"}`);
    return isCompared ? [change, ...cells, earlier.join("; ")] : cells;
  });
  const table: CardTable = {
    caption: recordsOfText(shown.length, of),
    columns: isCompared ? ["Change", ...columns.map(label), "Earlier values"] : columns.map(label),
    rows: shown,
  };
  const more = of > shown.length ? ["All of them are in VS Code: Prospect Desk, Runs."] : [];
  const name = neutral(header.title, 80);
  return shown.length === 0 ? { title: name, lines } : { title: name, lines: [...lines, ...more], table };
}

/** The first records of a run. */
export async function runCard(
  app: App,
  summary: RunSummary,
  lines: readonly string[],
  limit = mostRows,
): Promise<Card> {
  const { columns, rows, count } = await readRecords(app, summary.header.id, {}, { offset: 0, limit });
  return resultCard(summary, { lines, columns, rows: rows.map(rowFacts), of: count });
}
