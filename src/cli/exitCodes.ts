// What a command ends with: an exit code, and its name in the JSON of `--json`.

export const exitCodes = {
  complete: 0,
  failed: 1,
  /** Wrong arguments, or a document with errors. */
  usage: 2,
  /** Nothing, or no more, was sent: it would cost more than was allowed. */
  needsBudget: 3,
  /** Stopped early; `--resume` continues. */
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
  ) {
    super(message);
  }
}
