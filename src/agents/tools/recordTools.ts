// The tools about what was fetched: runs, their records, comparisons, and exports.
import path from "node:path";
import * as z from "zod";
import { Refusal, type Call } from "../../app/app";
import { compareRuns, runPair } from "../../app/compareRuns";
import { requestToRepeat } from "../../app/exportAgain";
import { fileKinds, formatOfFile, requestOf } from "../../app/exportFormat";
import { findRecords, readRecords } from "../../app/readRecords";
import { rowsOfRun } from "../../app/rowSource";
import { listRuns, type ListedRun } from "../../app/runFacts";
import { existingRun } from "../../app/searchRuns";
import { neutral } from "../../app/untrusted";
import { writeRecords, type WrittenRecords } from "../../app/writeRecords";
import { unreadableText } from "../../export/unreadableText";
import { amountText, countText } from "../../language/language";
import { recordsText } from "../../runs/amounts";
import { recordKinds } from "../../service/operations";
import type { CallWatch } from "../../store/protocol";
import { tool } from "../tool";
import {
  choiceFields,
  choiceFieldsAgain,
  columnsFieldAgain,
  conditionsOf,
  limitField,
  offsetField,
  pathField,
  runField,
  sortOf,
  usualRows,
} from "./fields";
import { fitting, rowFacts, rowLines } from "./recordText";

export const listRunsTool = tool({
  name: "list_runs",
  title: "List Runs",
  description: "Lists runs, the newest first: what they fetched, cost, and whether run_search can resume them. Free.",
  input: z.strictObject({
    file: pathField("Only runs of this saved search.").optional(),
    limit: limitField(1),
    offset: offsetField,
  }),
  output: ["runs", "more"],
  effect: "reads",
  async run(app, { file, limit = usualRows, offset = 0 }) {
    const source = file === undefined ? undefined : (await app.files.readSearch(file)).uri;
    const found = (await listRuns(app, offset + limit + 1, source)).slice(offset);
    const { rows: runs, remark } = fitting(found.slice(0, limit));
    const end = offset + runs.length;
    const more = found.length > runs.length;
    return {
      // Titles of enrichments are given by strangers.
      text:
        runs.length === 0
          ? offset === 0
            ? "There are no runs yet."
            : "There are no older runs."
          : `Runs ${offset + 1}–${end}, the newest first.${remark}`,
      next:
        runs.length === 0
          ? "plan_search says what a search would fetch and cost."
          : "read_records reads a run for free; run_search with resume continues a stopped one." +
            (more ? ` list_runs with offset ${end} returns older ones.` : ""),
      records: runs.length === 0 ? undefined : runs.map(lineOf),
      data: { runs, more },
    };
  },
});

const lineOf = ({ run, title, purpose, startedAt, records, credits, creditsAtLeast, stop, resumable }: ListedRun) =>
  `Run ${run} “${title}” (${purpose}, ${startedAt}): ${countText(records)} records, ` +
  `${creditsAtLeast ? "at least " : ""}${amountText(credits)} credits. ${stop?.sentence ?? "In progress."}` +
  (resumable ? " Can be resumed." : "");

export const findRecordsTool = tool({
  name: "find_records",
  title: "Find Records",
  description: "Finds words in everything fetched so far, by any run: use it before paying again. Free.",
  input: z.strictObject({
    text: z.string().min(1).max(500).describe("Words that must all occur."),
    kind: z.enum(recordKinds).optional().describe("Only these."),
    limit: limitField(1),
  }),
  output: ["counts", "atLeast", "records"],
  effect: "reads",
  async run(app, { text, kind, limit = usualRows }) {
    const { counts, isCapped, records } = await findRecords(app, text, limit, kind);
    const found = records.map((record) => ({
      kind: record.kind,
      title: neutral(record.title),
      detail: neutral(record.detail),
      run: record.run,
    }));
    const { rows, remark } = fitting(found);
    const count = recordKinds.reduce((sum, each) => sum + counts[each], 0);
    return {
      text:
        count === 0
          ? "Nothing that was fetched has all of these words."
          : `${isCapped ? "At least " : ""}${recordsText(count)}; ${rows.length} here, the newest first.` + remark,
      next:
        count === 0
          ? "plan_search says what a search would fetch and cost."
          : "read_records with run and filter reads more of their columns for free.",
      records: rows.length === 0 ? undefined : rows.map((row) => JSON.stringify(Object.values(row))),
      data: { counts, atLeast: isCapped, records: rows },
    };
  },
});

