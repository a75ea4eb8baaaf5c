// The tools that plan, run, and count searches.
import * as z from "zod";
import { agentsAllowance, howToRaise } from "../../app/accountState";
import { Refusal, type App } from "../../app/app";
import { creditsOfToken, isTokenOf, planSearch, type PlannedSearch } from "../../app/planSearch";
import { readSearch, type SearchToRead } from "../../app/readSearch";
import { resume as resumeStopped } from "../../app/resume";
import { costFacts, earlierRun, runFacts, runLine } from "../../app/runFacts";
import { planResume, runPlanned, totalOf } from "../../app/searchRuns";
import { neutral } from "../../app/untrusted";
import { countText } from "../../language/language";
import { quoted } from "../../language/phrases";
import { agoText } from "../../runs/amounts";
import { agreementSentences, planRun } from "../../runs/plan";
import { unansweredPage, unansweredText } from "../../runs/resuming";
import type { RunSummary } from "../../runs/run";
import { costText } from "../../runs/runState";
import { describeSearch } from "../../searches/describeSearch";
import { tool, type ToolPreview, type ToolResult } from "../tool";
import { creditsField, plannedFields, recordsField, runField, runOutput, searchFields } from "./fields";

export const planSearchTool = tool({
  name: "plan_search",
  title: "Plan Search",
  description:
    "Says what a search would fetch and cost, and whether a run has it already; with the token for run_search. Free.",
  input: z.strictObject({ ...searchFields, records: recordsField }),
  output: [
    "token",
    "records",
    "credits",
    "priceKnown",
    "total",
    "balance",
    "creditLimit",
    "leaveOut",
    "connection",
    "sandbox",
    "needsConfirmation",
    "agentsLeft",
    "recentRun",
    "resumableRun",
    "runInProgress",
  ],
  effect: "reads",
  async run(app, given) {
    const search = await readSearch(app, given);
    const planned = await planSearch(app, search, { records: given.records });
    const { plan, token, recent, resumable, inProgress, connection, order, input: known } = planned;
    const { left, sentences } = await agentsAllowance(app, connection.info);
    const asks = !connection.sandbox && plan.credits > left;
    const earlier = resumable && earlierRun(resumable, app.clock.now(), howToResume(resumable));
    const lines = [
      `“${search.title}”: ${neutral(describeSearch(search.document), 2_000)}`,
      plan.sentence,
      `Connection: ${neutral(connection.info.label)}${connection.sandbox ? " (sandbox: synthetic, free)" : ""}.`,
      ...(asks
        ? ["Running it needs the user's confirmation: it costs more than agents may still spend.", ...sentences]
        : []),
      ...(recent === undefined
        ? []
        : [
            `Run ${recent.header.id} fetched everything with the same filters ` +
              `${agoText(app.clock.now() - recent.updatedAt)}: read it for free with read_records.`,
          ]),
      ...(earlier === undefined ? [] : [earlier.line]),
      ...(inProgress === undefined ? [] : [`Run ${inProgress.header.id} of this search is in progress.`]),
      `Token for run_search: ${token}`,
    ];
    return {
      text: lines.join("\n"),
      next: nextOf(planned, asks, earlier?.facts.how),
      data: {
        token,
        records: plan.records,
        credits: plan.credits,
        priceKnown: plan.priceKnown,
        total: known.total ?? null,
        balance: connection.balance?.credits ?? null,
        creditLimit: order.limits.credits ?? null,
        leaveOut: known.leaveOut ?? null,
        connection: neutral(connection.info.label),
        sandbox: connection.sandbox,
        needsConfirmation: asks,
        agentsLeft: left,
        recentRun: recent?.header.id ?? null,
        resumableRun: earlier?.facts ?? null,
        runInProgress: inProgress?.header.id ?? null,
      },
    };
  },
});

function nextOf({ recent, inProgress }: PlannedSearch, asks: boolean, resume: string | undefined): string {
  return recent !== undefined
    ? `read_records with run ${recent.header.id} is free.`
    : inProgress !== undefined
      ? "wait for the run in progress instead of paying for the same records twice."
      : (resume ?? `${asks ? "tell the user the cost, then " : ""}run_search with this token fetches exactly this.`);
}

/** What to pass to run_search so that a stopped run continues. */
function howToResume({ header, stop }: RunSummary): string {
  const more =
    stop?.kind === "limitReached"
      ? ' and "records", how many more to fetch,'
      : stop?.kind === "creditLimit"
        ? ' and "max_credits", how much more it may cost,'
        : "";
  return `run_search with "resume": "${header.id}"${more} continues it.`;
}

const runInput = z.strictObject({
  ...plannedFields,
  records: recordsField,
  token: z.string().max(100).optional().describe("From plan_search, for the same search."),
  max_credits: creditsField,
  resume: runField.optional().describe("Id of a stopped run, instead of a search."),
  rejected_rows: z.boolean().optional().describe("With resume: rejected rows, too."),
  again: z.boolean().optional().describe("Pay again for what a recent run has."),
});
type RunInput = z.infer<typeof runInput>;

