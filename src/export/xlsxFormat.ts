// Records as an Excel workbook.
import type { RecordKind } from "../service/operations";
import { columnReader } from "./columnReader";
import { checkSheetLimits, WorkbookWriter } from "./workbook";
import type { RowWriter, WriterRequest } from "./writeView";

const sheetNames: Readonly<Record<RecordKind, string>> = {
  company: "Companies",
  person: "People",
  contact: "Contacts",
};

export async function xlsxWriter({ reader, withBeside, choice, info, task }: WriterRequest): Promise<RowWriter> {
  const { columns, sql, withJson, cells } = await columnReader(
    { reader, profile: choice.profile, withBeside, isTyped: true },
    task,
  );
  checkSheetLimits(reader.count, columns.length);
  let workbook: WorkbookWriter | undefined;
  return {
    columns: sql,
    withJson,
    begin: (sink) => {
      const name = sheetNames[reader.kind];
      workbook = new WorkbookWriter(sink, { name, factsName: "Search", columns, rows: reader.count });
    },
    row: (_sink, values) => workbook?.add(cells(values)),
    end: () => workbook?.end(info),
  };
}
