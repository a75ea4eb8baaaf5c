// What a run says that cost more than was allowed.
import * as l10n from "@vscode/l10n";
import { amountText } from "../language/language";
import { joinedSentences } from "../language/phrases";
import { creditsText } from "./amounts";
import { exactCredits } from "./budgetTypes";
import type { Overrun, StopReason } from "./run";

const overrunTexts: Readonly<Record<Overrun["of"], (charged: string, allowed: string) => string>> = {
  limit: (charged, allowed) => l10n.t("The service charged {0}, more than your credit limit of {1}.", charged, allowed),
  agreed: (charged, allowed) => l10n.t("The service charged {0}, more than the {1} you agreed to.", charged, allowed),
  unconfirmed: (charged, allowed) =>
    l10n.t("The service charged {0}, more than the {1} that you allow without confirmation.", charged, allowed),
  agents: (charged, allowed) =>
    l10n.t(
      "The service charged {0}, more than the {1} that agents may spend a day without confirmation.",
      charged,
      allowed,
    ),
  agentsMonth: (charged, allowed) =>
    l10n.t(
      "The service charged {0}, more than the {1} that agents may spend a month without confirmation.",
      charged,
      allowed,
    ),
};

/** Both sums and both prices, where more was charged than was allowed; otherwise empty. */
export function overrunText({ overrun }: StopReason): string {
  if (overrun === undefined) {
    return "";
  }
  const { of, charged, allowed, price } = overrun;
  return joinedSentences(
    overrunTexts[of](creditsText(roundedUp(charged)), amountText(allowed)),
    price === undefined
      ? ""
      : l10n.t("The price rose from {0} to {1} credits per record.", amountText(price.before), amountText(price.now)),
  );
}

/** To hundredths of a credit, as sums are shown: never less than what was charged. */
const roundedUp = (credits: number): number => Math.max(credits, Math.ceil(exactCredits(credits) * 100) / 100);
