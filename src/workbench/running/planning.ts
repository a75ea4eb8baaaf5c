// Estimates what an action fetches and costs, and asks before credits are spent.
import { l10n, window } from "vscode";
import { creditsText, recordsText } from "../../runs/amounts";
import type { Budget, Budgets } from "../../runs/budget";
import { planRun, type PlanInput, type RunPlan } from "../../runs/plan";
import type { RunLimits, RunSummary } from "../../runs/run";
import type { TaskOperation } from "../../service/operations";
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
  });
}

export type SpendingVerb = "run" | "resume" | "continue";

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

/** Says when the run pauses. A single record cannot pause, so it needs no such sentence. */
export function agreedText({ credits, records }: RunPlan): readonly string[] {
  return credits > 0 && records > 1
    ? [l10n.t("The run pauses and asks again before it spends more than {0}.", creditsText(credits))]
    : [];
}

async function confirmSpending(
  plan: RunPlan,
  { title, connection, verb = "run", remarks = [], sentence, acceptsUnknownCosts }: SpendingQuestion,
): Promise<boolean> {
  const words: Readonly<Record<SpendingVerb, readonly [go: string, question: string]>> = {
    run: [l10n.t("Run"), l10n.t("Run {0}?", safeText(title))],
    resume: [l10n.t("Resume"), l10n.t("Resume {0}?", safeText(title))],
    continue: [l10n.t("Continue"), l10n.t("Continue {0}?", safeText(title))],
  };
  const [go, text] = words[verb];
  const detail = [
    ...remarks.map(safeText),
    sentence ?? plan.sentence,
    ...(acceptsUnknownCosts === true
      ? [
          l10n.t(
            "The service does not say what its pages cost: {0} are fetched at an unknown cost.",
            recordsText(plan.records),
          ),
        ]
      : []),
    ...agreedText(plan),
    l10n.t("Connection: {0}.", safeText(connection.label)),
  ].join("\n");
  return (await inOneDialog(async () => window.showWarningMessage(text, { modal: true, detail }, go))) === go;
}
