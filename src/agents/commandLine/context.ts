// What the commands of the command line work with.
import type { AgentDesk } from "../agentDesk";
import type { ToolCall } from "../tool";
import type { Spender } from "../actions/spending";
import type { SpendOptions } from "./arguments";
import type { Terminal } from "./terminal";

export interface CommandContext {
  readonly desk: AgentDesk;
  readonly terminal: Terminal;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

export const spenderOf = ({ maxCredits, yes, acceptsUnknownCosts }: SpendOptions): Spender => ({
  ...{ kind: "command", maxCredits, yes, acceptsUnknownCosts },
});

/** Shows progress on a terminal. */
export const callOf = ({ terminal, signal }: CommandContext): ToolCall => ({
  signal,
  onProgress: (_done, _total, message) => terminal.progress(message),
});
