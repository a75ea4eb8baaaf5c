// The command line: reads the arguments, runs one command, and turns its end into output and an exit code.
import type { Clock, Transport } from "../../service/wire";
import { ToolRefusal, type AgentDesk, type RefusalReason } from "../agentDesk";
import type { DeskEnvironment } from "../environment";
import { createHeldLists } from "../heldLists";
import { KeyRejected, openHeadlessDesk, type ClosableTransport } from "../headlessDesk";
import { createNodeFiles } from "../nodeFiles";
import { backUp, restoreBackup } from "./backupCommands";
import { commandFiles } from "./commandFiles";
import type { CommandContext } from "./context";
import { CommandFailure, type CommandState } from "./exitCodes";
import { helpText } from "./help";
import { parseCommand, type Command } from "./options";
import { exportRun, listRuns, lookUpOne, showAccount } from "./otherCommands";
import { exitCodeOf, failureData, type CommandResult } from "./results";
import { count, planOnly, resumeRun, runSearch } from "./searchCommands";
import { OutputClosed, type Terminal } from "./terminal";

export interface CommandLineDeps {
  /** After the script's name. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: DeskEnvironment;
  readonly terminal: Terminal;
  readonly version: string;
  /** The script of the database's worker thread. */
  readonly worker: URL;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  readonly openTransport: (origin: string, waitSeconds: number) => Promise<ClosableTransport>;
  readonly openSandbox: (clock: Clock, key: string) => Promise<Transport>;
  /** The JSON schema of saved searches, which the build makes. */
  readonly readSchema: () => Promise<string>;
  /** Large, so it is loaded when it is needed. */
  readonly serveMcp: (deps: {
    readonly desk: AgentDesk;
    readonly version: string;
    readonly log: (line: string) => void;
    readonly signal: AbortSignal;
  }) => Promise<void>;
}

type DeskCommand = Exclude<Command, { readonly name: "schema" | "version" | "help" | "mcp" }>;

/** Resolves to the exit code, whatever happens. */
export async function main(deps: CommandLineDeps): Promise<number> {
  const { terminal, args } = deps;
  const parsed = parseCommand(args);
  if ("problem" in parsed) {
    terminal.note(`${parsed.problem}\nRun "prospect help" for the commands and their options.`);
    return end(terminal, { state: "usage", asJson: args.includes("--json"), sentence: parsed.problem });
  }
  const { command } = parsed;
  try {
    return await execute(deps, command);
  } catch (error) {
    const { state, sentence } = failureOf(error, deps.signal);
    if (sentence !== undefined) {
      terminal.note(sentence);
    }
    return end(terminal, { state, asJson: "json" in command && command.json, sentence: sentence ?? "" });
  }
}

interface Ending {
  readonly state: CommandState;
  readonly asJson: boolean;
  readonly sentence: string;
}

/** The object of `--json` is printed for failures, too. */
async function end(terminal: Terminal, { state, asJson, sentence }: Ending): Promise<number> {
  if (asJson) {
    await terminal.print(`${JSON.stringify(failureData(state, sentence))}\n`).catch(() => undefined);
  }
  return exitCodeOf(state);
}

async function execute(deps: CommandLineDeps, command: Command): Promise<number> {
  const { terminal, version } = deps;
  switch (command.name) {
    case "help":
      await terminal.print(helpText(command.about));
      return 0;
    case "version":
      await terminal.print(`${version}\n`);
      return 0;
    case "schema":
      await terminal.print(`${await deps.readSchema()}\n`);
      return 0;
    case "mcp":
      await serve(deps, command.sandbox);
      return 0;
    default:
      return report(terminal, await withDesk(deps, command), command.json);
  }
}

async function report(terminal: Terminal, { state, data, lines }: CommandResult, asJson: boolean): Promise<number> {
  const text = asJson ? JSON.stringify(data) : lines.join("\n");
  if (text !== "") {
    await terminal.print(`${text}\n`).catch((error: unknown) => {
      // The run has ended and is saved: its exit code still says how.
      if (!(error instanceof OutputClosed)) {
        throw error;
      }
    });
  }
  return exitCodeOf(state);
}

async function withDesk(deps: CommandLineDeps, command: DeskCommand): Promise<CommandResult> {
  const { terminal, signal, cwd, environment } = deps;
  if (!command.sandbox && needsConnection(command)) {
    // Missing variables are a mistake of the caller, not a failure of the service.
    usable(() => environment.connection());
  }
  const isFromInput = "file" in command && command.file === "-";
  const { desk, close } = openHeadlessDesk({
    ...deps,
    sandbox: command.sandbox,
    tryNow: command.tryNow,
    files: commandFiles(cwd),
    lists: (store, clock) => createHeldLists({ store, clock, roots: [cwd] }),
    log: (line) => terminal.note(line),
    ask: async ({ consent, title, detail }, asked) => {
      if (!terminal.canAsk || isFromInput) {
        return "cannot";
      }
      const prompt = consent === "unknownCost" ? "Continue at an unknown cost?" : "Spend these credits?";
      return (await terminal.confirm(`${title}\n${detail}`, prompt, asked)) ? "yes" : "no";
    },
  });
  try {
    return await perform({ desk, terminal, cwd, signal }, command);
  } finally {
    terminal.clearProgress();
    await close().catch(() => undefined);
  }
}

const needsConnection = ({ name }: DeskCommand): boolean => !["runs", "export", "backup", "restore"].includes(name);

function usable(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw error instanceof ToolRefusal ? new CommandFailure("usage", error.message) : error;
  }
}

function perform(context: CommandContext, command: DeskCommand): Promise<CommandResult> {
  switch (command.name) {
    case "run":
      return runSearch(context, command);
    case "resume":
      return resumeRun(context, command);
    case "plan":
      return planOnly(context, command);
    case "count":
      return count(context, command);
    case "lookup":
      return lookUpOne(context, command);
    case "runs":
      return listRuns(context);
    case "export":
      return exportRun(context, command);
    case "backup":
      return backUp(context, command);
    case "restore":
      return restoreBackup(context, command);
    case "account":
      return showAccount(context);
  }
}

async function serve(deps: CommandLineDeps, sandbox: boolean): Promise<void> {
  const { version, signal, cwd, terminal } = deps;
  const log = (line: string): void => terminal.note(line);
  const { desk, close } = openHeadlessDesk({
    ...deps,
    sandbox,
    files: createNodeFiles([cwd]),
    lists: (store, clock) => createHeldLists({ store, clock, roots: [cwd] }),
    log,
    // The server asks through its client; see there.
    ask: () => Promise.resolve("cannot"),
  });
  try {
    await deps.serveMcp({ desk, version, log, signal });
  } finally {
    await close().catch(() => undefined);
  }
}

interface Failure {
  readonly state: CommandState;
  /** Absent when there is nothing to say. */
  readonly sentence: string | undefined;
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

function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof CommandFailure) {
    return { state: error.state, sentence: error.message };
  }
  if (error instanceof KeyRejected) {
    return { state: "keyRejected", sentence: error.message };
  }
  if (error instanceof ToolRefusal) {
    return { state: stateOfRefusal[error.reason], sentence: error.message };
  }
  if (error instanceof OutputClosed) {
    return { state: "failed", sentence: undefined };
  }
  if (signal.aborted) {
    return { state: "canceled", sentence: "Canceled. What was paid for is saved." };
  }
  return { state: "failed", sentence: error instanceof Error ? error.message : "The command failed unexpectedly." };
}
