// What the commands of the command line work with.
import type { App } from "../app/app";
import type { Call } from "../app/call";
import type { ServerStart } from "../app/serverEntry";
import type { Terminal } from "./terminal";

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
