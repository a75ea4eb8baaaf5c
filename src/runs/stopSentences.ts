// Every stop reason in words: what happened, what is kept, what can be done and what that may cost.
import * as l10n from "@vscode/l10n";
import { amountText, countText } from "../language/language";
import { maximumLimit } from "../service/requests";
import { creditsText, recordsOfText, recordsText, waitText } from "./amounts";
import type { RunSummary, StopReason } from "./run";

/** resume: go on from the last cursor. connect: change the key first. waitThenResume: go on when the pause is over. fetchMore: go on with a higher limit or cap. */
export type StopAction = "resume" | "connect" | "waitThenResume" | "fetchMore";

export interface StopSentence {
  readonly title: string;
  readonly sentence: string;
  readonly actions: readonly StopAction[];
}

export interface StopContext {
  readonly now: number;
  /** Credits for each returned record, as learned. */
  readonly learnedPrice?: number | undefined;
}

/** Records the request that was lost may have been charged for. */
function atRisk({ header, records, recordKind }: RunSummary & { readonly recordKind: string }): number {
  const isSearch = header.task.kind === "companySearch" || header.task.kind === "peopleSearch";
  return recordKind === "contact" ? 0 : isSearch ? Math.max(1, Math.min(maximumLimit, header.limits.records - records)) : 1;
}

function riskText(summary: RunSummary, price: number | undefined): string {
  const records = atRisk({ ...summary, recordKind: summary.header.recordKind });
  if (records === 0) {
    return l10n.t("Retrieving an enrichment costs nothing.");
  }
  return price === undefined
    ? l10n.t("It may have been charged; to resume asks for that page again and may cost up to the price of {0}.", recordsText(records))
    : l10n.t("It may have been charged; to resume asks for that page again and may cost up to {0} ({1}).", creditsText(Math.round(records * price * 100) / 100), recordsText(records));
}

function balanceText({ balanceBefore: before, balanceAfter: after }: Extract<StopReason, { readonly kind: "ambiguous" }>): string {
  if (after === undefined) {
    return "";
  }
  if (before === undefined) {
    return l10n.t("The balance is now {0}.", amountText(after));
  }
  return after < before
    ? l10n.t("The balance was {0} and is now {1}: it went down by {2}, so the lost page was probably charged.", amountText(before), amountText(after), amountText(before - after))
    : l10n.t("The balance was {0} and is now {1}: so the lost page was probably not charged.", amountText(before), amountText(after));
}

/** Whole sentences, one behind the other; empty ones are left out. */
function together(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** The title, sentence and actions for why the run is not going on; for one under way when `stop` is absent. */
export function stopSentence(summary: RunSummary, { now, learnedPrice }: StopContext): StopSentence {
  const { stop, records, lastTotal, header } = summary;
  const price = learnedPrice ?? (records + summary.repeated > 0 ? summary.credits / (records + summary.repeated) : undefined);
  const kept = records === 1 ? l10n.t("1 record is kept.") : l10n.t("{0} records are kept.", countText(records));
  const goesOn = l10n.t("Resume goes on from there; nothing is paid twice.");
  const ofTotal = lastTotal === undefined ? recordsText(records) : recordsOfText(records, lastTotal);
  const more = lastTotal === undefined || records + summary.repeated < lastTotal;
  if (stop === undefined) {
    return { title: l10n.t("Running"), sentence: l10n.t("The run is under way, with {0} so far.", ofTotal), actions: [] };
  }
  switch (stop.kind) {
    case "complete":
      return { title: l10n.t("Complete"), sentence: l10n.t("Everything was fetched: {0}.", recordsText(records)), actions: [] };
    case "limitReached":
      return { title: l10n.t("Limit reached"), sentence: l10n.t("{0} fetched, as many as were asked for.", ofTotal), actions: more ? ["fetchMore"] : [] };
    case "creditCap": {
      const why = l10n.t("The run stopped before a page that could have cost more than the cap of {0}.", creditsText(stop.cap));
      return { title: l10n.t("Credit cap"), sentence: together(why, kept), actions: ["fetchMore"] };
    }
    case "cancelled":
      return { title: l10n.t("Cancelled"), sentence: together(l10n.t("You stopped the run."), kept, goesOn), actions: ["resume"] };
    case "rateLimited":
      return stop.until > now
        ? { title: l10n.t("Paused by rate limit"), sentence: together(l10n.t("The service asks to wait {0}.", waitText(stop.until - now)), kept), actions: ["waitThenResume"] }
        : { title: l10n.t("Paused by rate limit"), sentence: together(l10n.t("The pause the service asked for is over."), kept), actions: ["resume"] };
    case "keyRejected":
      return { title: l10n.t("Key rejected"), sentence: together(stop.message, kept, l10n.t("Enter a valid key for {0}, then resume.", header.connection.label)), actions: ["connect", "resume"] };
    case "creditsExhausted":
      return { title: l10n.t("Credits used up"), sentence: together(stop.message, kept, l10n.t("Add credits or use another key, then resume.")), actions: ["resume", "connect"] };
    case "offline":
      return { title: l10n.t("Offline"), sentence: together(stop.message, kept, l10n.t("Nothing was charged for the page that was not sent.")), actions: ["resume"] };
    case "ambiguous":
      return { title: l10n.t("A reply was lost"), sentence: together(stop.message, balanceText(stop), riskText(summary, price), kept), actions: ["resume"] };
    case "cursorRepeated": {
      const why = l10n.t("The service gave the same cursor again, so there is no way to further records.");
      return { title: l10n.t("Paging ended"), sentence: together(why, kept), actions: [] };
    }
    case "interrupted": {
      const title = l10n.t("Interrupted");
      return stop.requestInFlight
        ? { title, sentence: together(l10n.t("The window or the machine went away while a page was on its way."), riskText(summary, price), kept), actions: ["resume"] }
        : { title, sentence: together(l10n.t("The window or the machine went away between two pages."), kept, goesOn), actions: ["resume"] };
    }
    case "windowClosed":
      return { title: l10n.t("Window closed"), sentence: together(l10n.t("The window was closed during the run."), kept, goesOn), actions: ["resume"] };
    case "storage":
      return { title: l10n.t("Could not be saved"), sentence: together(stop.message, kept), actions: ["resume"] };
    case "refused":
      return { title: l10n.t("Refused by the service"), sentence: together(stop.message, kept), actions: ["resume"] };
  }
}
