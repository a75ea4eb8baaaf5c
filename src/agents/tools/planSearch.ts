// The tool `plan_search`.
import * as z from "zod";
import { inEnglish } from "../../language/language";
import { agoText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { describeSearch } from "../../searches/describeSearch";
import { planSearch, type PlannedSearch } from "../../app/planSearch";
import { readSearch } from "../../app/readSearch";
import { earlierRun } from "../../app/runFacts";
import { agentsAllowance } from "../../app/agentsAllowance";
import type { Tool } from "../tool";
import { neutral } from "../../app/untrusted";
import { recordsField, searchFields } from "./fields";
import { planCard } from "./planCard";

const input = z.strictObject({ ...searchFields, records: recordsField });

export const planSearchTool: Tool<z.infer<typeof input>> = {
  name: "plan_search",
  title: "Plan Search",
  description:
    "Says what a search would fetch and cost, and whether a run has it already; with the token for run_search. Free.",
  input,
  output: {
    token: "string",
    records: "number",
    credits: "number",
    priceKnown: "boolean",
    total: "number?",
    balance: "number?",
    creditLimit: "number?",
    leaveOut: "object?",
    connection: "string",
    sandbox: "boolean",
    needsConfirmation: "boolean",
    agentsLeft: "number",
    recentRun: "string?",
    resumableRun: "object?",
    runInProgress: "string?",
  },
  effect: "reads",
  hasCard: true,
  async run(app, { file, search: document, title, records }, call) {
    const search = await readSearch(app, { file, document, title });
    const planned = await planSearch(app, search, { records }, call);
    const { plan, token, recent, resumable, inProgress, connection, order, input: known } = planned;
    const { left, sentences } = await agentsAllowance(app, connection.info);
    const asks = !connection.sandbox && plan.credits > left;
    const earlier = resumable && earlierRun(resumable, app.clock.now(), howToResume(resumable));
    const lines = [
      `“${search.title}”: ${inEnglish(() => neutral(describeSearch(search.document), 2_000))}`,
      plan.sentence,
      `Connection: ${neutral(connection.info.label)}${connection.sandbox ? " (sandbox: synthetic, free)" : ""}.`,
      ...(asks
        ? ["Running it needs the user's confirmation: it costs more than agents may still spend.", ...sentences]
        : []),
      ...(recent === undefined
        ? []
        : [
            `Run ${recent.header.id} fetched everything with the same filters ` +
              `${inEnglish(() => agoText(app.clock.now() - recent.updatedAt))}: read it for free with read_records.`,
          ]),
      ...(earlier === undefined ? [] : [earlier.line]),
      ...(inProgress === undefined ? [] : [`Run ${inProgress.header.id} of this search is in progress.`]),
      `Token for run_search: ${token}`,
    ];
    return {
      text: lines.join("\n"),
      next: nextOf(planned, asks, earlier?.facts.how),
      data: {
        token,
        records: plan.records,
        credits: plan.credits,
        priceKnown: plan.priceKnown,
        total: known.total ?? null,
        balance: connection.balance?.credits ?? null,
        creditLimit: order.limits.credits ?? null,
        leaveOut: known.leaveOut ?? null,
        connection: neutral(connection.info.label),
        sandbox: connection.sandbox,
        needsConfirmation: asks,
        agentsLeft: left,
        recentRun: recent?.header.id ?? null,
        resumableRun: earlier?.facts ?? null,
        runInProgress: inProgress?.header.id ?? null,
      },
      card: () => planCard(app, planned, { file, search: document, title, records, token }, call),
    };
  },
};

function nextOf({ recent, inProgress }: PlannedSearch, asks: boolean, resume: string | undefined): string {
  return recent !== undefined
    ? `read_records with run ${recent.header.id} is free.`
    : inProgress !== undefined
      ? "wait for the run in progress instead of paying for the same records twice."
      : (resume ?? `${asks ? "tell the user the cost, then " : ""}run_search with this token fetches exactly this.`);
}

/** What to pass to run_search so that a stopped run continues. */
function howToResume({ header, stop }: RunSummary): string {
  const more =
    stop?.kind === "limitReached"
      ? ' and "records", how many more to fetch,'
      : stop?.kind === "creditLimit"
        ? ' and "max_credits", how much more it may cost,'
        : "";
  return `run_search with "resume": "${header.id}"${more} continues it.`;
}
