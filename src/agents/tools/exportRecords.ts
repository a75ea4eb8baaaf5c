// The tool `export_records`.
import path from "node:path";
import * as z from "zod";
import { recordsText } from "../../runs/amounts";
import { unreadableText } from "../../export/unreadableText";
import { countText, inEnglish } from "../../language/language";
import { fileKinds } from "../../app/exportFormat";
import { Refusal } from "../../app/app";
import type { Call } from "../../app/call";
import { runPair } from "../../app/compareRuns";
import { requestToRepeat } from "../../app/exportAgain";
import { formatOfFile, requestOf } from "../../app/exportRecords";
import { rowsOfRun } from "../../app/rowSource";
import { existingRun } from "../../app/searchRuns";
import { writeRecords, type WrittenRecords } from "../../app/writeRecords";
import type { CallWatch } from "../../store/protocol";
import type { Tool } from "../tool";
import { neutral } from "../../app/untrusted";
import { pathField, runField } from "./fields";
import { choiceFieldsAgain, conditionsOf, sortOf } from "./recordFields";

const input = z.strictObject({
  run: runField,
  since: runField.optional().describe("Only changes since it."),
  file: pathField("Path in the workspace.").optional(),
  again: z.boolean().optional().describe("As last time."),
  format: z.enum(fileKinds).optional().describe("The file's ending by default."),
  profile: z.string().min(1).max(100).optional().describe("Column profile."),
  ...choiceFieldsAgain,
  append: z.boolean().optional().describe("What the file lacks."),
  replace: z.boolean().optional().describe("Ask the user first."),
});

export const exportRecordsTool: Tool<z.infer<typeof input>> = {
  name: "export_records",
  title: "Export Records",
  description: "Writes records of a run to a file; the main columns by default. Free.",
  input,
  output: { run: "string", file: "string", format: "string", records: "number", bytes: "number?" },
  effect: "writes",
  async run(app, { run: id, since, file: named, format: kind, profile, again = false, replace, ...fields }, call) {
    const { columns, filter, where, sort, append = false } = fields;
    if (append && [again || undefined, replace, kind, profile, columns].some((one) => one !== undefined)) {
      throw new Refusal("append writes in the file's own columns: leave out again, replace, format, profile, columns.");
    }
    const choice = { columns, filter, conditions: conditionsOf(where), sort: sortOf(sort) };
    const { root = "" } = app.files;
    const ofName = named === undefined ? undefined : formatOfFile(named); // refuses a name that no format has
    const pair = since === undefined ? undefined : await runPair(app, id, since);
    const run = pair?.later ?? (await existingRun(app, id));
    if (run.records === 0) {
      throw new Refusal("There is nothing to export: this run has no records.", "notFound");
    }
    const { signal } = call;
    const repeat = again
      ? await requestToRepeat(app, rowsOfRun(run), { named, records: run.records, signal })
      : undefined;
    const given = named ?? (repeat && path.relative(root, repeat.file));
    if (given === undefined) {
      throw new Refusal("Name a file in the workspace.");
    }
    const file = await app.files.target(given, replace === true || append);
    const format = kind ?? ofName ?? formatOfFile(given);
    const source = rowsOfRun(run, pair?.earlier.header.id);
    const request =
      repeat ?? (await requestOf(app, source, { ...choice, format, profile, appendTo: append ? file : undefined }));
    const written = await writeRecords(
      app,
      request,
      { file, how: append ? "append" : replace === true ? "replace" : "new" },
      watchOf(call),
    );
    const shown = neutral(path.relative(root, written.file).split(path.sep).join("/"), 1_000);
    return {
      text: inEnglish(() => writtenText(written, `${shown} (${request.format.kind})`)),
      next: "tell the user where the file is.",
      data: {
        run: run.header.id,
        file: shown,
        format: request.format.kind,
        records: written.records,
        bytes: written.bytes ?? null,
      },
    };
  },
};

const watchOf = ({ signal, onProgress }: Call): CallWatch => ({
  signal,
  onProgress: (done, total) => onProgress(done, total, `${done} of ${total} records written.`),
});

function writtenText(written: WrittenRecords, file: string): string {
  const { records, alreadyThere } = written;
  const there = alreadyThere === undefined ? "" : `, which had ${countText(alreadyThere)} of them already`;
  return `${recordsText(records)} written to ${file}${there}. ${leftOutText(written)}`.trim();
}

/** Names of records are written by strangers. */
const leftOutText = ({ unreadable }: WrittenRecords): string =>
  unreadableText({ ...unreadable, names: unreadable.names.map((name) => neutral(name, 100)) });
