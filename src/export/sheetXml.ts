// Cells and sheets of an Excel workbook as XML. Texts are written in their cells, never as formulas.
import { cellText, type CellValue } from "../records/columns";
import { beginningOf } from "../text/beginningOf";
import type { ExportColumn } from "./columnProfile";
import { listItems, valueType } from "./columnTypes";

/** Formats of cells, by their index in `stylesXml`. */
const style = { heading: 1, integer: 2, date: 3, time: 4, quoted: 5, wrapped: 6 } as const;

export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>
<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">
<alignment vertical="top" wrapText="1"/></xf>
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/** Excel refuses files with longer texts. */
const longestText = 32_767;

/** Excel shows only 15 digits of a number, and changes the others when the cell is edited. */
const longestInteger = 999_999_999_999_999;
const dayMs = 86_400_000;
/** Day 0 of Excel, which believes that 1900 was a leap year: earlier dates than March 1900 differ by a day. */
const dayZero = Date.UTC(1899, 11, 30);
const firstDate = Date.UTC(1900, 2, 1);

/** `A`, …, `Z`, `AA`, … */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** Characters that XML must escape, and text that Excel would read as an escape: `_x0041_` means A. */
/* oxlint-disable no-control-regex -- control characters are what is looked for */
const special = /[&<>\u0000-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/;
const everySpecial = /[&<>\u0000-\u001f\ufffe\uffff]|\p{Cs}|_(?=x[0-9A-Fa-f]{4}_)/gu;
/* oxlint-enable no-control-regex */

export function xmlText(text: string): string {
  return special.test(text) ? text.replace(everySpecial, escaped) : text;
}

function escaped(character: string): string {
  switch (character) {
    case "&":
      return "&amp;";
    case "<":
      return "&lt;";
    case ">":
      return "&gt;";
    case "_":
      return "_x005F_";
    case "\t":
    case "\n":
      return character;
    case "\r":
      // XML readers turn an unescaped carriage return into a line feed.
      return "&#13;";
    default: {
      const code = character.charCodeAt(0);
      return code >= 0xd800 && code <= 0xdfff ? "\ufffd" : `_x${code.toString(16).toUpperCase().padStart(4, "0")}_`;
    }
  }
}

/** Cells of one column; `onCut` is called for each text that is too long for Excel. */
export class CellWriter {
  private readonly letters: string;

  constructor(
    private readonly column: Pick<ExportColumn, "type">,
    index: number,
    private readonly onCut: () => void,
  ) {
    this.letters = columnLetters(index);
  }

  /** An unknown value has no cell. `row` from 1. */
  cell(value: CellValue, row: number): string {
    if (value === undefined) {
      return "";
    }
    switch (valueType(this.column, value)) {
      case "integer":
        return typeof value === "number" && Math.abs(value) <= longestInteger
          ? this.number(String(value), row, style.integer)
          : this.text(String(value as string | number), row);
      case "double":
        return Number.isInteger(value) || !Number.isFinite(value)
          ? this.text(String(value as number), row)
          : this.number(String(value as number), row);
      case "boolean":
        return `<c r="${this.letters}${row}" t="b"><v>${value === true ? 1 : 0}</v></c>`;
      case "date":
      case "timestamp":
        return this.date(String(value as string), row);
      case "list":
        return this.text(listItems(value as readonly unknown[]).join("; "), row);
      case "text":
        return this.text(cellText(value), row);
    }
  }

  heading(text: string): string {
    return this.text(text, 1, style.heading);
  }

  wrapped(text: string, row: number): string {
    return this.text(text, row, style.wrapped);
  }

  private number(text: string, row: number, format = 0): string {
    return `<c r="${this.letters}${row}"${format === 0 ? "" : ` s="${format}"`}><v>${text}</v></c>`;
  }

  private date(text: string, row: number): string {
    const time = Date.parse(text);
    const hasTime = time % dayMs !== 0;
    return time < firstDate
      ? this.text(text, row)
      : this.number(String((time - dayZero) / dayMs), row, hasTime ? style.time : style.date);
  }

  private text(text: string, row: number, format = 0): string {
    if (text === "") {
      return "";
    }
    const written = text.length > longestText ? this.cut(text) : text;
    // Marked as text, so that editing the cell does not make it a formula.
    const chosen = format === 0 && /^[=+\-@]/.test(text) ? style.quoted : format;
    const attributes = chosen === 0 ? "" : ` s="${chosen}"`;
    const space = /^\s|\s$/.test(written) ? ' xml:space="preserve"' : "";
    return `<c r="${this.letters}${row}"${attributes} t="inlineStr"><is><t${space}>${xmlText(written)}</t></is></c>`;
  }

  private cut(text: string): string {
    this.onCut();
    // Never cut in the middle of a character.
    return `${beginningOf(text, longestText - 1)}…`;
  }
}

/** The part of a sheet before its rows. The first row is frozen. */
export function sheetBeginning(widths: readonly number[], range: string): string {
  const columns = widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join("");
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/>${columns === "" ? "" : `<cols>${columns}</cols>`}<sheetData>`
  );
}

/** The part of a sheet after its rows; `filter` is the range with buttons for sorting and filtering. */
export function sheetEnd(filter?: string): string {
  return `</sheetData>${filter === undefined ? "" : `<autoFilter ref="${filter}"/>`}</worksheet>`;
}
