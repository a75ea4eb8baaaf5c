// The one place that turns the plan of an agent or a script into a budget. Every paid action gets its budget here.
import { amountText, inEnglish } from "../language/language";
import { creditsText } from "../runs/amounts";
import type { Budget } from "../runs/budget";
import { agreementSentences, planRun, type PlanInput, type RunPlan } from "../runs/plan";
import { unansweredText, type UnansweredPage } from "../runs/resuming";
import { connectionSentence } from "../runs/spendingTexts";
import { Refusal, type AppConnection, type App, type Consent } from "./app";
import { neutral } from "./untrusted";

/** The user setting that says how much agents may spend a day without asking. */
export const creditsPerDaySetting = "prospectDesk.agents.creditsPerDay";

/** Who wants to spend. */
export type Spender =
  /** The daily budget decides, or a person. */
  | { readonly kind: "agent" }
  /**
   * A person typed the command. `maxCredits` and `yes` are that person's consent to a sum, `yes` also to a page that
   * may be charged twice; only `acceptsUnknownCosts` is consent to a cost that the service does not say.
   */
  | {
      readonly kind: "command";
      readonly maxCredits?: number | undefined;
      readonly yes: boolean;
      readonly acceptsUnknownCosts: boolean;
    };

export interface SpendRequest {
  readonly connection: AppConnection;
  /** A whole question for a person: “Run “Fintech in Berlin”?” */
  readonly question: () => string;
  readonly plan: PlanInput;
  /** Whole sentences about what is unusual, for the question. */
  readonly remarks?: readonly string[] | undefined;
  /** The daily budget does not cover it. */
  readonly askAlways?: boolean | undefined;
  /** The run stopped because the service does not say what its pages cost. */
  readonly isCostUnknown?: boolean | undefined;
  /** May be charged twice. */
  readonly unanswered?: UnansweredPage | undefined;
}

/** The plan in English, whatever the display language: models and scripts read it. */
export const englishPlan = (input: PlanInput): RunPlan => inEnglish(() => planRun(input));

/** Rejects with a `Refusal` when nothing may be spent; then nothing was sent. */
export async function budgetFor(
  desk: App,
  spender: Spender,
  request: SpendRequest,
  signal: AbortSignal,
): Promise<Budget> {
  const { budgets } = desk;
  if (request.connection.sandbox) {
    return budgets.unlimited();
  }
  const plan = englishPlan(request.plan);
  const consent = consentOf(spender, request);
  const given = givenCredits(spender, request, plan);
  if (given !== undefined) {
    return budgets.agreed(given, consent === "unknownCost");
  }
  const mustAsk = request.askAlways === true || consent !== "sum";
  const { creditsPerDay } = await desk.settings();
  const left = await budgets.leftForAgents(creditsPerDay);
  if (!mustAsk && plan.credits <= left) {
    return budgets.forAgents(creditsPerDay);
  }
  if (spender.kind === "command" && !mustAsk && plan.credits <= (await budgets.leftUnconfirmed())) {
    return budgets.unconfirmed();
  }
  const answer = await desk.ask(questionOf(request, planRun(request.plan), consent), signal);
  signal.throwIfAborted();
  if (answer === "yes") {
    const most = spender.kind === "command" ? (spender.maxCredits ?? plan.credits) : plan.credits;
    return budgets.agreed(Math.min(plan.credits, most), consent === "unknownCost");
  }
  const why = answer === "no" ? "The user declined" : "Nobody can be asked here";
  const remarks = inEnglish(() => remarksAbout(request, plan, consent));
  throw new Refusal(
    [
      `${why}, so nothing was sent.`,
      ...remarks,
      plan.sentence,
      ...(spender.kind === "command"
        ? [howToAllow(spender, request, plan)]
        : howAgentsMay(consent, { creditsPerDay, left })),
    ].join(" "),
    "budget",
  );
}

function consentOf(spender: Spender, { isCostUnknown = false, unanswered }: SpendRequest): Consent {
  const accepts = spender.kind === "command" && spender.acceptsUnknownCosts;
  return isCostUnknown || accepts ? "unknownCost" : unanswered !== undefined ? "twice" : "sum";
}

/** The credits that the options of a command agree to; `undefined` when somebody must be asked. */
function givenCredits(
  spender: Spender,
  { isCostUnknown = false, unanswered }: SpendRequest,
  { credits }: RunPlan,
): number | undefined {
  if (spender.kind === "agent" || (isCostUnknown && !spender.acceptsUnknownCosts)) {
    return undefined;
  }
  const { maxCredits, yes } = spender;
  const isCapped = maxCredits !== undefined && (yes || unanswered === undefined || unanswered.credits <= maxCredits);
  return isCapped ? maxCredits : yes ? credits : undefined;
}

/** Credits that a call of agents may spend today without a question. */
export async function agentsAllowance(desk: App): Promise<{ readonly creditsPerDay: number; readonly left: number }> {
  const { creditsPerDay } = await desk.settings();
  return { creditsPerDay, left: await desk.budgets.leftForAgents(creditsPerDay) };
}

/** The options that would allow a command. */
function howToAllow(
  { maxCredits, yes, acceptsUnknownCosts }: Extract<Spender, { readonly kind: "command" }>,
  { isCostUnknown = false, unanswered }: SpendRequest,
  { credits }: RunPlan,
): string {
  const most = String(Math.max(credits, unanswered?.credits ?? 0));
  const isSumGiven =
    yes || (maxCredits !== undefined && (unanswered === undefined || unanswered.credits <= maxCredits));
  const options = [
    ...(isCostUnknown && !acceptsUnknownCosts ? ["--accept-unknown-costs"] : []),
    ...(isSumGiven ? [] : [`--max-credits ${most} or --yes`]),
  ];
  return `Allow it with ${options.join(" and ")}.`;
}

function howAgentsMay(
  consent: Consent,
  { creditsPerDay, left }: { readonly creditsPerDay: number; readonly left: number },
): readonly string[] {
  if (consent !== "sum") {
    return ["Only the user can allow this: in VS Code, or on the command line. Tell the user what it may cost."];
  }
  const amounts = inEnglish(() => ({ perDay: creditsText(creditsPerDay), left: amountText(left) }));
  return [
    creditsPerDay === 0
      ? "Agents may spend nothing without asking."
      : `Agents may spend ${amounts.perDay} a day without asking; ${amounts.left} of them are left today.`,
    `The user can raise that with the user setting “${creditsPerDaySetting}” (credits a day). ` +
      "Do not try to change it yourself; tell the user what the call would cost.",
  ];
}

/** What is unusual about spending this. */
const remarksAbout = (
  { remarks = [], unanswered }: SpendRequest,
  plan: RunPlan,
  consent: Consent,
): readonly string[] => [
  ...remarks,
  ...(unanswered === undefined ? [] : [unansweredText(unanswered)]),
  ...(consent === "unknownCost" ? agreementSentences(plan, { atUnknownCost: true }) : []),
];

/** In the display language: a person reads it. */
function questionOf(request: SpendRequest, plan: RunPlan, consent: Consent): Parameters<App["ask"]>[0] {
  const detail = [
    ...remarksAbout(request, plan, consent),
    plan.sentence,
    ...(consent === "unknownCost" ? [] : agreementSentences(plan)),
    connectionSentence(neutral(request.connection.info.label)),
  ].join("\n");
  return { consent, title: request.question(), detail, credits: plan.credits };
}
