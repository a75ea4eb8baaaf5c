// Changes of the columns' layout, and the items of the grid's menus.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ColumnLayout } from "../../../webview-ui/messages/results";
import { firstLetterMatch } from "../../../webview-ui/components/typeahead";
import { cellMenu, columnMenu, type CellMenuInput } from "../../../webview-ui/results/grid/menuItems";
import {
  canHide,
  movedBefore,
  steppedBy,
  withPin,
  withVisibility,
  withWidth,
} from "../../../webview-ui/results/layoutEdits";

/** "*a b (c)": a is pinned, c is hidden. */
function layoutOf(text: string): readonly ColumnLayout[] {
  return text.split(" ").map((word) => ({
    id: word.replace(/[*()]/g, ""),
    width: 100,
    visible: !word.includes("("),
    pinned: word.startsWith("*"),
  }));
}

const textOf = (layout: readonly ColumnLayout[] | undefined): string | undefined =>
  layout?.map(({ id, pinned, visible }) => `${pinned ? "*" : ""}${visible ? id : `(${id})`}`).join(" ");

describe("layout edits", () => {
  it("pin behind the pinned columns, and unpin to the first place behind them", () => {
    assert.equal(textOf(withPin(layoutOf("*a b c"), "c", true)), "*a *c b");
    assert.equal(textOf(withPin(layoutOf("*a *b c"), "a", false)), "*b a c");
  });

  it("move in front of a column or to the end; a place between pinned columns pins", () => {
    assert.equal(textOf(movedBefore(layoutOf("a b c"), "c", "a")), "c a b");
    assert.equal(textOf(movedBefore(layoutOf("a b c"), "a", undefined)), "b c a");
    assert.equal(textOf(movedBefore(layoutOf("*a *b c"), "c", "b")), "*a *c *b");
    assert.equal(textOf(movedBefore(layoutOf("*a b c"), "a", "c")), "b a c");
    assert.equal(textOf(movedBefore(layoutOf("*a b c"), "c", "b")), "*a c b", "at the border it stays as it was");
    assert.equal(textOf(movedBefore(layoutOf("*a *b c"), "a", "c")), "*b *a c");
  });

  it("step over hidden columns, and only among the pinned or the others", () => {
    assert.equal(textOf(steppedBy(layoutOf("a (b) c"), "a", 1, false)), "(b) c a");
    assert.equal(textOf(steppedBy(layoutOf("a (b) c"), "a", 1, true)), "(b) a c");
    assert.equal(steppedBy(layoutOf("*a b c"), "b", -1, false), undefined);
    assert.equal(steppedBy(layoutOf("a b (c)"), "b", 1, false), undefined);
  });

  it("never hide the last visible column", () => {
    assert.equal(textOf(withVisibility(layoutOf("a b"), "a", false)), "(a) b");
    assert.equal(canHide(layoutOf("(a) b"), "b"), false);
    assert.equal(textOf(withVisibility(layoutOf("(a) b"), "b", false)), "(a) b");
  });

  it("keep every column once, with the pinned ones first", () => {
    const ids = ["a", "b", "c", "d", "e"];
    const edit = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(undefined, ...ids), fc.nat(4));
    fc.assert(
      fc.property(fc.array(edit), (edits) => {
        let layout = layoutOf("*a b c (d) e");
        for (const [id, other, kind] of edits) {
          const next = [
            () => withPin(layout, id, true),
            () => withPin(layout, id, false),
            () => movedBefore(layout, id, other),
            () => steppedBy(layout, id, 1, false) ?? layout,
            () => withVisibility(withWidth(layout, id, 70), id, false),
          ][kind]?.();
          layout = next ?? layout;
        }
        assert.deepEqual(layout.map(({ id }) => id).sort(), ids);
        const firstOther = layout.findIndex(({ pinned }) => !pinned);
        assert.ok(firstOther < 0 || layout.slice(firstOther).every(({ pinned }) => !pinned), textOf(layout));
        assert.ok(layout.some(({ visible }) => visible));
      }),
    );
  });
});

