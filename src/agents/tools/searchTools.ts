// The tools that plan, run, and count searches.
import * as z from "zod";
import { agentsAllowance, howToRaise } from "../../app/accountState";
import { Refusal, type App, type Call } from "../../app/app";
import { planFacts } from "../../app/planFacts";
import { creditsOfToken, isTokenOf, planSearch, type PlannedSearch } from "../../app/planSearch";
import { acceptEnd, resume as resumeStopped } from "../../app/resume";
import { costFacts, reusedFacts, runFacts } from "../../app/runFacts";
import { planResume, runPlanned, totalOf } from "../../app/searchRuns";
import { neutral } from "../../app/untrusted";
import { agoText } from "../../runs/amounts";
import { endOf } from "../../runs/ends";
import { agreementSentences, planRun } from "../../runs/plan";
import { unansweredText } from "../../runs/resuming";
import type { RunSummary } from "../../runs/run";
import { costText, fetchedText } from "../../runs/runState";
import { countText } from "../../text/numbers";
import { tool, type ToolPreview, type ToolResult } from "../tool";
import { companiesOf, creditsField, plannedFields, runField, searchFields, searchOf } from "./fields";

export const planSearchTool = tool({
  name: "plan_search",
  title: "Plan Search",
  description:
    "Checks a search, names values that are not known with the nearest ones, and says what it would fetch and " +
    "cost, and which run has it already. Free.",
  input: z.strictObject(searchFields),
  effect: "reads",
  async run(app, given) {
    const search = await searchOf(app, given);
    const at = await companiesOf(app, given);
    const planned = await planSearch(app, search, { records: given.records, at });
    const { connection, plan, token } = planned;
    const { facts, sentences, resumableText, words } = planFacts(planned, app.clock.now(), howToResume);
    const { left, sentences: allowance } = await agentsAllowance(app, connection.info);
    const asks = !connection.free && plan.credits > left;
    const lines = [`“${facts.title}”: ${words}`, ...sentences];
    lines.push(`Connection: ${facts.connection}${connection.free ? " (sandbox: synthetic, free)" : ""}.`);
    if (asks) {
      lines.push("Running it needs the user's confirmation: it costs more than agents may still spend.", ...allowance);
    }
    return {
      text: lines.join("\n"),
      details: [...facts.warnings, resumableText, `Token for run_search: ${token}`],
      next: nextOf(planned, asks, facts.warnings.length > 0),
      data: { token, ...facts, needsConfirmation: asks, agentsLeft: left },
    };
  },
});

function nextOf({ recent, inProgress, resumable }: PlannedSearch, asks: boolean, hasWarnings: boolean): string {
  if (recent !== undefined) {
    return `read_records with run ${recent.header.id} is free.`;
  }
  if (inProgress !== undefined) {
    return "wait for the run in progress instead of paying for the same records twice.";
  }
  if (hasWarnings) {
    return "plan_search again with known values, or run_search with this token.";
  }
  if (resumable !== undefined) {
    return `resume run ${resumable.header.id}, or run_search with this token starts over.`;
  }
  return `${asks ? "tell the user the cost, then " : ""}run_search with this token fetches exactly this.`;
}

/** The arguments of `run_search` that resume a stopped run. */
function howToResume({ header, stop }: RunSummary): string {
  const needs = stop && endOf(stop).continuation?.needs;
  const more = needs === undefined ? "" : neededFields[needs];
  return `run_search with "resume": "${header.id}"${more} continues it.`;
}

const neededFields = {
  records: ' and "records", how many more to fetch,',
  credits: ' and "max_credits", how much more it may cost,',
} as const;

const runInput = z.strictObject({
  ...plannedFields,
  token: z.string().max(100).optional().describe("From plan_search, for the same search."),
  max_credits: creditsField,
  count: z
    .boolean()
    .optional()
    .describe("Only count the matches: free if counted today, else the price of one record."),
  resume: runField.optional().describe("Id of a stopped run, instead of a search."),
  rejected_rows: z.boolean().optional().describe("With resume of a table: rejected rows, too."),
  that_is_all: z
    .boolean()
    .optional()
    .describe("With resume of a run that ended early: accept what it fetched as complete. Free; ask the user first."),
  again: z.boolean().optional().describe("Pay again for what is stored."),
});
type RunInput = z.infer<typeof runInput>;

