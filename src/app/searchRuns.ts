// Runs, counts and resumes searches, always within a budget.
import { companiesOf, mostRecordsOf } from "../runs/atCompanies";
import { exactCredits, type Budget, type Price } from "../runs/budget";
import { endOf } from "../runs/ends";
import { balanceAround, costUnknownText } from "../runs/endTexts";
import type { Execution } from "../runs/execution";
import { resumeRun, startRun } from "../runs/loop";
import { atUnknownCostTitle, creditsOf, planMore, type PlanInput } from "../runs/plan";
import { unansweredCompaniesText, unansweredText } from "../runs/resuming";
import type { RunLimits, RunSummary } from "../runs/run";
import { isAlreadyRunning, sameSearch } from "../runs/sameSearch";
import type { RunPurpose } from "../store/kinds";
import { Refusal, type App, type AppConnection, type Call } from "./app";
import { opensRecent, opensRunning } from "./askBeforeRun";
import type { PlannedSearch } from "./planSearch";
import { whyNotResumable } from "./runFacts";
import { runProgress, savedRecords, type CountProgress } from "./runProgress";
import { budgetFor, mayRepeat, spendingWords, type Spender, type SpendRequest } from "./spending";
import { neutral } from "./untrusted";

export interface RunOptions {
  readonly spender: Spender;
  /** Fetches or counts again, even if that was done completely less than a day ago. */
  readonly again?: boolean | undefined;
}

export interface RunOutcome {
  readonly summary: RunSummary;
  /** Unless it "ran", nothing was sent: a recent run has the result, or the same search is in progress. */
  readonly kind: "ran" | "recent" | "inProgress";
}

/** Executes a plan. Rejects with a `Refusal` when nothing may be spent; nothing was sent then. */
export async function runPlanned(
  app: App,
  planned: PlannedSearch,
  options: RunOptions,
  call: Call,
): Promise<RunOutcome> {
  const { order, connection, input, newest, recent, counted, remarks, isWithoutFilters } = planned;
  const { spender, again = false } = options;
  if (order.purpose === "count" && counted !== undefined && !again) {
    return { summary: counted, kind: "recent" };
  }
  let { inProgress } = planned;
  if (inProgress !== undefined && (await opensRunning(app, spender, inProgress, planned, call))) {
    return { summary: inProgress, kind: "inProgress" };
  }
  const offered = recent !== undefined && !paysAgain(options, planned) ? recent : undefined;
  if (offered !== undefined && (await opensRecent(app, spender, offered, planned, call))) {
    return { summary: offered, kind: "recent" };
  }
  const request: SpendRequest = {
    ...spendingWords("run", order.title),
    connection,
    plan: input,
    remarks,
    askPerson: remarks !== undefined,
    isWithoutFilters,
    agreed: offered === undefined ? undefined : planned.plan.credits,
    // The new run asks for the same pages.
    unanswered: newest && (await unansweredOf(app, newest, input.price)),
  };
  const budget = await budgetFor(app, spender, request, call.signal);
  const execution = executionOf(app, connection, budget, call, savedRecords(order.limits.records));
  for (;;) {
    try {
      const evenIfRunning = inProgress !== undefined;
      const summary = await startRun(execution, { ...order, evenIfRunning });
      return { summary, kind: "ran" };
    } catch (error) {
      if (!isAlreadyRunning(error)) {
        throw error;
      }
      // Started elsewhere while the user was answering the questions about this run.
      ({ inProgress } = await sameSearch(app.runs, { ...order, records: order.limits.records }, app.clock.now()));
      if (inProgress !== undefined && (await opensRunning(app, spender, inProgress, planned, call))) {
        return { summary: inProgress, kind: "inProgress" };
      }
    } finally {
      app.spent();
    }
  }
}

/** Whether to skip offering a recent result: sandbox credits are worth nothing to a person. */
const paysAgain = ({ spender, again = false }: RunOptions, { connection }: PlannedSearch): boolean =>
  again || (spender.kind === "person" && connection.free);

/** How many records match, as far as a run knows. */
export const totalOf = ({ lastTotal, stop, records }: RunSummary): number | undefined =>
  lastTotal ?? (stop?.kind === "complete" ? records : undefined);

