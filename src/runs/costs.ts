// What a run cost, in words: a sum, or the least it can have been.
import * as l10n from "@vscode/l10n";
import { amountText } from "../language/language";
import { creditsText } from "./amounts";
import type { RunSummary } from "./run";

type Costs = Pick<RunSummary, "credits" | "possibleCredits" | "unpriced">;

/** Whether the run may have cost more than its replies say. */
export const costsAtLeast = ({ possibleCredits, unpriced }: Omit<Costs, "credits">): boolean =>
  possibleCredits > 0 || unpriced.pages > 0;

/** "25 credits", "at least 25 credits". */
export function costText(costs: Costs): string {
  const { credits } = costs;
  if (!costsAtLeast(costs)) {
    return creditsText(credits);
  }
  return credits === 1 ? l10n.t("at least 1 credit") : l10n.t("at least {0} credits", amountText(credits));
}

/** Why the cost is not certain, with what the balance tells; empty when it is, or when only a lost reply is to blame. */
export function costRemark({ unpriced }: Pick<Costs, "unpriced">): string {
  const { pages, balanceBefore: before, balanceAfter: after } = unpriced;
  if (pages === 0) {
    return "";
  }
  const sentence =
    pages === 1
      ? l10n.t("The cost is a lower bound: the service did not say what one page cost.")
      : l10n.t("The cost is a lower bound: the service did not say what {0} pages cost.", amountText(pages));
  if (before === undefined || after === undefined) {
    return sentence;
  }
  return `${sentence} ${l10n.t("Your balance was {0} before and is {1} now.", amountText(before), amountText(after))}`;
}
