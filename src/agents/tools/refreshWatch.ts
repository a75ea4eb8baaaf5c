// The tool `refresh_watch`.
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { readWatch } from "../../app/readWatch";
import { nothingDueText, planRefresh, refreshWatch } from "../../app/refreshWatch";
import { runFacts, runLine } from "../../app/runFacts";
import { openNews } from "../../app/watchNews";
import { countText, inEnglish } from "../../language/language";
import { quoted } from "../../language/phrases";
import { recordsText } from "../../runs/amounts";
import { costText } from "../../runs/runState";
import { tool } from "../tool";
import { creditsField, pathField } from "./fields";
import { fitting } from "./recordText";

const defaultNews = 20;
const mostNews = 200;

export const refreshWatchTool = tool({
  name: "refresh_watch",
  title: "Refresh Watch",
  description: "Plans the refresh of a watch, or with max_credits runs it; and reads its news. The plan is free.",
  input: z.strictObject({
    file: pathField("*.watch.json"),
    max_credits: creditsField,
    handled: z.boolean().optional().describe("Marks all news as handled."),
    limit: z.int().min(1).max(mostNews).optional().describe(`${defaultNews} when absent.`),
  }),
  output: ["watched", "due", "credits", "run", "newsCount", "news"],
  effect: "spends",
  async preview(app, { file, max_credits: maxCredits }) {
    const watch = await readWatch(app, file);
    const name = quoted(watch.search.title);
    if (maxCredits === undefined) {
      return { sentence: l10n.t("Read the news of {0}: nothing is sent.", name), credits: 0 };
    }
    const call = { signal: new AbortController().signal, onProgress: () => undefined };
    const { watched, plan } = await planRefresh(app, watch, maxCredits, call);
    const sentence = plan?.sentence ?? nothingDueText(watched, watch.document.olderThan);
    return { sentence: l10n.t("Refresh {0}: {1}", name, sentence), credits: plan?.credits ?? 0 };
  },
  async run(app, { file, max_credits: maxCredits, handled, limit = defaultNews }, call) {
    const watch = await readWatch(app, file);
    const isPlan = maxCredits === undefined;
    const planned = isPlan ? await planRefresh(app, watch, undefined, call) : undefined;
    const refreshed = isPlan ? undefined : await refreshWatch(app, watch, { kind: "agent" }, maxCredits, call);
    const { watched = 0, due = 0 } = planned ?? refreshed ?? {};
    const { run } = refreshed ?? {};
    const now = app.clock.now();
    const { count, items } = await openNews(app, watch, limit, handled, call.signal);
    const { rows, remark } = fitting(items);
    return {
      text: [
        due === 0
          ? inEnglish(() => nothingDueText(watched, watch.document.olderThan))
          : inEnglish(() =>
              `Due: ${countText(due)} of ${recordsText(watched)}. ${planned?.plan?.sentence ?? ""}`.trim(),
            ),
        ...(run === undefined ? [] : [runLine(run, now)]),
        count === 0 ? "No news." : `News: ${count}, the latest ${rows.length} here.${remark}`,
      ].join("\n"),
      ...(run !== undefined && { cost: inEnglish(() => costText(run)) }),
      next:
        isPlan && due > 0
          ? "tell the user the cost, then refresh_watch with max_credits."
          : count > 0
            ? "tell the user the news; handled marks them, so that they are not told again."
            : "nothing until records are due.",
      records: rows.length === 0 ? undefined : rows.map((row) => JSON.stringify(row)),
      data: {
        watched,
        due,
        credits: planned?.plan?.credits ?? run?.credits ?? 0,
        run: run === undefined ? null : runFacts(run, now),
        newsCount: count,
        news: rows,
      },
    };
  },
});
