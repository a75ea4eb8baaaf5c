// What a run would cost and how many records matched last, as one line.
import { languageTag } from "../../src/language/language";
import { defaultRecords } from "../../src/searches/searchDocument";
import type { SearchForm } from "../../src/searches/searchForm";
import type { SearchRunState, ShownAccount } from "../messages/filterBuilder";
import { strings } from "./strings";

/** How many records match: "1,240 matched yesterday"; "" if that is not known. */
export function matchesText(run: SearchRunState | undefined, now: number): string {
  const { found } = run ?? {};
  if (found === undefined) {
    return "";
  }
  const ago = pastText(found.at, now);
  return found.isOutdated ? strings.matchedBefore(found.total, ago) : strings.matched(found.total, ago);
}

/** "about 50 of 4,982 credits" */
export function planText(fetch: SearchForm["fetch"], run: SearchRunState | undefined, account: ShownAccount): string {
  const { plan } = run ?? {};
  if (plan === undefined || account.kind === "noConnection") {
    return account.kind === "noConnection" || account.kind === "secretsUnavailable" ? "" : strings.noPlan;
  }
  const about =
    account.kind === "ready"
      ? strings.aboutOfBalance(plan.credits, account.balance)
      : strings.aboutCredits(plan.credits);
  const cost = plan.priceKnown ? about : strings.unknownPrice(about);
  return [
    plan.records === (fetch.records ?? defaultRecords) ? cost : strings.recordsFor(plan.records, cost),
    ...(fetch.leaveOutKnown === true ? [strings.skipCosts] : []),
    ...(plan.leaveOut === undefined ? [] : [strings.leaveOut.plan(plan.leaveOut.sent, plan.leaveOut.local)]),
  ].join(" · ");
}

/** What a count costs. */
export function priceOfOne(run: SearchRunState | undefined): string {
  const { plan } = run ?? {};
  return plan === undefined || !plan.priceKnown || plan.records === 0
    ? strings.unknownPrice(strings.aboutCredits(1))
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
