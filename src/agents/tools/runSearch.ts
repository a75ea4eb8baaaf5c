// The tool `run_search`.
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { inEnglish } from "../../language/language";
import { quoted } from "../../language/phrases";
import { agreementSentences, planRun } from "../../runs/plan";
import { costText } from "../../runs/runState";
import { unansweredPage, unansweredText } from "../../runs/resuming";
import { Refusal, type App } from "../../app/app";
import type { Call } from "../../app/call";
import { creditsOfToken, isTokenOf, planSearch, type PlannedSearch } from "../../app/planSearch";
import { readSearch } from "../../app/readSearch";
import { runFacts, runLine } from "../../app/runFacts";
import { resume as resumeStopped } from "../../app/resume";
import { agentsAllowance, howToRaise } from "../../app/agentsAllowance";
import { planResume, runPlanned } from "../../app/searchRuns";
import type { Tool, ToolPreview, ToolResult } from "../tool";
import { neutral } from "../../app/untrusted";
import { creditsField, plannedFields, recordsField, runField, runOutput } from "./fields";
import { runCard } from "./resultCard";
import type { RunSummary } from "../../runs/run";

const input = z.strictObject({
  ...plannedFields,
  records: recordsField,
  token: z.string().max(100).optional().describe("From plan_search, for the same search."),
  max_credits: creditsField,
  resume: runField.optional().describe("Id of a stopped run, instead of a search."),
  rejected_rows: z.boolean().optional().describe("With resume: rejected rows, too."),
  again: z.boolean().optional().describe("Pay again for what a recent run has."),
});
type Input = z.infer<typeof input>;

export const runSearchTool: Tool<Input> = {
  name: "run_search",
  title: "Run Search",
  description:
    "Fetches and saves the records of a search, with the token of plan_search or max_credits. Costs credits; above " +
    "the budget of agents the user is asked.",
  input,
  output: { ...runOutput, isFetchedAlready: "boolean" },
  effect: "spends",
  hasCard: true,
  async preview(app, given): Promise<ToolPreview> {
    if (given.resume !== undefined) {
      const request = { run: given.resume, records: given.records, maxCredits: given.max_credits };
      const { before, changes, input } = await planResume(app, request);
      const plan = planRun(input);
      const atUnknownCost = before.stop?.kind === "costUnknown";
      const unanswered = unansweredPage(before, input.price);
      const whole = [
        plan.sentence,
        ...(atUnknownCost ? agreementSentences(plan, { atUnknownCost }) : []),
        ...(unanswered === undefined ? [] : [unansweredText(unanswered)]),
        ...changes(),
      ].join(" ");
      return {
        sentence: l10n.t("Resume {0}: {1}", nameOf(before.header.title), whole),
        credits: atUnknownCost ? undefined : plan.credits,
      };
    }
    const planned = await cappedPlan(app, given);
    if (planned.recent !== undefined && given.again !== true) {
      return {
        sentence: l10n.t("Use the recent result of {0}: nothing is fetched.", nameOf(planned.search.title)),
        credits: 0,
      };
    }
    const { sentence, credits } = planRun(planned.input);
    return { sentence: l10n.t("Run {0}: {1}", nameOf(planned.search.title), sentence), credits };
  },
  async run(app, given, call) {
    const { resume, records, max_credits: maxCredits, again } = given;
    if (resume !== undefined) {
      const rejectedToo = given.rejected_rows;
      const request = { run: resume, spender: { kind: "agent" }, records, maxCredits, rejectedToo } as const;
      const { summary, changes } = await resumeStopped(app, request, call);
      return resultOf(app, summary, { changes });
    }
    const planned = await cappedPlan(app, given, call);
    const { summary, kind } = await runPlanned(app, planned, { spender: { kind: "agent" }, again }, call);
    return resultOf(app, summary, { isFetched: kind === "recent" });
  },
};

const nameOf = (title: string): string => quoted(neutral(title, 80));

/** Capped by the token or by `max_credits`. */
async function cappedPlan(
  app: App,
  { file, search: document, title, records, token, max_credits: most }: Input,
  call?: Call,
) {
  if (token === undefined && most === undefined) {
    throw new Refusal("Pass the token of plan_search, or max_credits: what this run may cost at most.");
  }
  const search = await readSearch(app, { file, document, title });
  const credits = token === undefined ? undefined : creditsOfToken(token);
  if (token !== undefined) {
    const uncapped = await planSearch(app, search, { records }, call);
    if (credits === undefined || !isTokenOf(token, uncapped)) {
      throw new Refusal(
        "The token is of another plan: the search, its limits, its leave-out lists or the connection are others now. " +
          "Call plan_search again; nothing was sent.",
      );
    }
  }
  const caps = [credits, most].filter((one) => one !== undefined);
  return planSearch(app, search, { records, maxCredits: Math.min(...caps) }, call) satisfies Promise<PlannedSearch>;
}

async function resultOf(
  app: App,
  summary: RunSummary,
  { isFetched = false, changes = [] }: { readonly isFetched?: boolean; readonly changes?: readonly string[] },
): Promise<ToolResult> {
  const { connection, task } = summary.header;
  const price = await app.budgets.price(connection.id, task.kind);
  const now = app.clock.now();
  const facts = runFacts(summary, now, price);
  const free = isFetched
    ? "Nothing was sent or paid: this recent run has everything. Pass again: true to fetch again."
    : "";
  const { stop } = summary;
  const isUsedUp = stop?.kind === "budgetUsedUp" && stop.ofAgents !== undefined;
  const raise = isUsedUp ? [...(await agentsAllowance(app, connection)).sentences, howToRaise] : [];
  const read = `read_records with run ${facts.run} reads the records for free`;
  const goOn = facts.resumable
    ? `run_search with resume ${facts.run} continues it`
    : "plan_search plans another search";
  return {
    text: [free, runLine(summary, now, price), ...changes, ...raise].filter((line) => line !== "").join("\n"),
    ...(!isFetched && { cost: inEnglish(() => costText(summary)) }),
    next: `${facts.records === 0 ? goOn : facts.resumable ? `${read}; ${goOn}` : read}.`,
    data: { ...facts, isFetchedAlready: isFetched },
    card: () => {
      const paid = isFetched ? "" : inEnglish(() => costText(summary));
      return runCard(app, summary, [facts.stop?.sentence ?? "", paid === "" ? paid : `Cost: ${paid}.`]);
    },
  };
}
