// Runs command lines over the desk of a rig.
import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import type { AgentDesk } from "../../../../src/agents/agentDesk";
import { commandFiles } from "../../../../src/agents/commandLine/commandFiles";
import type { CommandContext } from "../../../../src/agents/commandLine/context";
import { parseCommand } from "../../../../src/agents/commandLine/options";
import { exportRun, listRuns, lookUpOne, showAccount } from "../../../../src/agents/commandLine/otherCommands";
import type { CommandResult } from "../../../../src/agents/commandLine/results";
import { count, planOnly, resumeRun, runSearch } from "../../../../src/agents/commandLine/searchCommands";
import { Terminal } from "../../../../src/agents/commandLine/terminal";
import type { AgentRig } from "../agentRig";

export interface Told extends CommandResult {
  /** Standard output and error. */
  readonly output: string;
  readonly notes: string;
}

function perform(context: CommandContext, line: string): Promise<CommandResult> {
  const parsed = parseCommand(line.split(" "));
  assert.ok("command" in parsed, line);
  const { command } = parsed;
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
    case "account":
      return showAccount(context);
    default:
      throw new Error(`Not here: ${line}`);
  }
}

/** Runs a command line; `R1` stands for the id of the first run, and so on. */
export async function runCommand(
  one: AgentRig,
  line: string,
  desk: Partial<AgentDesk> = {},
  input = "",
): Promise<Told> {
  let [output, notes] = ["", ""];
  const errors = new PassThrough();
  const terminal = new Terminal({
    input: Object.assign(Readable.from([Buffer.from(input)]), { isTTY: false }),
    output: new PassThrough().on("data", (chunk: Buffer) => (output += chunk.toString("utf8"))),
    errors: Object.assign(errors, { isTTY: false }),
  });
  errors.on("data", (chunk: Buffer) => (notes += chunk.toString("utf8")));
  const { folder: cwd } = one;
  const signal = new AbortController().signal;
  const context = { desk: { ...one.desk, files: commandFiles(cwd), ...desk }, terminal, cwd, signal };
  const runs = (await one.desk.runs.list({})).map(({ header }) => header.id).reverse();
  const given = line.replace(/R(\d)/g, (_whole, nth: string) => runs[Number(nth) - 1] ?? "");
  const result = await perform(context, given);
  const ids = (await one.desk.runs.list({})).map(({ header }) => header.id).reverse();
  const short = (text: string): string =>
    ids.reduce((shorter, id, nth) => shorter.replaceAll(id, `R${nth + 1}`), text).replaceAll(cwd, "FOLDER");
  const { state, data, lines } = result;
  one.clock.advance(1_000);
  return {
    ...{ state, data: JSON.parse(short(JSON.stringify(data))) as Told["data"], lines: lines.map(short) },
    ...{ output: short(output), notes: short(notes) },
  };
}
