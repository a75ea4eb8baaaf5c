// The tool `count_search`.
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { countText, inEnglish } from "../../language/language";
import { quoted } from "../../language/phrases";
import { agoText } from "../../runs/amounts";
import { planRun } from "../../runs/plan";
import { costText } from "../../runs/runState";
import { planSearch } from "../../app/planSearch";
import { readSearch } from "../../app/readSearch";
import { costFacts, runFacts, runLine } from "../../app/runFacts";
import { runPlanned, totalOf } from "../../app/searchRuns";
import type { Tool } from "../tool";
import { neutral } from "../../app/untrusted";
import { creditsField, plannedFields, runOutput } from "./fields";

const input = z.strictObject({
  ...plannedFields,
  max_credits: creditsField,
  refresh: z.boolean().optional().describe("Count and pay again."),
});

export const countSearchTool: Tool<z.infer<typeof input>> = {
  name: "count_search",
  title: "Count Search",
  description:
    "Says how many records match a search. Free when counted less than a day ago; otherwise it costs what one record " +
    "costs.",
  input,
  output: { ...runOutput, stored: "boolean", ageSeconds: "number" },
  effect: "spends",
  async preview(app, { file, search: document, title, max_credits: maxCredits, refresh = false }) {
    const search = await readSearch(app, { file, document, title });
    const planned = await planSearch(app, search, { isCount: true, maxCredits });
    const name = quoted(neutral(search.title, 80));
    if (planned.counted !== undefined && !refresh) {
      const age = agoText(app.clock.now() - planned.counted.updatedAt);
      return { sentence: l10n.t("Count {0}: counted {1}, so this is free.", name, age), credits: 0 };
    }
    const { sentence, credits } = planRun(planned.input);
    return { sentence: l10n.t("Count {0}: {1}", name, sentence), credits };
  },
  async run(app, { file, search: document, title, max_credits: maxCredits, refresh = false }, call) {
    const search = await readSearch(app, { file, document, title });
    const spender = { kind: "agent" } as const;
    const planned = await planSearch(app, search, { isCount: true, maxCredits });
    const { summary, kind } = await runPlanned(app, planned, { spender, again: refresh }, call);
    const isStored = kind === "recent";
    const now = app.clock.now();
    const number = totalOf(summary);
    const ageMs = isStored ? now - summary.updatedAt : 0;
    const total =
      number !== undefined
        ? `${inEnglish(() => countText(number))} records match`
        : summary.stop?.kind === "limitReached"
          ? "The service did not say how many records match"
          : "";
    return {
      text: isStored
        ? `${total}, as run ${summary.header.id} said ${inEnglish(() => agoText(ageMs))}. Nothing was sent; with ` +
          "refresh, the service counts again."
        : `${total === "" ? "" : `${total}. `}${runLine(summary, now)}`,
      ...(!isStored && { cost: inEnglish(() => costText(summary)) }),
      next: "change the filters, or plan_search says what fetching the records would cost.",
      data: {
        ...runFacts(summary, now),
        total: number ?? null,
        ...(isStored && costFacts(undefined)),
        stored: isStored,
        ageSeconds: Math.round(ageMs / 1_000),
      },
    };
  },
};
