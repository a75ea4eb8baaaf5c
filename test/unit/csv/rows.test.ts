// Rows of CSV files: the same cells as other parsers read, whatever the pieces, and limits on what is no table.
import assert from "node:assert/strict";
import fc from "fast-check";
import Papa from "papaparse";
import { decodeText, encodeText, type CsvEncoding } from "../../../src/csv/encoding";
import { CsvError, CsvRowReader, csvRows, type CsvRow } from "../../../src/csv/rows";

const encodings: readonly CsvEncoding[] = ["utf-8", "utf-16le", "utf-16be", "windows-1252"];

/** The rows of a text that is read in pieces of this many bytes. */
function readRows(text: string, { delimiter = ",", encoding = "utf-8" as CsvEncoding, size = 1_000 } = {}): CsvRow[] {
  const { bytes } = encodeText(text, encoding);
  const reader = new CsvRowReader({ encoding, delimiter });
  const rows: CsvRow[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    rows.push(...reader.add(bytes.subarray(from, from + size)));
  }
  return [...rows, ...reader.end()];
}

const cellsOf = (rows: readonly CsvRow[]): readonly (readonly string[])[] => rows.map(({ cells }) => cells);

describe("rows of CSV", () => {
  const cases: readonly (readonly [name: string, text: string, rows: readonly (readonly string[])[]])[] = [
    ["nothing", "", []],
    ["one cell", "a", [["a"]]],
    ["empty cells", ",,\n", [["", "", ""]]],
    ["a blank line", "a\n\nb\n", [["a"], [""], ["b"]]],
    [
      "a last line without its end",
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["Windows line ends", "a\r\nb\r\n", [["a"], ["b"]]],
    ["single carriage returns", "a\rb\rc", [["a"], ["b"], ["c"]]],
    ["mixed line ends", "a\r\nb\rc\nd", [["a"], ["b"], ["c"], ["d"]]],
    ["a quoted delimiter", '"a,b",c\n', [["a,b", "c"]]],
    ["quoted line ends", '"a\r\nb\nc\rd",e\n', [["a\r\nb\nc\rd", "e"]]],
    ["doubled quotes", '"say ""hi""",""""\n', [['say "hi"', '"']]],
    ["an empty quoted cell", '"",x\n""\n', [["", "x"], [""]]],
    ["a quote in the middle", 'a"b,5" disk\nc\n', [['a"b', '5" disk'], ["c"]]],
    ["text after a closing quote", '"a"b,"c" \n', [["ab", "c "]]],
    ["spaces around cells", " a , b \n", [[" a ", " b "]]],
    ["a row of one delimiter at the end", "a\n,", [["a"], ["", ""]]],
  ];
  for (const [name, text, rows] of cases) {
    it(`are read from ${name}, in every encoding and in pieces of any size`, () => {
      for (const encoding of encodings) {
        for (const size of [1, 2, 3, 100]) {
          assert.deepEqual(cellsOf(readRows(text, { encoding, size })), rows, `${encoding}, ${size}`);
        }
      }
    });
  }

  it("have the cells that Papa Parse reads, and together all bytes of the file", () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", "é", "€", "漢", "😀", " ", ",", ";", "\t", "|", '"', "\n", "\r", "="),
      maxLength: 6,
    });
    const options = fc.record({
      delimiter: fc.constantFrom(",", ";", "\t", "|"),
      newline: fc.constantFrom("\n", "\r\n"),
      quotes: fc.boolean(),
    });
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        rows,
        options,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(...encodings),
        (data, how, size, encoding) => {
          const text = Papa.unparse(data, how);
          fc.pre(text !== "" && encodeText(text, encoding).lost === 0);
          const found = readRows(text, { delimiter: how.delimiter, encoding, size });
          const parsed = Papa.parse(text, { delimiter: how.delimiter, newline: how.newline }).data;
          // Papa Parse returns another row after the last line end.
          assert.deepEqual(cellsOf(found), text.endsWith(how.newline) ? parsed.slice(0, -1) : parsed);
          const bytes = Buffer.concat(found.flatMap((row) => [row.bytes, row.lineEnd]));
          assert.equal(decodeText(bytes, encoding), text);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("name the row whose quotation mark is never closed", () => {
    assert.throws(() => readRows('a\n"b\nc"\nd,"e\nf\n'), { name: "CsvError", message: /^Row 3 has a quotation mark/ });
    assert.throws(
      () => readRows(`a\n"b${"x".repeat(5_000_000)}`, { size: 65_536 }),
      /^CsvError: Row 2 has a quotation mark/,
    );
  });

  it("may be 4 MB long, and no longer", () => {
    const length = (text: string): number => readRows(text, { size: 65_536 })[0]?.cells[0]?.length ?? 0;
    assert.equal(length(`${"x".repeat(4_000_000)}\n`), 4_000_000);
    assert.throws(
      () => length("x".repeat(5_000_000)),
      (error) => error instanceof CsvError && /^Row 1 is longer/.test(error.message),
    );
  });

  it("can be 4 million blank lines, in one piece, and come at most 8 kB at a time", async function () {
    this.timeout(120_000);
    let count = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(4_000_000, "\n");
    }
    for await (const rows of csvRows(source, { encoding: "utf-8", delimiter: "," })) {
      assert.ok(rows.length <= 8 * 1024);
      count += rows.length;
    }
    assert.equal(count, 4_000_000);
  });
});
