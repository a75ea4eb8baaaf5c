// The verbs about saved searches: run, resume, people, plan and count.
import path from "node:path";
import { planFacts } from "../app/planFacts";
import { companiesText, planSearch, type PlannedSearch } from "../app/planSearch";
import { acceptEnd, resume as resumeStopped } from "../app/resume";
import { firstOfRun, rowsOfRun } from "../app/rowSource";
import { costFacts, whyNotResumable } from "../app/runFacts";
import { existingRun, runPlanned, totalOf } from "../app/searchRuns";
import { columnNumber } from "../app/tableColumns";
import { agoText } from "../runs/amounts";
import type { RunSummary } from "../runs/run";
import { howToResume } from "../runs/runState";
import { leaseMs } from "../runs/runStore";
import { readCompanyFile } from "../tables/companyList";
import type { CsvTable } from "../tables/table";
import { joinedSentences } from "../text/phrases";
import {
  callOf,
  commonNames,
  one,
  outputNames,
  outputNotes,
  spenderOf,
  spendNames,
  spendNotes,
  UsageProblem,
  verb,
  type CommandContext,
  type Options,
} from "./arguments";
import { readInput } from "./commandFiles";
import { prepareOutput, prepareTable, tableResult, type PreparedOutput } from "./output";
import { CommandFailure, runResult, stateOfRun, writtenText, type CommandResult } from "./results";
import { readSearch, searchArgument } from "./savedSearch";
import { OutputClosed } from "./terminal";

export const run = verb({
  forms: ["run FILE|-"],
  about: "runs a saved search (*.prospect.json; - reads it from standard input)",
  options: ["records", "again", ...spendNames, ...outputNames, ...commonNames],
  notes: [
    ...spendNotes,
    `A search that a run of the last 24 hours has fetched, with at least as many records, is not paid for again: the
first of its records are used ("reused": true). Only --again fetches it again.`,
    ...outputNotes,
    `The file is written when the run fetched what was asked or stopped at its credits; otherwise, also when the service
ended the list early, "prospect export RUN" writes what there is.`,
  ],
  examples: [
    "run vps.prospect.json --records 100 --out people.csv",
    "run vps.prospect.json --max-credits 50 --out - | head",
  ],
  connects: true,
  read: (args) => one(args, searchArgument),
  async perform(context, file, options) {
    const search = await readSearch(context, file);
    // Check the output before anything is paid for: a wrong path or column must not cost credits.
    const output = await prepareOutput(context, options, search.document);
    const limits = { records: options.records, maxCredits: options["max-credits"] };
    return fetch(context, await planSearch(context.app, search, limits), options, output);
  },
});

export const people = verb({
  forms: ["people FILE|- --companies LIST"],
  about: "runs a people search at the companies of a list",
  options: ["companies", "column", "per-company", "records", "plan", ...spendNames, ...outputNames, ...commonNames],
  notes: [
    `LIST is a CSV file, or a text with one company a line: a domain, a web page, or an email address. There is one
request per company, four at a time. Exports have the row of the list and its entry beside each person. --plan says
how many requests and at most how many people that takes.`,
    ...spendNotes,
    ...outputNotes,
  ],
  examples: [
    "people vps.prospect.json --companies customers.csv --per-company 3 --out people.csv",
    "people vps.prospect.json --companies accounts.txt --records 200 --max-credits 200",
  ],
  connects: true,
  read: (args, { companies: list, column }) => {
    if (list === undefined) {
      throw new UsageProblem("Name the list of companies with --companies.");
    }
    if ((column?.length ?? 0) > 1) {
      throw new UsageProblem("--column is given twice.");
    }
    const file = one(args, searchArgument);
    if (file === "-" && list === "-") {
      throw new UsageProblem("Standard input can be the search or the list, not both.");
    }
    return { file, list };
  },
  async perform(context, { file, list }, options) {
    const { app, terminal } = context;
    const search = await readSearch(context, file);
    const [column] = options.column ?? [];
    const columnOf = column === undefined ? undefined : (table: CsvTable) => columnNumber(table, column);
    const read = await readCompanyFile(await readInput(context, list), list, columnOf);
    const extraData = { hasCompanies: true, listColumns: read.columns };
    const output = await prepareOutput(context, options, search.document, extraData);
    const { companies, unusable, repeated } = read;
    if (unusable.length > 0 || repeated > 0) {
      const [first] = unusable;
      const why = first === undefined ? "" : ` Row ${first.row}: ${first.reason}`;
      terminal.note(`${companiesText(read)}${why}`);
    }
    if (companies.length === 0) {
      throw new CommandFailure("usage", `${list} has no company with a domain, so nothing was sent.`);
    }
    const planned = await planSearch(
      app,
      { ...search, title: `${search.title} at ${path.basename(list)}` },
      {
        records: options.records,
        maxCredits: options["max-credits"],
        at: { list: read, most: options["per-company"] },
      },
    );
    return options.plan === true ? planResult(context, planned) : fetch(context, planned, options, output);
  },
});

