// The tools for fetched records: records of runs and lists, changes between runs, and exports.
import path from "node:path";
import * as z from "zod";
import { Refusal, type App, type Call } from "../../app/app";
import { compareRuns, runPair } from "../../app/compareRuns";
import { requestToRepeat } from "../../app/exportAgain";
import { formatOfFile, requestOf } from "../../app/exportFormat";
import { findRecords, readRecords } from "../../app/readRecords";
import { rowsOfListNamed, rowsOfRun, type RowSource } from "../../app/rowSource";
import { existingRun } from "../../app/searchRuns";
import { neutral } from "../../app/untrusted";
import { longValues, writeRecords, type WrittenRecords } from "../../app/writeRecords";
import { fileKinds } from "../../export/fileKinds";
import { longValuesFacts, longValuesText } from "../../export/longValues";
import { recordsText } from "../../runs/amounts";
import { recordKinds } from "../../service/operations";
import type { CallWatch } from "../../store/protocol";
import { countText } from "../../text/numbers";
import { joinedSentences } from "../../text/phrases";
import { tool, type ToolResult } from "../tool";
import { choiceFields, choiceOf, limitField, listField, offsetField, pathField, runField, usualRows } from "./fields";
import { fitting, rowFacts, rowLines } from "./recordText";

const kindField = z.enum(recordKinds).optional().describe("Of a list, or of everything: only these.");

const readInput = z.strictObject({
  run: runField.optional(),
  list: listField.optional(),
  kind: kindField,
  ...choiceFields,
  limit: limitField,
  offset: offsetField,
});
type ReadInput = z.infer<typeof readInput>;

export const readRecordsTool = tool({
  name: "read_records",
  title: "Read Records",
  description:
    "Reads records of a run or a list: chosen columns, filtered, sorted, or what has changed; without either, " +
    "finds the words of filter in everything fetched. Use it before paying again. " +
    "Personal data, written by strangers. Free.",
  input: readInput,
  effect: "reads",
  async run(app, given, { signal }) {
    if (given.run === undefined && given.list === undefined) {
      return found(app, given);
    }
    return given.changes === true ? changed(app, given, signal) : rows(app, given, signal);
  },
});

async function found(app: App, { filter, kind, limit = usualRows }: ReadInput): Promise<ToolResult> {
  if (filter === undefined) {
    throw new Refusal("Add “run” or “list”, or “filter”: words to find in everything that was fetched.");
  }
  const { counts, isCapped, records } = await findRecords(app, filter, limit, kind);
  const all = records.map((record) => ({
    kind: record.kind,
    title: neutral(record.title),
    detail: neutral(record.detail),
    run: record.run,
  }));
  const { rows: shown, remark } = fitting(all);
  const count = recordKinds.reduce((sum, each) => sum + counts[each], 0);
  const data = { counts, atLeast: isCapped, records: shown };
  if (count === 0) {
    const next = "plan_search says what a search would fetch and cost.";
    return { text: "Nothing that was fetched has all of these words.", next, data };
  }
  return {
    text: `${isCapped ? "At least " : ""}${recordsText(count)}; ${shown.length} here, the newest first.${remark}`,
    next: "read_records with run and filter reads more of their columns for free.",
    records: shown.length === 0 ? undefined : shown.map((row) => JSON.stringify(Object.values(row))),
    data,
  };
}

async function sourceOf(app: App, { run = "latest", list, kind }: ReadInput): Promise<RowSource> {
  return list === undefined ? rowsOfRun(await existingRun(app, run)) : (await rowsOfListNamed(app, list, kind)).source;
}

async function rows(app: App, given: ReadInput, signal: AbortSignal): Promise<ToolResult> {
  const { limit = usualRows, offset = 0 } = given;
  const source = await sourceOf(app, given);
  const read = await readRecords(app, source, choiceOf(given), { offset, limit, signal });
  const { columns, count, all, leftOut } = read;
  const { rows: shown, remark } = fitting(read.rows.map(rowFacts));
  const end = offset + shown.length;
  const more = end < count;
  const name = source.run === undefined ? `List ${neutral(source.title, 80)}` : `Run ${source.run.header.id}`;
  const summary = [
    `${name}: records ${countText(Math.min(offset + 1, count))}–${countText(end)} of ${countText(count)}`,
    count === all ? "" : ` (${countText(all)} in all)`,
    leftOut === 0 ? "" : `, ${countText(leftOut)} hidden by leave-out lists`,
    `.${remark}`,
  ].join("");
  return {
    text: shown.length === 0 ? `${name}: no records here.` : summary,
    next: more
      ? `read_records with offset ${end} returns the next ones; export_records writes all to a file.`
      : "export_records writes the records to a file.",
    records: shown.length === 0 ? undefined : rowLines(columns, shown),
    data: {
      run: source.run?.header.id ?? null,
      columns,
      count,
      offset,
      leftOut,
      rows: shown.map(({ cells }) => cells),
      more,
    },
  };
}

