// Every string of the credit-usage page.
const number = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

export const strings = {
  title: "Credit usage",
  period: "Period",
  periods: { 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days", 365: "Last 365 days" } as const,
  total: (credits: number, records: number) => `${number.format(credits)} credits for ${number.format(records)} records`,
  uncertain: (records: number) =>
    records === 1
      ? "A reply was lost: 1 record that never came may have cost credits that are not counted here."
      : `Replies were lost: ${number.format(records)} records that never came may have cost credits that are not counted here.`,
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
  lost: "Perhaps charged",
  plot: (what: string, rows: number) => `${what}: ${rows} bars. The table below has the same figures.`,
  bar: (label: string, credits: number) => `${label}: ${number.format(credits)} credits`,
  amount: (value: number) => number.format(value),
  loading: "Reading the ledger…",
  source: "These are the credits the service reported for calls made from this machine.",
} as const;
