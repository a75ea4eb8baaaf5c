// Looks up a company or a person: a stored answer is free, otherwise it is one paid call within a budget.
import { lookUpOnce, lookupTask, savedAnswer, type AnswerWithRecord, type LookupInput } from "../runs/lookUpOnce";
import type { PlanInput } from "../runs/plan";
import { unansweredLookupText } from "../runs/resuming";
import type { RunSummary } from "../runs/run";
import type { Costs } from "../runs/runState";
import type { LookupKind } from "../service/operations";
import { parseLookup, type ParsedLookup } from "../tables/parseLookup";
import { Refusal, type App, type AppConnection, type Call } from "./app";
import { savedRecords } from "./runProgress";
import { executionOf } from "./searchRuns";
import { budgetFor, type Spender } from "./spending";
import { storedQuestion } from "./storedRecords";
import { neutral } from "./untrusted";

export interface LookUpRequest {
  readonly question: LookupInput;
  /** Asks the service, and pays, even when there is a stored answer. */
  readonly refresh?: boolean | undefined;
}

export type LookUpOutcome =
  /** `paid`: the cost of this call, without earlier lost ones; absent when nothing was sent. */
  | { readonly kind: "found" | "noMatch"; readonly answer: AnswerWithRecord; readonly paid: Costs | undefined }
  /** A leave-out list names the question or its answer. */
  | { readonly kind: "leftOut"; readonly paid: Costs | undefined }
  /** There is no answer; `summary.stop` has the reason. */
  | { readonly kind: "stopped"; readonly summary: RunSummary };

/**
 * The question in a text that a person typed: a domain, a profile, “Ada Lovelace @ acme.example”, or the name of
 * exactly one stored record, which is free. Rejects with a `Refusal` that says what is missing.
 */
export async function questionOfText(app: App, kind: LookupKind, text: string): Promise<LookupInput> {
  const parsed = parseLookup(kind, text);
  const isByName =
    parsed.kind === "unclear" || ("person_name" in parsed.identifiers && (await isUnanswered(app, kind, parsed)));
  const stored = isByName ? await storedQuestion(app, kind, text) : undefined;
  return stored ?? certainQuestion(kind, parsed);
}

const isUnanswered = async (app: App, kind: LookupKind, { identifiers, words }: UnderstoodLookup): Promise<boolean> =>
  (await storedAnswer(app, { question: { kind, identifiers, words } })) === undefined;

type UnderstoodLookup = Extract<ParsedLookup, { readonly kind: "understood" }>;

/** Throws a `Refusal` that says what is missing. */
export function certainQuestion(kind: LookupKind, parsed: ParsedLookup): LookupInput {
  if (parsed.kind === "unclear") {
    throw new Refusal(neutral(parsed.message));
  }
  return { kind, identifiers: parsed.identifiers, words: parsed.words };
}

type Saved = Exclude<Awaited<ReturnType<typeof savedAnswer>>, undefined>;

/** The stored answer, read without a connection to the service; `undefined` when the service must be asked. */
async function storedAnswer(app: App, { question, refresh = false }: LookUpRequest): Promise<Saved | undefined> {
  await app.lists.reload();
  const origin = app.origin();
  const saved = origin === undefined ? undefined : await savedAnswer(app.store, question, origin);
  return saved !== undefined && (saved.kind === "leftOut" || !refresh) ? saved : undefined;
}

export type PlannedLookUp =
  | { readonly saved: Saved; readonly connection?: undefined }
  | { readonly saved?: undefined; readonly connection: AppConnection; readonly input: PlanInput };

/** The stored answer, or the plan of a call to the service. Sends no paid request. */
export async function planLookUp(app: App, request: LookUpRequest): Promise<PlannedLookUp> {
  const { question } = request;
  const saved = await storedAnswer(app, request);
  if (saved !== undefined) {
    return { saved };
  }
  const connection = await app.connection();
  const { kind: operation } = lookupTask(question.kind, question.identifiers);
  return {
    connection,
    input: {
      limits: { records: 1 },
      now: app.clock.now(),
      price: await app.budgets.price(connection.info, operation),
      balance: connection.balance?.credits,
      balanceAt: connection.balance?.at,
    },
  };
}

const lookUpText = "Look Up";
const lookUpQuestion = (what: string): string => `Look up ${neutral(what)}?`;

/** Rejects with a `Refusal` when nothing may be spent; nothing was sent then. */
export async function lookUp(app: App, request: LookUpRequest, spender: Spender, call: Call): Promise<LookUpOutcome> {
  const { question, refresh } = request;
  const planned = await planLookUp(app, request);
  if (planned.saved !== undefined) {
    const { saved } = planned;
    return saved.kind === "leftOut"
      ? { kind: "leftOut", paid: undefined }
      : { kind: saved.kind, answer: saved, paid: undefined };
  }
  const { connection, input } = planned;
  const agreedAt = app.clock.now();
  const asked = { kind: question.kind, origin: connection.info.origin, identifiers: question.identifiers };
  const isLost = (await app.store.lookups.unansweredCall(asked, agreedAt)) !== undefined;
  const budget = await budgetFor(
    app,
    spender,
    {
      connection,
      plan: input,
      button: lookUpText,
      question: lookUpQuestion(question.words),
      ...(isLost && { unanswered: unansweredLookupText(input.price) }),
    },
    call.signal,
  );
  const execution = executionOf(app, connection, budget, call, savedRecords(1));
  try {
    const result = await lookUpOnce(execution, { ...question, connection: connection.info, refresh, agreedAt });
    switch (result.kind) {
      case "answered":
        return { kind: result.answer.kind, answer: result.answer, paid: result.paid };
      case "leftOut":
      case "stopped":
        return result;
      case "unanswered":
        // Another caller has just lost its reply: ask the user whether to repeat the lookup.
        return await lookUp(app, request, spender, call);
    }
  } finally {
    app.spent();
  }
}
