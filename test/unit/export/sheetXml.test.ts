// Cells of an Excel workbook as XML: which values are numbers, dates and texts, and at which values that changes.
import assert from "node:assert/strict";
import { CellWriter, columnLetters, sheetBeginning, sheetEnd, xmlText } from "../../../src/export/sheetXml";
import { checkSheetLimits } from "../../../src/export/workbook";
import type { CellValue, ColumnType } from "../../../src/records/columns";

/** A cell in row 7 of the second column, and how many texts were cut. */
function cellOf(type: ColumnType, value: CellValue): string {
  return new CellWriter({ type }, 1, () => assert.fail("Nothing is too long.")).cell(value, 7);
}
const textCell = (xml: string, style = ""): string => `<c r="B7"${style} t="inlineStr"><is><t>${xml}</t></is></c>`;
const numberCell = (text: string, style?: number): string =>
  `<c r="B7"${style === undefined ? "" : ` s="${style}"`}><v>${text}</v></c>`;

describe("a sheet of a workbook", () => {
  it("has columns named by letters, with two after Z and three after ZZ", () => {
    assert.deepEqual(
      [0, 1, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters),
      "A B Z AA AZ BA ZZ AAA XFD".split(" "),
    );
  });

  it("has integers of at most 15 digits as numbers, and longer ones as texts that keep every digit", () => {
    for (const number of [0, -0, 5, 999_999_999_999_999, -999_999_999_999_999]) {
      assert.equal(cellOf("number", number), numberCell(String(number), 2));
    }
    assert.equal(cellOf("number", 1_000_000_000_000_000), textCell("1000000000000000"));
    assert.equal(cellOf("number", "12345678901234567"), textCell("12345678901234567"));
    // As text it would run as a formula when edited, so it is marked.
    assert.equal(cellOf("number", -1_000_000_000_000_000), textCell("-1000000000000000", ' s="5"'));
  });

  it("has dates as days since 1900 from March 1900 on, with a time of day only where they have one", () => {
    assert.equal(cellOf("date", "1900-03-01"), numberCell("61", 3));
    assert.equal(cellOf("date", "1900-02-28"), textCell("1900-02-28"));
    assert.equal(cellOf("date", "2024-01-01"), numberCell("45292", 3));
    assert.equal(cellOf("date", "2024-01-01T00:00:00Z"), numberCell("45292", 3));
    assert.equal(cellOf("date", "2024-01-01T12:00:00Z"), numberCell("45292.5", 4));
    assert.equal(cellOf("date", "2024-02-30"), textCell("2024-02-30"));
    assert.equal(cellOf("text", "2024-01-01"), textCell("2024-01-01"));
  });

  it("marks texts that editing would make formulas, and no others", () => {
    for (const text of ["=1", "+1", "-1", "@a"]) {
      assert.equal(cellOf("text", text), textCell(text, ' s="5"'));
    }
    assert.equal(cellOf("text", "a=1"), textCell("a=1"));
    const writer = new CellWriter({ type: "text" }, 0, () => undefined);
    assert.equal(writer.heading("=1"), '<c r="A1" s="1" t="inlineStr"><is><t>=1</t></is></c>');
    assert.equal(writer.wrapped("=1", 3), '<c r="A3" s="6" t="inlineStr"><is><t>=1</t></is></c>');
  });

  it("keeps spaces at the beginning and the end of texts", () => {
    const kept = (text: string): string => `<c r="B7" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
    assert.equal(cellOf("text", " a"), kept(" a"));
    assert.equal(cellOf("text", "a\n"), kept("a\n"));
    assert.equal(cellOf("text", "a b"), textCell("a b"));
  });

  it("cuts texts only when they are longer than 32,767 characters, never inside of one, and says so once each", () => {
    let cuts = 0;
    const writer = new CellWriter({ type: "text" }, 0, () => {
      cuts += 1;
    });
    const written = (text: string): string => /<t>(.*)<\/t>/su.exec(writer.cell(text, 1))?.[1] ?? "";
    assert.equal(written("a".repeat(32_767)), "a".repeat(32_767));
    assert.equal(cuts, 0);
    assert.equal(written("a".repeat(32_768)), `${"a".repeat(32_766)}…`);
    assert.equal(cuts, 1);
    assert.equal(written(`a${"🙂".repeat(20_000)}`), `a${"🙂".repeat(16_382)}…`);
    assert.equal(written("🙂".repeat(20_000)), `${"🙂".repeat(16_383)}…`);
    assert.equal(cuts, 3);
  });

  it("writes what XML has a meaning for, or no place for, so that it is read back or is visible", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["a&b<c>d", "a&amp;b&lt;c&gt;d"],
      ["tab\tline\nend\r", "tab\tline\nend&#13;"],
      ["\u0000\u001f\ufffe\uffff", "_x0000__x001F__xFFFE__xFFFF_"],
      ["a\ud800b\udfff", "a\ufffdb\ufffd"],
      ["🙂 é", "🙂 é"],
      ["_x0041_ _x41_ _", "_x005F_x0041_ _x41_ _"],
    ];
    for (const [text, xml] of cases) {
      assert.equal(xmlText(text), xml);
    }
  });

  it("has a frozen first row, widths of its columns, and a filter when it has rows to filter", () => {
    const beginning = sheetBeginning([10, 20], "A1:B9");
    assert.ok(beginning.includes('<dimension ref="A1:B9"/>'));
    assert.ok(beginning.includes('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'));
    assert.ok(
      beginning.endsWith(
        '<cols><col min="1" max="1" width="10" customWidth="1"/><col min="2" max="2" width="20" customWidth="1"/>' +
          "</cols><sheetData>",
      ),
    );
    // Excel refuses a file with an empty list of columns.
    assert.ok(!sheetBeginning([], "A1").includes("cols"));
    assert.equal(sheetEnd("A1:B9"), '</sheetData><autoFilter ref="A1:B9"/></worksheet>');
    assert.equal(sheetEnd(), "</sheetData></worksheet>");
  });

  it("has room for 1,048,575 records and 16,384 columns, and says so", () => {
    checkSheetLimits(1_048_575, 16_384);
    assert.throws(() => checkSheetLimits(1_048_576, 1), /room for 1,048,575 records, and these are 1,048,576\./u);
    assert.throws(() => checkSheetLimits(1, 16_385), /room for 16,384 columns, and these are 16,385\./u);
  });
});
