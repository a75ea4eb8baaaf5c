// The tool `look_up`.
import * as z from "zod";
import { Refusal, type App } from "../../app/app";
import { lookUp, planLookUp, questionOfText, type LookUpOutcome } from "../../app/lookUp";
import { columnsToRead } from "../../app/readRecords";
import { costFacts, runFacts } from "../../app/runFacts";
import { neutral } from "../../app/untrusted";
import { agoText } from "../../runs/amounts";
import type { LookupInput } from "../../runs/lookUpOnce";
import { planRun } from "../../runs/plan";
import type { RunSummary } from "../../runs/run";
import { costText } from "../../runs/runState";
import { tool, type ToolResult } from "../tool";
import { recordFacts } from "./recordText";

const longestText = 500;

export const lookUpTool = tool({
  name: "look_up",
  title: "Look Up",
  description: "Looks up one company or person. A stored answer is free, another costs credits.",
  input: z.strictObject({
    kind: z.enum(["company", "person"]).describe("What it is."),
    text: z
      .string()
      .min(1)
      .max(longestText)
      .describe(
        "Of a company its domain, web page, email address, or professional-network profile, not its name; of a " +
          "person “Ada Lovelace @ acme.example”, or the profile.",
      ),
    columns: z.array(z.string().min(1).max(200)).max(100).optional().describe("Column ids of describe_filters."),
    refresh: z.boolean().optional().describe("Ask the service and pay again."),
  }),
  output: ["question", "paid", "credits", "creditsAtLeast", "run", "found", "matchedByNameOnly", "record"],
  effect: "spends",
  async preview(app, { kind, text, refresh }) {
    const question = questionOfText(kind, text);
    const planned = await planLookUp(app, { question, refresh });
    const words = neutral(question.words, 200);
    if (planned.saved !== undefined) {
      return { sentence: `${words}: the stored answer is free.`, credits: 0 };
    }
    const { sentence, credits } = planRun(planned.input);
    return { sentence: `Look up ${words}: ${sentence}`, credits };
  },
  async run(app, { kind, text, columns: given, refresh }, call) {
    const columns = columnsToRead(kind, given);
    const question = questionOfText(kind, text);
    return resultOf(app, question, await lookUp(app, { question, refresh }, { kind: "agent" }, call), columns);
  },
});

function resultOf(app: App, question: LookupInput, outcome: LookUpOutcome, columns: readonly string[]): ToolResult {
  const words = neutral(question.words, 200);
  switch (outcome.kind) {
    case "found":
    case "noMatch": {
      const { answer, paid } = outcome;
      const age = agoText(app.clock.now() - answer.receivedAt);
      const cost = paid === undefined ? `stored, received ${age}, free` : `paid ${paidText(paid)}`;
      const paidCost = paid && paidText(paid);
      const facts = { question: words, paid: paid !== undefined, ...costFacts(paid), run: answer.run };
      if (answer.kind === "noMatch" || answer.json === undefined) {
        return {
          text: `${words}: the service has no match (${cost}).`,
          cost: paidCost,
          next: "tell the user, or look up another domain, address or profile of the same.",
          data: { ...facts, found: false, record: null },
        };
      }
      const record = recordFacts(question.kind, answer.json, columns);
      const isByName = Object.keys(question.identifiers).join() === "person_name";
      const byName = isByName ? " Matched by the name alone: it may be another person." : "";
      return {
        text: `${words} (${cost}).${byName}`,
        cost: paidCost,
        next: "use the record; columns names more of its fields, and asking again is free.",
        records: [JSON.stringify(record)],
        data: { ...facts, found: true, matchedByNameOnly: isByName, record },
      };
    }
    case "leftOut":
      throw new Refusal(
        outcome.paid !== undefined
          ? `The record found for ${words} is in a leave-out list, so it is not shown. ` +
              `It cost ${paidText(outcome.paid)}.`
          : `${words} is in a leave-out list, so nothing was requested.`,
        "list",
      );
    case "stopped": {
      const facts = runFacts(outcome.summary, app.clock.now());
      return {
        text: `${words}: ${outcome.sentence}`,
        cost: paidText(outcome.summary),
        next: "tell the user; do not repeat the call without a word from the user, because it may be charged again.",
        data: { question: words, found: false, ...facts },
      };
    }
  }
}

const paidText = (summary: RunSummary): string => costText(summary);
