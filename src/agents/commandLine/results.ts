// What commands print: one JSON object for programs, or lines for people; and the exit code of a run.
import type { RunSummary, StopReason } from "../../runs/run";
import { runFacts, type RunFacts } from "../actions/runFacts";
import { exitCodes, type CommandState } from "./exitCodes";

/** What a command has to report. */
export interface CommandResult {
  readonly state: CommandState;
  /** The object of `--json`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** For people; printed to standard output without `--json`. */
  readonly lines: readonly string[];
}

const stateOfStop: Readonly<Record<StopReason["kind"], CommandState>> = {
  complete: "complete",
  limitReached: "complete",
  endedEarly: "stopped",
  unanswered: "stopped",
  creditLimit: "needsBudget",
  budgetUsedUp: "needsBudget",
  costUnknown: "needsBudget",
  keyRejected: "keyRejected",
  cancelled: "canceled",
  windowClosed: "canceled",
  sameRecords: "failed",
  rateLimited: "stopped",
  disconnected: "stopped",
  creditsExhausted: "stopped",
  offline: "stopped",
  ambiguous: "stopped",
  notUnderstood: "stopped",
  interrupted: "stopped",
  storage: "stopped",
  listChanged: "stopped",
  refused: "stopped",
};

/** How a run ended; one that is in progress elsewhere counts as stopped. */
export function stateOfRun({ stop, pages }: Pick<RunSummary, "stop" | "pages">): CommandState {
  if (stop === undefined) {
    return "stopped";
  }
  // The service refuses the search itself: to resume would be refused again.
  return stop.kind === "refused" && pages === 0 ? "failed" : stateOfStop[stop.kind];
}

/** `out` is the file that was written. */
export function runResult(summary: RunSummary, now: number, out: string | null = null): CommandResult {
  const facts = runFacts(summary, now);
  return { state: stateOfRun(summary), data: { ...runData(facts), out }, lines: runLines(facts) };
}

/** The fields that scripts rely on. */
export function runData(facts: RunFacts): Readonly<Record<string, unknown>> {
  const { run, title, state, stop, records, returned, total, credits, creditsAtLeast, resumable } = facts;
  return { run, title, state, stop, records, returned, total, credits, creditsAtLeast, resumable };
}

function runLines({ run, title, stop, records, credits, creditsAtLeast }: RunFacts): readonly string[] {
  const cost = `${creditsAtLeast ? "at least " : ""}${credits} credits`;
  return [`Run ${run}: ${title}`, `${records} records saved for ${cost}. ${stop?.sentence ?? "In progress."}`];
}

/** A command that ended without a run. */
export function failureData(state: CommandState, sentence: string): Readonly<Record<string, unknown>> {
  return {
    run: null,
    state: "failed",
    stop: { kind: state, sentence },
    records: 0,
    returned: 0,
    credits: 0,
    creditsAtLeast: false,
    resumable: false,
    out: null,
  };
}

export const exitCodeOf = (state: CommandState): number => exitCodes[state];
