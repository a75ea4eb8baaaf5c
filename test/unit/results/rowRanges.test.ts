// Ranges of rows, and the selection made of them.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { RowRange } from "../../../webview-ui/messages/results";
import {
  countRows,
  extendTo,
  hasRow,
  noSelection,
  selectAll,
  selectedShare,
  selectionOf,
  toggleRows,
  type GridSelection,
} from "../../../webview-ui/results/rowRanges";

const rowsOf = ([from, to]: RowRange): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);
const asSet = ({ ranges }: GridSelection): ReadonlySet<number> => new Set(ranges.flatMap(rowsOf));
const someRows = fc.tuple(fc.nat(60), fc.nat(12)).map(([from, length]): RowRange => [from, from + length + 1]);

describe("grid selection", () => {
  it("has the same rows as a set that they are added to or, if it has them all, removed from", () => {
    fc.assert(
      fc.property(fc.array(someRows), fc.nat(80), (toggled, limit) => {
        let selection = noSelection;
        const expected = new Set<number>();
        for (const rows of toggled) {
          selection = toggleRows(selection, rows);
          const isRemoved = rowsOf(rows).every((row) => expected.has(row));
          rowsOf(rows).forEach((row) => (isRemoved ? expected.delete(row) : expected.add(row)));
        }
        const { ranges } = selection;
        const sorted = [...expected].sort((a, b) => a - b);
        assert.deepEqual([...asSet(selection)], sorted);
        assert.ok(ranges.every(([from, to], at) => to > from && (at === 0 || (ranges[at - 1]?.[1] ?? 0) < from)));
        assert.equal(hasRow(ranges, limit), expected.has(limit));
        assert.equal(countRows(ranges), expected.size);
        assert.deepEqual(
          [...asSet(selectionOf(ranges, limit))],
          sorted.filter((row) => row < limit),
        );
      }),
    );
  });

  it("extends from the anchor and shrinks again, in addition to earlier selections", () => {
    const first = toggleRows(toggleRows(noSelection, [1, 2]), [5, 6]);
    for (const [selection, row, last] of [
      [first, 8, [5, 9]],
      [extendTo(first, 8), 6, [5, 7]],
      [first, 3, [3, 6]],
    ] as const) {
      assert.deepEqual(extendTo(selection, row).ranges, [[1, 2], last]);
    }
  });

  it("is none, some or all", () => {
    const shares = [noSelection, toggleRows(noSelection, [3, 4]), selectAll(9)];
    assert.deepEqual(
      shares.map((selection) => selectedShare(selection, 9)),
      ["none", "some", "all"],
    );
    assert.equal(selectedShare(selectAll(0), 0), "none");
  });
});
