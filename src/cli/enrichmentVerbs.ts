// The verb `enrichment`: bulk enrichments that were started elsewhere, and their contacts. All of it is free.
import {
  contactsOfEnrichment,
  describeEnrichment,
  enrichmentFacts,
  enrichmentResults,
  enrichmentStatus,
  removeEnrichments,
  trackEnrichments,
} from "../app/enrichments";
import { rowsOfRun } from "../app/rowSource";
import { neutral } from "../app/untrusted";
import { enrichmentIdsIn } from "../enrichments/enrichmentIds";
import type { TrackedEnrichment } from "../enrichments/enrichmentList";
import { isComplete, isFinished } from "../enrichments/enrichmentState";
import { creditsText } from "../runs/amounts";
import {
  callOf,
  commonNames,
  didYouMean,
  none,
  one,
  outputNames,
  outputNotes,
  UsageProblem,
  verb,
  type CommandContext,
  type OptionName,
  type Options,
} from "./arguments";
import { readInput, textOfBytes } from "./commandFiles";
import { prepareOutput } from "./output";
import { writeRecords } from "./recordVerbs";
import { CommandFailure, type CommandResult, type CommandState } from "./results";

interface Action {
  /** Options of the verb that apply to it, besides the common ones. */
  readonly options: readonly OptionName[];
  /** Throws a `UsageProblem`. */
  check(texts: readonly string[], options: Options): void;
  perform(context: CommandContext, texts: readonly string[], options: Options): Promise<CommandResult>;
}

const actions: Readonly<Record<string, Action>> = {
  track: { options: ["wait"], check: checkIds, perform: track },
  list: { options: [], check: (texts) => none(texts, "enrichment list"), perform: list },
  results: {
    options: outputNames,
    check: checkId,
    perform: results,
  },
  remove: { options: [], check: (texts) => checkSome(texts, "Name an id."), perform: remove },
};

interface Asked {
  readonly action: Action;
  /** Ids, or texts with ids. */
  readonly texts: readonly string[];
}

export const enrichment = verb<Asked>({
  forms: ["enrichment track ID…", "enrichment list", "enrichment results ID", "enrichment remove ID…"],
  about: "bulk enrichments started elsewhere: follows them and saves their contacts; costs nothing",
  options: ["wait", ...outputNames, ...commonNames],
  notes: [
    `track asks the service once for each ID; --wait asks again, less and less often, until all are finished. An ID may
be within other text, such as an address, and - reads them from standard input. list shows what is tracked: id,
state, contacts, credits, name. results writes the contacts to --out or prints them, and asks the service first
unless all are saved. remove keeps saved contacts.`,
    ...outputNotes,
    `Ends with 0 when all are finished, with 4 while one is in progress (run it again), and with 1 when one was not
found or ended without all contacts; those it has are written.`,
  ],
  examples: ["enrichment track enr-1 enr-2 --wait", "enrichment results enr-1 --out contacts.csv"],
  connects: ({ action }) => action === actions["track"],
  read(args, options) {
    const [name = "", ...texts] = args;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) {
      const names = Object.keys(actions);
      throw new UsageProblem(`Say what to do with enrichments: ${names.join(", ")}.${didYouMean(name, names)}`);
    }
    const given = Object.keys(options) as readonly OptionName[];
    const foreign = given.find((option) => ![...action.options, ...commonNames].includes(option));
    if (foreign !== undefined) {
      throw new UsageProblem(`--${foreign} does not apply to "enrichment ${name}".`);
    }
    action.check(texts, options);
    return { action, texts };
  },
  perform: (context, { action, texts }, options) => action.perform(context, texts, options),
});

function checkId(texts: readonly string[]): void {
  one(texts, "the id of an enrichment");
}

function checkSome(texts: readonly string[], problem: string): void {
  if (texts.length === 0) {
    throw new UsageProblem(problem);
  }
}

function checkIds(texts: readonly string[]): void {
  checkSome(texts, "Name an id.");
  const nth = texts.findIndex((text) => text !== "-" && enrichmentIdsIn(text).length === 0);
  if (nth !== -1) {
    throw new UsageProblem(`There is no id in argument ${nth + 1} of "enrichment track".`);
  }
}

