// The results of commands: an exit code, and one JSON object for programs or lines for people.
import { type costFacts, reusedFacts, runFacts, type RunFacts } from "../app/runFacts";
import type { longValuesFacts } from "../export/longValues";
import { creditsText, recordsText } from "../runs/amounts";
import { endOf } from "../runs/ends";
import type { RunSummary } from "../runs/run";

/** The result of a command. */
export interface CommandResult {
  readonly state: CommandState;
  /** The object of `--json`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** For people: printed without `--json`, to standard output on a terminal, or else to standard error. */
  readonly lines: readonly string[];
  /**
   * "values": the lines are data, so they are always printed to standard output. "records": the records were printed
   * there, and nothing else may be.
   */
  readonly printed?: "values" | "records";
}

export interface WrittenFile {
  /** Absolute path; `undefined` for standard output. A name that was taken meanwhile has a number. */
  readonly file: string | undefined;
  /** The name in sentences. */
  readonly shown: string;
  readonly records: number;
  /** The number of records that leave-out lists exclude from the file. */
  readonly leftOut: number;
  /** Values that are too long for their fields; already reported on standard error. */
  readonly tooLong: ReturnType<typeof longValuesFacts>;
}

/** How a run ended; one that is in progress elsewhere counts as stopped. */
export function stateOfRun({ stop, pages }: RunSummary): CommandState {
  if (stop === undefined) {
    return "stopped";
  }
  const { exit, exitWithoutPages = exit } = endOf(stop);
  return pages === 0 ? exitWithoutPages : exit;
}

/**
 * `written` is the file, if one was written: then its records are counted. `reused` is the number of records from a
 * run that was paid for before.
 */
export function runResult(
  summary: RunSummary,
  now: number,
  { written, reused }: { readonly written?: WrittenFile; readonly reused?: number | undefined } = {},
): CommandResult {
  const facts = reused === undefined ? runFacts(summary, now) : reusedFacts(summary, reused, now);
  return {
    state: stateOfRun(summary),
    data: { ...facts, ...fileData(facts.records, written) },
    lines: runLines(facts),
  };
}

/** `records` counts the records in the file, or without a file the saved ones. */
export const fileData = (saved: number, written?: WrittenFile) => ({
  records: written?.records ?? saved,
  leftOut: written?.leftOut ?? null,
  out: written?.file ?? null,
  tooLong: written?.tooLong,
});

function runLines(facts: Omit<RunFacts, "returned">): readonly string[] {
  const { run, title, stop, records } = facts;
  return [
    `Run ${run}: ${title}`,
    `${stop?.sentence ?? `In progress: ${recordsText(records)} saved.`} Cost: ${costOf(facts)}.`,
  ];
}

/** "25 credits", "at least 25 credits" */
export const costOf = ({ credits, creditsAtLeast }: ReturnType<typeof costFacts>): string =>
  `${creditsAtLeast ? "at least " : ""}${creditsText(credits)}`;

/** "148 records written to people.csv, 2 left out by leave-out lists." */
export const writtenText = ({ records, leftOut, shown }: WrittenFile): string =>
  `${recordsText(records)} written to ${shown}` + `${leftOut === 0 ? "" : `, ${leftOut} left out by leave-out lists`}.`;

/** A command that ended without a run. */
export function failureData({ state, message, retryAt }: CommandFailure): Readonly<Record<string, unknown>> {
  return {
    run: null,
    state: "failed",
    stop: { kind: state, sentence: message },
    ...(retryAt !== undefined && { retryAt }),
    records: 0,
    returned: 0,
    credits: 0,
    creditsAtLeast: false,
    resumable: false,
    leftOut: null,
    out: null,
  };
}

export const exitCodes = {
  complete: 0,
  failed: 1,
  /** Wrong arguments, or a document with errors. */
  usage: 2,
  /** Nothing more was sent, because it would cost more than allowed. */
  needsBudget: 3,
  /** Stopped early; `resume` continues. */
  stopped: 4,
  keyRejected: 5,
  canceled: 130,
} as const;

export type CommandState = keyof typeof exitCodes;

/** Ends a command with a sentence for standard error. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  constructor(
    readonly state: CommandState,
    message: string,
    /** When the service may be asked again, as an ISO date. */
    readonly retryAt?: string,
  ) {
    super(message);
  }
}