interface RunToResume {
  readonly run: string;
  /** Records in addition to the saved ones. */
  readonly records?: number | undefined;
  /** Credits in addition to the run's cost so far; replaces its credit limit. */
  readonly maxCredits?: number | undefined;
}

export interface ResumeRequest extends RunToResume {
  readonly spender: Spender;
  /** Credits that a person has just agreed to: named on a button, or typed as the limit. */
  readonly agreed?: number | undefined;
  /** For a table of lookups: also the rows that the service rejected. */
  readonly rejectedToo?: boolean | undefined;
}

interface PlannedResume extends RunToResume {
  /** The user agrees to the cost of the rest, regardless of the run's earlier credit limit. */
  readonly agreesToRest?: boolean | undefined;
}

/** The plan of continuing a search or a table of lookups. Sends no paid request. Rejects with a `Refusal`. */
export async function planResume(app: App, request: PlannedResume) {
  // Save kept pages first: a reply may not say its cost, which needs a confirmation.
  await app.runs.saveKeptPages();
  const before = await stoppedRun(app, request.run);
  const { header, lastTotal } = before;
  const connection = await app.connection(header.connection);
  if (connection.info.origin !== header.connection.origin) {
    throw new Refusal(
      `Run ${header.id} is of another service than the connection in use. Select its connection first; nothing was ` +
        "sent.",
      "connection",
    );
  }
  const limits = resumeLimits(before, request);
  const now = app.clock.now();
  const account = {
    now,
    price: await app.budgets.price(connection.info, header.task.kind),
    balance: connection.balance?.credits,
    balanceAt: connection.balance?.at,
  };
  const batch = header.purpose === "batch" ? await app.store.batches.get(header.id, now) : undefined;
  if (batch !== undefined) {
    const input: PlanInput = { ...account, limits: { records: batch.open }, total: batch.open, rows: "lookups" };
    return { before, connection, limits, input };
  }
  const input: PlanInput = {
    ...account,
    limits: { ...limits, records: mostRecordsOf(before, limits) },
    soFar: before,
    total: lastTotal,
    rows: companiesOf(header.task) === undefined ? undefined : "pages",
  };
  return { before, connection, limits, input };
}

/**
 * Continues a stopped run of a search, with the leave-out lists that it was started with. Rejects with a `Refusal`;
 * nothing was sent then.
 */
export async function resumeSearch(app: App, request: ResumeRequest, call: Call): Promise<RunSummary> {
  const { spender } = request;
  const agreesToRest = spender.kind === "command" && spender.yes;
  const { before, connection, limits, input } = await planResume(app, { ...request, agreesToRest });
  const { header, stop } = before;
  const asks = stop && endOf(stop).continuation?.asks;
  const isCostUnknown = asks === "unknownCost";
  const isPaused = asks !== undefined;
  const rows = companiesOf(header.task) && (await app.store.rows.left(header.id));
  // Companies that may have been charged are asked for last, or when the user agreed to it before.
  const again = rows !== undefined && rows.unanswered > 0 && (rows.open === 0 || mayRepeat(spender));
  const isOther = connection.info.id !== header.connection.id;
  const cost = isCostUnknown ? [costUnknownText, balanceSince(before, connection.balance)] : [];
  const remarks = cost.filter((text) => text !== "");
  if (isOther) {
    remarks.push(otherConnectionText(header.connection.label, connection.info.label));
  }
  const words = spendingWords(isPaused ? "continue" : "resume", header.title);
  const spending: SpendRequest = {
    connection,
    button: words.button,
    question: isCostUnknown ? atUnknownCostTitle(neutral(header.title)) : words.question,
    plan: input,
    remarks,
    askAlways: isOther,
    askPerson: isPaused,
    agreed: request.agreed,
    isCostUnknown,
    unanswered: rows === undefined || again ? await unansweredOf(app, before, input.price) : undefined,
  };
  const budget = await budgetFor(app, spender, spending, call.signal);
  const execution = executionOf(app, connection, budget, call, savedRecords(limits.records));
  const change = { limits, connection: connection.info, again };
  try {
    return await resumeRun(execution, header.id, change);
  } finally {
    app.spent();
  }
}

