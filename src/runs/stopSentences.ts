// Every stop reason in words: what happened, what is kept, what can be done and what that may cost.
import { maximumLimit } from "../service/requests";
import { countText, creditsText, recordsText, waitText } from "./amounts";
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
    return "Retrieving an enrichment costs nothing.";
  }
  const cost = price === undefined ? `the price of ${recordsText(records)}` : `${creditsText(Math.round(records * price * 100) / 100)} (${recordsText(records)})`;
  return `It may have been charged; to resume asks for that page again and may cost up to ${cost}.`;
}

function balanceText({ balanceBefore: before, balanceAfter: after }: Extract<StopReason, { readonly kind: "ambiguous" }>): string {
  if (before === undefined || after === undefined) {
    return after === undefined ? "" : ` The balance is now ${countText(after)}.`;
  }
  const verdict = after < before ? `it went down by ${countText(before - after)}, so the lost page was probably charged` : "so the lost page was probably not charged";
  return ` The balance was ${countText(before)} and is now ${countText(after)}: ${verdict}.`;
}

/** The title, sentence and actions for why the run is not going on; for one under way when `stop` is absent. */
export function stopSentence(summary: RunSummary, { now, learnedPrice }: StopContext): StopSentence {
  const { stop, records, lastTotal, header } = summary;
  const price = learnedPrice ?? (records + summary.repeated > 0 ? summary.credits / (records + summary.repeated) : undefined);
  const kept = `${recordsText(records)} ${records === 1 ? "is" : "are"} kept.`;
  const ofTotal = lastTotal === undefined ? recordsText(records) : `${countText(records)} of ${recordsText(lastTotal)}`;
  const more = lastTotal === undefined || records + summary.repeated < lastTotal;
  if (stop === undefined) {
    return { title: "Running", sentence: `The run is under way, with ${ofTotal} so far.`, actions: [] };
  }
  switch (stop.kind) {
    case "complete":
      return { title: "Complete", sentence: `Everything was fetched: ${recordsText(records)}.`, actions: [] };
    case "limitReached":
      return { title: "Limit reached", sentence: `${ofTotal} fetched, as many as were asked for.`, actions: more ? ["fetchMore"] : [] };
    case "creditCap":
      return { title: "Credit cap", sentence: `The run stopped before a page that could have cost more than the cap of ${creditsText(stop.cap)}. ${kept}`, actions: ["fetchMore"] };
    case "cancelled":
      return { title: "Cancelled", sentence: `You stopped the run. ${kept} Resume goes on from there; nothing is paid twice.`, actions: ["resume"] };
    case "rateLimited":
      return stop.until > now
        ? { title: "Paused by rate limit", sentence: `The service asks to wait ${waitText(stop.until - now)}. ${kept}`, actions: ["waitThenResume"] }
        : { title: "Paused by rate limit", sentence: `The pause the service asked for is over. ${kept}`, actions: ["resume"] };
    case "keyRejected":
      return { title: "Key rejected", sentence: `${stop.message} ${kept} Enter a valid key for ${header.connection.label}, then resume.`, actions: ["connect", "resume"] };
    case "creditsExhausted":
      return { title: "Credits used up", sentence: `${stop.message} ${kept} Add credits or use another key, then resume.`, actions: ["resume", "connect"] };
    case "offline":
      return { title: "Offline", sentence: `${stop.message} ${kept} Nothing was charged for the page that was not sent.`, actions: ["resume"] };
    case "ambiguous":
      return { title: "A reply was lost", sentence: `${stop.message}${balanceText(stop)} ${riskText(summary, price)} ${kept}`, actions: ["resume"] };
    case "cursorRepeated":
      return { title: "Paging ended", sentence: `The service gave the same cursor again, so there is no way to further records. ${kept}`, actions: [] };
    case "interrupted":
      return stop.requestInFlight
        ? { title: "Interrupted", sentence: `The window or the machine went away while a page was on its way. ${riskText(summary, price)} ${kept}`, actions: ["resume"] }
        : { title: "Interrupted", sentence: `The window or the machine went away between two pages. ${kept} Resume goes on from there; nothing is paid twice.`, actions: ["resume"] };
    case "windowClosed":
      return { title: "Window closed", sentence: `The window was closed during the run. ${kept} Resume goes on from there; nothing is paid twice.`, actions: ["resume"] };
    case "storage":
      return { title: "Could not be saved", sentence: `${stop.message} ${kept}`, actions: ["resume"] };
    case "refused":
      return { title: "Refused by the service", sentence: `${stop.message} ${kept}`, actions: ["resume"] };
  }
}