async function track(
  context: CommandContext,
  texts: readonly string[],
  { wait = false }: Options,
): Promise<CommandResult> {
  const { app, terminal, signal } = context;
  const { entries, before } = await trackEnrichments(app, await idsIn(context, texts), wait, callOf(context));
  for (const { id } of before) {
    terminal.note(`${neutral(id)} was tracked already.`);
  }
  for (const entry of entries) {
    noteProblem(context, entry);
  }
  const state = worstOf(entries.map(stateOf));
  if (state === "stopped" && !signal.aborted) {
    terminal.note(`Run it again to ask again${wait ? "" : ", or add --wait"}.`);
  }
  return {
    state: state === "stopped" && signal.aborted ? "canceled" : state,
    data: {
      enrichments: entries.map(enrichmentFacts),
      trackedBefore: before.map((entry) => enrichmentFacts(entry).enrichment),
      resumable: state === "stopped",
    },
    lines: entries.map(lineOf),
    printed: "values",
  };
}

/** The ids in order, each once. */
async function idsIn(context: CommandContext, texts: readonly string[]): Promise<readonly string[]> {
  const given: string[] = [];
  for (const text of texts) {
    given.push(text === "-" ? textOfBytes(await readInput(context, "-"), "Standard input") : text);
  }
  // Parse line by line, because `enrichmentIdsIn` returns a limited number of ids for each text.
  const ids = [...new Set(given.flatMap((text) => text.split("\n")).flatMap(enrichmentIdsIn))];
  if (ids.length === 0) {
    throw new CommandFailure("usage", "Standard input contains no id.");
  }
  return ids;
}

/** Says why an enrichment is not finished with all contacts, and why the last request failed. */
function noteProblem({ terminal }: CommandContext, entry: TrackedEnrichment): void {
  if (!isComplete(entry.state)) {
    terminal.note(describeEnrichment(entry));
  }
  if (entry.trouble !== undefined) {
    terminal.note(`${entry.id}: ${entry.trouble.message}`);
  }
}

function stateOf({ state }: TrackedEnrichment): CommandState {
  if (!isFinished(state)) {
    return "stopped";
  }
  if (state.kind === "keyRejected") {
    return "keyRejected";
  }
  return isComplete(state) ? "complete" : "failed";
}

const worst: readonly CommandState[] = ["keyRejected", "stopped", "failed"];
const worstOf = (states: readonly CommandState[]): CommandState =>
  worst.find((state) => states.includes(state)) ?? "complete";

/** Id, state, contacts, credits, and name. */
function lineOf(entry: TrackedEnrichment): string {
  const { credits, name, enrichment: id } = enrichmentFacts(entry);
  const cost = credits === null ? "cost unknown" : creditsText(credits);
  return [id, enrichmentStatus(entry), contactsOfEnrichment(entry), cost, name ?? ""].join("\t");
}

async function list({ app }: CommandContext): Promise<CommandResult> {
  const entries = await app.enrichments.list();
  const data = { enrichments: entries.map(enrichmentFacts) };
  return entries.length === 0
    ? { state: "complete", data, lines: ["There are no tracked enrichments yet."] }
    : { state: "complete", data, lines: entries.map(lineOf), printed: "values" };
}

async function results(
  context: CommandContext,
  [id = ""]: readonly string[],
  options: Options,
): Promise<CommandResult> {
  const { app, terminal, signal } = context;
  const output = await prepareOutput(context, { ...options, out: options.out ?? "-" });
  const { entry, run } = await enrichmentResults(app, id, callOf(context));
  const facts = enrichmentFacts(entry);
  noteProblem(context, entry);
  const state = stateOf(entry);
  if (run !== undefined && state !== "stopped") {
    const written = await writeRecords(context, rowsOfRun(run), output);
    return { ...written, state, data: { ...written.data, enrichment: facts } };
  }
  if (state === "complete") {
    terminal.note(`${describeEnrichment(entry)} Nothing was written.`);
  } else if (state === "stopped") {
    const saved = run === undefined ? "" : ` "prospect export ${run.header.id}" writes the contacts that are saved.`;
    terminal.note(`Nothing was written. Run it again later.${saved}`);
  }
  const without = state === "complete" ? "failed" : state;
  const ended = state === "stopped" && signal.aborted ? "canceled" : without;
  return {
    state: ended,
    data: { enrichment: facts, run: facts.run, records: 0, leftOut: null, out: null, resumable: facts.inProgress },
    lines: [],
  };
}

async function remove({ app }: CommandContext, texts: readonly string[]): Promise<CommandResult> {
  const removed = (await removeEnrichments(app, texts)).map(enrichmentFacts);
  return {
    state: "complete",
    data: { removed },
    lines: removed.map(
      ({ enrichment: id, run }) =>
        `${id} is no longer tracked.${run === null ? "" : ` Its contacts stay in run ${run}.`}`,
    ),
  };
}
