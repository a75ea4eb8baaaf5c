// Records as a Markdown table, in which no text of a record acts as markup or as a link.
import { cellText } from "../rows/columns";
import { parseExact } from "../service/exactJson";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import { resolveProfile, type ColumnChoice } from "./columnProfile";
import { scanRecords, type RowWriter } from "./writeView";

export async function markdownWriter(
  reader: ViewReader,
  { profile, options }: ColumnChoice,
  task: Task,
): Promise<RowWriter> {
  const columns = resolveProfile(reader.kind, profile, await scanRecords(reader, profile, reader.count, task));
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeMarkup).join(" | ")} |\n`;
  const header = `${line(columns.map((column) => column.header))}|${columns.map(() => " --- |").join("")}\n`;
  return {
    columns: "j.json",
    withJson: true,
    begin: (sink) => sink.addText(options.header ? header : ""),
    row: (sink, [json]) => {
      const record = parseExact(String(json));
      sink.addText(line(columns.map((column) => cellText(column.value(record)))));
    },
    end: () => undefined,
  };
}

function escapeMarkup(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>()#!|~$&]/g, "\\$&");
}
