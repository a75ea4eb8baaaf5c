// Cards with records: what a person sees of a result in the chat.
import { recordsOfText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { columnOf } from "../../rows/columns";
import type { App } from "../../app/app";
import { readRecords } from "../../app/readRecords";
import { neutral } from "../../app/untrusted";
import type { Card, CardTable } from "../tool";
import { rowFacts, type RowFacts } from "./recordText";

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
