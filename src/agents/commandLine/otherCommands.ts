// The commands that are not about a saved search: lookup, runs, export and account.
import path from "node:path";
import { existsSync } from "node:fs";
import { accountState } from "../actions/accountState";
import { lookUp } from "../actions/lookUp";
import { costFacts, runFacts } from "../actions/runFacts";
import { existingRun } from "../actions/searchRuns";
import { callOf, spenderOf, type CommandContext } from "./context";
import { CommandFailure } from "./exitCodes";
import type { Command } from "./options";
import { exportBytes, exportTo, formatFor, kindOf, usableFile } from "./output";
import { costOf, fileData, runData, runResult, stateOfRun, writtenText, type CommandResult } from "./results";

type CommandNamed<Name extends Command["name"]> = Extract<Command, { readonly name: Name }>;

/** How many runs are listed. */
const mostRuns = 50;
const textKinds: readonly string[] = ["csv", "json", "ndjson"];

/** The record is printed as JSON: it is what was asked for. */
export async function lookUpOne(context: CommandContext, command: CommandNamed<"lookup">): Promise<CommandResult> {
  const { desk } = context;
  const { kind, text } = command;
  const outcome = await lookUp(desk, { kind, text }, spenderOf(command), callOf(context));
  if (outcome.kind === "stopped") {
    const { summary, sentence } = outcome;
    return { ...runResult(summary, desk.clock.now()), state: stateOfRun(summary), lines: [sentence] };
  }
  const { question, paid } = outcome;
  const json = outcome.kind === "found" ? outcome.answer.json : undefined;
  const record: unknown = json === undefined ? null : JSON.parse(json);
  const data = {
    found: outcome.kind === "found",
    leftOut: outcome.kind === "leftOut",
    paid: paid !== undefined,
    record,
  };
  const none = outcome.kind === "leftOut" ? "It is on a leave-out list." : "The service has no match.";
  const cost = paid === undefined ? "" : ` It cost ${costOf(costFacts(paid))}.`;
  return {
    state: "complete",
    data: { question: question.words, ...data, ...costFacts(paid) },
    lines: [json === undefined ? `${question.words}: ${none}${cost}` : JSON.stringify(record, undefined, 2)],
  };
}

export async function listRuns({ desk }: CommandContext): Promise<CommandResult> {
  const now = desk.clock.now();
  const runs = await desk.runs.list({ limit: mostRuns });
  const listed = runs.map((summary) => ({
    ...runData(runFacts(summary, now)),
    purpose: summary.header.purpose,
    startedAt: new Date(summary.header.startedAt).toISOString(),
  }));
  const lines = runs.map((summary) => {
    const facts = runFacts(summary, now);
    const { run, title, records, stop } = facts;
    return [run, `${records} records`, costOf(facts), stop?.kind ?? "running", title].join("\t");
  });
  return { state: "complete", data: { runs: listed }, lines: lines.length === 0 ? ["There are no runs yet."] : lines };
}

export async function exportRun(context: CommandContext, command: CommandNamed<"export">): Promise<CommandResult> {
  const { desk, terminal, cwd } = context;
  const summary = await existingRun(desk, command.run);
  const kind = kindOf(command);
  const format = await formatFor(context, kind, summary.header.recordKind, command, undefined);
  const { out } = command;
  if (out === undefined) {
    if (!textKinds.includes(kind)) {
      throw new CommandFailure("usage", `${kind} files are not text: name a file with --out.`);
    }
    const bytes = await exportBytes(context, summary, format);
    terminal.clearProgress();
    await terminal.print(bytes);
    return { state: "complete", data: {}, lines: [] };
  }
  const file = path.resolve(cwd, out);
  if (!command.replace && existsSync(file)) {
    throw new CommandFailure("usage", `${out} exists already. Add --replace to replace it.`);
  }
  const written = await exportTo(context, summary, { file: await usableFile(file, out), format, replace: true });
  const facts = runFacts(summary, desk.clock.now());
  const data = { ...runData(facts), ...fileData(facts, { ...written, file }) };
  return { state: "complete", data, lines: [writtenText(written, out)] };
}

export async function showAccount({ desk, signal }: CommandContext): Promise<CommandResult> {
  const facts = await accountState(desk, signal);
  const { connection, balance, problem, keyRejected, spentToday, spentAtLeast, agentsPerDay, agentsLeftToday } = facts;
  return {
    state: keyRejected ? "keyRejected" : balance === null ? "failed" : "complete",
    data: facts,
    lines: [
      `Connection: ${connection}`,
      balance === null
        ? `The balance could not be read: ${problem ?? "unknown reason"}`
        : `Balance: ${balance} credits`,
      `Spent today: ${costOf({ credits: spentToday, creditsAtLeast: spentAtLeast })}`,
      `Agents and scripts may spend ${agentsPerDay} credits a day without asking; ${agentsLeftToday} are left today.`,
    ],
  };
}
