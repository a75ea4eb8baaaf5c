// Runs command lines over the app of a rig.
import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import type { App } from "../../../src/app/app";
import type { CommandContext } from "../../../src/cli/arguments";
import { commandFiles } from "../../../src/cli/commandFiles";
import type { CommandResult } from "../../../src/cli/results";
import { Terminal } from "../../../src/cli/terminal";
import { parseCommand } from "../../../src/cli/verbs";
import { type OpenTestDesk } from "../../support/testDesk";

export interface Told extends CommandResult {
  /** Standard output and error. */
  readonly output: string;
  readonly notes: string;
}

async function perform(context: CommandContext, words: readonly string[]): Promise<CommandResult> {
  const parsed = await parseCommand(words);
  assert.ok("command" in parsed && parsed.command.kind === "verb", words.join(" "));
  const { verb, argument, options } = parsed.command;
  return verb.perform(context, argument, options);
}

/** Runs a command line; `R1` stands for the id of the first run, and so on. Quotation marks hold words together. */
export async function runCommand(
  one: OpenTestDesk,
  line: string,
  app: Partial<App> = {},
  input = "",
  signal = new AbortController().signal,
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
  const context = { app: { ...one.app, files: commandFiles(cwd), ...app }, terminal, cwd, signal };
  const runs = (await one.app.runs.list({})).map(({ header }) => header.id).reverse();
  const given = line.replace(/R(\d)/g, (_whole, nth: string) => runs[Number(nth) - 1] ?? "");
  const words = [...given.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const result = await perform(context, words);
  const ids = (await one.app.runs.list({})).map(({ header }) => header.id).reverse();
  const short = (text: string): string =>
    ids.reduce((shorter, id, nth) => shorter.replaceAll(id, `R${nth + 1}`), text).replaceAll(cwd, "FOLDER");
  const { state, data, lines } = result;
  one.clock.advance(1_000);
  return {
    ...{ state, data: JSON.parse(short(JSON.stringify(data))) as Told["data"], lines: lines.map(short) },
    ...{ output: short(output), notes: short(notes) },
  };
}
