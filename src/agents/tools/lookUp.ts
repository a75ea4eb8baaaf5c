// The tools `look_up_company` and `look_up_person`.
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { planRun } from "../../runs/plan";
import { agoText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { costText } from "../../runs/runState";
import { inEnglish } from "../../language/language";
import type { LookupKind } from "../../service/operations";
import { lookUp, planLookUp, questionOfText, type LookUpOutcome } from "../../app/lookUp";
import { columnsToRead } from "../../app/readRecords";
import { costFacts, runFacts } from "../../app/runFacts";
import { Refusal, type App } from "../../app/app";
import type { Tool, ToolResult } from "../tool";
import { neutral } from "../../app/untrusted";
import { recordFacts } from "./recordText";

const longestText = 500;

function inputOf(what: string) {
  return z.strictObject({
    text: z.string().min(1).max(longestText).describe(what),
    columns: z.array(z.string().min(1).max(200)).max(100).optional().describe("Column ids of describe_filters."),
    refresh: z.boolean().optional().describe("Ask the service and pay again."),
  });
}

type Input = z.infer<ReturnType<typeof inputOf>>;

interface LookUpWords {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
}

const lookUpTool = (kind: LookupKind, { name, title, description, text }: LookUpWords): Tool<Input> => ({
  name,
  title,
  description: `${description} A stored answer is free, another costs credits.`,
  input: inputOf(text),
  output: {
    question: "string",
    paid: "boolean",
    credits: "number",
    creditsAtLeast: "boolean",
    run: "string",
    found: "boolean",
    matchedByNameOnly: "boolean",
    record: "object?",
  },
  effect: "spends",
  async preview(app, { text, refresh }) {
    const question = questionOfText(kind, text);
    const planned = await planLookUp(app, { question, refresh });
    const words = neutral(question.words, 200);
    if (planned.saved !== undefined) {
      return { sentence: l10n.t("{0}: the stored answer is free.", words), credits: 0 };
    }
    const { sentence, credits } = planRun(planned.input);
    return { sentence: l10n.t("Look up {0}: {1}", words, sentence), credits };
  },
  async run(app, { text, columns: given, refresh }, call) {
    const columns = columnsToRead(kind, given);
    const request = { question: questionOfText(kind, text), refresh };
    return resultOf(app, kind, await lookUp(app, request, { kind: "agent" }, call), columns);
  },
});

export const lookUpCompanyTool = lookUpTool("company", {
  name: "look_up_company",
  title: "Look Up Company",
  description: "Looks up one company.",
  text: "Domain, web page, email address, or professional-network profile. Not its name.",
});

export const lookUpPersonTool = lookUpTool("person", {
  name: "look_up_person",
  title: "Look Up Person",
  description: "Looks up one person.",
  text: "“Ada Lovelace @ acme.example”, or a professional-network profile.",
});

function resultOf(app: App, kind: LookupKind, outcome: LookUpOutcome, columns: readonly string[]): ToolResult {
  const words = neutral(outcome.question.words, 200);
  switch (outcome.kind) {
    case "found":
    case "noMatch": {
      const { answer, paid } = outcome;
      const age = inEnglish(() => agoText(app.clock.now() - answer.receivedAt));
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
      const record = recordFacts(kind, answer.json, columns);
      const isByName = Object.keys(outcome.question.identifiers).join() === "person_name";
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

const paidText = (summary: RunSummary): string => inEnglish(() => costText(summary));
