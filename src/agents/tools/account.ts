// The tools `account` and `enrichments`.
import * as z from "zod";
import { accountState } from "../../app/accountState";
import { Refusal, type App } from "../../app/app";
import { enrichmentFacts, trackEnrichments } from "../../app/enrichments";
import { listRuns, type ListedRun } from "../../app/runFacts";
import { neutral } from "../../app/untrusted";
import { enrichmentIdsIn } from "../../enrichments/enrichmentIds";
import { creditsText, recordsText } from "../../runs/amounts";
import { countText } from "../../text/numbers";
import { tool } from "../tool";
import { offsetField, pathField, usualRows } from "./fields";
import { fitting } from "./recordText";

export const accountTool = tool({
  name: "account",
  title: "Account",
  description:
    "Says which connection is in use, its balance, what agents may still spend without asking, and the newest " +
    "runs: what they fetched and cost, and whether run_search can resume them. Free.",
  input: z.strictObject({
    runs: z.int().min(0).max(200).optional().describe(`How many runs to list: ${usualRows} when absent.`),
    offset: offsetField,
    file: pathField("Only runs of this saved search.").optional(),
  }),
  effect: "reads",
  async run(app, { runs: limit = usualRows, offset = 0, file }, { signal }) {
    const state = await stateOf(app, (await app.runs.list({ limit: 1 })).length > 0, signal);
    const source = file === undefined ? undefined : (await app.files.readSearch(file)).uri;
    const found = (await listRuns(app, offset + limit + 1, source)).slice(offset);
    const { rows: runs, remark } = fitting(found.slice(0, limit));
    const end = offset + runs.length;
    const more = found.length > runs.length;
    let listed = offset === 0 ? "There are no runs yet." : "There are no older runs.";
    if (runs.length > 0) {
      listed = `Runs ${offset + 1}–${end}, the newest first.${remark}`;
    }
    return {
      text: [...state.lines, listed].join("\n"),
      next: nextOf(runs.length > 0, more ? end : undefined),
      // Titles of enrichments are untrusted text.
      records: runs.length === 0 ? undefined : runs.map(lineOf),
      data: { ...state.facts, runs, more },
    };
  },
});

/** `older`: the offset of older runs. */
function nextOf(hasRuns: boolean, older: number | undefined): string {
  if (!hasRuns) {
    return "plan_search says what a search would cost.";
  }
  const read = "read_records reads a run for free; run_search with resume continues a stopped one.";
  return older === undefined ? read : `${read} account with offset ${older} returns older runs.`;
}

/** Stored facts are available without a connection, too. */
async function stateOf(app: App, hasRuns: boolean, signal: AbortSignal) {
  try {
    const { facts, agents } = await accountState(app, signal);
    const { balance, problem, spentToday, spentAtLeast, sandbox } = facts;
    const lines = [
      `Connection: ${facts.connection}${sandbox ? " (sandbox: synthetic records, credits worth nothing)" : ""}.`,
      balance === null ? (problem ?? "The balance could not be read.") : `Balance: ${creditsText(balance)}.`,
      `Spent today: ${spentAtLeast ? "at least " : ""}${creditsText(spentToday)}.`,
      ...agents,
    ];
    return { facts, lines };
  } catch (error) {
    if (!(error instanceof Refusal) || !hasRuns) {
      throw error;
    }
    return { facts: { connection: null, problem: error.message }, lines: [error.message] };
  }
}

const lineOf = ({ run, title, purpose, startedAt, records, credits, creditsAtLeast, stop, resumable }: ListedRun) =>
  `Run ${run} “${title}” (${purpose}, ${startedAt}): ${recordsText(records)}, ` +
  `${creditsAtLeast ? "at least " : ""}${creditsText(credits)}. ${stop?.sentence ?? "In progress."}` +
  (resumable ? " Can be resumed." : "");

export const enrichmentsTool = tool({
  name: "enrichments",
  title: "Enrichments",
  description:
    "Asks for bulk contact enrichments that were started elsewhere, saves their contacts as runs, and lists " +
    "those that are tracked. Free.",
  input: z.strictObject({
    ids: z.array(z.string().min(1).max(500)).max(50).optional().describe("Ids to ask the service for; then tracked."),
  }),
  effect: "tracks",
  async run(app, { ids = [] }, call) {
    const wanted = [...new Set(ids.flatMap(enrichmentIdsIn))];
    if (ids.length > 0 && wanted.length === 0) {
      throw new Refusal("Send “ids” as the ids of enrichments: none of these is one.");
    }
    const entries =
      wanted.length === 0 ? await app.enrichments.list() : (await trackEnrichments(app, wanted, false, call)).entries;
    const facts = entries.map(enrichmentFacts);
    const { rows, remark } = fitting(facts);
    const readable = rows.some(({ run }) => run !== null);
    return {
      text: rows.length === 0 ? "No enrichment is tracked yet." : `Enrichments: ${countText(facts.length)}.${remark}`,
      next: readable
        ? "read_records with the run of an enrichment reads its contacts."
        : "enrichments with ids asks the service for their results.",
      records:
        rows.length === 0
          ? undefined
          : rows.map(({ enrichment, name, state, contacts, run }) =>
              JSON.stringify([enrichment, name === null ? null : neutral(name, 100), state, contacts, run]),
            ),
      data: { enrichments: rows },
    };
  },
});