export const runSearchTool = tool({
  name: "run_search",
  title: "Run Search",
  description:
    "Fetches and saves the records of a search, with the token of plan_search or max_credits. Costs credits; above " +
    "the budget of agents the user is asked.",
  input: runInput,
  output: [...runOutput, "isFetchedAlready"],
  effect: "spends",
  async preview(app, given): Promise<ToolPreview> {
    if (given.resume !== undefined) {
      const request = { run: given.resume, records: given.records, maxCredits: given.max_credits };
      const { before, input } = await planResume(app, request);
      const plan = planRun(input);
      const atUnknownCost = before.stop?.kind === "costUnknown";
      const unanswered = unansweredPage(before, input.price);
      const whole = [
        plan.sentence,
        ...(atUnknownCost ? agreementSentences(plan, { atUnknownCost }) : []),
        ...(unanswered === undefined ? [] : [unansweredText(unanswered)]),
      ].join(" ");
      return {
        sentence: `Resume ${nameOf(before.header.title)}: ${whole}`,
        credits: atUnknownCost ? undefined : plan.credits,
      };
    }
    const planned = await cappedPlan(app, given);
    if (planned.recent !== undefined && given.again !== true) {
      return {
        sentence: `Use the recent result of ${nameOf(planned.search.title)}: nothing is fetched.`,
        credits: 0,
      };
    }
    const { sentence, credits } = planRun(planned.input);
    return { sentence: `Run ${nameOf(planned.search.title)}: ${sentence}`, credits };
  },
  async run(app, given, call) {
    const { resume, records, max_credits: maxCredits, again } = given;
    if (resume !== undefined) {
      const rejectedToo = given.rejected_rows;
      const request = { run: resume, spender: { kind: "agent" }, records, maxCredits, rejectedToo } as const;
      return resultOf(app, await resumeStopped(app, request, call), false);
    }
    const planned = await cappedPlan(app, given);
    const { summary, kind } = await runPlanned(app, planned, { spender: { kind: "agent" }, again }, call);
    return resultOf(app, summary, kind === "recent");
  },
});

const nameOf = (title: string): string => quoted(neutral(title, 80));

/** Capped by the token or by `max_credits`. */
async function cappedPlan(app: App, given: RunInput): Promise<PlannedSearch> {
  const { records, token, max_credits: most } = given;
  if (token === undefined && most === undefined) {
    throw new Refusal("Pass the token of plan_search, or max_credits: what this run may cost at most.");
  }
  const search = await readSearch(app, given);
  const credits = token === undefined ? undefined : creditsOfToken(token);
  if (token !== undefined) {
    const uncapped = await planSearch(app, search, { records });
    if (credits === undefined || !isTokenOf(token, uncapped)) {
      throw new Refusal(
        "The token is of another plan: the search, its limits, its leave-out lists or the connection are others now. " +
          "Call plan_search again; nothing was sent.",
      );
    }
  }
  const caps = [credits, most].filter((one) => one !== undefined);
  return planSearch(app, search, { records, maxCredits: Math.min(...caps) });
}

async function resultOf(app: App, summary: RunSummary, isFetched: boolean): Promise<ToolResult> {
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
    text: [free, runLine(summary, now, price), ...raise].filter((line) => line !== "").join("\n"),
    ...(!isFetched && { cost: costText(summary) }),
    next: `${facts.records === 0 ? goOn : facts.resumable ? `${read}; ${goOn}` : read}.`,
    data: { ...facts, isFetchedAlready: isFetched },
  };
}

export const countSearchTool = tool({
  name: "count_search",
  title: "Count Search",
  description:
    "Says how many records match a search. Free when counted less than a day ago; otherwise it costs what one record " +
    "costs.",
  input: z.strictObject({
    ...plannedFields,
    max_credits: creditsField,
    refresh: z.boolean().optional().describe("Count and pay again."),
  }),
  output: [...runOutput, "stored", "ageSeconds"],
  effect: "spends",
  async preview(app, given) {
    const planned = await planCount(app, given);
    const name = nameOf(planned.search.title);
    if (planned.counted !== undefined && given.refresh !== true) {
      const age = agoText(app.clock.now() - planned.counted.updatedAt);
      return { sentence: `Count ${name}: counted ${age}, so this is free.`, credits: 0 };
    }
    const { sentence, credits } = planRun(planned.input);
    return { sentence: `Count ${name}: ${sentence}`, credits };
  },
  async run(app, given, call) {
    const how = { spender: { kind: "agent" }, again: given.refresh } as const;
    const { summary, kind } = await runPlanned(app, await planCount(app, given), how, call);
    const isStored = kind === "recent";
    const now = app.clock.now();
    const number = totalOf(summary);
    const ageMs = isStored ? now - summary.updatedAt : 0;
    const total =
      number !== undefined
        ? `${countText(number)} records match`
        : summary.stop?.kind === "limitReached"
          ? "The service did not say how many records match"
          : "";
    return {
      text: isStored
        ? `${total}, as run ${summary.header.id} said ${agoText(ageMs)}. Nothing was sent; with ` +
          "refresh, the service counts again."
        : `${total === "" ? "" : `${total}. `}${runLine(summary, now)}`,
      ...(!isStored && { cost: costText(summary) }),
      next: "change the filters, or plan_search says what fetching the records would cost.",
      data: {
        ...runFacts(summary, now),
        total: number ?? null,
        ...(isStored && costFacts(undefined)),
        stored: isStored,
        ageSeconds: Math.round(ageMs / 1_000),
      },
    };
  },
});

const planCount = async (app: App, given: SearchToRead & { readonly max_credits?: number | undefined }) =>
  planSearch(app, await readSearch(app, given), { isCount: true, maxCredits: given.max_credits });
