// The verb about watches: it refreshes what was fetched too long ago, and prints what changed.
import { readWatch, unknownRowsText, type Watch } from "../app/readWatch";
import { nothingDueText, refreshWatch } from "../app/refreshWatch";
import { openNews, type NewsItem } from "../app/watchNews";
import { countText, inEnglish } from "../language/language";
import { recordsText } from "../runs/amounts";
import {
  callOf,
  commonNames,
  one,
  spenderOf,
  spendNames,
  spendNotes,
  verb,
  type CommandContext,
  type Options,
} from "./arguments";
import { failureData, howToResume, runResult, type CommandResult } from "./results";

/** News that are listed when nobody says. */
const usualNews = 50;

export const watch = verb<string>({
  forms: ["watch FILE"],
  about: "asks again for the records of a watch (*.watch.json) that were fetched too long ago, and prints the news",
  options: ["news-only", "handled", "limit", ...spendNames, ...commonNames],
  notes: [
    `A watch names records (a list, a saved search, a CSV file, or ids; or companies, for their people), how many days
old they may get, and what a refresh may cost. Records that are due are asked for by their ids, 100 in a request, in
one run. When nothing is due, nothing is sent. A refresh that was interrupted continues.`,
    `News are what changed since the first refresh: gone, moved, left, title, place; of companies renamed, grew, shrank.
Each is printed until it is handled, also after the file was renamed: --handled marks all. ${usualNews} are printed,
or as many as --limit says.`,
    ...spendNotes,
  ],
  examples: ["watch customers.watch.json --max-credits 50 --handled", "watch customers.watch.json --news-only --json"],
  connects: (_file, options) => options["news-only"] !== true,
  read: (args) => one(args, "a watch"),
  async perform(context, file, options) {
    const { app } = context;
    const found = await readWatch(app, file);
    const { state, data, lines } =
      options["news-only"] === true
        ? { state: "complete" as const, data: {}, lines: [] }
        : await refresh(context, found, options);
    const { count, items } = await openNews(app, found, options.limit ?? usualNews, options.handled, context.signal);
    return {
      state,
      data: { ...data, newsCount: count, news: items },
      lines: [...lines, ...(count === 0 ? ["No news."] : [`News: ${count}`, ...items.map(newsLine)])],
    };
  },
});

/** Asks for what is due. */
async function refresh(context: CommandContext, found: Watch, options: Options): Promise<CommandResult> {
  const { app, terminal } = context;
  const { watched, due, run } = await refreshWatch(
    app,
    found,
    spenderOf(options),
    options["max-credits"],
    callOf(context),
  );
  const { document, unknown } = found;
  const counts = { watched, due, unknown };
  const about = [
    ...(unknown === 0 ? [] : [inEnglish(() => unknownRowsText(unknown))]),
    due === 0
      ? `${inEnglish(() => nothingDueText(watched, document.olderThan))} Nothing was sent.`
      : inEnglish(() => `${countText(due)} of ${recordsText(watched)} ${watched === 1 ? "was" : "were"} due.`),
  ];
  if (run === undefined) {
    const nothing = { ...failureData("complete", ""), state: "complete", stop: null };
    return { state: "complete", data: { ...nothing, ...counts }, lines: about };
  }
  const now = app.clock.now();
  const { state, data, lines } = runResult(run, now);
  const goesOn = state === "complete" ? undefined : howToResume(run, now);
  if (goesOn !== undefined) {
    terminal.note(goesOn);
  }
  return { state, data: { ...data, ...counts }, lines: [...about, ...lines] };
}

/** "moved, title	Jane Doe	title: CTO → VP Sales; company_name: Acme → Northwind" */
function newsLine({ changes, name, before, now }: NewsItem): string {
  const values = Object.entries(before).map(([column, old]) => `${column}: ${old ?? "–"} → ${now[column] || "–"}`);
  return [changes.join(", "), name, values.join("; ")].join("\t").trimEnd();
}
