// The command line: reads the arguments, runs one command, and turns its end into output and an exit code.
import { Refusal, type App, type Question, type RefusalReason } from "../app/app";
import { NotConfigured } from "../app/headless/environment";
import {
  KeyRejected,
  openHeadlessApp,
  saveKeptPages,
  type HeadlessChoices,
  type HeadlessProcess,
} from "../app/headless/headlessApp";
import { createNodeFiles } from "../app/headless/nodeFiles";
import { withRemarks } from "../app/listRemarks";
import { ServiceFailure } from "../service/errors";
import { CsvError } from "../tables/bytes";
import { commandFiles } from "./commandFiles";
import { CommandFailure, exitCodes, failureData, type CommandResult, type CommandState } from "./results";
import { askOnTerminal, OutputClosed, type Terminal } from "./terminal";
import { parseCommand, type Command } from "./verbs";

export interface CommandLineDeps extends HeadlessProcess {
  /** The arguments after the script's name. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  /** Begins to load the modules for connections while the database is opened. */
  readonly preload?: () => void;
  /** Loads the MCP server on demand, because it is large. */
  readonly serveMcp: (deps: {
    readonly app: App;
    readonly version: string;
    readonly log: (line: string) => void;
    readonly signal: AbortSignal;
  }) => Promise<void>;
}

type AppCommand = Extract<Command, { readonly kind: "verb" }>;

/** Resolves to the exit code. Never rejects. */
export async function main(deps: CommandLineDeps): Promise<number> {
  const { terminal, args } = deps;
  const parsed = await parseCommand(args);
  if ("problem" in parsed) {
    const help = parsed.about === undefined ? "prospect help" : `prospect help ${parsed.about}`;
    terminal.note(`${parsed.problem}\nRun "${help}" for the commands and their options.`);
    return end(terminal, new CommandFailure("usage", parsed.problem), [], args.includes("--json"));
  }
  const { command } = parsed;
  try {
    return await execute(deps, command);
  } catch (error) {
    if (error instanceof OutputClosed) {
      // The reader, such as `head`, needs no more.
      return exitCodes.complete;
    }
    const failure = failureOf(error, deps.signal);
    const notes = [...terminal.noted];
    terminal.note(failure.message);
    return end(terminal, failure, notes, command.kind === "verb" && command.options.json === true);
  }
}

/** Prints the result; failures have the object of `--json`, too. */
async function end(
  terminal: Terminal,
  failure: CommandFailure,
  notes: readonly string[],
  asJson: boolean,
): Promise<number> {
  if (asJson) {
    await terminal.print(`${JSON.stringify({ ...failureData(failure), notes })}\n`).catch(() => undefined);
  }
  return exitCodes[failure.state];
}

async function execute(deps: CommandLineDeps, command: Command): Promise<number> {
  const { terminal, version } = deps;
  switch (command.kind) {
    case "help": {
      const text = await (await import("./help")).helpText(command.about);
      await terminal.print(command.asJson ? `${JSON.stringify({ help: text })}\n` : text);
      return exitCodes.complete;
    }
    case "version":
      await terminal.print(`${command.asJson ? JSON.stringify({ version }) : version}\n`);
      return exitCodes.complete;
    case "mcp":
      await serve(deps, command.sandbox);
      return 0;
    case "verb":
      return report(terminal, await perform(deps, command), command.options.json === true);
  }
}

async function report(
  terminal: Terminal,
  { state, data, lines, printed }: CommandResult,
  asJson: boolean,
): Promise<number> {
  const text = asJson ? JSON.stringify({ ...data, notes: terminal.noted }) : lines.join("\n");
  if (printed === "records" || text === "") {
    return exitCodes[state];
  }
  if (!asJson && printed === undefined && !terminal.isOutputShown) {
    terminal.note(text);
  } else {
    await terminal.print(`${text}\n`).catch((error: unknown) => {
      // The run has ended and is saved: its exit code still says how.
      if (!(error instanceof OutputClosed)) {
        throw error;
      }
    });
  }
  return exitCodes[state];
}

async function perform(deps: CommandLineDeps, { verb, argument, options }: AppCommand): Promise<CommandResult> {
  const { terminal, signal, cwd, environment } = deps;
  const sandbox = options.sandbox === true;
  const connects = typeof verb.connects === "function" ? verb.connects(argument, options) : verb.connects;
  if (!sandbox && connects) {
    // Throws for missing variables before anything is opened.
    environment.connection();
    deps.preload?.();
  }
  const given = {
    sandbox,
    tryNow: options["try-now"],
    debug: options.debug === true,
    files: commandFiles(cwd),
    waits: terminal.canAsk,
    ask: (question: Question, asked: AbortSignal) => askOnTerminal(terminal, question, asked),
  };
  return withApp(deps, given, async (app, log) => {
    try {
      await saveKeptPages(app, log);
      const lists = withRemarks(app.lists, log);
      return await verb.perform({ app: { ...app, lists }, terminal, cwd, signal }, argument, options);
    } finally {
      terminal.clearProgress();
    }
  });
}

const leaveOutLists = () => import("../app/headless/leaveOutLists");

async function withApp<T>(
  deps: CommandLineDeps,
  given: HeadlessChoices,
  work: (app: App, log: (line: string) => void) => Promise<T>,
): Promise<T> {
  const log = (line: string): void => deps.terminal.note(line);
  const { app, close } = openHeadlessApp({ ...deps, ...given, leaveOutLists, log });
  try {
    return await work(app, log);
  } finally {
    await close().catch(() => undefined);
  }
}

function serve(deps: CommandLineDeps, sandbox: boolean): Promise<void> {
  const { version, signal, cwd, serveMcp } = deps;
  const given = {
    sandbox,
    files: createNodeFiles([cwd]),
    waits: false,
    // The MCP server asks through its client; see toolServer.ts.
    ask: () => Promise.resolve("cannot"),
  };
  return withApp(deps, given, (app, log) => {
    // Do not await this: the client waits for the server, and the database answers calls in order.
    void saveKeptPages(app, log);
    return serveMcp({ app, version, log, signal });
  });
}

const stateOfRefusal: Readonly<Record<RefusalReason, CommandState>> = {
  input: "usage",
  list: "usage",
  file: "usage",
  budget: "needsBudget",
  connection: "failed",
  notFound: "failed",
  running: "failed",
};

function failureOf(error: unknown, signal: AbortSignal): CommandFailure {
  if (error instanceof CommandFailure) {
    return error;
  }
  if (error instanceof KeyRejected) {
    return new CommandFailure("keyRejected", error.message);
  }
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  if (error instanceof Error && cause instanceof ServiceFailure && cause.detail.code === "rateLimited") {
    return new CommandFailure("stopped", error.message, new Date(cause.detail.until).toISOString());
  }
  if (error instanceof CsvError || error instanceof NotConfigured) {
    return new CommandFailure("usage", error.message);
  }
  if (error instanceof Refusal) {
    return new CommandFailure(stateOfRefusal[error.reason], error.message);
  }
  if (signal.aborted) {
    return new CommandFailure("canceled", "Canceled. What was paid for is saved.");
  }
  return new CommandFailure("failed", error instanceof Error ? error.message : "The command failed unexpectedly.");
}
