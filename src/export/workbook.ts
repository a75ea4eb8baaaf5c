// An Excel workbook written row by row: typed cells in one sheet, facts about them in another.
import type { ColumnType } from "../records/columns";
import type { RecordKind } from "../service/operations";
import { StoreError } from "../store/storeError";
import { countText } from "../text/numbers";
import { columnReader } from "./columnReader";
import { CellWriter, columnLetters, sheetBeginning, sheetEnd, stylesXml, xmlText } from "./sheetXml";
import type { ExportInfo, RowWriter, WriterRequest } from "./writeView";
import { ZipStream } from "./zipStream";

/** Limits of Excel; one row is the header. */
const mostRecords = 1_048_575;
const mostColumns = 16_384;

/** In characters. */
const widths: Readonly<Record<ColumnType, number>> = {
  text: 24,
  number: 12,
  date: 12,
  list: 32,
  url: 32,
  email: 30,
  phone: 18,
};

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const sheetNames: Readonly<Record<RecordKind, string>> = {
  company: "Companies",
  person: "People",
  contact: "Contacts",
};
/** The name of the other sheet. */
const factsName = "Search";

export async function xlsxWriter({ reader, withExtra, choice, info, task }: WriterRequest): Promise<RowWriter> {
  const { columns, sql, cells } = await columnReader(
    { reader, profile: choice.profile, withExtra, isTyped: true },
    task,
  );
  checkSheetLimits(reader.count, columns.length);
  let cutTexts = 0;
  const writers = columns.map((column, index) => new CellWriter(column, index, () => (cutTexts += 1)));
  const range = `A1:${columnLetters(Math.max(0, columns.length - 1))}${reader.count + 1}`;
  /** The range of the whole table, for sorting and filtering; absent without columns. */
  const filter = columns.length === 0 ? undefined : range;
  let zip: ZipStream | undefined;
  let row = 1;
  return {
    columns: sql,
    begin: (sink) => {
      zip = new ZipStream(sink, tooLarge);
      addFixedParts(zip, [sheetNames[reader.kind], factsName], filter);
      zip.begin("xl/worksheets/sheet1.xml");
      const columnWidths = columns.map(({ type, header }) => Math.min(60, Math.max(widths[type], header.length + 4)));
      zip.add(sheetBeginning(columnWidths, range));
      const headings = columns.map(({ header }, index) => writers[index]?.heading(header) ?? "");
      zip.add(`<row r="1">${headings.join("")}</row>`);
    },
    row: (_sink, values) => {
      const cell = cells(values);
      row += 1;
      let text = `<row r="${row}">`;
      for (const [index, writer] of writers.entries()) {
        text += writer.cell(cell(index), row);
      }
      zip?.add(`${text}</row>`);
    },
    end: () => {
      zip?.add(sheetEnd(filter), true);
      const cut = [["Texts cut to 32,767 characters", cutTexts]] as const;
      const facts = cutTexts > 0 ? [...info, ...cut] : info;
      zip?.addFile("xl/worksheets/sheet2.xml", infoSheet(facts));
      zip?.finish();
    },
  };
}

/** Throws when an Excel sheet cannot contain so many records or columns. @internal */
export function checkSheetLimits(records: number, columns: number): void {
  if (records > mostRecords) {
    const text =
      `An Excel sheet has room for ${countText(mostRecords)} records, and these are ${countText(records)}. Filter ` +
      "them, or export CSV or Parquet.";
    throw new StoreError("FAILED", text);
  }
  if (columns > mostColumns) {
    const text =
      `An Excel sheet has room for ${countText(mostColumns)} columns, and these are ${countText(columns)}. Choose ` +
      "fewer columns.";
    throw new StoreError("FAILED", text);
  }
}

function tooLarge(): StoreError {
  const text = "The workbook would be larger than 4 GB. Choose fewer columns, or export CSV or Parquet.";
  return new StoreError("FAILED", text);
}

/** The parts of a workbook that do not depend on the records; `filter` is the range that can be filtered. */
function addFixedParts(zip: ZipStream, [sheet, facts]: readonly [string, string], filter: string | undefined): void {
  const part = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${spreadsheet}.${type}+xml"/>`;
  zip.addFile(
    "[Content_Types].xml",
    `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      part("workbook", "sheet.main") +
      part("worksheets/sheet1", "worksheet") +
      part("worksheets/sheet2", "worksheet") +
      `${part("styles", "styles")}</Types>`,
  );
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const addRelations = (name: string, ...entries: readonly string[]): void =>
    zip.addFile(name, `${xml}<Relationships xmlns="${packageRelations}">${entries.join("")}</Relationships>`);
  addRelations("_rels/.rels", relation(1, "officeDocument", "xl/workbook.xml"));
  addRelations(
    "xl/_rels/workbook.xml.rels",
    relation(1, "worksheet", "worksheets/sheet1.xml"),
    relation(2, "worksheet", "worksheets/sheet2.xml"),
    relation(3, "styles", "styles.xml"),
  );
  // Excel also stores the range of a filter under this name.
  const names =
    filter === undefined
      ? ""
      : '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">' +
        `${sheet}!${filter.replace(/[A-Z]+|\d+/g, "$$$&")}</definedName></definedNames>`;
  zip.addFile(
    "xl/workbook.xml",
    `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}">` +
      `<bookViews><workbookView/></bookViews><sheets><sheet name="${xmlText(sheet)}" sheetId="1" r:id="rId1"/>` +
      `<sheet name="${xmlText(facts)}" sheetId="2" r:id="rId2"/></sheets>${names}</workbook>`,
  );
  zip.addFile("xl/styles.xml", stylesXml);
}

/** The sheet with a label and a value per row. */
function infoSheet(info: ExportInfo): string {
  const labels = new CellWriter({ type: "text" }, 0, () => undefined);
  const values = new CellWriter({ type: "date" }, 1, () => undefined);
  const cell = (value: string | number | Date, row: number): string =>
    typeof value === "string"
      ? values.wrapped(value, row)
      : values.cell(typeof value === "number" ? value : value.toISOString(), row);
  const rows = info.map(
    ([label, value], index) => `<row r="${index + 2}">${labels.cell(label, index + 2)}${cell(value, index + 2)}</row>`,
  );
  const heading = `<row r="1">${labels.heading("Fact")}${values.heading("Value")}</row>`;
  return sheetBeginning([24, 100], `A1:B${info.length + 1}`) + heading + rows.join("") + sheetEnd();
}
