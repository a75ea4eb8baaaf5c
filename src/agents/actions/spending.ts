// The one place that turns the plan of an agent or a script into a budget. Every paid action gets its budget here.
import * as l10n from "@vscode/l10n";
import { amountText, inEnglish } from "../../language/language";
import { creditsText } from "../../runs/amounts";
import type { Budget } from "../../runs/budget";
import { planRun, type PlanInput, type RunPlan } from "../../runs/plan";
import { ToolRefusal, type AgentConnection, type AgentDesk } from "../agentDesk";
import { neutral } from "../untrusted";

/** The user setting that says how much agents may spend a day without asking. */
export const creditsPerDaySetting = "prospectDesk.agents.creditsPerDay";

/** Who wants to spend. */
export type Spender =
  /** The daily budget decides, or a person. */
  | { readonly kind: "agent" }
  /** A person typed the command. `maxCredits` and `yes` are that person's consent. */
  | { readonly kind: "command"; readonly maxCredits?: number | undefined; readonly yes: boolean };

export interface SpendRequest {
  readonly connection: AgentConnection;
  /** A whole question for a person: “Run “Fintech in Berlin”?” */
  readonly question: () => string;
  readonly plan: PlanInput;
  /** Whole sentences about what is unusual, for the question. */
  readonly remarks?: readonly string[] | undefined;
  /** A page may be paid twice, or its cost is unknown: the daily budget does not cover that. */
  readonly askAlways?: boolean | undefined;
  readonly acceptsUnknownCosts?: boolean | undefined;
}

/** The plan in English, whatever the display language: models and scripts read it. */
export const englishPlan = (input: PlanInput): RunPlan => inEnglish(() => planRun(input));

/** Rejects with a `ToolRefusal` when nothing may be spent; then nothing was sent. */
export async function budgetFor(
  desk: AgentDesk,
  spender: Spender,
  request: SpendRequest,
  signal: AbortSignal,
): Promise<Budget> {
  const { budgets } = desk;
  const { connection, askAlways = false, acceptsUnknownCosts = false } = request;
  if (connection.sandbox) {
    return budgets.unlimited();
  }
  const plan = englishPlan(request.plan);
  if (spender.kind === "command") {
    if (spender.maxCredits !== undefined) {
      return budgets.agreed(spender.maxCredits, acceptsUnknownCosts);
    }
    if (spender.yes) {
      return budgets.agreed(plan.credits, acceptsUnknownCosts);
    }
  }
  const { creditsPerDay } = await desk.settings();
  const left = await budgets.leftForAgents(creditsPerDay);
  if (!askAlways && plan.credits <= left) {
    return budgets.forAgents(creditsPerDay);
  }
  if (spender.kind === "command" && !askAlways && plan.credits <= (await budgets.leftUnconfirmed())) {
    return budgets.unconfirmed();
  }
  const answer = await desk.ask(questionOf(request, planRun(request.plan)), signal);
  signal.throwIfAborted();
  if (answer === "yes") {
    return budgets.agreed(plan.credits, acceptsUnknownCosts);
  }
  const why =
    answer === "no"
      ? "The user declined, so nothing was sent and nothing was spent."
      : "Nobody can be asked here, so nothing was sent and nothing was spent.";
  throw new ToolRefusal(
    [why, plan.sentence, ...howToAllow(spender, { creditsPerDay, left, plan })].join(" "),
    "budget",
  );
}

/** Credits that a call of agents may spend today without a question. */
export async function agentsAllowance(
  desk: AgentDesk,
): Promise<{ readonly creditsPerDay: number; readonly left: number }> {
  const { creditsPerDay } = await desk.settings();
  return { creditsPerDay, left: await desk.budgets.leftForAgents(creditsPerDay) };
}

interface Allowance {
  readonly creditsPerDay: number;
  readonly left: number;
  readonly plan: RunPlan;
}

function howToAllow(spender: Spender, { creditsPerDay, left, plan }: Allowance): readonly string[] {
  const amounts = inEnglish(() => ({
    perDay: creditsText(creditsPerDay),
    left: amountText(left),
    cost: amountText(plan.credits),
  }));
  if (spender.kind === "command") {
    return [`Allow it with --max-credits ${amounts.cost.replaceAll(",", "")} or --yes.`];
  }
  return [
    creditsPerDay === 0
      ? "Agents may spend nothing without asking."
      : `Agents may spend ${amounts.perDay} a day without asking; ${amounts.left} of them are left today.`,
    `The user can raise that with the user setting “${creditsPerDaySetting}” (credits a day). ` +
      "Do not try to change it yourself; tell the user what the call would cost.",
  ];
}

/** In the display language: a person reads it. */
function questionOf(
  { question, remarks = [], connection, acceptsUnknownCosts }: SpendRequest,
  plan: RunPlan,
): Parameters<AgentDesk["ask"]>[0] {
  const detail = [
    ...remarks,
    plan.sentence,
    ...(acceptsUnknownCosts === true ? [l10n.t("The service does not say what its pages cost.")] : []),
    ...(plan.credits > 0 && plan.records > 1
      ? [l10n.t("The run pauses and asks again before it spends more than {0}.", creditsText(plan.credits))]
      : []),
    l10n.t("Connection: {0}.", neutral(connection.info.label)),
  ].join("\n");
  return { title: question(), detail, credits: plan.credits };
}
