// The rows a results tab shows: the journal's records under one bar of the summary, ready-made choices, the quick filter and a sort.
import type { Facet, RowRange, SortOrder } from "../../../webview-ui/messages/results";
import { passesContactFilter, type ContactFilter } from "../../enrichments/contactFilters";
import { distributionValues } from "../../rows/distributions";
import type { Pace } from "../../rows/pace";
import { parseRecord } from "../../rows/record";
import { createRowView, type RowView, type ViewRow } from "../../rows/rowView";
import { scanRecords } from "../../rows/scan";
import type { RecordSource } from "../../runs/run";

export interface RowsOrder {
  readonly filter: string;
  readonly sort?: SortOrder | undefined;
  readonly facet?: Facet | undefined;
  /** All of these hold for the records shown. */
  readonly quick?: readonly ContactFilter[] | undefined;
  /** Ids of the columns shown. */
  readonly columns: readonly string[];
}

export interface ResultsRows {
  readonly count: number;
  readonly order: RowsOrder;
  /** True while rows stand in the journal's order and none is left out: new ones then only come at the end. */
  readonly plain: boolean;
  /** Rejects with the signal's reason when aborted; the rows then stand as before. */
  arrange(order: RowsOrder, signal: AbortSignal): Promise<void>;
  /** Takes in records that came since. */
  grow(signal?: AbortSignal): Promise<void>;
  /** A window of the rows; each one's number is that of the journal. */
  rows(start: number, count: number): Promise<readonly ViewRow[]>;
  /** Journal rows of ranges of the view, in the order of the view. */
  journalRows(ranges: readonly RowRange[]): number[];
  /** Ranges of the view that hold these journal rows. */
  rangesOf(journalRows: ReadonlySet<number>): readonly RowRange[];
}

interface Arranged {
  readonly view: RowView;
  readonly order: RowsOrder;
  /** Journal rows under the facet and the ready-made choices, growing; absent without either. */
  readonly subset?: number[] | undefined;
  /** Records of the journal looked at for the facet. */
  seen: number;
}

/** `now` in ms since 1970, for bars that count years. */
export function createResultsRows(source: RecordSource, pace: Omit<Pace, "signal">, now: () => number): ResultsRows {
  const whole = createRowView(source, pace);
  let current: Arranged = { view: whole, order: { filter: "", columns: [] }, seen: 0 };

  const journalRow = (index: number): number => current.subset?.[index] ?? index;
  const rowAt = (at: number): number => journalRow(current.view.indices[at] ?? 0);

  async function chosenRows(order: RowsOrder, from: number, signal: AbortSignal | undefined): Promise<number[]> {
    const rows: number[] = [];
    const isChosen = chooserOf(source.recordKind, order, now());
    await scanRecords(source, { ...pace, signal }, { from, to: source.count }, (bytes, row) => {
      if (isChosen(parseRecord(bytes))) {
        rows.push(row);
      }
    });
    return rows;
  }

  return {
    get count() {
      return current.view.count;
    },
    get order() {
      return current.order;
    },
    get plain() {
      return current.order.sort === undefined && current.order.filter.trim() === "" && !isNarrowed(current.order);
    },
    async arrange(order, signal) {
      const viewOrder = { filter: order.filter, columns: order.columns, ...(order.sort !== undefined && { sort: order.sort }) };
      if (!isNarrowed(order)) {
        await whole.arrange(viewOrder, signal);
        current = { view: whole, order, seen: 0 };
        return;
      }
      if (current.subset !== undefined && sameChoice(current.order, order)) {
        await current.view.arrange(viewOrder, signal);
        current = { ...current, order };
        return;
      }
      const seen = source.count;
      const subset = await chosenRows(order, 0, signal);
      const view = createRowView(subsetOf(source, subset), pace);
      await view.arrange(viewOrder, signal);
      current = { view, order, subset, seen };
    },
    async grow(signal) {
      const grown = current;
      if (grown.subset !== undefined && source.count > grown.seen) {
        const from = grown.seen;
        grown.seen = source.count;
        grown.subset.push(...(await chosenRows(grown.order, from, signal)));
      }
      await grown.view.grow(signal);
    },
    async rows(start, count) {
      const { subset } = current;
      const rows = await current.view.rows(start, count);
      return subset === undefined ? rows : rows.map((row) => ({ ...row, row: subset[row.row] ?? row.row }));
    },
    journalRows: (ranges) =>
      ranges.flatMap(([from, to]) => Array.from({ length: Math.max(0, Math.min(to, current.view.count) - from) }, (_, index) => rowAt(from + index))),
    rangesOf(journalRows) {
      const ranges: [number, number][] = [];
      if (journalRows.size === 0) {
        return ranges;
      }
      for (let at = 0; at < current.view.count; at++) {
        if (journalRows.has(rowAt(at))) {
          const last = ranges.at(-1);
          if (last !== undefined && last[1] === at) {
            last[1] = at + 1;
          } else {
            ranges.push([at, at + 1]);
          }
        }
      }
      return ranges;
    },
  };
}

type Choice = Pick<RowsOrder, "facet" | "quick">;

/** Whether records are left out for what they hold, other than by words. */
function isNarrowed({ facet, quick = [] }: Choice): boolean {
  return facet !== undefined || quick.length > 0;
}

function sameChoice(a: Choice, b: Choice): boolean {
  return a.facet?.id === b.facet?.id && a.facet?.bucket === b.facet?.bucket && [...(a.quick ?? [])].sort().join() === [...(b.quick ?? [])].sort().join();
}

/** Whether a record is counted in the bar and passes every ready-made choice. `now` in ms since 1970. */
function chooserOf(kind: RecordSource["recordKind"], { facet, quick = [] }: Choice, now: number): (record: unknown) => boolean {
  const values = facet === undefined ? undefined : distributionValues(kind, facet.id, now);
  return (record) => (facet === undefined || values?.(record).includes(facet.bucket) === true) && quick.every((choice) => passesContactFilter(choice, record));
}

function subsetOf(source: RecordSource, rows: readonly number[]): RecordSource {
  return {
    recordKind: source.recordKind,
    get count() {
      return rows.length;
    },
    read: (start, count) => source.readMany(rows.slice(start, start + count)),
    readMany: (wanted) => source.readMany(wanted.map((row) => rows[row] ?? 0)),
  };
}
