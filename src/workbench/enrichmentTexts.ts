// Texts and icons of a tracked enrichment, and the setting that enables partial results.
import { ThemeColor, ThemeIcon } from "vscode";
import { isOfEnvironment } from "../app/headless/environment";
import { mayHavePartialResults, type SavedResults, type TrackedEnrichment } from "../enrichments/enrichmentList";
import { isPolled } from "../enrichments/enrichmentPoller";
import { isComplete, stateLabel, type EnrichmentState } from "../enrichments/enrichmentState";
import { creditsText, kindCountText, outcomesText } from "../runs/amounts";
import { countText } from "../text/numbers";
import { connectionLabel } from "./labels";
import { safeText } from "./safeText";
import { setting } from "./settings";
import { timeOrDateText } from "./times";

/** The query parameter for partial results. */
export const partialParameter = (): string | undefined => setting("enrichments.partialResultsParameter") || undefined;

/** Requires the service's parameter name. */
export const offersPartialResults = (entry: TrackedEnrichment): boolean =>
  partialParameter() !== undefined && mayHavePartialResults(entry);

export function enrichmentName({ name, id }: TrackedEnrichment): string {
  return safeText(name ?? id);
}

/** "in progress · 4 of 10 enriched, 6 not processed · 3 credits · updated 12:04" */
export function enrichmentDescription(entry: TrackedEnrichment, now: number): string {
  const { state, credits, results, askedAt, trouble } = entry;
  const parts = [safeText(stateLabel(state))];
  if (trouble !== undefined) {
    parts.push("last update failed");
  }
  if (results !== undefined) {
    parts.push(resultsText(results));
  } else if (isComplete(state)) {
    parts.push(contactsText(0));
  }
  if (credits !== undefined) {
    parts.push(creditsText(credits));
  }
  if (askedAt !== undefined) {
    parts.push(`updated ${timeOrDateText(askedAt, now)}`);
  }
  return parts.join(" · ");
}

/** Plain text of several lines: the state and the next update. */
export function enrichmentTooltip(entry: TrackedEnrichment, now: number): string {
  const { id, connection, state, trouble, nextAskAt } = entry;
  const lines: string[] = [
    enrichmentName(entry),
    `Id: ${id}`,
    connectionLabel(connection.label),
    enrichmentDescription(entry, now),
  ];
  if ("message" in state) {
    lines.push(state.message);
  }
  if (trouble !== undefined) {
    lines.push(trouble.message);
  }
  if (isPolled(entry) && !isOfEnvironment(connection)) {
    lines.push(`Next update: ${timeOrDateText(Math.max(nextAskAt, now), now)}`);
  }
  return lines.join("\n");
}

export const contactsText = (count: number): string => kindCountText("contact", count);

function resultsText({ outcomes, contacts, partial }: SavedResults): string {
  if (outcomes !== undefined) {
    return outcomesText(outcomes);
  }
  if (!partial) {
    return contactsText(contacts);
  }
  return contacts === 1 ? "1 contact, partial" : `${countText(contacts)} contacts, partial`;
}

const statusIcons: Readonly<Record<string, string>> = {
  CREATED: "clock",
  IN_PROGRESS: "sync",
  FINISHED: "pass",
  CANCELED: "circle-slash",
  CREDITS_INSUFFICIENT: "credit-card",
  RATE_LIMIT: "watch",
  FAILED: "error",
  UNKNOWN: "question",
};

export function enrichmentIcon({ state, trouble }: TrackedEnrichment): ThemeIcon {
  return trouble === undefined ? iconOf(state) : new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
}

function iconOf(state: EnrichmentState): ThemeIcon {
  switch (state.kind) {
    case "new":
      return new ThemeIcon("clock");
    case "running":
    case "ended":
      return new ThemeIcon(
        Object.hasOwn(statusIcons, state.status) ? (statusIcons[state.status] ?? "question") : "question",
      );
    case "notFound":
      return new ThemeIcon("search-stop", new ThemeColor("list.warningForeground"));
    case "keyRejected":
      return new ThemeIcon("key", new ThemeColor("list.errorForeground"));
    case "refused":
      return new ThemeIcon("error", new ThemeColor("list.errorForeground"));
  }
}