/** A sentence about pages of a stopped run that were sent and not answered; absent when there are none. */
async function unansweredOf(app: App, run: RunSummary, price: Price): Promise<string | undefined> {
  if (run.stop === undefined || companiesOf(run.header.task) === undefined) {
    return unansweredText(run, price);
  }
  const { unanswered } = await app.store.rows.left(run.header.id);
  return unanswered === 0 ? undefined : unansweredCompaniesText(run, unanswered);
}

/** The balance before the page of unknown cost, and now: the difference is its possible cost. */
function balanceSince({ stop }: RunSummary, now: AppConnection["balance"]): string {
  if (stop?.balance !== undefined) {
    return balanceAround(stop.balance.before, stop.balance.after);
  }
  const before = stop?.kind === "costUnknown" ? stop.balanceBefore : undefined;
  return before === undefined || now === undefined ? "" : balanceAround(before, now.credits);
}

const otherConnectionText = (before: string, now: string): string =>
  `This run was paid with ${neutral(before)}; what it fetches now is paid with ${neutral(now)}.`;

/** The expected cost of the rest of a run that used up its budget; `undefined` for any other run. */
export function creditsOfRest(run: RunSummary): number | undefined {
  const { header, stop, records } = run;
  const { credits } = planMore(run, mostRecordsOf(run, header.limits) - records);
  const isPaused = stop !== undefined && endOf(stop).continuation?.asks === "sum";
  return isPaused && credits > 0 ? credits : undefined;
}

/** The credit limit of the whole run to pay for more records; `undefined` while the price is unknown. */
export const limitForMore = ({ credits, possibleCredits, price }: RunSummary, records: number): number | undefined =>
  price.known ? exactCredits(credits + possibleCredits + creditsOf(records, price)) : undefined;

/** A run that can be resumed. Rejects with a `Refusal` for any other. */
async function stoppedRun(app: App, id: string): Promise<RunSummary> {
  const found = await existingRun(app, id);
  const problem = whyNotResumable(found);
  if (problem !== undefined) {
    throw new Refusal(problem, found.stop === undefined ? "running" : "input");
  }
  return found;
}

/** The run with this id; "latest": the newest one for these purposes. Rejects with a `Refusal` when there is none. */
export async function existingRun(
  { runs }: App,
  id: string,
  purposes: readonly RunPurpose[] = ["search", "batch", "enrichment"],
): Promise<RunSummary> {
  if (id === "latest") {
    return newestOf(await runs.list({ purposes, limit: 1 }));
  }
  const found = await runs.summary(id);
  if (found === undefined) {
    throw new Refusal("There is no run with this id. It may have been deleted.", "notFound");
  }
  return found;
}

/** The newest run of a saved search. Rejects with a `Refusal` when there is none. */
export const newestRunOf = async ({ runs }: App, source: string): Promise<RunSummary> =>
  newestOf(await runs.list({ source, purposes: ["search"], limit: 1 }));

function newestOf([newest]: readonly RunSummary[]): RunSummary {
  if (newest === undefined) {
    throw new Refusal("There is no run yet.", "notFound");
  }
  return newest;
}

function resumeLimits(before: RunSummary, { records, maxCredits, agreesToRest }: PlannedResume): RunLimits {
  const { header, stop, records: saved, credits, possibleCredits } = before;
  const needs = stop && endOf(stop).continuation?.needs;
  if (needs === "records" && records === undefined) {
    throw new Refusal("This run has fetched the records it was asked for. Say how many more records it should fetch.");
  }
  if (needs === "credits" && maxCredits === undefined && agreesToRest !== true) {
    throw new Refusal("This run has reached its credit limit. Say how many more credits it may cost.", "budget");
  }
  const earlier = agreesToRest === true ? undefined : header.limits.credits;
  return {
    records: records === undefined ? header.limits.records : saved + records,
    credits: maxCredits === undefined ? earlier : exactCredits(credits + possibleCredits + maxCredits),
  };
}

/** How the runs of a call are executed; `counted` says how far they are. */
export const executionOf = (
  { runs, budgets, clock }: App,
  { client, balance }: AppConnection,
  budget: Budget,
  call: Call,
  counted: CountProgress,
): Execution => ({
  runs,
  budgets,
  client,
  balance,
  budget,
  signal: call.signal,
  onProgress: runProgress(clock, call, counted),
});
