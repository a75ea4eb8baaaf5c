// Reads an exported CSV file to append records to it, in the file's own dialect and columns.
import { encodeText } from "../csv/encoding";
import { CsvError, CsvRowReader, type CsvRow } from "../csv/rows";
import { detectDialect, type DetectedDialect } from "../csv/table";
import type { CsvOptions } from "../csv/writer";
import type { RecordKind } from "../service/operations";
import { appendRefused, type OpenExisting } from "./appendNew";
import { csvCell } from "./cells";
import { idColumnOf, type ExportColumn } from "./columnProfile";
import { columnReader, type ColumnReader, type RowCells } from "./columnReader";
import { csvLines } from "./textFormats";

export const openExistingCsv: OpenExisting = async ({ reader, withBeside, choice, pieces, copy }, task) => {
  if (choice === undefined) {
    throw new TypeError("CSV needs a column profile.");
  }
  const { profile, options } = choice;
  const found = await columnReader({ reader, profile, withBeside }, task);
  const idHeader = idHeaderOf(reader.kind, found.columns);
  try {
    const detected = await detectDialect(pieces, idHeader);
    const rows = await readRows(copy(), detected, idHeader);
    return existingFile(rows, detected, found, options);
  } catch (error) {
    throw error instanceof CsvError ? appendRefused(error.message) : error;
  }
};

function idHeaderOf(kind: RecordKind, columns: readonly ExportColumn[]): string {
  const ids = [idColumnOf(kind), kind === "contact" ? "profile.id" : "id"];
  const column = columns.find(({ id }) => ids.includes(id));
  if (column === undefined) {
    throw appendRefused(
      "These columns have no id, which is needed to recognize records. Add the column “Id”, or write a new file.",
    );
  }
  return column.header;
}

interface ExistingRows {
  readonly header: readonly string[];
  readonly idIndex: number;
  readonly known: Set<string>;
  /** Whether the last row has no line end. */
  readonly isOpen: boolean;
}

async function readRows(
  copy: AsyncIterable<Uint8Array>,
  { dialect, hasSeparatorLine }: DetectedDialect,
  idHeader: string,
): Promise<ExistingRows> {
  const reader = new CsvRowReader(dialect);
  const known = new Set<string>();
  let header: readonly string[] | undefined;
  let idIndex = -1;
  let toSkip = hasSeparatorLine ? 1 : 0;
  const addRow = ({ bytes, cells }: CsvRow): void => {
    if (toSkip > 0 || bytes.length === 0) {
      toSkip = 0;
    } else if (header !== undefined) {
      known.add(keyFrom(cells, idIndex));
    } else {
      header = cells;
      idIndex = cells.indexOf(idHeader);
      if (idIndex < 0) {
        throw appendRefused(
          `The file has no column “${idHeader}”, which is needed to recognize records, so nothing was added. ` +
            "Export that column too, or write a new file.",
        );
      }
    }
  };
  let skip = dialect.mark.length;
  for await (const piece of copy) {
    reader.add(piece.subarray(skip)).forEach(addRow);
    skip = 0;
  }
  const last = reader.end();
  last.forEach(addRow);
  if (header === undefined) {
    throw appendRefused("The file is empty: it has no header, so nothing was added. Write a new file instead.");
  }
  return { header, idIndex, known, isOpen: last.length > 0 };
}

function existingFile(
  { header, idIndex, known, isOpen }: ExistingRows,
  { dialect }: DetectedDialect,
  { columns, sql, cells }: ColumnReader,
  chosen: CsvOptions,
): Awaited<ReturnType<OpenExisting>> {
  const { encoding, delimiter, lineEnd } = dialect;
  const options: CsvOptions = { ...chosen, delimiter, lineEnd };
  const places = header.map((name) => columns.findIndex((column) => column.header === name));
  const written = header.map((name, index) => columns[places[index] ?? -1] ?? emptyColumn(name));
  const { line } = csvLines(written, options);
  const encode = (text: string): Uint8Array => {
    const { bytes, lost } = encodeText(text, encoding);
    if (lost > 0) {
      throw appendRefused(
        "The file is not in UTF-8 and its encoding lacks letters of the new records, so nothing was added. " +
          "Save it as UTF-8 or write a new file.",
      );
    }
    return bytes;
  };
  return {
    known,
    columns: sql,
    endLastLine: (sink) => sink.addBytes(encode(isOpen ? lineEnd : "")),
    row: (values) => {
      const cell = cells(values);
      const writtenCell: RowCells = (index) => cell(places[index] ?? -1);
      const texts = written.map((column, index) => csvCell(column, writtenCell(index), options));
      return {
        key: keyFrom(texts, idIndex),
        add: (sink) => {
          if (encoding === "utf-8") {
            sink.addText(line(writtenCell));
          } else {
            sink.addBytes(encode(line(writtenCell)));
          }
        },
      };
    },
  };
}

const emptyColumn = (name: string): ExportColumn => ({
  id: name,
  header: name,
  type: "text",
  range: false,
  value: () => undefined,
});

/** The id; for a row without one, all its cells, so that it is neither lost nor added twice. */
function keyFrom(cells: readonly string[], idIndex: number): string {
  const id = cells[idIndex] ?? "";
  return id === "" ? JSON.stringify(cells) : id;
}