/** Executes a plan and writes what it fetched. */
async function fetch(
  context: CommandContext,
  planned: PlannedSearch,
  options: Options,
  output: PreparedOutput | undefined,
): Promise<CommandResult> {
  const { app, terminal } = context;
  terminal.progress(planned.plan.sentence);
  const how = { spender: spenderOf(options), again: options.again };
  const { summary, kind } = await runPlanned(app, planned, how, callOf(context));
  if (kind !== "recent") {
    return finish(context, summary, output);
  }
  terminal.note(
    `Run ${summary.header.id} of the last 24 hours has all of this already, so nothing was paid. ` +
      "--again fetches it again.",
  );
  return finish(context, summary, output, planned.order.limits.records);
}

export const resume = verb({
  forms: ["resume RUN"],
  about: 'continues a run or a table of lookups where it stopped; RUN is its id, or "latest"',
  options: ["records", "rejected", "that-is-all", ...spendNames, ...outputNames, ...commonNames],
  notes: [
    `When the service ended a list early, "resume" asks it once more; --that-is-all accepts what was fetched as
complete, sends nothing, and writes --out.`,
    "--rejected looks up rows of a table again that the service rejected.",
    ...spendNotes,
    ...outputNotes,
  ],
  examples: ["resume latest --records 500 --out people.csv", "resume 20261125… --max-credits 100"],
  connects: true,
  read: (args) => one(args, "the id of a run"),
  async perform(context, run, options) {
    const { app } = context;
    const found = await afterLease(context, await existingRun(app, run, ["search", "count", "batch"]));
    const { purpose } = found.header;
    const kind = found.header.recordKind === "company" ? "company" : "person";
    const table = purpose === "batch" ? await prepareTable(context, kind, options) : undefined;
    const output = table === undefined ? await prepareOutput(context, options) : undefined;
    const request = {
      run: found.header.id,
      spender: spenderOf(options),
      records: options.records,
      maxCredits: options["max-credits"],
      rejectedToo: options.rejected,
    };
    if (options["that-is-all"] === true) {
      return finish(context, await acceptEnd(app, found.header.id), output);
    }
    const summary = isFinished(found, options) ? found : await resumeStopped(app, request, callOf(context));
    if (summary === found) {
      context.terminal.note("This run has everything already, so nothing was sent.");
    }
    const isReused = summary === found;
    if (table !== undefined) {
      return tableResult(context, summary, table, isReused ? "before" : "resumed");
    }
    return purpose === "count"
      ? countResult(context, summary, isReused)
      : finish(context, summary, output, isReused ? summary.records : undefined);
  },
});

/** Whether the run has ended with everything it requested, and the options request nothing more. */
const isFinished = ({ stop }: RunSummary, { records, rejected = false }: Options): boolean =>
  !rejected && (stop?.kind === "complete" || (stop?.kind === "limitReached" && records === undefined));

/** Waits until a lease would have expired: a killed process still has the lease of its run for a few seconds. */
async function afterLease({ app, terminal, signal }: CommandContext, found: RunSummary): Promise<RunSummary> {
  if (found.stop !== undefined) {
    return found;
  }
  terminal.note("The run is in progress, or its process was killed. Waiting some seconds to find out.");
  await app.clock.sleep(leaseMs + 500, signal);
  return (await app.runs.summary(found.header.id)) ?? found;
}

