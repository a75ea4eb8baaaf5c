// The commands about saved searches: run, resume, plan and count.
import path from "node:path";
import { leaseMs } from "../../runs/activeRun";
import type { RunSummary } from "../../runs/run";
import type { AgentSearch } from "../agentDesk";
import { diagnosticText, searchOfText } from "../actions/readSearch";
import { countSearch, existingRun, planSearch, resumeSearch, runPlanned, totalOf } from "../actions/searchRuns";
import { textOf } from "./commandFiles";
import { callOf, spenderOf, type CommandContext } from "./context";
import { CommandFailure } from "./exitCodes";
import type { Command } from "./options";
import { prepareOutput, type PreparedOutput } from "./output";
import { howToResume, runResult, stateOfRun, writtenText, type CommandResult } from "./results";

type CommandNamed<Name extends Command["name"]> = Extract<Command, { readonly name: Name }>;

export async function runSearch(context: CommandContext, command: CommandNamed<"run">): Promise<CommandResult> {
  const { desk, terminal } = context;
  const search = await readSearch(context, command.file);
  // Before anything is paid for: a wrong path or column must not cost credits.
  const output = await prepareOutput(context, command, search.document);
  const { maxCredits, records } = command;
  const planned = await planSearch(desk, search, { records, maxCredits });
  terminal.progress(planned.plan.sentence);
  // A script says what it wants: it is never answered with an earlier result.
  const options = { spender: spenderOf(command), again: true };
  const { summary } = await runPlanned(desk, planned, options, callOf(context));
  return finish(context, summary, output);
}

export async function resumeRun(context: CommandContext, command: CommandNamed<"resume">): Promise<CommandResult> {
  const { desk, terminal } = context;
  await waitForLease(context, command.run);
  const output = await prepareOutput(context, command, undefined);
  const { run, records, maxCredits } = command;
  const request = { run, records, maxCredits, spender: spenderOf(command) };
  const { summary, changes } = await resumeSearch(desk, request, callOf(context));
  changes.forEach((sentence) => terminal.note(sentence));
  return finish(context, summary, output);
}

/** A process that was killed holds its run for some seconds more. */
async function waitForLease({ desk, terminal, signal }: CommandContext, run: string): Promise<void> {
  if ((await existingRun(desk, run)).stop === undefined) {
    terminal.note("The run is in progress, or its process was killed. Waiting some seconds to find out.");
    await desk.clock.sleep(leaseMs + 500, signal);
  }
}

/** Writes the file of `--out` when the run has what was asked, or everything that its credits paid for. */
async function finish(
  { desk, terminal }: CommandContext,
  summary: RunSummary,
  output: PreparedOutput | undefined,
): Promise<CommandResult> {
  const now = desk.clock.now();
  const state = stateOfRun(summary);
  const { id } = summary.header;
  const goesOn = howToResume(summary, now);
  const isWritten = state === "complete" || (state === "needsBudget" && summary.records > 0);
  if (output === undefined || !isWritten) {
    const notes = [
      ...(output === undefined ? [] : [`${output.shown} was not written.`]),
      ...(goesOn === undefined ? [] : [goesOn]),
      ...(output === undefined ? [] : [`"prospect export ${id}" writes what is saved.`]),
    ];
    if (notes.length > 0) {
      terminal.note(notes.join(" "));
    }
    return runResult(summary, now);
  }
  try {
    const written = await output.write(id);
    terminal.note([writtenText(written, output.shown), ...(goesOn === undefined ? [] : [goesOn])].join(" "));
    return runResult(summary, now, written);
  } catch (error) {
    const why = error instanceof Error ? error.message : "It could not be written.";
    terminal.note(`${why} The records are saved in run ${id}.`);
    return { ...runResult(summary, now), state: "failed" };
  }
}

/** Sends nothing that is paid. */
export async function planOnly(context: CommandContext, command: CommandNamed<"plan">): Promise<CommandResult> {
  const { desk } = context;
  const search = await readSearch(context, command.file);
  const { plan, input, connection, recent } = await planSearch(desk, search, { records: command.records });
  const data = {
    title: search.title,
    records: plan.records,
    credits: plan.credits,
    priceKnown: plan.priceKnown,
    exceedsBalance: plan.exceedsBalance,
    sentence: plan.sentence,
    total: input.total ?? null,
    balance: connection.balance?.credits ?? null,
    connection: connection.info.label,
    fetchedBefore: recent?.header.id ?? null,
  };
  const owned = recent === undefined ? [] : [`Run ${recent.header.id} of less than a day ago has all of this already.`];
  return { state: "complete", data, lines: [plan.sentence, ...owned] };
}

export async function count(context: CommandContext, command: CommandNamed<"count">): Promise<CommandResult> {
  const { desk } = context;
  const search = await readSearch(context, command.file);
  // A script says what it wants: it is never answered with an earlier count.
  const options = { spender: spenderOf(command), maxCredits: command.maxCredits, refresh: true };
  const { summary } = await countSearch(desk, search, options, callOf(context));
  const result = runResult(summary, desk.clock.now());
  const total = totalOf(summary);
  if (total !== undefined) {
    return { state: "complete", data: { ...result.data, total }, lines: [String(total)] };
  }
  if (result.state !== "complete") {
    return result;
  }
  context.terminal.note("The service did not say how many records match.");
  return { ...result, state: "failed" };
}

/** A saved search of this machine, or standard input. Errors of the document are listed with line and column. */
async function readSearch({ desk, terminal, signal }: CommandContext, file: string): Promise<AgentSearch> {
  const isInput = file === "-";
  const read = isInput
    ? { uri: undefined, text: await inputText(terminal, signal) }
    : await desk.files.readSearch(file);
  const title = isInput ? undefined : path.basename(file).replace(/\.prospect\.json$/u, "");
  const { search, diagnostics } = searchOfText(read.text, { title, source: read.uri });
  for (const diagnostic of diagnostics) {
    const place = isInput ? "standard input" : file;
    terminal.note(`${diagnosticText(place, diagnostic)} (${diagnostic.severity})`);
  }
  if (search === undefined) {
    throw new CommandFailure("usage", "The saved search has errors, so nothing was sent.");
  }
  return search;
}

async function inputText(terminal: CommandContext["terminal"], signal: AbortSignal): Promise<string> {
  const bytes = await terminal.readAll(signal);
  if (bytes === undefined) {
    throw new CommandFailure("usage", "Standard input is too large for a saved search.");
  }
  const text = textOf(bytes);
  if (text === undefined) {
    throw new CommandFailure("usage", "Standard input is not UTF-8 text.");
  }
  return text;
}
