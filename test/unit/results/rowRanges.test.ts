// Ranges of rows, and the selection made of them.
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  clipRows,
  countRows,
  extendTo,
  hasRow,
  noSelection,
  rowsBetween,
  selectAll,
  selectedShare,
  toggleRows,
  withRows,
  type RowRanges,
} from "../../../webview-ui/results/rowRanges";

const asSet = (ranges: RowRanges): ReadonlySet<number> =>
  new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index)));
const ranges = fc.array(fc.tuple(fc.nat(60), fc.nat(12))).map((pairs) =>
  withRows(
    [],
    pairs.map(([from, length]) => [from, from + length] as const),
  ),
);

describe("row ranges", () => {
  it("contain the same rows as a set, ascending and disjoint", () => {
    fc.assert(
      fc.property(ranges, ranges, fc.nat(80), (a, b, row) => {
        const union = withRows(a, b);
        assert.deepEqual(asSet(union), new Set([...asSet(a), ...asSet(b)].sort((x, y) => x - y)));
        assert.ok(union.every(([from, to], at) => to > from && (at === 0 || (union[at - 1]?.[1] ?? 0) < from)));
        assert.equal(hasRow(a, row), asSet(a).has(row));
        assert.equal(countRows(a), asSet(a).size);
        assert.deepEqual(
          [...asSet(clipRows(a, 20))],
          [...asSet(a)].filter((one) => one < 20),
        );
      }),
    );
  });

  it("extend between two rows in any order", () => {
    assert.deepEqual(rowsBetween(7, 3), [[3, 8]]);
  });
});

describe("grid selection", () => {
  it("extends from the anchor and shrinks again, in addition to earlier selections", () => {
    const first = toggleRows(toggleRows(noSelection, [1, 2]), [5, 6]);
    assert.deepEqual(extendTo(first, 8).ranges, [
      [1, 2],
      [5, 9],
    ]);
    assert.deepEqual(extendTo(extendTo(first, 8), 6).ranges, [
      [1, 2],
      [5, 7],
    ]);
    assert.deepEqual(extendTo(first, 3).ranges, [
      [1, 2],
      [3, 6],
    ]);
  });

  it("selects rows unless all of them are selected, and deselects them then", () => {
    fc.assert(
      fc.property(ranges, fc.nat(60), fc.nat(12), (selected, from, length) => {
        const rows = [from, from + length + 1] as const;
        const wanted = asSet([rows]);
        const before = asSet(selected);
        const after = asSet(toggleRows({ ...noSelection, ranges: selected }, rows).ranges);
        const wereAll = [...wanted].every((row) => before.has(row));
        assert.ok([...wanted].every((row) => after.has(row) !== wereAll));
        const others = (set: ReadonlySet<number>) => [...set].filter((row) => !wanted.has(row)).sort((a, b) => a - b);
        assert.deepEqual(others(after), others(before));
      }),
    );
  });

  it("is none, some or all", () => {
    assert.deepEqual(
      [noSelection, toggleRows(noSelection, [3, 4]), selectAll(9)].map((selection) => selectedShare(selection, 9)),
      ["none", "some", "all"],
    );
    assert.equal(selectedShare(selectAll(0), 0), "none");
  });
});
