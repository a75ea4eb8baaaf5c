// CSV as other programs read it: two parsers, over records made to break them.
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import Papa from "papaparse";
import type { ExportColumn } from "../../../src/export/columnProfile";
import { csvPresets, type CsvOptions } from "../../../src/tables/writer";
import { csvText } from "./writtenText";

const columnsNamed = (...names: string[]): readonly ExportColumn[] =>
  names.map((name, index) => ({
    id: name,
    header: name,
    type: "text",
    range: false,
    value: (record) => (record as readonly (string | undefined)[])[index],
  }));

const plain: CsvOptions = { ...csvPresets.Plain, guard: false };
const optionSets: readonly CsvOptions[] = ([",", ";", "\t"] as const).flatMap((delimiter) =>
  (["\r\n", "\n"] as const).flatMap((lineEnd) => [true, false].map((bom) => ({ ...plain, delimiter, lineEnd, bom }))),
);

const characters = "a\",;\t\r\n '\\ä東😀|#0\u2028\u0000\ufeff\u00a0";
const pieces = [...characters, "\r\n", "=1+1", '""', "NULL", "x".repeat(50)];
const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
const hostileRow = fc.tuple(hostileText, hostileText, hostileText, hostileText);

function readBack(text: string, { delimiter, lineEnd, bom }: CsvOptions): readonly (readonly (readonly string[])[])[] {
  const records = parse(text, { delimiter, bom, relax_column_count: true, record_delimiter: lineEnd }) as string[][];
  const papa = Papa.parse<string[]>(bom ? text.slice(1) : text, { delimiter, newline: lineEnd }).data;
  return [records, papa.at(-1)?.length === 1 && papa.at(-1)?.[0] === "" ? papa.slice(0, -1) : papa];
}

describe("CSV", () => {
  it("is read back cell by cell by two parsers, with every delimiter, line end and byte-order mark", () => {
    const header = ["Name", "b", "c;d", "e"];
    fc.assert(
      fc.property(fc.array(hostileRow, { maxLength: 12 }), fc.constantFrom(...optionSets), (rows, options) => {
        for (const read of readBack(csvText(columnsNamed(...header), rows, options), options)) {
          assert.deepEqual(read, [header, ...rows]);
        }
      }),
      { numRuns: 700 },
    );
  });

  it("writes a single empty cell in quotes, numbers and booleans plainly, and unknown values as empty", () => {
    assert.equal(csvText(columnsNamed("a"), [[""], ["x"]], plain), 'a\n""\nx\n');
    const values: readonly ExportColumn[] = [0, 1.5, -3, true, undefined, ["a", "b"], { a: 1 }].map((value, index) => ({
      id: String(index),
      header: String(index),
      type: "text",
      range: false,
      value: () => value,
    }));
    assert.equal(csvText(values, [{}], { ...csvPresets.Plain, header: false }), '0,1.5,-3,true,,"a; b","{""a"":1}"\n');
  });

  it("has the byte-order mark and line ends of its preset", () => {
    const excel = csvText(columnsNamed("ID"), [["é"]], csvPresets.Excel);
    assert.equal(excel, '\ufeff"ID"\r\né\r\n');
    assert.equal(csvText(columnsNamed("a"), [], { ...csvPresets.Plain, header: false }), "");
  });

  it("quotes what any common delimiter would split", () => {
    assert.equal(csvText(columnsNamed("a", "b"), [["x;y", "x\ty"]], { ...plain, header: false }), '"x;y","x\ty"\n');
  });

  it("protects range labels from becoming dates or numbers, only for spreadsheets", () => {
    const range: readonly ExportColumn[] = [
      { id: "r", header: "r", type: "text", range: true, value: (record) => record as string },
    ];
    const labels = ["11-50", "10001+", "Self-employed"];
    assert.equal(
      csvText(range, labels, { ...csvPresets.Excel, bom: false, header: false }),
      "11–50\r\n10001 or more\r\nSelf-employed\r\n",
    );
    assert.equal(csvText(range, labels, { ...csvPresets.Plain, header: false }), "11-50\n10001+\nSelf-employed\n");
  });

  it("writes dates as in the grid for people, and as ISO for programs", () => {
    const since: readonly ExportColumn[] = [
      { id: "d", header: "d", type: "date", range: false, value: (record) => record as string },
    ];
    const dates = ["2019-03-01T00:00:00Z", "2019-03", "2019", "soon"];
    const excel = { ...csvPresets.Excel, bom: false, header: false };
    assert.equal(csvText(since, dates, excel), '"Mar 1, 2019"\r\nMar 2019\r\n2019\r\nsoon\r\n');
    assert.equal(csvText(since, dates, { ...csvPresets.Plain, header: false }), `${dates.join("\n")}\n`);
  });
});

describe("the formula guard of an export", () => {
  it("is off in raw files, headers included, and on by default", () => {
    const columns = columnsNamed("=x");
    assert.equal(csvText(columns, [["=1"]], plain), "=x\n=1\n");
    assert.equal(csvText(columns, [["=1"]], csvPresets.Plain), "'=x\n'=1\n");
    assert.ok(csvPresets.Excel.guard);
  });
});
