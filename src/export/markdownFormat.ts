// Records as a Markdown table, in which no text of a record acts as markup or as a link.
import { escapeMarkup, markdownCell } from "./cells";
import { columnReader } from "./columnReader";
import type { RowWriter, WriterRequest } from "./writeView";

export async function markdownWriter({ reader, choice, task }: WriterRequest): Promise<RowWriter> {
  const { columns, sql, withJson, cells } = await columnReader({ reader, profile: choice.profile }, task);
  const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |\n`;
  const names = line(columns.map((column) => escapeMarkup(column.header)));
  const header = `${names}|${columns.map(() => " --- |").join("")}\n`;
  return {
    columns: sql,
    withJson,
    begin: (sink) => sink.addText(choice.options.header ? header : ""),
    row: (sink, values) => {
      const cell = cells(values);
      sink.addText(line(columns.map((_, index) => markdownCell(cell(index)))));
    },
    end: () => undefined,
  };
}