describe("menus of the grid", () => {
  const labels = (entries: ReturnType<typeof cellMenu>) =>
    entries.map((entry) => (entry === "separator" ? "-" : entry.label));
  const input: CellMenuInput = {
    recordKind: "person",
    column: { id: "title", type: "text", value: "Head of Growth" },
    ...{ isLink: false, isList: false },
    cells: 1,
    hasCompany: true,
    hasProfile: true,
    canCompare: false,
  };

  const ofLists = ["Add to List…", "Add to Leave-Out List…", "-", "Show Details"];

  it("offer for a cell only what applies", () => {
    assert.deepEqual(labels(cellMenu(input)), [
      ...["Only “Head of Growth”", "Exclude “Head of Growth”", "Filter…", "-", "Copy", "Copy Row as JSON", "-"],
      ...["Look Up Company", "Look Up Person", "People at This Company", "-"],
      ...ofLists,
    ]);
    assert.deepEqual(
      labels(
        cellMenu({
          ...input,
          recordKind: "company",
          column: { id: "domain", type: "text", value: "a.example" },
          isLink: true,
        }),
      ).slice(4),
      ["Copy", "Copy Row as JSON", "-", "Open Link", "Look Up Company", "People at This Company", "-", ...ofLists],
    );
    const alone = cellMenu({ ...input, column: undefined, hasCompany: false, hasProfile: false });
    assert.deepEqual(labels(alone), ["Copy Row as JSON", "-", ...ofLists]);
    assert.deepEqual(labels(cellMenu({ ...input, isList: true })).slice(-6, -3), [
      "Add to List…",
      "Note…",
      "Remove from This List",
    ]);
  });

  it("compare what is selected", () => {
    const entries = labels(cellMenu({ ...input, canCompare: true }));
    assert.deepEqual(entries.slice(-2), ["Compare Records", "Show Details"]);
  });

  it("filter by unknown, by the items of a list, and not by a text that is not known whole", () => {
    const first = (type: "text" | "list", value: string) =>
      labels(cellMenu({ ...input, column: { id: "x", type, value } })).slice(0, 4);
    assert.deepEqual(first("text", "").slice(0, 2), ["Only Unknown", "Exclude Unknown"]);
    assert.deepEqual(first("list", "a; b; c; d").slice(0, 4), ["Only “a”", "Only “b”", "Only “c”", "Filter…"]);
    assert.deepEqual(first("text", "x".repeat(400))[0], "Filter…");
  });

  it("cut long values, and keep the whole value to filter by", () => {
    const value = "x".repeat(100);
    const [only] = cellMenu({ ...input, column: { id: "x", type: "text", value } });
    assert.deepEqual(only, { id: `only:${value}`, label: `Only “${"x".repeat(32)}…”`, keys: undefined });
  });

  it("say how many cells are copied", () => {
    assert.ok(labels(cellMenu({ ...input, cells: 6 })).includes("Copy 6 Cells"));
  });

  it("sort by the type of the column, with a mark at the present order", () => {
    const column = {
      ...{ id: "headcount", type: "number" as const, sort: { column: "headcount", descending: true } },
      ...{ isFiltered: true, pinned: true, canMoveLeft: false, canMoveRight: true, canHide: true },
    };
    const entries = columnMenu(column);
    assert.deepEqual(labels(entries), [
      ...[
        "Sort Smallest to Largest",
        "Sort Largest to Smallest",
        "Remove Sorting",
        "-",
        "Filter…",
        "Clear Filter",
        "-",
      ],
      ...["Unpin Column", "Move Left", "Move Right", "Fit Width", "Hide Column", "-", "Columns…"],
    ]);
    const items = entries.filter((entry) => entry !== "separator");
    assert.deepEqual(items.map(({ checked }) => checked).slice(0, 2), [false, true]);
    assert.deepEqual(
      items.filter(({ disabled }) => disabled === true).map(({ label }) => label),
      ["Move Left"],
    );
  });

  it("find items by their first letters, and the next one by the same letter again", () => {
    const items = ["Copy", "Columns", "Close", "Hide"];
    assert.equal(firstLetterMatch(items, 3, "c"), 0);
    assert.equal(firstLetterMatch(items, 0, "c"), 1);
    assert.equal(firstLetterMatch(items, 1, "cl"), 2);
    assert.equal(firstLetterMatch(items, 0, "cc"), 1);
    assert.equal(firstLetterMatch(items, 0, "x"), undefined);
  });
});
