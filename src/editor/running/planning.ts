// What a run would fetch and cost, and the question asked before credits are spent.
import { l10n, window, workspace } from "vscode";
import type { Clock } from "../../service/wire";
import { planRun, type RunPlan } from "../../runs/plan";
import type { RunLimits, RunSummary, RunTask } from "../../runs/run";
import type { Ledger } from "../../runs/ledger";
import type { AccountState, ConnectionInfo, Observable } from "../account";
import { connectionOf } from "../connections/accountMonitor";
import { safeText } from "../safeText";

export interface PlanningParts {
  readonly account: Observable<AccountState>;
  readonly ledger: Pick<Ledger, "learnedPrice">;
  readonly clock: Pick<Clock, "now">;
}

/** What is known of the run besides the account: how many records match, and what a resumed run holds already. */
export interface KnownOfRun {
  readonly total?: number | undefined;
  readonly held?: Pick<RunSummary, "records" | "credits"> | undefined;
  /** What is asked for: a price learned from it goes before one learned from others. */
  readonly operation?: RunTask["kind"] | undefined;
}

/** Plans with what is known now: learned price, balance and its age, the total when it is known. */
export async function planWithAccount(parts: PlanningParts, limits: RunLimits, { total, held, operation }: KnownOfRun = {}): Promise<RunPlan> {
  const state = parts.account.current;
  const connection = connectionOf(state);
  const learnedPrice = connection === undefined ? undefined : await parts.ledger.learnedPrice(connection.id, operation);
  const plan = planRun({
    limits,
    now: parts.clock.now(),
    confirmAbove: confirmAbove(),
    ...(learnedPrice !== undefined && { learnedPrice }),
    ...(state.kind === "ready" && { balance: state.balance, balanceAt: state.balanceAt }),
    total,
    held,
  });
  // The sandbox's credits are worth nothing, so nobody is asked about them.
  return connection?.sandbox === true ? { ...plan, needsConfirmation: false } : plan;
}

/** Asks when the plan is above what the user allowed without asking. True: go on. */
export async function confirmSpending(plan: RunPlan, title: string, connection: ConnectionInfo, more: readonly string[] = [], verb: "run" | "resume" = "run"): Promise<boolean> {
  if (!plan.needsConfirmation) {
    return true;
  }
  const [go, question] = verb === "run" ? [l10n.t("Run"), l10n.t("Run {0}?", safeText(title))] : [l10n.t("Resume"), l10n.t("Resume {0}?", safeText(title))];
  const detail = [
    ...more.map(safeText),
    plan.sentence,
    l10n.t("Connection: {0}.", safeText(connection.label)),
    ...(plan.exceedsBalance ? [l10n.t("The balance does not cover this. The run stops when the credits are used up, and keeps what came.")] : []),
  ].join("\n");
  return (await window.showWarningMessage(question, { modal: true, detail }, go)) === go;
}

/** Only the user's own setting counts, never a workspace's. */
function confirmAbove(): number {
  const values = workspace.getConfiguration("prospectDesk").inspect<unknown>("spending.confirmAbove");
  const value = values?.globalValue ?? values?.defaultValue;
  return typeof value === "number" && value >= 0 ? value : 0;
}
