// Asks what must be clear before a stopped run continues: which connection pays, up to which limit, and the cost.
import { commands, l10n, window } from "vscode";
import { otherConnectionText } from "../../app/searchRuns";
import { amountText, languageTag } from "../../language/language";
import type { Budget, Price } from "../../runs/budget";
import type { RunLimits, RunSummary } from "../../runs/run";
import { unansweredPage, unansweredText } from "../../runs/resuming";
import { costText, describeRun } from "../../runs/runState";
import type { ConnectionInfo } from "../account";
import type { AccountMonitor } from "../connections/accountMonitor";
import { connectText, switchConnectionText } from "../connections/connectionTexts";
import { connectionToUse } from "../connections/connectionToUse";
import { commandIds } from "../commandIds";
import { inOneDialog } from "../dialogSteps";
import { typeWholeNumberAbove } from "../inputStep";
import { safeText } from "../safeText";
import { askForBudget, planWithAccount, type PlanningDeps } from "./planning";

export interface ContinueDeps extends PlanningDeps {
  readonly account: AccountMonitor;
}

export interface AgreedContinuation {
  readonly connection: ConnectionInfo;
  readonly limits: RunLimits;
  readonly budget: Budget;
}

/** How the user wants a run to continue. */
export interface ContinueRequest {
  /** Records in addition to those that are saved; absent: up to the run's own limit. */
  readonly more?: number | undefined;
  /** Credits that the user has just agreed to, so that nothing more is asked. */
  readonly agreed?: number | undefined;
  /** Sentences about what the run does differently from before; the user is always asked about them. */
  readonly changes?: readonly string[] | undefined;
}

/** How many records "fetch more" suggests: one page. */
const onePage = 100;

/** Resolves to what the run continues with, or to `undefined` when the user declined. */
export async function askToContinue(
  deps: ContinueDeps,
  before: RunSummary,
  { more, agreed, changes = [] }: ContinueRequest = {},
): Promise<AgreedContinuation | undefined> {
  const { account, budgets, clock } = deps;
  const { header, stop } = before;
  const connection = await connectionFor(account, before);
  if (connection === undefined) {
    return undefined;
  }
  const price = await budgets.price(connection.id, header.task.kind);
  const chosen = await limitsFor(before, more, price);
  if (chosen === undefined) {
    return undefined;
  }
  const { limits } = chosen;
  const isOther = connection.id !== header.connection.id;
  const isCostUnknown = stop?.kind === "costUnknown";
  const unanswered = unansweredPage(before, price);
  // Credits are no agreement to an unknown cost, nor to a page that may be charged twice.
  const isAsBefore = !isOther && changes.length === 0 && !isCostUnknown && unanswered === undefined;
  if (agreed !== undefined && isAsBefore) {
    return { connection, limits, budget: await budgets.agreed(agreed) };
  }
  const plan = await planWithAccount(deps, limits, {
    total: before.lastTotal,
    soFar: before,
    operation: header.task.kind,
  });
  const isPaused = stop?.kind === "budgetUsedUp" || isCostUnknown;
  if (chosen.isAgreed && isAsBefore) {
    // Typing the credit limit was the consent.
    return {
      connection,
      limits,
      budget: connection.sandbox ? budgets.unlimited() : await budgets.agreed(plan.credits),
    };
  }
  const budget = await askForBudget(budgets, plan, {
    title: header.title,
    connection,
    verb: isPaused ? "continue" : "resume",
    remarks: [
      ...changes,
      ...(unanswered !== undefined || isPaused ? [describeRun(before, { now: clock.now(), price }).sentence] : []),
      ...(unanswered === undefined ? [] : [unansweredText(unanswered)]),
      ...(isOther ? [otherConnectionText(header.connection.label, connection.label)] : []),
    ],
    askAlways: !isAsBefore || isPaused,
    acceptsUnknownCosts: isCostUnknown,
  });
  return budget && { connection, limits, budget };
}

/** Any connection to the same service can pay: a rejected key is often replaced by a new one. */
async function connectionFor(account: AccountMonitor, { header }: RunSummary): Promise<ConnectionInfo | undefined> {
  const connection = await connectionToUse(account);
  if (connection === undefined || connection.origin === header.connection.origin) {
    return connection;
  }
  void offerOtherConnection(header.connection.label);
  return undefined;
}

/** Not awaited: a hidden notification never resolves. */
async function offerOtherConnection(label: string): Promise<void> {
  const [change, connect] = [switchConnectionText(), connectText()];
  const text = l10n.t(
    "This run was paid with {0}, another service than the connection in use. Switch to that connection, then resume.",
    safeText(label),
  );
  const picked = await window.showWarningMessage(text, change, connect);
  if (picked !== undefined) {
    await commands.executeCommand(picked === change ? commandIds.switchConnection : commandIds.connect);
  }
}

interface ChosenLimits {
  readonly limits: RunLimits;
  /** The user typed the credit limit. */
  readonly isAgreed: boolean;
}

/** Asks for a higher limit when the run stopped at one: it would only stop there again. */
async function limitsFor(
  before: RunSummary,
  more: number | undefined,
  price: Price,
): Promise<ChosenLimits | undefined> {
  const { header, stop, records, credits, possibleCredits, lastTotal } = before;
  const { limits } = header;
  if (stop?.kind === "creditLimit") {
    const wanted = more === undefined ? limits.records : records + more;
    const left = Math.max(1, Math.min(wanted, lastTotal ?? wanted) - records);
    const spent = credits + possibleCredits;
    const limit = await askForNumber({
      title: l10n.t("Resume {0}: new credit limit for the whole run", safeText(header.title)),
      prompt: l10n.t(
        "The run has cost {0}. It stops again before a page that could exceed the new limit.",
        costText(before),
      ),
      value: price.known ? Math.ceil((spent + left * price.perRecord) * 100) / 100 : undefined,
      above: spent,
      whole: false,
    });
    return limit === undefined ? undefined : { limits: { ...limits, records: wanted, credits: limit }, isAgreed: true };
  }
  if (more !== undefined) {
    return { limits: { ...limits, records: records + more }, isAgreed: false };
  }
  if (stop?.kind === "limitReached") {
    const added = await askForNumber({
      title: l10n.t("Fetch more of {0}: how many records", safeText(header.title)),
      prompt: l10n.t("New records are added to the saved ones."),
      value: Math.max(1, Math.min(onePage, (lastTotal ?? Number.POSITIVE_INFINITY) - records)),
      above: 0,
      whole: true,
    });
    return added === undefined ? undefined : { limits: { ...limits, records: records + added }, isAgreed: false };
  }
  return { limits, isAgreed: false };
}

interface NumberQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: number | undefined;
  /** The answer must be larger. */
  readonly above: number;
  readonly whole: boolean;
}

async function askForNumber({ title, prompt, value, above, whole }: NumberQuestion): Promise<number | undefined> {
  const numberOf = (text: string): number =>
    (whole ? /^\d+$/u : /^\d+(?:[.,]\d{1,2})?$/u).test(text.trim())
      ? Number(text.trim().replace(",", "."))
      : Number.NaN;
  const fits = (text: string): boolean => numberOf(text) > above;
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title,
      prompt,
      value: value?.toLocaleString(languageTag(), { useGrouping: false }) ?? "",
      ignoreFocusOut: true,
      validateInput: (text) =>
        fits(text)
          ? undefined
          : whole
            ? typeWholeNumberAbove(above)
            : l10n.t("Type a number above {0}.", amountText(above)),
    }),
  );
  return typed === undefined ? undefined : numberOf(typed);
}
