// The tool `list_runs`.
import * as z from "zod";
import { amountText, countText, inEnglish } from "../../language/language";
import { listRuns, type ListedRun } from "../../app/listRuns";
import type { Tool } from "../tool";
import { pathField } from "./fields";

const defaultRuns = 20;
const mostRuns = 200;

const input = z.strictObject({
  file: pathField("Path of a saved search whose runs are listed; all runs when absent.").optional(),
  limit: z.int().min(1).max(mostRuns).optional().describe(`Runs to return, ${defaultRuns} when absent.`),
});

export const listRunsTool: Tool<z.infer<typeof input>> = {
  name: "list_runs",
  title: "List Runs",
  description:
    "Lists the latest runs with their ids, the newest first: what they fetched and cost, how they ended, and whether " +
    "run_search can resume them. Use it to find what is stored already before fetching anything. Free, sends nothing.",
  input,
  cost: "free",
  readOnly: true,
  destructive: false,
  async run(desk, { file, limit = defaultRuns }) {
    const source = file === undefined ? undefined : (await desk.files.readSearch(file)).uri;
    const runs = await listRuns(desk, { limit, source });
    return {
      // Titles of enrichments are given by strangers.
      text: runs.length === 0 ? "There are no runs yet." : `The latest runs: ${runs.length}.`,
      next:
        runs.length === 0
          ? "plan_search says what a search would fetch and cost."
          : "read_records reads a run for free; run_search with resume continues a stopped one.",
      records: runs.length === 0 ? undefined : runs.map(lineOf),
      data: { runs },
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
