// A tracked enrichment in words and icons, and the setting that lets partial results be asked for.
import { l10n, ThemeColor, ThemeIcon, workspace } from "vscode";
import { stateWord, type EnrichmentState } from "../../enrichments/enrichmentState";
import type { TrackedEnrichment } from "../../enrichments/enrichmentList";
import { creditsText } from "../../runs/amounts";
import { formatCount } from "../numbers";
import { safeText } from "../safeText";
import { timeOrDateText } from "../times";

/** The name of the query parameter that asks for partial results; only the user's own value counts, never a workspace's. */
export function partialParameter(): string | undefined {
  const value = workspace
    .getConfiguration("prospectDesk")
    .inspect<unknown>("enrichments.partialResultsParameter")?.globalValue;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

export function enrichmentName({ name, id }: TrackedEnrichment): string {
  return safeText(name ?? id);
}

/** "in progress · 3 credits · 25 contacts · asked 12:04" */
export function enrichmentDescription(entry: TrackedEnrichment, now: number): string {
  const { state, paused, credits, results, askedAt, trouble } = entry;
  return [
    safeText(stateWord(state)),
    ...(paused ? [l10n.t("paused")] : []),
    ...(trouble === undefined ? [] : [l10n.t("last ask failed")]),
    ...(credits === undefined ? [] : [creditsText(credits)]),
    ...(results === undefined
      ? []
      : [results.partial ? partialContactsText(results.contacts) : contactsText(results.contacts)]),
    ...(askedAt === undefined ? [] : [l10n.t("asked {0}", timeOrDateText(askedAt, now))]),
  ].join(" · ");
}

/** Plain text of several lines: what is known and what happens next. */
export function enrichmentTooltip(entry: TrackedEnrichment, now: number): string {
  const { id, connection, state, trouble, paused, nextAskAt } = entry;
  const willAsk = !paused && (state.kind === "new" || state.kind === "running");
  return [
    enrichmentName(entry),
    l10n.t("Id: {0}", id),
    l10n.t("Connection: {0}", connection.label),
    enrichmentDescription(entry, now),
    ...("message" in state ? [state.message] : []),
    ...(trouble === undefined ? [] : [trouble.message]),
    ...(willAsk ? [l10n.t("Asked again {0}", timeOrDateText(Math.max(nextAskAt, now), now))] : []),
  ].join("\n");
}

export function contactsText(count: number): string {
  return count === 1 ? l10n.t("1 contact") : l10n.t("{0} contacts", formatCount(count));
}

function partialContactsText(count: number): string {
  return count === 1 ? l10n.t("1 contact, partial") : l10n.t("{0} contacts, partial", formatCount(count));
}

const statusIcons: Readonly<Record<string, string>> = {
  CREATED: "clock",
  IN_PROGRESS: "sync",
  FINISHED: "pass",
  CANCELED: "circle-slash",
  CREDITS_INSUFFICIENT: "credit-card",
  RATE_LIMIT: "watch",
  UNKNOWN: "question",
};

export function enrichmentIcon({ state, trouble, paused }: TrackedEnrichment): ThemeIcon {
  if (paused && (state.kind === "new" || state.kind === "running")) {
    return new ThemeIcon("debug-pause");
  }
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

/** A sentence that says where an enrichment stands, for a notification. */
export function enrichmentSentence(entry: TrackedEnrichment): string {
  const { state, results } = entry;
  const name = enrichmentName(entry);
  const kept =
    results === undefined
      ? ""
      : results.contacts === 1
        ? l10n.t("1 contact is kept.")
        : l10n.t("{0} contacts are kept.", formatCount(results.contacts));
  switch (state.kind) {
    case "new":
      return l10n.t("{0} has not been asked for yet.", name);
    case "running":
      return l10n.t("{0} is still running ({1}). {2}", name, safeText(stateWord(state)), kept).trim();
    case "ended":
      return state.status === "FINISHED" && results === undefined
        ? l10n.t("{0} has finished without any contacts.", name)
        : state.status === "FINISHED"
          ? l10n.t("{0} has finished. {1}", name, kept)
          : l10n.t(
              "{0} has ended: {1}. {2}",
              name,
              safeText(stateWord(state)),
              kept === "" ? l10n.t("It brought no contacts.") : kept,
            );
    case "notFound":
    case "keyRejected":
    case "refused":
      return `${name}: ${safeText(state.message)} ${kept}`.trim();
  }
}
