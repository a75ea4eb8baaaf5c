// The one place that turns a plan into a budget, after a question if one is needed. Every paid action of the window,
// the tools and the command line gets its budget here; free actions that cannot be undone are confirmed here, too.
import { unlimited, type Budget } from "../runs/budget";
import {
  agreementSentences,
  atUnknownCostButton,
  connectionSentence,
  planRun,
  spendingButton,
  spendingTitle,
  type PlanInput,
  type RunPlan,
  type SpendingVerb,
} from "../runs/plan";
import { agentsAllowance, howToRaise } from "./accountState";
import { Declined, type App, type AppConnection, type Choice, type Question } from "./app";
import { neutral } from "./untrusted";

/** The kind of caller that wants to spend. */
export type Spender =
  /** Somebody at a window, who is asked above the sum of the user's setting. */
  | { readonly kind: "person" }
  /** Limited by the agents' credits per day and month; above them, a person is asked. */
  | { readonly kind: "agent" }
  /**
   * A person typed the command. `maxCredits` and `yes` are that person's consent to a sum, only `resend` to possible
   * double charges, and only `acceptsUnknownCosts` to a cost that the service does not say.
   */
  | {
      readonly kind: "command";
      readonly maxCredits?: number | undefined;
      readonly yes: boolean;
      readonly acceptsUnknownCosts: boolean;
      readonly resend: boolean;
    };

export interface SpendRequest {
  readonly connection: AppConnection;
  /** A whole question for a person: “Run “Fintech in Berlin”?” */
  readonly question: string;
  /** The button that agrees to it: “Run” */
  readonly button: string;
  readonly plan: PlanInput;
  /** Whole sentences about anything unusual, for the question. */
  readonly remarks?: readonly string[] | undefined;
  /** No earlier agreement covers it. */
  readonly askAlways?: boolean | undefined;
  /** A person at a window is asked, whatever it costs. */
  readonly askPerson?: boolean | undefined;
  /** A search that returns any record: a person is asked even in the sandbox. */
  readonly isWithoutFilters?: boolean | undefined;
  /** Credits that a person has just agreed to: named on a button, or typed. */
  readonly agreed?: number | undefined;
  /** The run stopped because the service does not say how much its pages cost. */
  readonly isCostUnknown?: boolean | undefined;
  /** A sentence about a possible double charge, with its sum. */
  readonly unanswered?: string | undefined;
  /** Replaces the plan's own sentence. */
  readonly sentence?: ((plan: RunPlan) => string) | undefined;
  /** Replaces the plan's own sentences about when it pauses. */
  readonly bound?: readonly string[] | undefined;
  /** Replaces the single button that agrees to the plan. */
  readonly choices?: readonly Choice[] | undefined;
}

export interface Agreement {
  readonly budget: Budget;
  /** The id of the choice; absent when nobody was asked. */
  readonly choice?: string | undefined;
}

/** The question and the button before a run starts or continues. */
export const spendingWords = (verb: SpendingVerb, title: string): Pick<SpendRequest, "question" | "button"> => ({
  question: spendingTitle(verb, neutral(title)),
  button: spendingButton(verb),
});

/** Rejects with a `Declined` when nothing may be spent; nothing was sent then. */
export async function budgetFor(
  app: App,
  spender: Spender,
  request: SpendRequest,
  signal: AbortSignal,
): Promise<Budget> {
  const { budget } = await agreeTo(app, spender, request, signal);
  return budget;
}

/** Like `budgetFor`, and includes the user's choice. */
export async function agreeTo(
  app: App,
  spender: Spender,
  request: SpendRequest,
  signal: AbortSignal,
): Promise<Agreement> {
  const { budgets } = app;
  const isPerson = spender.kind === "person";
  const { free } = request.connection;
  // A free action needs no agreement, but a search for any record is probably a mistake.
  if (free && !(isPerson && request.isWithoutFilters === true)) {
    return { budget: unlimited };
  }
  const atUnknownCost = isAtUnknownCost(spender, request);
  const mustAsk = request.askAlways === true || isUnusual(spender, request) || atUnknownCost;
  const askAnyway = mustAsk || (isPerson && request.askPerson === true);
  const plan = planRun(request.plan);
  const given = givenCredits(spender, request, plan);
  if (given !== undefined) {
    return { budget: free ? unlimited : await budgets.agreed(given, atUnknownCost) };
  }
  const limits = await app.settings();
  const account = request.connection.info;
  if (!isPerson && !mustAsk && plan.credits <= (await budgets.leftForAgents(account, limits))) {
    return { budget: { kind: "agents", account, limits } };
  }
  if (spender.kind !== "agent" && !askAnyway && plan.credits <= (await budgets.leftUnconfirmed())) {
    return { budget: { kind: "unconfirmed" } };
  }
  const question = questionOf(request, planRun(request.plan), atUnknownCost);
  const answer = await app.ask(question, signal);
  signal.throwIfAborted();
  const choice = question.choices.find(({ id }) => id === answer);
  if (choice !== undefined) {
    const most = spender.kind === "command" ? (spender.maxCredits ?? choice.credits) : choice.credits;
    const budget = free ? unlimited : await budgets.agreed(Math.min(choice.credits, most), atUnknownCost);
    return { budget, choice: choice.id };
  }
  const sentences = [...remarksAbout(request)];
  if (atUnknownCost) {
    sentences.push(...agreementSentences(plan, { atUnknownCost }));
  }
  sentences.push(plan.sentence, ...(await howToAllow(app, spender, request, plan)));
  throw declined(answer, sentences);
}

