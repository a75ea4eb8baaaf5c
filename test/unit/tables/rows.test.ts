// Rows of CSV files: the same cells as other parsers read, whatever the pieces, and limits on what is no table.
import assert from "node:assert/strict";
import fc from "fast-check";
import Papa from "papaparse";
import { CsvError } from "../../../src/tables/bytes";
import { encodeText } from "../../../src/tables/encoding";
import { csvRows, quotingOf } from "../../../src/tables/rows";

const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;

const bytesIn = (text: string, encoding: string): Uint8Array =>
  encoding === "windows-1252" ? Buffer.from(text, "latin1") : (encodeText(text, encoding) ?? assert.fail(encoding));

/** The rows of a text that is read in pieces of this many bytes. */
async function readRows(
  text: string,
  { separator = ",", encoding = "utf-8", size = 1_000 } = {},
): Promise<(readonly string[])[]> {
  const bytes = bytesIn(text, encoding);
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < bytes.length; from += size) {
      yield bytes.subarray(from, from + size);
    }
  }
  const rows: (readonly string[])[] = [];
  for await (const batch of csvRows(source, encoding, { separator, ...quotingOf(text, separator) })) {
    rows.push(...batch);
  }
  return rows;
}

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
    ["spaces before quotes", 'a, "b, c",d\n', [["a", "b, c", "d"]]],
    ["spaces behind quotes", '"a, b" ,"c"\n', [["a, b", "c"]]],
    ["backslashes before quotes", '"a \\"b, c\\" d",e\n', [['a "b, c" d', "e"]]],
    [
      "single quotes around every cell",
      "'a, b','c'\n'L''Oréal','d'\n",
      [
        ["a, b", "c"],
        ["L'Oréal", "d"],
      ],
    ],
    [
      "single quotes within cells",
      "'tis,rock 'n'\na,b\n",
      [
        ["'tis", "rock 'n'"],
        ["a", "b"],
      ],
    ],
    ["a backslash beside escaped quotes", '"a \\ b \\"x\\" c",d\n', [['a \\ b "x" c', "d"]]],
    ["a path at the end of a quoted cell", '"C:\\a\\",b\n', [["C:\\a\\", "b"]]],
    [
      "an escaped quote before a comma",
      '"say \\"hi\\", then go",b\n"c","d"\n',
      [
        ['say "hi", then go', "b"],
        ["c", "d"],
      ],
    ],
    [
      "single quotes around a line end",
      "'a','b\nc'\n'd, e',''\n",
      [
        ["a", "b\nc"],
        ["d, e", ""],
      ],
    ],
    [
      "single quotes below a bare header",
      "a,b\n'c, d','e'\n",
      [
        ["a", "b"],
        ["c, d", "e"],
      ],
    ],
    [
      "single quotes around one word",
      "a,b\n'c',d\ne,f\n",
      [
        ["a", "b"],
        ["'c'", "d"],
        ["e", "f"],
      ],
    ],
    ["spaces around cells", " a , b \n", [[" a ", " b "]]],
    ["a row of one delimiter at the end", "a\n,", [["a"], ["", ""]]],
  ];
  for (const [name, text, rows] of cases) {
    it(`are read from ${name}, in every encoding and in pieces of any size`, async () => {
      for (const encoding of encodings) {
        for (const size of [1, 2, 3, 100]) {
          assert.deepEqual(await readRows(text, { encoding, size }), rows, `${encoding}, ${size}`);
        }
      }
    });
  }

  it("are read from curly quotes as from straight ones", async () => {
    assert.deepEqual(await readRows("name,site\n“Acme, Inc”,acme.example\n„Beta, AG“,beta.example\n", { size: 5 }), [
      ["name", "site"],
      ["Acme, Inc", "acme.example"],
      ["Beta, AG", "beta.example"],
    ]);
  });

  it("have the cells that Papa Parse reads", async () => {
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
    await fc.assert(
      fc.asyncProperty(
        rows,
        options,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(...encodings),
        async (data, how, size, encoding) => {
          const text = Papa.unparse(data, how);
          const { trim } = quotingOf(text, how.delimiter);
          fc.pre(text !== "" && !trim && (encoding !== "windows-1252" || !/[€漢😀]/u.test(text)));
          const found = await readRows(text, { separator: how.delimiter, encoding, size });
          const parsed = Papa.parse(text, { delimiter: how.delimiter, newline: how.newline }).data;
          // Papa Parse returns another row after the last line end.
          assert.deepEqual(found, text.endsWith(how.newline) ? parsed.slice(0, -1) : parsed);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("name the row whose quotation mark is never closed", async () => {
    await assert.rejects(readRows('a\n"b\nc"\nd\n"e\nf\n'), {
      name: "CsvError",
      message: /^Row 4 has a quotation mark/u,
    });
    await assert.rejects(
      readRows(`a\n"b${"x".repeat(5_000_000)}`, { size: 65_536 }),
      (error) => error instanceof CsvError && /^Row 2 .*quotation mark/u.test(error.message),
    );
  });

  it("may be 4 MB long, and no longer", async () => {
    const length = async (text: string): Promise<number> =>
      (await readRows(text, { size: 65_536 }))[0]?.[0]?.length ?? 0;
    assert.equal(await length(`${"x".repeat(4_000_000)}\n`), 4_000_000);
    await assert.rejects(
      length("x".repeat(5_000_000)),
      (error) => error instanceof CsvError && /^Row 1 is longer/u.test(error.message),
    );
  });

  it("can be a million blank lines, and come some at a time", async function () {
    let count = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(1_000_000, "\n");
    }
    const format = { separator: ",", trim: false, quote: '"', isEscaped: false, curly: false } as const;
    for await (const rows of csvRows(source, "utf-8", format)) {
      assert.ok(rows.length <= 8 * 1024);
      count += rows.length;
    }
    assert.equal(count, 1_000_000);
  });
});
