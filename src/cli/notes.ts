// Paragraphs of the help that several verbs share.

export const spendNotes: readonly string[] = [
  `--max-credits is a limit. It agrees neither to unknown costs nor to a page that may be charged twice and costs more
than the limit. Only the page in flight when the price rises can cost more than was allowed; of a table, the four
lookups in flight. Without --max-credits and --yes, a command costs at most what agents may spend per day
(prospectDesk.agents.creditsPerDay) or what needs no confirmation (prospectDesk.spending.confirmAbove); above it, the
command asks on a terminal and ends with 3 elsewhere, as it does about unknown costs, pages that may be charged twice,
and a run whose search names other leave-out lists now.`,
];

export const outputNotes: readonly string[] = [
  `--out - prints the records as CSV, or in --format csv, json, or ndjson. Missing folders of FILE are made.`,
];
