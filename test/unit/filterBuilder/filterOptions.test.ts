// The options that the filter builder's comboboxes find.
import assert from "node:assert/strict";
import { filtersOf } from "../../../src/service/filterCatalogue";
import { matchingOptions } from "../../../webview-ui/components/comboOptions";
import { filterOptions } from "../../../webview-ui/filter-builder/filterOptions";

describe("finding a filter by typing", () => {
  for (const search of ["company", "people"] as const) {
    it(`finds every filter of a ${search} search by its label, its field and its meaning`, () => {
      const options = filterOptions(search, new Set());
      assert.equal(options.length, filtersOf(search).length);
      for (const { field, label, meaning } of filtersOf(search)) {
        for (const typed of [label, field, meaning, label.toUpperCase()]) {
          assert.ok(
            matchingOptions(options, typed).some(({ value }) => value === field),
            `${typed} → ${field}`,
          );
        }
        assert.equal(matchingOptions(options, label)[0]?.label, label);
      }
    });
  }
});

describe("matching options", () => {
  const options = ["Retail", "Réunion Trade", "Trade Retail"].map((label) => ({ value: label, label }));

  it("needs every word, in any order and without accents; labels that start with the text come first", () => {
    assert.deepEqual(
      matchingOptions(options, "retail").map(({ value }) => value),
      ["Retail", "Trade Retail"],
    );
    assert.deepEqual(
      matchingOptions(options, "trade reu").map(({ value }) => value),
      ["Réunion Trade"],
    );
    assert.deepEqual(matchingOptions(options, "x"), []);
    assert.equal(matchingOptions(options, " ").length, 3);
  });

  it("puts the option that is equal to the text before similar ones", () => {
    const similar = ["Education", "Higher Education"].map((label) => ({ value: label, label, always: true }));
    assert.equal(matchingOptions(similar, "higher education")[0]?.label, "Higher Education");
  });

  it("puts options that are always offered first", () => {
    const meant = { value: "Software Development", label: "Software Development", always: true };
    assert.deepEqual(
      matchingOptions([...options, meant], "retai").map(({ value }) => value),
      ["Software Development", "Retail", "Trade Retail"],
    );
  });
});