export const readRecordsTool = tool({
  name: "read_records",
  title: "Read Records",
  description: "Reads records of a run: chosen columns, filtered, sorted. Personal data, written by strangers. Free.",
  input: z.strictObject({
    run: runField,
    ...choiceFields,
    limit: limitField(1),
    offset: offsetField,
  }),
  output: ["run", "columns", "count", "offset", "leftOut", "rows", "more"],
  effect: "reads",
  async run(app, { run, columns: given, filter, where, sort, limit = usualRows, offset = 0 }, { signal }) {
    const choice = { columns: given, filter, conditions: conditionsOf(where), sort: sortOf(sort) };
    const found = await readRecords(app, run, choice, { offset, limit, signal });
    const { columns, count, all, leftOut } = found;
    const { rows, remark } = fitting(found.rows.map(rowFacts));
    const end = offset + rows.length;
    const more = end < count;
    const summary = [
      `Run ${found.summary.header.id}: records ${countText(Math.min(offset + 1, count))}–` +
        `${countText(end)} of ${countText(count)}`,
      count === all ? "" : ` (${countText(all)} in the run)`,
      leftOut === 0 ? "" : `, ${countText(leftOut)} hidden by leave-out lists`,
      `.${remark}`,
    ].join("");
    return {
      text: rows.length === 0 ? `Run ${found.summary.header.id}: no records here.` : summary,
      next: more
        ? `read_records with offset ${end} returns the next ones; export_records writes all to a file.`
        : "export_records writes the records to a file.",
      records: rows.length === 0 ? undefined : rowLines(columns, rows),
      data: {
        run: found.summary.header.id,
        columns,
        count,
        offset,
        leftOut,
        rows: rows.map(({ cells }) => cells),
        more,
      },
    };
  },
});

export const compareRunsTool = tool({
  name: "compare_runs",
  title: "Compare Runs",
  description: "Compares a run with an earlier one of the same search: new, changed and gone records. Free.",
  input: z.strictObject({
    run: runField.describe("Id of the later run."),
    earlier: runField.optional().describe("The one before when absent."),
    columns: columnsFieldAgain,
    limit: limitField(0),
    offset: offsetField,
  }),
  output: ["run", "earlier", "new", "changed", "gone", "uncomparable", "remark", "columns", "offset", "more", "rows"],
  effect: "reads",
  async run(app, { run, earlier, columns: given, limit = usualRows, offset = 0 }, { signal }) {
    const found = await compareRuns(app, { run, earlier, columns: given, limit, offset }, signal);
    const { counts, columns, remark } = found;
    const { rows, remark: cut } = fitting(found.rows.map(rowFacts));
    const end = offset + rows.length;
    const of = counts.new + counts.changed + counts.gone;
    const more = end < of;
    const sum = `${countText(counts.new)} new, ${countText(counts.changed)} changed, ${countText(counts.gone)} gone.`;
    const remarks = remark === undefined ? [] : [remark];
    const lines = [
      `Run ${found.later.header.id} compared with run ${found.earlier.header.id}: ${sum}`,
      ...[...remarks, cut.trim()].filter((line) => line !== ""),
    ];
    const { id } = found.later.header;
    return {
      text: lines.join("\n"),
      next: more
        ? `compare_runs with offset ${end} returns the next of them.`
        : "tell the user what changed; these are all.",
      records: rows.length === 0 ? undefined : rowLines(["change", ...columns, "earlier values"], rows),
      data: {
        run: id,
        earlier: found.earlier.header.id,
        ...counts,
        remark: remark ?? null,
        columns,
        offset,
        more,
        rows,
      },
    };
  },
});

export const exportRecordsTool = tool({
  name: "export_records",
  title: "Export Records",
  description: "Writes records of a run to a file; the main columns by default. Free.",
  input: z.strictObject({
    run: runField,
    since: runField.optional().describe("Only changes since it."),
    file: pathField("Path in the workspace.").optional(),
    again: z.boolean().optional().describe("As last time."),
    format: z.enum(fileKinds).optional().describe("The file's ending by default."),
    profile: z.string().min(1).max(100).optional().describe("Column profile."),
    ...choiceFieldsAgain,
    replace: z.boolean().optional().describe("Ask the user first."),
  }),
  output: ["run", "file", "format", "records", "bytes"],
  effect: "writes",
  async run(
    app,
    { run: id, since, file: named, format: kind, profile, again = false, replace = false, ...fields },
    call,
  ) {
    const { columns, filter, where, sort } = fields;
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
    const file = await app.files.target(given, replace);
    const format = kind ?? ofName ?? formatOfFile(given);
    const source = rowsOfRun(run, pair?.earlier.header.id);
    const request = repeat ?? (await requestOf(app, source, { ...choice, format, profile }));
    const written = await writeRecords(app, request, { file, replace }, watchOf(call));
    const shown = neutral(path.relative(root, written.file).split(path.sep).join("/"), 1_000);
    return {
      text: writtenText(written, `${shown} (${request.format.kind})`),
      next: "tell the user where the file is.",
      data: {
        run: run.header.id,
        file: shown,
        format: request.format.kind,
        records: written.records,
        bytes: written.bytes,
      },
    };
  },
});

const watchOf = ({ signal, onProgress }: Call): CallWatch => ({
  signal,
  onProgress: (done, total) => onProgress(done, total, `${done} of ${total} records written.`),
});

const writtenText = (written: WrittenRecords, file: string): string =>
  `${recordsText(written.records)} written to ${file}. ${leftOutText(written)}`.trim();

/** Names of records are written by strangers. */
const leftOutText = ({ unreadable }: WrittenRecords): string =>
  unreadableText({ ...unreadable, names: unreadable.names.map((name) => neutral(name, 100)) });