export function declined(answer: string, sentences: readonly string[], done: "sent" | "changed" = "sent"): Declined {
  const isCannot = answer === "cannot";
  const why = isCannot ? "There is no one to ask" : "The user declined";
  return new Declined([`${why}, so nothing was ${done}.`, ...sentences].join(" "), isCannot ? "cannot" : "no");
}

/** Agreeing to a sum does not cover an unknown cost or a possible double charge. */
const isUnusual = (spender: Spender, request: SpendRequest): boolean =>
  request.isCostUnknown === true || isTwice(spender, request);

/** Whether the caller has already agreed to a possible double charge. */
export const mayRepeat = (spender: Spender): boolean => spender.kind === "command" && spender.resend;

/** Whether a person must agree to a possible double charge. */
const isTwice = (spender: Spender, { unanswered }: SpendRequest): boolean =>
  unanswered !== undefined && !mayRepeat(spender);

const isAtUnknownCost = (spender: Spender, { isCostUnknown = false }: SpendRequest): boolean =>
  isCostUnknown || (spender.kind === "command" && spender.acceptsUnknownCosts);

/** The credits that were already agreed to; `undefined` when a person must be asked. */
function givenCredits(spender: Spender, request: SpendRequest, { credits }: RunPlan): number | undefined {
  const { isCostUnknown = false, agreed, askAlways = false } = request;
  if (isTwice(spender, request)) {
    return undefined;
  }
  if (spender.kind === "command" && (!isCostUnknown || spender.acceptsUnknownCosts)) {
    const { maxCredits, yes } = spender;
    if (maxCredits !== undefined || yes) {
      return maxCredits ?? credits;
    }
  }
  return agreed === undefined || askAlways || isCostUnknown ? undefined : Math.min(agreed, credits);
}

async function howToAllow(
  app: App,
  spender: Spender,
  request: SpendRequest,
  plan: RunPlan,
): Promise<readonly string[]> {
  switch (spender.kind) {
    case "person":
      return [];
    case "command":
      return [howCommandsMay(spender, request, plan)];
    case "agent":
      return isUnusual(spender, request)
        ? ["Only the user can allow this: in VS Code, or on the command line. Tell the user what it may cost."]
        : [...(await agentsAllowance(app, request.connection.info)).sentences, howToRaise];
  }
}

/** The options that would allow a command. */
function howCommandsMay(
  spender: Extract<Spender, { readonly kind: "command" }>,
  request: SpendRequest,
  { credits }: RunPlan,
): string {
  const { maxCredits, yes, acceptsUnknownCosts } = spender;
  const options: string[] = [];
  if (isTwice(spender, request)) {
    options.push("--resend");
  }
  if (request.isCostUnknown === true && !acceptsUnknownCosts) {
    options.push("--accept-unknown-costs");
  }
  if (!yes && maxCredits === undefined) {
    options.push(`--max-credits ${credits} or --yes`);
  }
  return `Allow it with ${options.join(" and ")}.`;
}

/** Sentences about anything unusual in this request. */
function remarksAbout({ remarks = [], unanswered }: SpendRequest): readonly string[] {
  const parts = [...remarks];
  if (unanswered !== undefined) {
    parts.push(unanswered);
  }
  return parts;
}

function questionOf(request: SpendRequest, plan: RunPlan, atUnknownCost: boolean): Question {
  const { connection, unanswered, sentence, bound, choices } = request;
  const agree = atUnknownCost ? atUnknownCostButton : request.button;
  const parts = [...remarksAbout(request), sentence?.(plan) ?? plan.sentence];
  if (atUnknownCost) {
    parts.push(...agreementSentences(plan, { atUnknownCost }));
  } else {
    parts.push(...(bound ?? agreementSentences(plan)));
  }
  parts.push(connectionSentence(neutral(connection.info.label)));
  return {
    about: unanswered !== undefined ? "twice" : atUnknownCost ? "unknownCost" : "sum",
    title: request.question,
    sentences: parts.filter((text) => text !== ""),
    choices: choices ?? [{ id: "yes", label: agree, credits: plan.credits }],
  };
}

/** `yes`: the caller has agreed. */
export interface Agreed {
  readonly yes?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** Resolves to the id of the choice. Rejects with a `Declined`. */
export async function agree(app: App, question: Question, { yes = false, signal }: Agreed): Promise<string> {
  const { title, sentences, choices } = question;
  const answer = yes ? choices[0]?.id : await app.ask(question, signal);
  signal.throwIfAborted();
  const choice = choices.find(({ id }) => id === answer);
  if (choice === undefined) {
    throw declined(answer ?? "no", [title, ...sentences, "To agree, add --yes."], "changed");
  }
  return choice.id;
}

/** `undefined` when the user declined. */
export async function unlessDeclined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Declined) {
      return undefined;
    }
    throw error;
  }
}
