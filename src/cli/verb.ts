// One verb of the command line and what it works with. Parsing, help and completion read the same table (verbs.ts).
import type { App, Call } from "../app/app";
import type { ServerStart } from "../app/serverEntry";
import type { CallWatch } from "../store/protocol";
import type { OptionName, Options } from "./arguments";
import type { CommandResult } from "./results";
import type { Terminal } from "./terminal";

export interface Verb<Argument = unknown> {
  /** Its arguments, without "prospect"; one for each way to use it: "run FILE|-". */
  readonly forms: readonly string[];
  /** For the overview, in one line. */
  readonly about: string;
  readonly options: readonly OptionName[];
  /** Paragraphs of the help. */
  readonly notes?: readonly string[];
  /** Whole command lines without "prospect", shown at the end of the help. */
  readonly examples: readonly string[];
  /** Whether it needs a connection; otherwise only the database. */
  readonly connects: boolean | ((argument: Argument, options: Options) => boolean);
  /** What its arguments say. Throws a `UsageProblem`, also for options that do not go together. */
  read(args: readonly string[], options: Options): Argument;
  /** Rejects with a `CommandFailure`, a `Refusal`, or what prevented it. */
  perform(context: CommandContext, argument: Argument, options: Options): Promise<CommandResult>;
}

/** A verb whose `perform` gets what its `read` returns. */
export const verb = <Argument>(one: Verb<Argument>): Verb => one as unknown as Verb;

/** What belongs to this installation. */
export interface OwnPlaces {
  /** The user's folder; absolute. */
  readonly home: string;
  /** The folder of the skills for agents. */
  readonly skills: string;
  /** How other programs start this command line. */
  readonly start: (args: readonly string[]) => Pick<ServerStart, "command" | "args">;
}

export interface CommandContext {
  readonly app: App;
  readonly terminal: Terminal;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly own: OwnPlaces;
}

/** Shows progress on a terminal. */
export const callOf = ({ terminal, signal }: CommandContext): Call => ({
  signal,
  onProgress: (_done, _total, message) => terminal.progress(message),
});

/** The same for work on the database: "40 of 100 records written". */
export const watchOf = ({ terminal, signal }: CommandContext, what: string): CallWatch => ({
  signal,
  onProgress: (done, total) => terminal.progress(`${done} of ${total} ${what}`),
});

/** The same in percent: "40 % copied". */
export const percentOf = ({ terminal, signal }: CommandContext, what: string) => ({
  signal,
  onProgress: (done: number, total: number): void =>
    terminal.progress(`${Math.floor((100 * done) / Math.max(1, total))} % ${what}`),
});
