// What is asked before a search is paid for again: it is in progress somewhere, or a recent result has everything.
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";
import { agoText, recordsOfText, recordsText } from "../runs/amounts";
import { agreementSentences, connectionSentence, planRun, type RunPlan } from "../runs/plan";
import type { RunSummary } from "../runs/run";
import { Refusal, type App, type Call, type Question } from "./app";
import type { PlannedSearch } from "./planSearch";
import { declined, type Spender } from "./spending";
import { neutral } from "./untrusted";

/**
 * Whether to "open" a run of the same search that is in progress, or to run "anyway". Agents are refused. Rejects with
 * a `Refusal`.
 */
export async function askAboutRunning(
  app: App,
  spender: Spender,
  run: RunSummary,
  planned: PlannedSearch,
  { signal }: Call,
): Promise<"open" | "anyway"> {
  const { id } = run.header;
  const answer =
    spender.kind === "agent"
      ? "cannot"
      : await app.ask(runningQuestion(run, planned.plan.credits, app.clock.now()), signal);
  signal.throwIfAborted();
  switch (answer) {
    case "open":
    case "anyway":
      return answer;
    case "cannot":
      throw new Refusal(
        `The same search is already running: run ${id}. Wait until it has ended; nothing was sent.`,
        "running",
      );
    default:
      throw declined(answer, []);
  }
}

export const openResultsText = (): string => l10n.t("Open Results");

/** `credits`: what running it beside may cost; `now` in ms since 1970. */
function runningQuestion({ header, records, lastTotal }: RunSummary, credits: number, now: number): Question {
  const isCount = header.purpose === "count";
  const age = agoText(now - header.startedAt);
  const soFar = lastTotal === undefined ? recordsText(records) : recordsOfText(records, lastTotal);
  return {
    about: "inProgress",
    title: l10n.t("{0} is already in progress with the same filters.", neutral(header.title)),
    sentences: [
      l10n.t("Started {0} in another window, by an agent, or by a script: {1} so far.", age, soFar),
      isCount
        ? l10n.t("Counting at the same time pays for the same record twice.")
        : l10n.t("Running it at the same time pays for the same records twice."),
    ],
    choices: [
      ...(isCount ? [] : [{ id: "open", label: openResultsText(), credits: 0 }]),
      { id: "anyway", label: isCount ? l10n.t("Count Anyway") : l10n.t("Run Anyway"), credits },
    ],
  };
}

/**
 * Whether to "open" a recent result, which agents and scripts always do, or to fetch it "again", which agrees to the
 * sum of the plan. Rejects with a `Refusal` when a person declines both.
 */
export async function askAboutRecent(
  app: App,
  spender: Spender,
  run: RunSummary,
  planned: PlannedSearch,
  { signal }: Call,
): Promise<"open" | "again"> {
  const answer =
    spender.kind === "agent"
      ? "cannot"
      : await app.ask(
          recentQuestion(run, planRun(planned.input), planned.connection.info.label, app.clock.now()),
          signal,
        );
  signal.throwIfAborted();
  switch (answer) {
    case "again":
      return "again";
    case "open":
    case "cannot":
      return "open";
    default:
      throw declined(answer, []);
  }
}

/** `connection` is its label; `now` in ms since 1970. */
function recentQuestion(
  { header, records, updatedAt }: RunSummary,
  plan: RunPlan,
  connection: string,
  now: number,
): Question {
  return {
    about: "recent",
    title: l10n.t("{0} was fetched {1} with the same filters.", neutral(header.title), agoText(now - updatedAt)),
    sentences: [
      records === 1
        ? l10n.t("That result has the one matching record.")
        : l10n.t("That result has all {0} matching records.", countText(records)),
      `${l10n.t("Fetching again:")} ${plan.sentence}`,
      ...agreementSentences(plan),
      connectionSentence(neutral(connection)),
    ],
    choices: [
      { id: "open", label: l10n.t("Open That Result"), credits: 0 },
      { id: "again", label: l10n.t("Fetch Again"), credits: plan.credits },
    ],
  };
}
