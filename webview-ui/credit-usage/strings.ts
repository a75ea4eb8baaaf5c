// All texts of the credit-usage page, created once the page's language is known.
import { amountText, countText } from "../../src/text/numbers";

export const strings = {
  title: "Credit usage",
  period: "Period",
  periods: {
    7: "Last 7 days",
    30: "Last 30 days",
    90: "Last 90 days",
    365: "Last 365 days",
  } as const,
  total,
  uncertain: (records: number) =>
    records === 1
      ? "1 more record may have been charged: its reply was lost, could not be read, or did not contain its cost."
      : `${countText(records)} more records may have been charged: their replies were lost, could not be read, or ` +
        "did not contain " +
        "their cost.",
  nothing: "No credits were spent in this period.",
  perDay: "Per day",
  perSearch: "Per search and lookup batch",
  perConnection: "Per connection",
  agents: "Agents, without asking",
  today: "Today",
  thisMonth: "This month",
  ofLimit: (credits: number, limit: number | null) =>
    limit === null ? amountText(credits) : `${amountText(credits)} of ${amountText(limit)}`,
  aboutAgents:
    "Credits of agents and scripts, within the limits of the settings. A call of unknown cost uses up a limit.",
  day: "Day",
  search: "Spent on",
  connection: "Connection",
  credits: "Credits",
  records: "Records",
  calls: "Calls",
  lost: "Possibly charged",
  plot: (what: string, rows: number) => `${what}: ${countText(rows)} bars. The table below has the same figures.`,
  bar: (label: string, credits: number) =>
    credits === 1 ? `${label}: 1 credit` : `${label}: ${amountText(credits)} credits`,
  amount: amountText,
  loading: "Reading credit usage…",
  ofSandbox: "Credits of the sandbox, which cost nothing.",
  sandbox: (total: string) => `Not included: ${total} in the sandbox.`,
  source: "Credits reported by the service for calls from this computer.",
} as const;

function total(credits: number, records: number, atLeast: boolean): string {
  if (atLeast) {
    return `At least ${amountText(credits)} credits, ${countText(records)} records`;
  }
  if (credits === 1) {
    return records === 1 ? "1 credit for 1 record" : `1 credit for ${countText(records)} records`;
  }
  return records === 1
    ? `${amountText(credits)} credits for 1 record`
    : `${amountText(credits)} credits for ${countText(records)} records`;
}
