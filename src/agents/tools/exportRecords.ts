// The tool `export_records`.
import path from "node:path";
import * as z from "zod";
import { recordsText } from "../../runs/amounts";
import { unreadableText } from "../../export/unreadableText";
import { inEnglish } from "../../language/language";
import { fileKinds } from "../../app/exportFormat";
import { exportRecords, formatOfFile, type ExportOutcome } from "../../app/exportRecords";
import type { Tool } from "../tool";
import { neutral } from "../../app/untrusted";
import { pathField, runField } from "./fields";
import { choiceFieldsAgain, conditionsOf, sortOf } from "./recordFields";

const input = z.strictObject({
  run: runField,
  since: runField.optional().describe("Only changes since it."),
  file: pathField("Path in the workspace."),
  format: z.enum(fileKinds).optional().describe("By the file's ending when absent."),
  profile: z.string().min(1).max(100).optional().describe("Column profile, instead of columns."),
  ...choiceFieldsAgain,
  replace: z.boolean().optional().describe("Replace an existing file; ask the user first."),
});

export const exportRecordsTool: Tool<z.infer<typeof input>> = {
  name: "export_records",
  title: "Export Records",
  description: "Writes records of a run to a file; the main columns by default. Free.",
  input,
  output: { run: "string", file: "string", format: "string", records: "number", bytes: "number" },
  cost: "free",
  readOnly: false,
  destructive: true,
  async run(desk, { run, since, file: given, format, profile, columns, filter, where, sort, replace = false }, call) {
    const choice = { columns, filter, conditions: conditionsOf(where), sort: sortOf(sort) };
    formatOfFile(given); // refuses a name that no format has
    const file = await desk.files.target(given, replace);
    const written = await exportRecords(desk, { run, since, file, format, profile, replace, ...choice }, call);
    const { root = "" } = desk.files;
    const shown = neutral(path.relative(root, written.file).split(path.sep).join("/"), 1_000);
    return {
      text: inEnglish(() =>
        `${recordsText(written.records)} written to ${shown} (${written.format}). ${leftOutText(written)}`.trim(),
      ),
      next: "tell the user where the file is.",
      data: { run, file: shown, format: written.format, records: written.records, bytes: written.bytes },
    };
  },
};

/** Names of records are written by strangers. */
const leftOutText = ({ unreadable }: ExportOutcome): string =>
  unreadableText({ ...unreadable, names: unreadable.names.map((name) => neutral(name, 100)) });
