// One verb of the command line. Parsing, help and completion read the same table (verbs.ts).
import type { OptionName, Options } from "./arguments";
import type { CommandContext } from "./context";
import type { CommandResult } from "./results";

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
