// Every stop reason in words: what happened, what is saved, what can be done and what that may cost.
import * as l10n from "@vscode/l10n";
import { amountText, countText } from "../language/language";
import { maximumLimit } from "../service/requests";
import { creditsText, recordsOfText, recordsText, waitText } from "./amounts";
import type { Price } from "./budget";
import { distinctRecords, isPaid, isSearch, type RunSummary, type StopReason } from "./run";

/**
 * resume: continue from the last cursor. connect: change the key first. waitThenResume: continue when the pause is over.
 * fetchMore: continue with more records or a higher credit limit. continue: agree to more credits.
 */
export type StopAction = "resume" | "connect" | "waitThenResume" | "fetchMore" | "continue";

export interface StopSentence {
  readonly title: string;
  readonly sentence: string;
  readonly actions: readonly StopAction[];
}

export interface StopContext {
  readonly now: number;
  /** The price of the next call of this operation. */
  readonly price?: Price | undefined;
}

/** Records that the request in flight may have been charged for. */
function recordsAtRisk({ header, records }: RunSummary): number {
  return isSearch(header.task) ? Math.max(1, Math.min(maximumLimit, header.limits.records - records)) : 1;
}

function resumeCost(summary: RunSummary, price: Price | undefined): string {
  if (!isPaid(summary.header.task)) {
    return l10n.t("Retrieving an enrichment costs nothing.");
  }
  const records = recordsAtRisk(summary);
  const perRecord =
    price?.known === true
      ? price.perRecord
      : summary.credits > 0 && summary.returned > 0
        ? summary.credits / summary.returned
        : undefined;
  return perRecord === undefined
    ? l10n.t("Resuming asks for that page again, which may cost as much as {0}.", recordsText(records))
    : l10n.t("Resuming may cost up to {0}.", creditsText(Math.round(records * perRecord * 100) / 100));
}

type Unanswered = Extract<StopReason, { readonly kind: "ambiguous" | "notUnderstood" }>;

/** Balances may be rounded down to whole credits: a smaller change tells nothing. */
const roundedDown = 1;

/** Whether the page without a usable reply was charged, as far as the balance tells. */
function chargeText(
  { header }: RunSummary,
  { balanceBefore: before, balanceAfter: after, settled }: Unanswered,
): string {
  if (!isPaid(header.task)) {
    return "";
  }
  if (before === undefined || after === undefined) {
    const may = l10n.t("It may have been charged.");
    return after === undefined ? may : `${may} ${l10n.t("Your balance is {0}.", amountText(after))}`;
  }
  if (before - after >= roundedDown) {
    return l10n.t("It was probably charged: your balance went from {0} to {1}.", amountText(before), amountText(after));
  }
  return after === before && settled === true
    ? l10n.t("It was probably not charged: your balance did not change.")
    : l10n.t(
        "It may have been charged: your balance was {0} and is {1}, which does not tell.",
        amountText(before),
        amountText(after),
      );
}