export const runSearchTool = tool({
  name: "run_search",
  title: "Run Search",
  description:
    "Fetches and saves the records of a search with the token of plan_search or max_credits, counts its matches, or " +
    "resumes a run. Costs credits; above the budget of agents the user is asked. The same call again continues a run.",
  input: runInput,
  effect: "spends",
  async preview(app, given): Promise<ToolPreview> {
    if (given.resume !== undefined) {
      return resumePreview(app, given.resume, given);
    }
    const planned = await (given.count === true ? countPlan(app, given) : cappedPlan(app, given));
    const [verb, stored] =
      given.count === true ? (["Count", planned.counted] as const) : (["Run", planned.recent] as const);
    const name = nameOf(planned.search.title);
    if (stored !== undefined && given.again !== true) {
      return { sentence: `${verb} ${name}: the stored answer is free.`, credits: 0 };
    }
    const { sentence, credits } = planRun(planned.input);
    return { sentence: `${verb} ${name}: ${sentence}`, credits };
  },
  async run(app, given, call) {
    const { resume, records, max_credits: maxCredits, again, count } = given;
    const spender = { kind: "agent" } as const;
    if (resume !== undefined && given.that_is_all === true) {
      return resultOf(app, await acceptEnd(app, resume));
    }
    if (resume !== undefined) {
      const running = await app.runs.summary(resume);
      if (running !== undefined && running.stop === undefined) {
        const ended = await whenEnded(app, running, app.clock.now() + mostWaitMs, call);
        if (ended.stop !== undefined && !timedOutStops.includes(ended.stop.kind)) {
          return resultOf(app, ended);
        }
      }
      const request = { run: resume, spender, records, maxCredits, rejectedToo: given.rejected_rows };
      return resultOf(app, await resumeStopped(app, request, call));
    }
    const plan = count === true ? countPlan : cappedPlan;
    const planned = await planWhenEnded(app, () => plan(app, given), call);
    const earlier = count === true ? undefined : sameCallBefore(planned, app.clock.now());
    if (earlier?.stop?.kind === "limitReached" && again !== true) {
      return reusedResult(app, earlier, planned.order.limits.records);
    }
    if (earlier !== undefined && earlier.stop?.kind !== "limitReached") {
      return resultOf(app, await resumeStopped(app, { run: earlier.header.id, spender }, call));
    }
    const { summary, kind } = await runPlanned(app, planned, { spender, again }, call);
    if (count === true) {
      return countOf(app, summary, kind === "recent");
    }
    return kind === "recent" ? reusedResult(app, summary, planned.order.limits.records) : resultOf(app, summary);
  },
});

const recentMs = 24 * 60 * 60_000;
/** Clients time out after a minute, so wait less. */
const mostWaitMs = 45_000;
const lookAgainMs = 1_000;

/** Waits while the same search is in progress, for example after the client of an earlier call timed out. */
async function planWhenEnded(app: App, plan: () => Promise<PlannedSearch>, call: Call): Promise<PlannedSearch> {
  const until = app.clock.now() + mostWaitMs;
  let planned = await plan();
  while (planned.inProgress !== undefined && app.clock.now() < until) {
    await whenEnded(app, planned.inProgress, until, call);
    planned = await plan();
  }
  return planned;
}

/** Waits for the end of a run, at most until `until`; returns its current state. */
async function whenEnded(app: App, run: RunSummary, until: number, { signal, onProgress }: Call): Promise<RunSummary> {
  let latest = run;
  while (latest.stop === undefined && app.clock.now() < until) {
    onProgress(latest.records, latest.header.limits.records, "Waiting for the run, which is in progress.");
    await app.clock.sleep(lookAgainMs, signal);
    latest = (await app.runs.summary(run.header.id)) ?? latest;
  }
  return latest;
}

/** The stops of a call whose client timed out: clients may end their server then. */
const timedOutStops: readonly string[] = ["cancelled", "windowClosed", "interrupted"];

/** The run of an earlier identical call whose client timed out: to return its records, or to resume it. */
function sameCallBefore({ resumable: run, order }: PlannedSearch, now: number): RunSummary | undefined {
  if (run?.stop === undefined || now - run.updatedAt > recentMs || run.header.limits.records !== order.limits.records) {
    return undefined;
  }
  const isSame = JSON.stringify(run.header.leaveOut ?? []) === JSON.stringify(order.leaveOut ?? []);
  return isSame && (run.stop.kind === "limitReached" || timedOutStops.includes(run.stop.kind)) ? run : undefined;
}

