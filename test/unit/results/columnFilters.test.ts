// Filters of columns: values chosen in the menus of cells, and what a picker edits.
import assert from "node:assert/strict";
import type { ColumnFilter } from "../../../webview-ui/messages/results";
import {
  excludeValue,
  filtersOf,
  onlyValue,
  replaceFilters,
  replaceKind,
  toggleValue,
} from "../../../webview-ui/results/pageFilters";
import { dayOf, lastMomentOf } from "../../../webview-ui/results/dates";

const contains: ColumnFilter = { kind: "contains", column: "title", text: "head" };
const oneOf = (column: string, values: readonly string[]): ColumnFilter => ({ kind: "oneOf", column, values });
const noneOf = (column: string, values: readonly string[]): ColumnFilter => ({
  ...{ kind: "oneOf", column, values },
  exclude: true,
});

describe("filters of columns", () => {
  it("replace those of their column and keep the place among the others", () => {
    const filters = [contains, oneOf("city", ["Wien"]), oneOf("country", ["Austria"])];
    assert.deepEqual(replaceFilters(filters, "city", [noneOf("city", ["Graz"])]), [
      contains,
      noneOf("city", ["Graz"]),
      oneOf("country", ["Austria"]),
    ]);
    assert.deepEqual(replaceFilters(filters, "title", []), filters.slice(1));
    assert.deepEqual(filtersOf(filters, "city"), [oneOf("city", ["Wien"])]);
  });

  it("only a value: nothing else that filters the column stays", () => {
    assert.deepEqual(onlyValue([contains, noneOf("title", ["CEO"])], "title", "CTO"), [oneOf("title", ["CTO"])]);
    assert.deepEqual(onlyValue([], "title", ""), [oneOf("title", [""])]);
  });

  it("excluded values of one column are one filter, each value once", () => {
    const filters = ["CEO", "CTO", "CEO"].reduce<readonly ColumnFilter[]>(
      (before, value) => excludeValue(before, "title", value),
      [contains],
    );
    assert.deepEqual(filters, [contains, noneOf("title", ["CTO", "CEO"])]);
  });

  it("excluding a chosen value removes it from the choice", () => {
    const filters = excludeValue([oneOf("title", ["CEO", "CTO"])], "title", "CEO");
    assert.deepEqual(filters, [oneOf("title", ["CTO"])]);
    assert.deepEqual(excludeValue(filters, "title", "CTO"), [noneOf("title", ["CTO"])]);
  });

  it("excluding unknown values keeps the other filters of the column", () => {
    assert.deepEqual(excludeValue([contains, noneOf("title", ["CEO"])], "title", ""), [
      contains,
      noneOf("title", ["CEO", ""]),
    ]);
  });

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
    assert.equal(dayOf(lastMomentOf(start)), "2026-02-28");
    assert.equal(new Date(lastMomentOf(start)).toISOString(), "2026-02-28T23:59:59.999Z");
    assert.equal(dayOf(Number.NaN), "");
  });
});
