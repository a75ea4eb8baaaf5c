// All texts of the credit-usage page, created once the page's language is known.
import * as l10n from "@vscode/l10n";
import { amountText, countText } from "../../src/language/language";
import { ofText } from "../../src/language/phrases";

export const strings = {
  title: l10n.t("Credit usage"),
  period: l10n.t("Period"),
  periods: {
    7: l10n.t("Last 7 days"),
    30: l10n.t("Last 30 days"),
    90: l10n.t("Last 90 days"),
    365: l10n.t("Last 365 days"),
  } as const,
  total,
  uncertain: (records: number) =>
    records === 1
      ? l10n.t(
          "1 more record may have been charged: its reply was lost, could not be read, or did not contain its cost.",
        )
      : l10n.t(
          "{0} more records may have been charged: their replies were lost, could not be read, or did not contain " +
            "their cost.",
          countText(records),
        ),
  nothing: l10n.t("No credits were spent in this period."),
  perDay: l10n.t("Per day"),
  perSearch: l10n.t("Per search and lookup batch"),
  perConnection: l10n.t("Per connection"),
  agents: l10n.t("Agents, without asking"),
  today: l10n.t("Today"),
  thisMonth: l10n.t("This month"),
  ofLimit: (credits: number, limit: number | null) =>
    limit === null ? amountText(credits) : ofText(amountText(credits), amountText(limit)),
  aboutAgents: l10n.t(
    "Credits of agents and scripts, within the limits of the settings. A call of unknown cost uses up a limit.",
  ),
  day: l10n.t("Day"),
  search: l10n.t("Spent on"),
  connection: l10n.t("Connection"),
  credits: l10n.t("Credits"),
  records: l10n.t("Records"),
  calls: l10n.t("Calls"),
  lost: l10n.t("Possibly charged"),
  plot: (what: string, rows: number) =>
    l10n.t("{0}: {1} bars. The table below has the same figures.", what, countText(rows)),
  bar: (label: string, credits: number) =>
    credits === 1 ? l10n.t("{0}: 1 credit", label) : l10n.t("{0}: {1} credits", label, amountText(credits)),
  amount: amountText,
  loading: l10n.t("Reading credit usage…"),
  ofSandbox: l10n.t("Credits of the sandbox, which cost nothing."),
  sandbox: (total: string) => l10n.t("Not included: {0} in the sandbox.", total),
  source: l10n.t("Credits reported by the service for calls from this computer."),
} as const;

function total(credits: number, records: number, atLeast: boolean): string {
  if (atLeast) {
    return l10n.t("At least {0} credits, {1} records", amountText(credits), countText(records));
  }
  if (credits === 1) {
    return records === 1 ? l10n.t("1 credit for 1 record") : l10n.t("1 credit for {0} records", countText(records));
  }
  return records === 1
    ? l10n.t("{0} credits for 1 record", amountText(credits))
    : l10n.t("{0} credits for {1} records", amountText(credits), countText(records));
}
