// Why a single lookup has no answer, in words: it has no pages, saves no records, and is not resumed.
import * as l10n from "@vscode/l10n";
import type { RunSummary, StopReason } from "./run";
import { describeRun } from "./runState";
import { overrunText } from "./overrunTexts";
import { chargeText, waitSentence } from "./stopTexts";

export interface LookupStopText {
  readonly title: string;
  readonly sentence: string;
}

/** `now` in ms since 1970. */
export function lookupStopText(summary: RunSummary, now: number): LookupStopText {
  const { title, sentence } = describeRun(summary, { now });
  const own = summary.stop === undefined ? undefined : sentences(summary.stop, summary, now);
  const overrun = summary.stop === undefined ? "" : overrunText(summary.stop);
  return { title, sentence: own === undefined ? sentence : [overrun, ...own].filter((one) => one !== "").join(" ") };
}

export const youCanceledText = (): string => l10n.t("You canceled it.");

function sentences(stop: StopReason, summary: RunSummary, now: number): readonly string[] | undefined {
  switch (stop.kind) {
    case "keyRejected":
      return [
        stop.message,
        l10n.t("Enter a valid key for {0}, then look it up again.", summary.header.connection.label),
      ];
    case "creditsExhausted":
      return [stop.message, l10n.t("Add credits or use another key, then look it up again.")];
    case "offline":
      return [stop.message, l10n.t("The lookup was not sent, so nothing was charged.")];
    case "ambiguous":
    case "notUnderstood":
      return [stop.message, chargeText(stop), l10n.t("Looking it up again may be charged again.")];
    case "rateLimited":
      return [
        waitSentence(stop.until, now),
        stop.until > now ? l10n.t("Then look it up again.") : l10n.t("Look it up again."),
      ];
    case "refused":
    case "storage":
      return [stop.message];
    case "cancelled":
    case "windowClosed":
      return [youCanceledText()];
    case "budgetUsedUp":
      return stop.overrun === undefined ? [l10n.t("It would cost more than you allow without confirmation.")] : [];
    default:
      return undefined;
  }
}