async function resumePreview(
  app: App,
  run: string,
  { records, max_credits: maxCredits }: RunInput,
): Promise<ToolPreview> {
  const { before, input } = await planResume(app, { run, records, maxCredits });
  const plan = planRun(input);
  const atUnknownCost = before.stop !== undefined && endOf(before.stop).continuation?.asks === "unknownCost";
  const unanswered = unansweredText(before, input.price);
  const parts = [plan.sentence];
  if (atUnknownCost) {
    parts.push(...agreementSentences(plan, { atUnknownCost }));
  }
  if (unanswered !== undefined) {
    parts.push(unanswered);
  }
  const whole = parts.join(" ");
  return {
    sentence: `Resume ${nameOf(before.header.title)}: ${whole}`,
    credits: atUnknownCost ? undefined : plan.credits,
  };
}

const nameOf = (title: string): string => `“${neutral(title, 80)}”`;

const countPlan = async (app: App, given: RunInput): Promise<PlannedSearch> =>
  planSearch(app, await searchOf(app, given), { isCount: true, maxCredits: given.max_credits });

/** The plan, with the credit limit of the token or `max_credits`. */
async function cappedPlan(app: App, given: RunInput): Promise<PlannedSearch> {
  const { records, token, max_credits: most } = given;
  if (token === undefined && most === undefined) {
    throw new Refusal("Add the token of plan_search, or max_credits: what this run may cost at most.");
  }
  const search = await searchOf(app, given);
  const at = await companiesOf(app, given);
  const credits = token === undefined ? undefined : creditsOfToken(token);
  if (token !== undefined) {
    const uncapped = await planSearch(app, search, { records, at });
    if (credits === undefined || !isTokenOf(token, uncapped)) {
      throw new Refusal(
        "The token is of another plan: the search, its limits, its leave-out lists or the connection are others now. " +
          "Call plan_search again; nothing was sent.",
      );
    }
  }
  const caps = [credits, most].filter((one) => one !== undefined);
  return planSearch(app, search, { records, at, maxCredits: Math.min(...caps) });
}

async function resultOf(app: App, summary: RunSummary): Promise<ToolResult> {
  const { connection } = summary.header;
  const now = app.clock.now();
  const facts = runFacts(summary, now);
  const { stop } = summary;
  const isUsedUp = stop?.kind === "budgetUsedUp" && stop.ofAgents !== undefined;
  const raise = isUsedUp ? [...(await agentsAllowance(app, connection)).sentences, howToRaise] : [];
  const read = `read_records with run ${facts.run} reads the records for free`;
  const next: string[] = facts.records === 0 ? [] : [read];
  if (summary.unanswered !== undefined) {
    next.push("tell the user: only the user can allow asking for that page again, which may be charged twice");
  } else if (facts.resumable) {
    next.push(`run_search with resume ${facts.run} continues it`);
  } else if (facts.records === 0) {
    next.push("plan_search plans another search");
  }
  return {
    text: fetchedLine(summary),
    details: [facts.stop?.sentence ?? "In progress.", ...raise],
    cost: costText(summary),
    next: `${next.join("; ")}.`,
    data: { ...facts, reused: false, ...(isUsedUp && { agents: raise }) },
  };
}

const fetchedLine = (summary: RunSummary): string =>
  `Run ${summary.header.id} ${nameOf(summary.header.title)}: ${fetchedText(summary)}, ${costText(summary)}.`;

/** The result from a recent run that has all requested records. */
function reusedResult(app: App, summary: RunSummary, wanted: number): ToolResult {
  const facts = reusedFacts(summary, wanted, app.clock.now());
  return {
    text: "Nothing was sent.",
    details: [facts.stop?.sentence ?? ""],
    next:
      `read_records with run ${facts.run} and limit reads the first ${countText(facts.records)} for free; ` +
      "again: true fetches again.",
    data: facts,
  };
}

function countOf(app: App, summary: RunSummary, isStored: boolean): ToolResult {
  const now = app.clock.now();
  const facts = runFacts(summary, now);
  const number = totalOf(summary);
  const ageMs = isStored ? now - summary.updatedAt : 0;
  const total =
    number === undefined ? "The service did not say how many records match" : `${countText(number)} records match`;
  let text = `${total}.`;
  if (isStored) {
    const ago = `as run ${summary.header.id} said ${agoText(ageMs)}`;
    text = `${total}, ${ago}. Nothing was sent; with again, the service counts again.`;
  } else if (number === undefined && summary.stop?.kind !== "limitReached") {
    text = fetchedLine(summary);
  }
  return {
    text,
    ...(!isStored && { details: [facts.stop?.sentence ?? ""], cost: costText(summary) }),
    next: "change the filters, or plan_search says what fetching the records would cost.",
    data: {
      ...facts,
      total: number ?? null,
      ...(isStored && costFacts(undefined)),
      stored: isStored,
      ageSeconds: Math.round(ageMs / 1_000),
    },
  };
}
