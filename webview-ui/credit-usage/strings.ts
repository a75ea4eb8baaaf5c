// Every string of the credit-usage page.
const number = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

export const strings = {
  title: "Credit usage",
  period: "Period",
  periods: { 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days", 365: "Last 365 days" } as const,
  total: (credits: number, records: number) => `${number.format(credits)} credits for ${number.format(records)} records`,
  uncertain: (calls: number) =>
    calls === 1
      ? "1 call got no reply. It may have cost credits that are not counted here."
      : `${number.format(calls)} calls got no reply. They may have cost credits that are not counted here.`,
  nothing: "No credits were spent in this period.",
  perDay: "Per day",
  perSearch: "Per search",
  perConnection: "Per connection",
  day: "Day",
  search: "Search",
  connection: "Connection",
  credits: "Credits",
  records: "Records",
  calls: "Calls",
  lost: "No reply",
  plot: (what: string, rows: number) => `${what}: ${rows} bars. The table below has the same figures.`,
  bar: (label: string, credits: number) => `${label}: ${number.format(credits)} credits`,
  amount: (value: number) => number.format(value),
  loading: "Reading the ledger…",
  source: "These are the credits the service reported for calls made from this machine.",
} as const;
