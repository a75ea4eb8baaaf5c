// The tool `plan_search`.
import * as z from "zod";
import { inEnglish } from "../../language/language";
import { agoText } from "../../runs/amounts";
import { describeSearch } from "../../searches/describeSearch";
import { planSearch } from "../actions/planSearch";
import { readSearch } from "../actions/readSearch";
import { agentsAllowance } from "../actions/spending";
import type { Tool } from "../tool";
import { neutral } from "../untrusted";
import { recordsField, searchFields } from "./fields";

const input = z.strictObject({ ...searchFields, records: recordsField });

export const planSearchTool: Tool<z.infer<typeof input>> = {
  name: "plan_search",
  title: "Plan Search",
  description:
    "Says what running a search would fetch and cost, without sending any paid request: records, credits at the " +
    "price seen so far, balance, what leave-out lists remove, and whether a recent run already has everything. Use " +
    "it before run_search; its token allows run_search to fetch exactly this plan. Free.",
  input,
  cost: "free",
  readOnly: true,
  destructive: false,
  async run(desk, { file, search: document, title, records }) {
    const search = await readSearch(desk, { file, document, title });
    const planned = await planSearch(desk, search, { records });
    const { plan, token, recent, inProgress, connection, limits, input: known } = planned;
    const { creditsPerDay, left } = await agentsAllowance(desk);
    const asks = !connection.sandbox && plan.credits > left;
    const lines = [
      `“${search.title}”: ${inEnglish(() => neutral(describeSearch(search.document), 2_000))}`,
      plan.sentence,
      `Connection: ${neutral(connection.info.label)}${connection.sandbox ? " (sandbox: synthetic, free)" : ""}.`,
      ...(asks ? ["Running it needs the user's confirmation: it costs more than agents may still spend today."] : []),
      ...(recent === undefined
        ? []
        : [
            `Run ${recent.header.id} fetched everything with the same filters ` +
              `${inEnglish(() => agoText(desk.clock.now() - recent.updatedAt))}: read it for free with read_records.`,
          ]),
      ...(inProgress === undefined ? [] : [`Run ${inProgress.header.id} of this search is in progress.`]),
      `Token for run_search: ${token}`,
    ];
    return {
      text: lines.join("\n"),
      data: {
        ...{ token, records: plan.records, credits: plan.credits, priceKnown: plan.priceKnown },
        total: known.total ?? null,
        balance: connection.balance?.credits ?? null,
        creditLimit: limits.credits ?? null,
        leaveOut: known.leaveOut ?? null,
        connection: neutral(connection.info.label),
        sandbox: connection.sandbox,
        needsConfirmation: asks,
        agentsPerDay: creditsPerDay,
        agentsLeftToday: left,
        recentRun: recent?.header.id ?? null,
        runInProgress: inProgress?.header.id ?? null,
      },
    };
  },
};
