// Filters of columns: values chosen in the menus of cells, and what a picker edits.
import assert from "node:assert/strict";
import type { ColumnFilter } from "../../../webview-ui/messages/results";
import { PageFilters } from "../../../webview-ui/results/pageFilters";

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
});