/** Whole sentences, one behind the other; empty ones are left out. */
function together(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

const savedText = (records: number): string =>
  records === 1 ? l10n.t("1 record saved.") : l10n.t("{0} records saved.", countText(records));

function completeText(summary: RunSummary): string {
  const { records, skipped, lastTotal } = summary;
  const distinct = distinctRecords(summary);
  if (lastTotal !== undefined && distinct < lastTotal) {
    return together(
      l10n.t(
        "The service sent no more records: {0}, although it counts {1}.",
        recordsText(distinct),
        countText(lastTotal),
      ),
      skipped === 0 ? "" : savedText(records),
    );
  }
  if (distinct === 0) {
    return l10n.t("No records match.");
  }
  if (records === 0) {
    return skipped === 1
      ? l10n.t("1 record, which you already have.")
      : l10n.t("{0} records, all of which you already have.", countText(skipped));
  }
  const all =
    distinct === 1
      ? l10n.t("The one matching record was fetched.")
      : l10n.t("All {0} matching records fetched.", countText(distinct));
  return together(all, skippedText(skipped));
}

function skippedText(skipped: number): string {
  return skipped === 0
    ? ""
    : skipped === 1
      ? l10n.t("You already have 1 of them, so it was skipped.")
      : l10n.t("You already have {0} of them, so they were skipped.", countText(skipped));
}

function limitText({ records, lastTotal }: RunSummary): string {
  const fetched =
    records === 1
      ? l10n.t("Fetched the 1 record you asked for.")
      : l10n.t("Fetched the {0} records you asked for.", countText(records));
  return lastTotal === undefined || lastTotal <= records
    ? fetched
    : together(fetched, lastTotal === 1 ? l10n.t("1 matches.") : l10n.t("{0} match.", countText(lastTotal)));
}

/** What is saved, and how many of the returned records were not: they are charged as well. */
function savedOfReturned({ records, skipped, lastTotal }: RunSummary): string {
  const saved =
    lastTotal === undefined || lastTotal < records
      ? savedText(records)
      : l10n.t("{0} saved.", recordsOfText(records, lastTotal));
  return together(
    saved,
    skipped === 0
      ? ""
      : skipped === 1
        ? l10n.t("1 more was skipped because you already have it.")
        : l10n.t("{0} more were skipped because you already have them.", countText(skipped)),
  );
}

function exhaustedText({
  message,
  balance,
  needed,
}: Extract<StopReason, { readonly kind: "creditsExhausted" }>): string {
  if (balance === undefined) {
    return message;
  }
  return needed === undefined
    ? together(message, l10n.t("Your balance is {0}.", amountText(balance)))
    : l10n.t(
        "Not enough credits: the next page costs about {0}, you have {1}.",
        amountText(needed),
        amountText(balance),
      );
}

/** The title, sentence and actions for why the run is not continuing; for one in progress when `stop` is absent. */
export function stopSentence(summary: RunSummary, { now, price }: StopContext): StopSentence {
  const { stop, records, lastTotal, header } = summary;
  const saved = savedText(records);
  const resumes = l10n.t("Resume continues where it stopped.");
  const more = lastTotal === undefined || distinctRecords(summary) < lastTotal;
  if (stop === undefined) {
    const soFar = lastTotal === undefined ? recordsText(records) : recordsOfText(records, lastTotal);
    return { title: l10n.t("Running"), sentence: l10n.t("The run is in progress: {0} so far.", soFar), actions: [] };
  }
  switch (stop.kind) {
    case "complete":
      return { title: l10n.t("Complete"), sentence: completeText(summary), actions: [] };
    case "limitReached":
      return { title: l10n.t("Limit reached"), sentence: limitText(summary), actions: more ? ["fetchMore"] : [] };
    case "creditLimit":
      return {
        title: l10n.t("Credit limit reached"),
        sentence: together(
          l10n.t("Stopped at your credit limit of {0}.", amountText(stop.limit)),
          savedOfReturned(summary),
        ),
        actions: ["fetchMore"],
      };
    case "budgetUsedUp": {
      const why =
        stop.agreed === undefined
          ? l10n.t("Stopped before spending more than you allow without a question.")
          : l10n.t("Stopped before spending more than the {0} you agreed to.", creditsText(stop.agreed));
      return {
        title: l10n.t("Paused: budget used up"),
        sentence: together(why, savedOfReturned(summary)),
        actions: ["continue"],
      };
    }
    case "costUnknown":
      return {
        title: l10n.t("Paused: cost unknown"),
        sentence: together(
          l10n.t("The service did not say what the last page cost, and your balance does not tell either."),
          savedOfReturned(summary),
        ),
        actions: ["continue"],
      };
    case "sameRecords":
      return {
        title: l10n.t("Same records again"),
        sentence: together(
          l10n.t("The service sent the same records again, so asking for more would only cost credits."),
          saved,
        ),
        actions: [],
      };
    case "cancelled":
      return {
        title: l10n.t("Canceled"),
        sentence: together(l10n.t("You stopped the run."), saved, resumes),
        actions: ["resume"],
      };
    case "rateLimited":
      return stop.until > now
        ? {
            title: l10n.t("Paused by rate limit"),
            sentence: together(l10n.t("The service asks to wait {0}.", waitText(stop.until - now)), saved),
            actions: ["waitThenResume"],
          }
        : {
            title: l10n.t("Paused by rate limit"),
            sentence: together(l10n.t("The wait that the service asked for is over."), saved),
            actions: ["resume"],
          };
    case "keyRejected":
      return {
        title: l10n.t("Key rejected"),
        sentence: together(
          stop.message,
          saved,
          l10n.t("Enter a valid key for {0}, then resume.", header.connection.label),
        ),
        actions: ["connect", "resume"],
      };
    case "creditsExhausted":
      return {
        title: l10n.t("Not enough credits"),
        sentence: together(exhaustedText(stop), saved, l10n.t("Add credits or use another key, then resume.")),
        actions: ["resume", "connect"],
      };
    case "offline":
      return {
        title: l10n.t("Offline"),
        sentence: together(stop.message, saved, l10n.t("Nothing was charged for the page that was not sent.")),
        actions: ["resume"],
      };
    case "ambiguous":
      return {
        title: l10n.t("Reply lost"),
        sentence: together(stop.message, chargeText(summary, stop), resumeCost(summary, price), saved),
        actions: ["resume"],
      };
    case "notUnderstood":
      return {
        title: l10n.t("Reply not understood"),
        sentence: together(
          stop.message,
          stop.saved === true ? l10n.t("The reply is saved as it came.") : "",
          chargeText(summary, stop),
          resumeCost(summary, price),
          saved,
        ),
        actions: ["resume"],
      };
    case "interrupted": {
      const title = l10n.t("Interrupted");
      return stop.requestInFlight
        ? {
            title,
            sentence: together(
              l10n.t("The window or the machine was closed while a page was being fetched."),
              isPaid(header.task) ? l10n.t("It may have been charged.") : "",
              resumeCost(summary, price),
              saved,
            ),
            actions: ["resume"],
          }
        : {
            title,
            sentence: together(l10n.t("The window or the machine was closed between two pages."), saved, resumes),
            actions: ["resume"],
          };
    }
    case "windowClosed":
      return {
        title: l10n.t("Window closed"),
        sentence: together(l10n.t("The window was closed during the run."), saved, resumes),
        actions: ["resume"],
      };
    case "storage":
      return { title: l10n.t("Could not be saved"), sentence: together(stop.message, saved), actions: ["resume"] };
    case "refused":
      return { title: l10n.t("Refused by the service"), sentence: together(stop.message, saved), actions: ["resume"] };
  }
}
