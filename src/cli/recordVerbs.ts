// The verb that exports stored records, which costs nothing.
import { requestToRepeat } from "../app/exportAgain";
import { requestOf } from "../app/exportFormat";
import { rowsOfListNamed, rowsOfRun, type RowSource } from "../app/rowSource";
import { runFacts } from "../app/runFacts";
import { existingRun, newestRunOf } from "../app/searchRuns";
import type { RunSummary } from "../runs/run";
import type { RecordKind } from "../service/operations";
import {
  commonNames,
  isGiven,
  one,
  outputNames,
  outputNotes,
  UsageProblem,
  verb,
  type CommandContext,
} from "./arguments";
import { prepareOutput, prepareRepeat, type PreparedOutput } from "./output";
import { CommandFailure, fileData, writtenText, type CommandResult } from "./results";

export const exportRecords = verb({
  forms: ["export RUN|FILE", "export again [RUN|FILE|LIST]"],
  about: 'writes the records of a run, of "latest", or of a table of lookups; costs nothing',
  options: [...outputNames, "kind", "yes", ...commonNames],
  notes: [
    `FILE is a saved search: its newest run is exported. again repeats the last export of the search or the list of
records, from the editor or from here: its format, columns, filter, order, and file, which needs --replace if it
exists; or another file in --out. A list of several kinds needs --kind. --yes exports all records where the last
export was of selected ones, which cannot be repeated.`,
    ...outputNotes,
  ],
  examples: [
    "export latest --out people.xlsx",
    'export latest --out leads.csv --profile "Salesforce: leads"',
    "export again vps.prospect.json --replace",
    'export again "Call in May" --replace',
    "export 20261125… --fields name,title,company_name | head",
  ],
  connects: false,
  read: (args, options) => {
    const [first, ...others] = args;
    if (first === "again") {
      if (isGiven(options, ["format", "raw", "fields", "profile"])) {
        throw new UsageProblem("export again has the format and the columns of the last export.");
      }
      return { of: others.length === 0 ? "latest" : one(others, "the id of a run"), isAgain: true };
    }
    const of = one(args, "the id of a run");
    for (const name of ["yes", "kind"] as const) {
      if (options[name] !== undefined) {
        throw new UsageProblem(`--${name} does not apply to "export RUN".`);
      }
    }
    return { of, isAgain: false };
  },
  async perform(context, { of, isAgain }, options) {
    const { app, signal } = context;
    const { out: named, yes } = options;
    if (!isAgain) {
      const run = await runOf(context, of);
      const output = await prepareOutput(context, { ...options, out: named ?? "-" });
      const rows = rowsOfRun(run);
      if (options.fields !== undefined) {
        // Reject a path that no record has.
        await requestOf(app, rows, { format: "csv", columns: options.fields });
      }
      return writeRecords(context, rows, output);
    }
    const { source, records } = await exportedSource(context, of, options.kind);
    const request = await requestToRepeat(app, source, { named, records, yes, signal });
    return writeRecords(context, source, await prepareRepeat(context, options, request));
  },
});

/** A run, or one of the user's lists by name. */
async function exportedSource(context: CommandContext, of: string, kind: RecordKind | undefined) {
  const { app } = context;
  if ((await app.store.recordLists.list()).some(({ name }) => name.toLowerCase() === of.toLowerCase())) {
    return rowsOfListNamed(app, of, kind);
  }
  const run = await runOf(context, of);
  return { source: rowsOfRun(run), records: run.records };
}

/** A run by its id, or the newest one of a saved search. */
const runOf = async ({ app }: CommandContext, of: string): Promise<RunSummary> =>
  /\.json$/iu.test(of) ? newestRunOf(app, (await app.files.readSearch(of)).uri) : existingRun(app, of);

/** Writes a source; standard output gets only the records. */
export async function writeRecords(
  { app }: CommandContext,
  source: RowSource,
  output: PreparedOutput | undefined,
): Promise<CommandResult> {
  if (output === undefined) {
    throw new CommandFailure("usage", "Name a file with --out.");
  }
  const written = await output.write(source);
  const facts = source.run === undefined ? undefined : runFacts(source.run, app.clock.now());
  const data = { ...(facts ?? { title: source.title }), ...fileData(written.records, written) };
  return written.file === undefined
    ? { state: "complete", data, lines: [], printed: "records" }
    : { state: "complete", data, lines: [writtenText(written)] };
}
