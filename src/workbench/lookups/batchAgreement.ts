// The question before the lookups of a batch: what its rows cost, and what to do with those that may have been charged.
import { l10n } from "vscode";
import { unansweredOf, type BatchCount } from "../../lookups/batchRun";
import { againCostText, countSentence, creditsAgain, unansweredSentences } from "../../lookups/batchTexts";
import { lookupTask } from "../../lookups/lookUpOnce";
import { creditsText } from "../../runs/amounts";
import { exactCredits, type Budget } from "../../runs/budget";
import { inFlightSentence, pauseSentence } from "../../runs/plan";
import { askForBudget, pickSpending, planWithAccount, type SpendingQuestion } from "../running/planning";
import { writeFileText } from "./batchButtonTexts";
import type { BatchFlowDeps, BatchJob } from "./batchFlow";

export interface BatchAgreement {
  readonly budget: Budget;
  /** Rows without an answer are asked again. */
  readonly again: boolean;
}

/** What the user agrees to; `undefined` when the user declines. `isWritten`: the batch has its result file. */
export async function agreeOnBatch(
  { account, budgets, clock }: Pick<BatchFlowDeps, "account" | "budgets" | "clock">,
  job: BatchJob,
  count: BatchCount,
  isWritten: boolean,
): Promise<BatchAgreement | undefined> {
  const unanswered = unansweredOf(count);
  if (count.toAsk === 0 && unanswered === 0) {
    // Nothing is spent, so there is nothing to confirm.
    return { budget: await budgets.agreed(0), again: false };
  }
  const operation = lookupTask(job.mapping.kind, {}).kind;
  const plan = await planWithAccount(
    { account, budgets, clock },
    { records: count.toAsk },
    { total: count.toAsk, operation },
  );
  const verb = job.resumed === undefined ? "run" : "resume";
  const question: SpendingQuestion = {
    title: job.title,
    connection: job.connection,
    verb,
    sentence: [countSentence(count, plan), plan.conditions].filter((text) => text !== "").join("\n"),
    remarks: count.isChanged === true ? [changedSentence()] : [],
    askAlways: true,
    acceptsUnknownCosts: job.acceptsUnknownCosts,
  };
  if (unanswered === 0) {
    // The user always confirms: the counts show whether the columns were mapped correctly.
    const budget = await askForBudget(budgets, plan, question);
    return budget && { budget, again: false };
  }
  const price = await budgets.price(job.connection.id, operation);
  const withThem = exactCredits(plan.credits + creditsAgain(unanswered, price));
  const { skip, again } = buttonsFor(verb, count.toAsk);
  const picked = await pickSpending(
    plan,
    {
      ...question,
      sentence: [question.sentence, ...unansweredSentences(count), againCostText(unanswered, price)].join("\n"),
      bound: boundSentences(plan.credits, withThem, count.toAsk + unanswered),
    },
    count.toAsk === 0 && isWritten ? [again] : [skip, again],
  );
  if (picked === undefined) {
    return undefined;
  }
  const credits = picked === again ? withThem : plan.credits;
  const budget = job.connection.sandbox
    ? budgets.unlimited()
    : await budgets.agreed(credits, job.acceptsUnknownCosts === true);
  return { budget, again: picked === again };
}

/** Rows that may have been charged are skipped, or looked up again. */
function buttonsFor(verb: "run" | "resume", toAsk: number): { readonly skip: string; readonly again: string } {
  if (toAsk === 0) {
    return { skip: writeFileText(), again: l10n.t("Look Up Again") };
  }
  return verb === "run"
    ? { skip: l10n.t("Skip and Run"), again: l10n.t("Run and Look Up Again") }
    : { skip: l10n.t("Skip and Resume"), again: l10n.t("Resume and Look Up Again") };
}

function boundSentences(without: number, withThem: number, rows: number): readonly string[] {
  if (rows === 1) {
    return [];
  }
  const bound =
    without === 0
      ? pauseSentence(withThem)
      : l10n.t(
          "The run pauses and asks again before it spends more than {0}, or {1} if they are looked up again.",
          creditsText(without),
          creditsText(withThem),
        );
  return [bound, inFlightSentence(true)];
}

const changedSentence = (): string =>
  l10n.t("The table has changed since the batch was read: added rows are looked up, removed ones are not.");
