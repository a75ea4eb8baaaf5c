// Filters of columns: values chosen in the menus of cells, and what a picker edits.
import assert from "node:assert/strict";
import type { ColumnFilter } from "../../../webview-ui/messages/results";
import { dayOf, lastMomentOf } from "../../../webview-ui/results/dates";
import { PageFilters, replaceKind, toggleValue } from "../../../webview-ui/results/pageFilters";

const contains: ColumnFilter = { kind: "contains", column: "title", text: "head" };
const oneOf = (column: string, values: readonly string[]): ColumnFilter => ({ kind: "oneOf", column, values });
const noneOf = (column: string, values: readonly string[]): ColumnFilter => ({
  ...{ kind: "oneOf", column, values },
  exclude: true,
});

/** The filters of columns after an edit. */
function edited(columnFilters: readonly ColumnFilter[], edit: (filters: PageFilters) => void): readonly ColumnFilter[] {
  const filters = new PageFilters(
    () => undefined,
    () => undefined,
  );
  filters.replace({ filter: "", quick: [], columnFilters });
  edit(filters);
  return filters.chosen.columnFilters;
}

describe("filters of columns", () => {
  it("replace those of their column and keep the place among the others", () => {
    const filters = [contains, oneOf("city", ["Wien"]), oneOf("country", ["Austria"])];
    assert.deepEqual(
      edited(filters, (page) => page.setColumn("city", [noneOf("city", ["Graz"])])),
      [contains, noneOf("city", ["Graz"]), oneOf("country", ["Austria"])],
    );
    assert.deepEqual(
      edited(filters, (page) => page.setColumn("title", [])),
      filters.slice(1),
    );
  });

  for (const [what, before, exclude, values, after] of [
    [
      "only a value: no other filter of the column stays",
      [contains, noneOf("title", ["CEO"])],
      false,
      ["CTO"],
      [oneOf("title", ["CTO"])],
    ],
    ["only unknown values", [], false, [""], [oneOf("title", [""])]],
    [
      "excluded values are one filter, each once",
      [contains],
      true,
      ["CEO", "CTO", "CEO"],
      [contains, noneOf("title", ["CTO", "CEO"])],
    ],
    [
      "excluding a chosen value removes it from the choice",
      [oneOf("title", ["CEO", "CTO"])],
      true,
      ["CEO"],
      [oneOf("title", ["CTO"])],
    ],
    [
      "excluding the last chosen value excludes it",
      [oneOf("title", ["CTO"])],
      true,
      ["CTO"],
      [noneOf("title", ["CTO"])],
    ],
    [
      "excluding unknown values keeps the other filters",
      [contains, noneOf("title", ["CEO"])],
      true,
      [""],
      [contains, noneOf("title", ["CEO", ""])],
    ],
  ] as const) {
    it(what, () => {
      assert.deepEqual(
        edited(before, (page) => values.forEach((value) => page.byValue("title", value, exclude))),
        after,
      );
    });
  }

  it("a value is checked and unchecked, and the other filters of the column stay", () => {
    const checked = toggleValue([contains], "title", "CEO");
    assert.deepEqual(checked, [contains, oneOf("title", ["CEO"])]);
    assert.deepEqual(toggleValue(checked, "title", ""), [contains, oneOf("title", ["CEO", ""])]);
    assert.deepEqual(toggleValue(checked, "title", "CEO"), [contains]);
    assert.deepEqual(toggleValue([noneOf("title", ["CEO"])], "title", "CTO"), [noneOf("title", ["CEO", "CTO"])]);
  });

  it("of one kind are replaced or removed", () => {
    const range: ColumnFilter = { kind: "range", column: "title", min: 0 };
    assert.deepEqual(replaceKind([contains, range], "range", { ...range, min: 2 }), [contains, { ...range, min: 2 }]);
    assert.deepEqual(replaceKind([contains, range], "contains", undefined), [range]);
  });

  it("a range includes its last day", () => {
    const start = Date.parse("2026-02-28T00:00:00Z");
    assert.equal(new Date(lastMomentOf(start)).toISOString(), "2026-02-28T23:59:59.999Z");
    assert.equal(dayOf(lastMomentOf(start)), "2026-02-28");
    assert.equal(dayOf(Number.NaN), "");
  });
});
