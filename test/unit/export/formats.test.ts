// The table of export formats: what is offered, what can be appended to, and that each format is complete.
import assert from "node:assert/strict";
import { csvPresets } from "../../../src/csv/writer";
import {
  appendableEndings,
  appendableFormatOf,
  columnKinds,
  endingsOf,
  fileFormats,
  formatWith,
  hasColumns,
  isAppendable,
  wholeRecordKinds,
} from "../../../src/export/formats";

describe("the export formats", () => {
  const kinds = [...columnKinds, ...wholeRecordKinds];

  it("have endings of their own", () => {
    const endings = kinds.flatMap((kind) => endingsOf(kind));
    assert.equal(new Set(endings).size, endings.length);
  });

  it("are offered for files under different names, the simplest first", () => {
    const labels = fileFormats().map(({ label }) => label);
    assert.deepEqual(labels, [
      ...["CSV", "CSV for Excel", "CSV, raw", "JSON", "NDJSON"],
      ...["Excel workbook", "SQLite database", "Parquet"],
    ]);
    // Where the options of CSV are used, the choice says what they begin with.
    assert.ok(fileFormats().every(({ kind, options }) => (kind === "csv") === (options !== undefined)));
  });

  it("neutralize formulas in CSV files, unless raw ones are asked for", () => {
    const guards = fileFormats().flatMap(({ label, options }) =>
      options === undefined ? [] : [[label, options.guard]],
    );
    assert.deepEqual(guards, [
      ["CSV", true],
      ["CSV for Excel", true],
      ["CSV, raw", false],
    ]);
  });

  it("of files to append to are known by their endings", () => {
    assert.deepEqual(appendableEndings(), ["csv", "tsv", "ndjson"]);
    assert.equal(appendableFormatOf("/w/people.ndjson"), "ndjson");
    assert.equal(appendableFormatOf("/w/people.tsv"), "csv");
    assert.equal(appendableFormatOf("/w/people.json"), "csv");
    assert.deepEqual(kinds.filter(isAppendable), ["csv", "ndjson"]);
  });

  it("take a column profile when they have columns, and nothing else otherwise", () => {
    const choice = {
      profile: { name: "x", columns: [{ id: "name" }], lists: "joined" },
      options: csvPresets.Plain,
    } as const;
    for (const kind of kinds) {
      const format = formatWith(kind, choice);
      assert.deepEqual(format, hasColumns(format) ? { kind, ...choice } : { kind });
    }
  });
});
