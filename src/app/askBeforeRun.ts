// The questions before a search is paid for again: it is in progress somewhere, or has a recent result.
import { agoText, recordsOfText, recordsText } from "../runs/amounts";
import { agreementSentences, connectionSentence, planRun, type RunPlan } from "../runs/plan";
import type { RunSummary } from "../runs/run";
import { countText } from "../text/numbers";
import { Refusal, type Answer, type App, type Call, type Question } from "./app";
import type { PlannedSearch } from "./planSearch";
import { declined, type Spender } from "./spending";
import { neutral } from "./untrusted";

/** Whether to open the run of the same search that is in progress. Agents are refused. Rejects with a `Refusal`. */
export async function opensRunning(
  app: App,
  spender: Spender,
  run: RunSummary,
  planned: PlannedSearch,
  { signal }: Call,
): Promise<boolean> {
  const question = (): Question => runningQuestion(run, planned.plan.credits, app.clock.now());
  const answer = await chosen(app, spender, question, signal);
  if (answer === "cannot") {
    const { id } = run.header;
    throw new Refusal(
      `The same search is already running: run ${id}. Wait until it has ended; nothing was sent.`,
      "running",
    );
  }
  return answer === "open";
}

/** The id of a choice, or "cannot", always for agents. Rejects with a `Declined` when a person chooses none. */
async function chosen(app: App, spender: Spender, asked: () => Question, signal: AbortSignal): Promise<Answer> {
  if (spender.kind === "agent") {
    return "cannot";
  }
  const question = asked();
  const answer = await app.ask(question, signal);
  signal.throwIfAborted();
  if (answer !== "cannot" && !question.choices.some(({ id }) => id === answer)) {
    throw declined(answer, []);
  }
  return answer;
}

export const openResultsText = "Open Results";

/** `credits`: the most that running it at the same time may cost; `now` in ms since 1970. */
function runningQuestion({ header, records, lastTotal }: RunSummary, credits: number, now: number): Question {
  const isCount = header.purpose === "count";
  const age = agoText(now - header.startedAt);
  const soFar = lastTotal === undefined ? recordsText(records) : recordsOfText(records, lastTotal);
  return {
    about: "inProgress",
    title: `${neutral(header.title)} is already in progress with the same filters.`,
    sentences: [
      `Started ${age} in another window, by an agent, or by a script: ${soFar} so far.`,
      isCount
        ? "Counting at the same time pays for the same record twice."
        : "Running it at the same time pays for the same records twice.",
    ],
    choices: [
      ...(isCount ? [] : [{ id: "open", label: openResultsText, credits: 0 }]),
      { id: "anyway", label: isCount ? "Count Anyway" : "Run Anyway", credits },
    ],
  };
}

/**
 * Whether to open a recent result, as agents and scripts always do, instead of fetching it again, which agrees to the
 * sum of the plan. Rejects with a `Refusal` when a person declines both.
 */
export async function opensRecent(
  app: App,
  spender: Spender,
  run: RunSummary,
  { input, connection }: PlannedSearch,
  { signal }: Call,
): Promise<boolean> {
  const question = (): Question =>
    recentQuestion(run, { plan: planRun(input), wanted: input.limits.records }, connection.info.label, app.clock.now());
  return (await chosen(app, spender, question, signal)) !== "again";
}

function hasText(records: number, isComplete: boolean): string {
  if (!isComplete) {
    return `That result has ${recordsText(records)}.`;
  }
  return records === 1
    ? "That result has the one matching record."
    : `That result has all ${countText(records)} matching records.`;
}

/** `connection` is its label; `now` in ms since 1970. */
function recentQuestion(
  { header, records, updatedAt, stop }: RunSummary,
  { plan, wanted }: { readonly plan: RunPlan; readonly wanted: number },
  connection: string,
  now: number,
): Question {
  const sentences = [hasText(records, stop?.kind === "complete")];
  if (wanted < records) {
    sentences.push(`The first ${countText(wanted)} of them are shown.`);
  }
  sentences.push(
    `Fetching again: ${plan.sentence}`,
    ...agreementSentences(plan),
    connectionSentence(neutral(connection)),
  );
  return {
    about: "recent",
    title: `${neutral(header.title)} was fetched ${agoText(now - updatedAt)} with the same filters.`,
    sentences,
    choices: [
      { id: "open", label: "Open That Result", credits: 0 },
      { id: "again", label: "Fetch Again", credits: plan.credits },
    ],
  };
}