async function changed(app: App, given: ReadInput, signal: AbortSignal): Promise<ToolResult> {
  const { run, limit = usualRows, offset = 0 } = given;
  if (run === undefined) {
    throw new Refusal("Add “run”: changes are those of a run since the one before.");
  }
  const read = await compareRuns(app, { run, ...choiceOf(given), limit, offset }, signal);
  const { counts, columns, remark } = read;
  const { rows: shown, remark: cut } = fitting(read.rows.map(rowFacts));
  const end = offset + shown.length;
  const more = end < read.count;
  const sum = `${countText(counts.new)} new, ${countText(counts.changed)} changed, ${countText(counts.gone)} gone.`;
  const lines = [
    `Run ${read.later.header.id} compared with run ${read.earlier.header.id}: ${sum}`,
    ...[remark ?? "", cut.trim()].filter((line) => line !== ""),
  ];
  return {
    text: lines.join("\n"),
    next: more
      ? `read_records with offset ${end} returns the next of them.`
      : "tell the user what changed; these are all.",
    records: shown.length === 0 ? undefined : rowLines(["change", ...columns, "earlier values"], shown),
    data: {
      run: read.later.header.id,
      earlier: read.earlier.header.id,
      ...counts,
      columns,
      offset,
      more,
      rows: shown,
    },
  };
}

export const exportRecordsTool = tool({
  name: "export_records",
  title: "Export Records",
  description: "Writes records of a run or a list to a file; the main columns by default. Free.",
  input: z.strictObject({
    run: runField.optional(),
    list: listField.optional(),
    kind: kindField,
    file: pathField(`Path in the workspace; its ending is the format: ${fileKinds.join(", ")}.`).optional(),
    repeat: z.boolean().optional().describe("As last time."),
    profile: z.string().min(1).max(100).optional().describe("Column profile."),
    ...choiceFields,
    where: choiceFields.where.describe("As for read_records."),
    replace: z.boolean().optional().describe("Replace the file: ask the user first."),
  }),
  effect: "writes",
  async run(app, given, call) {
    const { file: named, profile, repeat: repeats = false, replace = false, changes } = given;
    if (given.run === undefined && given.list === undefined) {
      throw new Refusal("Add “run” or “list”: what to export.");
    }
    const choice = choiceOf(given);
    const { root = "" } = app.files;
    const format = named === undefined ? undefined : formatOfFile(named); // throws for an unknown extension
    const source = await sourceOf(app, given);
    const { run } = source;
    // A table has also the records that earlier runs paid for.
    if (run?.records === 0 && run.header.purpose !== "batch") {
      throw new Refusal("There is nothing to export: this run has no records.", "notFound");
    }
    const { signal } = call;
    let compared = source;
    if (changes === true && run !== undefined) {
      const pair = await runPair(app, run.header.id);
      compared = rowsOfRun(pair.later, pair.earlier.header.id);
    }
    const repeat = repeats
      ? await requestToRepeat(app, source, { named, records: run?.records ?? 0, signal })
      : undefined;
    const place = named ?? (repeat && path.relative(root, repeat.file));
    if (place === undefined) {
      throw new Refusal("Add “file”: a path in the workspace.");
    }
    const file = await app.files.target(place, replace);
    const request =
      repeat ?? (await requestOf(app, compared, { ...choice, format: format ?? formatOfFile(place), profile }));
    const tooLong = (await longValues(app, request, watchOf(call))).map((one) => ({
      ...one,
      header: neutral(one.header, 100),
    }));
    const written = await writeRecords(app, request, { file, replace }, watchOf(call));
    const shown = neutral(path.relative(root, written.file).split(path.sep).join("/"), 1_000);
    return {
      text: joinedSentences(writtenText(written, `${shown} (${request.format.kind})`), longValuesText(tooLong)),
      next: "tell the user where the file is.",
      data: {
        run: run?.header.id ?? null,
        file: shown,
        format: request.format.kind,
        records: written.records,
        bytes: written.bytes,
        tooLong: longValuesFacts(tooLong),
      },
    };
  },
});

const watchOf = ({ signal, onProgress }: Call): CallWatch => ({
  signal,
  onProgress: (done, total) => onProgress(done, total, `${done} of ${total} records written.`),
});

const writtenText = ({ records }: WrittenRecords, file: string): string =>
  `${recordsText(records)} written to ${file}.`;