/**
 * Writes the file of `--out` when the run has the requested records, or all that its credits paid for. `most` limits
 * the records of a run that was fetched before.
 */
async function finish(
  { app, terminal }: CommandContext,
  summary: RunSummary,
  output: PreparedOutput | undefined,
  most?: number,
): Promise<CommandResult> {
  const now = app.clock.now();
  const state = stateOfRun(summary);
  const { id } = summary.header;
  const resumeHint = state === "complete" || whyNotResumable(summary) !== undefined ? "" : (howToResume(summary) ?? "");
  const isWritten = state === "complete" || (state === "needsBudget" && summary.records > 0);
  if (output === undefined || !isWritten) {
    if (output === undefined) {
      terminal.note(resumeHint);
    } else {
      const written = `Nothing was written to ${output.shown}.`;
      terminal.note(joinedSentences(written, resumeHint, `"prospect export ${id}" writes what is saved.`));
    }
    return runResult(summary, now, { reused: most });
  }
  try {
    const source = most === undefined ? rowsOfRun(summary) : firstOfRun(summary, most);
    const written = await output.write(source);
    terminal.note(joinedSentences(writtenText(written), resumeHint));
    const result = runResult(summary, now, { written, reused: most });
    // Standard output contains only the records.
    return written.file === undefined ? { ...result, lines: [], printed: "records" } : result;
  } catch (error) {
    if (error instanceof OutputClosed) {
      throw error;
    }
    const why = error instanceof Error ? error.message : "It could not be written.";
    terminal.note(`${why} The records are saved in run ${id}.`);
    return { ...runResult(summary, now), state: "failed" };
  }
}

/** Sends no paid request. */
export const plan = verb({
  forms: ["plan FILE|-"],
  about: "says what a run would fetch and cost; sends no paid request",
  options: ["records", ...commonNames],
  examples: ["plan vps.prospect.json --records 500"],
  connects: true,
  read: (args) => one(args, searchArgument),
  async perform(context, file, { records }) {
    const search = await readSearch(context, file);
    return planResult(context, await planSearch(context.app, search, { records }));
  },
});

function planResult({ app }: CommandContext, planned: PlannedSearch): CommandResult {
  const { facts, sentences, resumableText } = planFacts(planned, app.clock.now(), (run) => howToResume(run) ?? "");
  return {
    state: "complete",
    data: { ...facts, sentence: sentences[0] },
    lines: [...sentences, resumableText, ...facts.warnings].filter((line) => line !== ""),
  };
}

export const count = verb({
  forms: ["count FILE|-"],
  about: "how many records match; may cost as much as one record",
  options: ["again", ...spendNames, ...commonNames],
  notes: [
    "A number that a run or count of the last 24 hours knows is free; --again counts again.",
    ...spendNotes,
    "A count ends with 0 only with a number.",
  ],
  examples: ["count vps.prospect.json", "count vps.prospect.json --again"],
  connects: true,
  read: (args) => one(args, searchArgument),
  async perform(context, file, options) {
    const { app } = context;
    const search = await readSearch(context, file);
    const planned = await planSearch(app, search, { isCount: true, maxCredits: options["max-credits"] });
    const how = { spender: spenderOf(options), again: options.again };
    const { summary, kind } = await runPlanned(app, planned, how, callOf(context));
    if (kind === "recent") {
      const ago = agoText(app.clock.now() - summary.updatedAt);
      context.terminal.note(`As run ${summary.header.id} said ${ago}; nothing was sent. --again counts again.`);
    }
    return countResult(context, summary, kind === "recent");
  },
});

function countResult({ app, terminal }: CommandContext, summary: RunSummary, isStored = false): CommandResult {
  const result = runResult(summary, app.clock.now());
  const total = totalOf(summary);
  if (total !== undefined) {
    const cost = isStored ? costFacts(undefined) : {};
    return {
      state: "complete",
      data: { ...result.data, ...cost, total, stored: isStored },
      lines: [String(total)],
      printed: "values",
    };
  }
  if (result.state !== "complete") {
    return result;
  }
  terminal.note("The service did not say how many records match.");
  return { ...result, state: "failed" };
}
