// The one place that turns a plan into a budget, after a question where one is due. Every paid action gets its budget
// here, at every door; actions that are free and cannot be undone are asked about here, too.
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

/** Who wants to spend. */
export type Spender =
  /** Somebody at a window, who is asked above the sum of the user's setting. */
  | { readonly kind: "person" }
  /** What agents may spend a day and a month decides, or a person. */
  | { readonly kind: "agent" }
  /**
   * A person typed the command. `maxCredits` and `yes` are that person's consent to a sum, only `resend` to what may be
   * charged twice, and only `acceptsUnknownCosts` to a cost that the service does not say.
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
  /** Whole sentences about what is unusual, for the question. */
  readonly remarks?: readonly string[] | undefined;
  /** Nothing that was agreed before covers it. */
  readonly askAlways?: boolean | undefined;
  /** A person at a window is asked, whatever it costs. */
  readonly askPerson?: boolean | undefined;
  /** A search that returns any record: a person is asked in the sandbox, too. */
  readonly isWithoutFilters?: boolean | undefined;
  /** Credits that a person has just agreed to: named on a button, or typed. */
  readonly agreed?: number | undefined;
  /** The run stopped because the service does not say what its pages cost. */
  readonly isCostUnknown?: boolean | undefined;
  /** A sentence about what may be charged twice, which names the sum. */
  readonly unanswered?: string | undefined;
  /** Instead of the plan's own sentence. */
  readonly sentence?: ((plan: RunPlan) => string) | undefined;
  /** Instead of the plan's own sentences about when it pauses. */
  readonly bound?: readonly string[] | undefined;
  /** Instead of one button that agrees to the plan. */
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

/** Rejects with a `Declined` when nothing may be spent; then nothing was sent. */
export async function budgetFor(
  app: App,
  spender: Spender,
  request: SpendRequest,
  signal: AbortSignal,
): Promise<Budget> {
  const { budget } = await agreeTo(app, spender, request, signal);
  return budget;
}

/** The same, with the choice of the user. */
export async function agreeTo(
  app: App,
  spender: Spender,
  request: SpendRequest,
  signal: AbortSignal,
): Promise<Agreement> {
  const { budgets } = app;
  const isPerson = spender.kind === "person";
  const { free } = request.connection;
  // What costs nothing needs no agreement, but nobody means to fetch any record there is.
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
  const why = isCannot ? "Nobody can be asked here" : "The user declined";
  return new Declined([`${why}, so nothing was ${done}.`, ...sentences].join(" "), isCannot ? "cannot" : "no");
}

/** Credits are no agreement to an unknown cost, nor to what may be charged twice. */
const isUnusual = (spender: Spender, request: SpendRequest): boolean =>
  request.isCostUnknown === true || isTwice(spender, request);

/** Whether what may be charged twice is agreed to already. */
export const mayRepeat = (spender: Spender): boolean => spender.kind === "command" && spender.resend;

/** Whether somebody must agree to what may be charged twice. */
const isTwice = (spender: Spender, { unanswered }: SpendRequest): boolean =>
  unanswered !== undefined && !mayRepeat(spender);

const isAtUnknownCost = (spender: Spender, { isCostUnknown = false }: SpendRequest): boolean =>
  isCostUnknown || (spender.kind === "command" && spender.acceptsUnknownCosts);

/** The credits that somebody has agreed to already; `undefined` when somebody must be asked. */
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

/** What is unusual about spending this. */
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

/** The id of the choice. Rejects with a `Declined`. */
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
