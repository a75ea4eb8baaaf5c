// Questions that an MCP client asks its user: each as a form, whose answer comes with the same call again.
import { randomUUID } from "node:crypto";
import { inputRequired, inputResponse, type InputRequiredResult } from "@modelcontextprotocol/server";
import type { Answer, Question } from "../app/app";

/** How long a question is remembered, in ms: its answer must come with the same call soon. */
const questionMs = 15 * 60_000;

interface OpenQuestion {
  readonly tool: string;
  readonly input: string;
  readonly question: Question;
  readonly until: number;
}

/** The question that one call of a tool leads to. */
interface QuestionOfCall {
  readonly tool: string;
  readonly input: unknown;
  readonly question: Question;
}

/** One choice is a yes or no, several are a list of their labels. */
const formOf = ({ title, choices }: Question) =>
  choices.length === 1
    ? { spend: { type: "boolean" as const, title: choices[0]?.label ?? "", description: title } }
    : { choice: { type: "string" as const, title, enum: choices.map(({ label }) => label) } };

function choiceOf({ choices }: Question, content: Readonly<Record<string, unknown>>): Answer {
  const [only, ...others] = choices;
  const chosen = others.length === 0 ? only : choices.find(({ label }) => label === content["choice"]);
  return (others.length === 0 && content["spend"] !== true ? undefined : chosen?.id) ?? "no";
}

/** The most that an answer may cost. */
const mostCredits = ({ choices }: Question): number => Math.max(...choices.map(({ credits }) => credits));

/** Questions that a client was given. Each is good for one answer, and only for the same call at no higher cost. */
export class OpenQuestions {
  readonly #open = new Map<string, OpenQuestion>();

  constructor(private readonly now: () => number) {}

  ask({ tool, input, question }: QuestionOfCall): InputRequiredResult {
    const key = `spend-${randomUUID()}`;
    this.#open.set(key, { tool, input: JSON.stringify(input), question, until: this.now() + questionMs });
    const message = [question.title, ...question.sentences].join("\n");
    const properties = formOf(question);
    return inputRequired({
      inputRequests: {
        [key]: inputRequired.elicit({
          message,
          requestedSchema: {
            type: "object",
            properties,
            required: Object.keys(properties),
          },
        }),
      },
    });
  }

  /** `undefined` when there is no answer to this question. */
  answerTo(
    { tool, input, question }: QuestionOfCall,
    responses: Record<string, unknown> | undefined,
  ): Answer | undefined {
    const now = this.now();
    for (const [key, open] of this.#open) {
      if (open.until < now) {
        this.#open.delete(key);
        continue;
      }
      const response = inputResponse(responses, key);
      if (response.kind !== "elicit" || open.tool !== tool || open.input !== JSON.stringify(input)) {
        continue;
      }
      this.#open.delete(key);
      const isSame = open.question.title === question.title && open.question.about === question.about;
      if (!isSame || mostCredits(question) > mostCredits(open.question)) {
        return undefined;
      }
      return response.action === "accept" ? choiceOf(question, response.content ?? {}) : "no";
    }
    return undefined;
  }
}
