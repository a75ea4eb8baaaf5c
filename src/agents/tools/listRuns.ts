// The tool `list_runs`.
import * as z from "zod";
import { amountText, countText, inEnglish } from "../../language/language";
import { listRuns, type ListedRun } from "../../app/listRuns";
import type { Tool } from "../tool";
import { limitField, offsetField, pathField, usualRows } from "./fields";
import { fitting } from "./recordText";

const input = z.strictObject({
  file: pathField("Only runs of this saved search.").optional(),
  limit: limitField(1),
  offset: offsetField,
});

export const listRunsTool: Tool<z.infer<typeof input>> = {
  name: "list_runs",
  title: "List Runs",
  description: "Lists runs, the newest first: what they fetched, cost, and whether run_search can resume them. Free.",
  input,
  output: { runs: "array", more: "boolean" },
  effect: "reads",
  async run(app, { file, limit = usualRows, offset = 0 }) {
    const source = file === undefined ? undefined : (await app.files.readSearch(file)).uri;
    const found = (await listRuns(app, { limit: offset + limit + 1, source })).slice(offset);
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
};

const lineOf = ({ run, title, purpose, startedAt, records, credits, creditsAtLeast, stop, resumable }: ListedRun) =>
  inEnglish(
    () =>
      `Run ${run} “${title}” (${purpose}, ${startedAt}): ${countText(records)} records, ` +
      `${creditsAtLeast ? "at least " : ""}${amountText(credits)} credits. ${stop?.sentence ?? "In progress."}` +
      (resumable ? " Can be resumed." : ""),
  );
