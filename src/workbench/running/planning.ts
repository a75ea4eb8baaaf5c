// Estimates what an action fetches and costs, and asks before credits are spent.
import { window } from "vscode";
import type { Budget, Budgets } from "../../runs/budget";
import { agreementSentences, planRun, type PlanInput, type RunPlan } from "../../runs/plan";
import type { RunLimits, RunSummary } from "../../runs/run";
import {
  atUnknownCostButton,
  atUnknownCostTitle,
  connectionSentence,
  spendingButton,
  spendingTitle,
  type SpendingVerb,
} from "../../runs/spendingTexts";
import { operations, type TaskOperation } from "../../service/operations";
import type { Clock } from "../../service/wire";
import type { AccountState, ConnectionInfo, Observable } from "../account";
import { connectionOf } from "../connections/accountMonitor";
import { inOneDialog } from "../dialogSteps";
import { safeText } from "../safeText";

export interface PlanningDeps {
  readonly account: Observable<AccountState>;
  readonly budgets: Budgets;
  readonly clock: Pick<Clock, "now">;
}

/** What is known about a run besides the account: how many records match, and what it has fetched so far. */
export interface KnownAboutRun {
  readonly total?: number | undefined;
  readonly soFar?: Pick<RunSummary, "records" | "skipped" | "credits" | "possibleCredits"> | undefined;
  readonly operation: TaskOperation;
  readonly leaveOut?: PlanInput["leaveOut"];
}

/** Plans with the current price, balance and total. */
export async function planWithAccount(
  { account, budgets, clock }: PlanningDeps,
  limits: RunLimits,
  { total, soFar, operation, leaveOut }: KnownAboutRun,
): Promise<RunPlan> {
  const state = account.current;
  return planRun({
    limits,
    now: clock.now(),
    price: await budgets.price(connectionOf(state)?.id ?? "", operation),
    ...(state.kind === "ready" && { balance: state.balance, balanceAt: state.balanceAt }),
    total,
    soFar,
    leaveOut,
    isBatch: operations[operation].task === "lookup",
  });
}

/** What the confirmation dialog says. */
export interface SpendingQuestion {
  readonly title: string;
  readonly connection: ConnectionInfo;
  readonly verb?: SpendingVerb | undefined;
  /** Whole sentences shown before the plan's. */
  readonly remarks?: readonly string[] | undefined;
  /** Shown instead of the plan's own sentence. */
  readonly sentence?: string | undefined;
  /** Ask even if the plan costs less than the setting allows without a question. */
  readonly askAlways?: boolean | undefined;
  /** The service does not say what its pages cost; with the user's consent the action continues anyway. */
  readonly acceptsUnknownCosts?: boolean | undefined;
  /** Shown instead of the plan's own sentence about when it pauses. */
  readonly bound?: readonly string[] | undefined;
}

/** The budget for a plan, after a question where one is due; `undefined` when the user declined. */
export async function askForBudget(
  budgets: Budgets,
  plan: RunPlan,
  question: SpendingQuestion,
): Promise<Budget | undefined> {
  const { connection, askAlways, acceptsUnknownCosts } = question;
  if (connection.sandbox) {
    // Sandbox credits are worth nothing.
    return askAlways !== true || (await confirmSpending(plan, question)) ? budgets.unlimited() : undefined;
  }
  return budgets.forAction({ credits: plan.credits, askAlways, acceptsUnknownCosts }, () =>
    confirmSpending(plan, question),
  );
}

async function confirmSpending(plan: RunPlan, question: SpendingQuestion): Promise<boolean> {
  const { verb = "run", acceptsUnknownCosts } = question;
  const go = acceptsUnknownCosts === true ? atUnknownCostButton() : spendingButton(verb);
  return (await pickSpending(plan, question, [go])) !== undefined;
}

/** Asks with these buttons, whatever the plan costs; `undefined` when the user declined. */
async function pickSpending(
  plan: RunPlan,
  { title, connection, verb = "run", remarks = [], sentence, acceptsUnknownCosts, bound }: SpendingQuestion,
  buttons: readonly string[],
): Promise<string | undefined> {
  const atUnknownCost = acceptsUnknownCosts === true;
  const text = atUnknownCost ? atUnknownCostTitle(safeText(title)) : spendingTitle(verb, safeText(title));
  const detail = [
    ...remarks.map(safeText),
    sentence ?? plan.sentence,
    ...(atUnknownCost ? agreementSentences(plan, { atUnknownCost }) : (bound ?? agreementSentences(plan))),
    connectionSentence(safeText(connection.label)),
  ].join("\n");
  return inOneDialog(async () => window.showWarningMessage(text, { modal: true, detail }, ...buttons));
}
