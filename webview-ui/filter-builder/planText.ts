// What a run would cost and how many records matched last, in words.
import { languageTag } from "../../src/language/language";
import { defaultRecords } from "../../src/searches/searchDocument";
import type { SearchForm } from "../../src/searches/searchForm";
import type { SearchKind } from "../../src/service/filterCatalogue";
import type { SearchRunState, ShownAccount } from "../messages/filterBuilder";
import { strings } from "./strings";

/** How many records match, and when that was known: "1,240 people", "matched yesterday"; `undefined` if it is not. */
export function matchesText(
  search: SearchKind,
  run: SearchRunState | undefined,
  now: number,
): { readonly count: string; readonly when: string } | undefined {
  const { found } = run ?? {};
  if (found === undefined) {
    return undefined;
  }
  const ago = pastText(found.at, now);
  return {
    count: strings.matches[search](found.total),
    when: found.isOutdated ? strings.matchedBefore(ago) : strings.matched(ago),
  };
}

/** What the records that would be fetched cost: "about 50 credits"; `undefined` while there is no plan. */
export function priceText(
  fetch: SearchForm["fetch"],
  run: SearchRunState | undefined,
  account: ShownAccount,
): string | undefined {
  const { plan } = run ?? {};
  if (plan === undefined || account.kind === "noConnection" || account.kind === "secretsUnavailable") {
    return undefined;
  }
  const about =
    account.kind === "ready" && plan.exceedsBalance
      ? strings.aboutOfBalance(plan.credits, account.balance)
      : strings.aboutCredits(plan.credits);
  return plan.records === (fetch.records ?? defaultRecords) ? about : strings.aboutForRecords(about, plan.records);
}

/** What else is true of the numbers. */
export function planNotes(run: SearchRunState | undefined): readonly string[] {
  const { plan, fetchedMatches = 0 } = run ?? {};
  return [
    ...(plan?.priceKnown === false ? [strings.unknownPrice] : []),
    ...(fetchedMatches > 0 ? [strings.fetchedMatches(fetchedMatches)] : []),
    ...(plan?.leaveOut === undefined ? [] : [strings.leaveOut.plan(plan.leaveOut.sent, plan.leaveOut.local)]),
  ];
}

/** What a count costs. */
export function priceOfOne(run: SearchRunState | undefined): string {
  const { plan } = run ?? {};
  return plan === undefined || !plan.priceKnown || plan.records === 0
    ? strings.unknownPriceOfOne
    : strings.aboutCredits(Math.ceil((plan.credits * 100) / plan.records) / 100);
}

/** "just now", "5 minutes ago", "yesterday", "31 days ago"; times in ms since 1970. */
function pastText(at: number, now: number): string {
  const ago = new Intl.RelativeTimeFormat(languageTag(), { numeric: "auto" });
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (minutes < 1) {
    return strings.justNow;
  }
  if (minutes < 60) {
    return ago.format(-minutes, "minute");
  }
  return days < 1 ? ago.format(-Math.floor(minutes / 60), "hour") : ago.format(-days, "day");
}
