// Questions for the user of an MCP client: each is a form, and the client repeats the call with the answer.
import { createHash } from "node:crypto";
import { inputRequired, inputResponse, type InputRequiredResult } from "@modelcontextprotocol/server";
import type { Answer, Question } from "../app/app";

/** How long a question is remembered, in ms. */
const questionMs = 15 * 60_000;

/** A question, and the tool call that it belongs to. */
interface QuestionOfCall {
  readonly tool: string;
  readonly input: unknown;
  readonly question: Question;
}

/** The lookup key of a question: equal for the same question of the same call. */
const keyOf = ({ tool, input, question: { about, title } }: QuestionOfCall): string =>
  createHash("sha256")
    .update(JSON.stringify([tool, input, about, title]))
    .digest("hex");

/** The form of a question: yes or no for one choice, a list of labels for several. */
const formOf = ({ title, choices }: Question) =>
  choices.length === 1
    ? { spend: { type: "boolean" as const, title: choices[0]?.label ?? "", description: title } }
    : { choice: { type: "string" as const, title, enum: choices.map(({ label }) => label) } };

function choiceOf({ choices }: Question, content: Readonly<Record<string, unknown>>): Answer {
  const [only, ...others] = choices;
  const chosen = others.length === 0 ? only : choices.find(({ label }) => label === content["choice"]);
  return (others.length === 0 && content["spend"] !== true ? undefined : chosen?.id) ?? "no";
}

/** The credits of the most expensive choice. */
const mostCredits = ({ choices }: Question): number => Math.max(...choices.map(({ credits }) => credits));

/** The open questions of a client. Each accepts one answer, only for the same call and at no higher cost. */
export class OpenQuestions {
  readonly #open = new Map<string, { readonly credits: number; readonly until: number }>();

  constructor(private readonly now: () => number) {}

  ask(call: QuestionOfCall): InputRequiredResult {
    const { question } = call;
    const key = keyOf(call);
    this.#open.set(key, { credits: mostCredits(question), until: this.now() + questionMs });
    const message = [question.title, ...question.sentences].join("\n");
    const properties = formOf(question);
    const requestedSchema = { type: "object" as const, properties, required: Object.keys(properties) };
    return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
  }

  /** `undefined` when there is no answer to this question. */
  answerTo(call: QuestionOfCall, responses: Record<string, unknown> | undefined): Answer | undefined {
    const key = keyOf(call);
    const open = this.#open.get(key);
    const response = inputResponse(responses, key);
    if (open === undefined || response.kind !== "elicit") {
      return undefined;
    }
    this.#open.delete(key);
    const { question } = call;
    if (open.until < this.now() || mostCredits(question) > open.credits) {
      return undefined;
    }
    return response.action === "accept" ? choiceOf(question, response.content ?? {}) : "no";
  }
}
