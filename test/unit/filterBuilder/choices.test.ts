// What the builder's comboboxes find, and the numbers its inputs understand.
import assert from "node:assert/strict";
import { filtersOf } from "../../../src/service/filterCatalogue";
import { matchingOptions } from "../../../webview-ui/components/comboOptions";
import { filterOptions, filtersByGroup } from "../../../webview-ui/filter-builder/filterGroups";
import { builderMessage } from "../../../webview-ui/messages/filterBuilder";

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

  it("leaves out filters in use", () => {
    assert.ok(!filterOptions("company", new Set(["domains"])).some(({ value }) => value === "domains"));
  });

  it("groups without losing or repeating one", () => {
    const grouped = filtersByGroup(filtersOf("people")).flatMap(({ filters }) => filters.map(({ field }) => field));
    assert.deepEqual(
      [...grouped].sort(),
      filtersOf("people")
        .map(({ field }) => field)
        .sort(),
    );
  });
});

describe("matching options", () => {
  const options = ["Retail", "Réunion Trade", "Trade Retail"].map((label) => ({ value: label, label }));

  it("wants every word, in any order and without accents, beginnings first", () => {
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

  it("puts what is offered whatever was typed first", () => {
    const meant = { value: "Software Development", label: "Software Development", always: true };
    assert.deepEqual(
      matchingOptions([...options, meant], "retail").map(({ value }) => value),
      ["Software Development", "Retail", "Trade Retail"],
    );
  });
});

describe("messages of the page", () => {
  const edit = (value: unknown): unknown => ({
    type: "edit",
    serial: 1,
    edit: { kind: "addItems", field: "names", items: [value] },
  });
  const credits = (limit: unknown): unknown => ({
    type: "edit",
    serial: 1,
    edit: { kind: "setCredits", credits: limit },
  });
  for (const message of [
    { type: "run", serial: 0, shown: "[]" },
    { type: "unsettled", reasons: ["x"] },
    credits(0.5),
    credits(0),
    credits(null),
    edit({ value: "a", exclude: true }),
    edit({ min: 1 }),
    { type: "copy", as: "curl" },
  ]) {
    it(`takes ${JSON.stringify(message)}`, () => assert.equal(builderMessage.safeParse(message).success, true));
  }
  for (const message of [
    null,
    { type: "eval" },
    { type: "run" },
    { type: "count", serial: -1, shown: "" },
    { type: "run", serial: 0, shown: "", x: 1 },
    credits(-1),
    credits(Infinity),
    credits(1e12),
    credits("0.5"),
    edit({ value: "" }),
    edit({ value: 1.5 }),
    edit({ value: "a", html: "b" }),
    { type: "openAsText", offset: -1 },
    { type: "copy", as: "key" },
  ]) {
    it(`refuses ${JSON.stringify(message)}`, () => assert.equal(builderMessage.safeParse(message).success, false));
  }
});
