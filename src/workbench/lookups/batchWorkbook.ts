// The result of a batch as an Excel workbook: the table's cells as texts, those of the records with their types.
import type { CsvTable } from "../../csv/table";
import { checkSheetLimits, WorkbookWriter } from "../../export/workbook";
import type { ColumnMapping } from "../../lookups/batchMapping";
import { statusHeader, type BatchResultDeps } from "../../lookups/batchResult";
import type { CellValue, Column } from "../../rows/columns";

interface WorkbookResult {
  readonly title: string;
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  /** To append. */
  readonly columns: readonly Column[];
}

export function workbookResult({
  title,
  table,
  mapping,
  columns,
}: WorkbookResult): Pick<BatchResultDeps<CellValue>, "columns" | "writer"> {
  const found = columns.map(({ header, type }) => ({ header, type }));
  return {
    columns: {
      headers: columns.map(({ header }) => header),
      cells: (record) => columns.map((column) => column.value(record)),
    },
    writer: (sink, { width, rows }) => {
      checkSheetLimits(rows, width + columns.length + 1);
      // Files are data, so their headers are English in every display language.
      const given = Array.from({ length: width }, (_, nth) => ({
        header: table.header?.[nth] ?? `Column ${nth + 1}`,
        type: "text" as const,
      }));
      const workbook = new WorkbookWriter(sink, {
        name: mapping.kind === "company" ? "Companies" : "People",
        factsName: "Lookup",
        columns: [...given, ...found, { header: statusHeader, type: "text" }],
        rows,
      });
      return {
        add: (row, appended) => {
          if (row.kind === "data") {
            workbook.add((column) => (column < width ? row.cells[column] : appended?.[column - width]));
          }
          return 0;
        },
        end: () =>
          workbook.end([
            ["Table", title],
            ["Rows", rows],
          ]),
      };
    },
  };
}
