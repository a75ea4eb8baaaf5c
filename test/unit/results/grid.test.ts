// The grid: scrolling beyond browser limits, visible columns, keys, and rows in memory.
import assert from "node:assert/strict";
import { visibleColumns, leftEdges } from "../../../webview-ui/results/grid/columnGeometry";
import { commandOf } from "../../../webview-ui/results/grid/gridKeys";
import { RowWindow, type RowRequest } from "../../../webview-ui/results/grid/rowWindow";
import { scrollScale } from "../../../webview-ui/results/grid/scrollScale";
import type { GridRow } from "../../../webview-ui/messages/results";

describe("scroll scale", () => {
  it("is one to one while a browser can scroll the rows", () => {
    const scale = scrollScale(1_000, 24, 600);
    assert.equal(scale.height, 24_000);
    assert.equal(scale.topOf(500), 500);
  });

  it("reaches the first and last row beyond that, and converts back", () => {
    const scale = scrollScale(10_000_000, 24, 600);
    assert.ok(scale.height <= 17_800_000);
    assert.equal(scale.topOf(0), 0);
    assert.equal(scale.topOf(scale.height - 600), 10_000_000 * 24 - 600);
    assert.ok(Math.abs(scale.topOf(scale.scrollTopOf(123_456_789)) - 123_456_789) < 1);
  });

  it("does not divide by zero when all rows are visible", () => {
    assert.equal(scrollScale(3, 24, 600).topOf(0), 0);
    assert.equal(scrollScale(0, 24, 0).scrollTopOf(10), 0);
  });
});

describe("columns", () => {
  const edges = leftEdges(
    [100, 200, 50, 900, 100].map((width, at) => ({ id: `c${at}`, label: "", numeric: false, width })),
  );

  it("are drawn if visible or nearly visible, or in focus", () => {
    assert.deepEqual(edges, [0, 100, 300, 350, 1250, 1350]);
    assert.deepEqual(visibleColumns(edges, 700, 200, 0), [0, 3]);
    assert.deepEqual(visibleColumns(edges, 0, 120, -1), [0, 1, 2, 3]);
  });
});

describe("grid keys", () => {
  const key = (name: string, more: { shiftKey?: boolean; altKey?: boolean; mainKey?: boolean } = {}) =>
    commandOf({ key: name, shiftKey: false, altKey: false, mainKey: false, ...more });

  it("ignore other keys", () => {
    assert.equal(key("Tab"), undefined);
    assert.equal(key("F1"), undefined);
    assert.equal(key("a"), undefined);
    assert.equal(key("ArrowLeft", { altKey: true }), undefined);
    assert.equal(key("PageDown", { mainKey: true }), undefined);
  });

  it("extend with Shift and jump with the main key", () => {
    assert.deepEqual(key("ArrowDown", { shiftKey: true }), { kind: "move", rows: 1, columns: 0, extend: true });
    assert.deepEqual(key("End", { mainKey: true, shiftKey: true }), { kind: "gridEdge", end: true, extend: true });
    assert.deepEqual(key("A", { mainKey: true }), { kind: "selectAll" });
  });
});

describe("row window", () => {
  const rowsFor = (request: RowRequest): GridRow[] =>
    Array.from({ length: request.count }, (_, index) => ({
      row: request.start + index,
      title: "",
      cells: [`row ${request.start + index}`],
    }));

  it("requests visible rows first, then ahead, a few at once", () => {
    const asked: RowRequest[] = [];
    const window = new RowWindow((request) => asked.push(request));
    window.reset(1, 100_000, false);
    window.show(1_000, 1_030);
    assert.ok(asked.length > 0 && asked.length <= 3);
    assert.ok((asked[0]?.start ?? 0) <= 1_000 && (asked[0]?.start ?? 0) + (asked[0]?.count ?? 0) > 1_000);
    window.show(1_001, 1_031);
    assert.equal(new Set(asked.map(({ start }) => start)).size, asked.length, "nothing is asked for twice");
  });

  it("ignores stale answers, and keeps rows when others were added", () => {
    const asked: RowRequest[] = [];
    const window = new RowWindow((request) => asked.push(request));
    window.reset(1, 70, false);
    window.show(0, 69);
    const [first, second] = asked.splice(0);
    assert.ok(first && second);
    window.receive(first.id, 1, rowsFor(first));
    window.receive(second.id, 1, rowsFor(second));
    assert.equal(window.row(69)?.cells[0], "row 69");
    window.reset(1, 200, true);
    assert.equal(window.row(3)?.cells[0], "row 3");
    assert.equal(window.row(69), undefined, "a chunk that was not full is asked for again");
    window.show(0, 69);
    const late = asked.splice(0)[0];
    assert.ok(late);
    window.reset(2, 200, false);
    assert.equal(window.receive(late.id, 1, rowsFor(late)), false);
    assert.equal(window.row(69), undefined);
  });

  it("has a bounded number of rows in memory while scrolling", () => {
    let held: RowRequest[] = [];
    const window = new RowWindow((request) => held.push(request));
    window.reset(1, 100_000, false);
    for (let first = 0; first < 99_900; first += 64) {
      window.show(first, first + 40);
      const now = held;
      held = [];
      now.forEach((request) => window.receive(request.id, 1, rowsFor(request)));
    }
    const known = Array.from({ length: 100_000 }, (_, row) => window.row(row)).filter(
      (row) => row !== undefined,
    ).length;
    assert.ok(known > 1_000 && known < 5_000, `${known} rows held`);
  });

  it("requests again after a failure", () => {
    const asked: RowRequest[] = [];
    const window = new RowWindow((request) => asked.push(request));
    window.reset(1, 10, false);
    window.show(0, 9);
    window.fail(asked[0]?.id ?? -1);
    window.show(0, 9);
    assert.equal(asked.length, 2);
  });
});
