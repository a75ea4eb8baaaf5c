// The verbs about stored records, which cost nothing: export, find, lists and changes.
import path from "node:path";
import { compareRuns, runPair } from "../app/compareRuns";
import { requestToRepeat } from "../app/exportAgain";
import { ownProfiles, recordKindOfSearch, suppliedProfiles } from "../app/exportFormat";
import { columnsToRead, findRecords, withRecords } from "../app/readRecords";
import { listNamed, rowsFound, rowsOfList, rowsOfRun, type RowSource } from "../app/rowSource";
import { runFacts } from "../app/runFacts";
import { existingRun, newestRunOf } from "../app/searchRuns";
import { neutral } from "../app/untrusted";
import { datasetText, exportDataset } from "../app/writeRecords";
import { inEnglish } from "../language/language";
import type { RunSummary } from "../runs/run";
import type { ColumnProfile } from "../searches/columnProfiles";
import { recordKinds, type RecordKind } from "../service/operations";
import type { RecordList } from "../store/recordLists";
import {
  commonNames,
  isGiven,
  none,
  one,
  outputNames,
  outputNotes,
  UsageProblem,
  verb,
  watchOf,
  type CommandContext,
} from "./arguments";
import { readSearch } from "./commandFiles";
import { checkPrinted, prepareOutput, prepareRepeat, type PreparedOutput } from "./output";
import { CommandFailure, fileData, writtenText, type CommandResult } from "./results";

export const exportRecords = verb({
  forms: ["export RUN|FILE", "export again [RUN|FILE|LIST]", "export --dataset DIR"],
  about: 'writes the records of a run, of "latest", or of a table of lookups; costs nothing',
  options: [...outputNames, "append", "kind", "yes", "dataset", ...commonNames],
  notes: [
    `FILE is a saved search: its newest run is exported. again repeats the last export of the search or the list of
records, from the editor or from here: its format, columns, filter, order, and file, which needs --replace or --append
if it exists; or another file in --out. A list of several kinds needs --kind. --yes exports all records where the last
export was of selected ones, which cannot be repeated.`,
    `--dataset writes everything fetched: kind=person/fetched=2026-11/RUN.parquet, runs, payments, and lists. Used
again, it writes what is new or has changed, and removes what was erased. Several machines can use one folder.`,
    ...outputNotes,
  ],
  examples: [
    "export latest --out people.xlsx",
    "export latest --out crm.csv --append",
    'export latest --out leads.csv --profile "Salesforce: leads"',
    "export again vps.prospect.json --replace",
    'export again "Call in May" --replace',
    "export --dataset warehouse",
    "export 20261125… --columns name,title,company_name | head",
  ],
  connects: false,
  read: (args, options) => {
    if (options.dataset !== undefined) {
      none(args, "export --dataset");
      if (isGiven(options, [...outputNames, "append", "yes"])) {
        throw new UsageProblem("--dataset has its own files: leave out --out and what belongs to it.");
      }
      return { of: "", isAgain: false };
    }
    const [first, ...others] = args;
    if (first === "again") {
      if (isGiven(options, ["format", "columns", "profile"])) {
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
    checkPrinted(options);
    return { of, isAgain: false };
  },
  async perform(context, { of, isAgain }, options) {
    const { app, signal } = context;
    const { out: named, yes, dataset } = options;
    if (dataset !== undefined) {
      return writeDataset(context, path.resolve(context.cwd, dataset));
    }
    if (!isAgain) {
      const run = await runOf(context, of);
      const output = await prepareOutput(context, { ...options, out: named ?? "-" });
      return writeRecords(context, rowsOfRun(run), output);
    }
    const { source, records } = await exportedSource(context, of, options.kind);
    const request = await requestToRepeat(app, source, { named, records, yes, signal });
    return writeRecords(context, source, await prepareRepeat(context, options, request));
  },
});

/** A list of the user by its name, or a run. */
async function exportedSource(context: CommandContext, of: string, wanted: RecordKind | undefined) {
  const all = await context.app.store.recordLists.list();
  if (!all.some(({ name }) => name.toLowerCase() === of.toLowerCase())) {
    const run = await runOf(context, of);
    return { source: rowsOfRun(run), records: run.records };
  }
  const list = listNamed(all, of);
  const kind = oneKind(kindsOf(list), wanted);
  return { source: rowsOfList(list, kind), records: list.counts[kind] };
}

const kindsOf = ({ counts }: RecordList): readonly RecordKind[] => recordKinds.filter((kind) => counts[kind] > 0);

export const profiles = verb({
  forms: ["profiles", "profiles FILE"],
  about: "the column profiles that --profile can name: kind of record, name, columns",
  options: [...commonNames],
  notes: ["Yours are listed first. FILE is a saved search: those that it contains are listed, too."],
  examples: ["profiles", "profiles vps.prospect.json --json"],
  connects: false,
  read: (args) => (args.length === 0 ? undefined : one(args, "a saved search")),
  async perform(context, file) {
    const search = file === undefined ? undefined : (await readSearch(context, file)).document;
    const kinds = search === undefined ? recordKinds : [recordKindOfSearch[search.search]];
    const ofKinds = await Promise.all(
      kinds.map(async (recordKind) => {
        const { thisSearch, everySearch } = await ownProfiles(context.app, { recordKind }, search);
        const own = [...thisSearch, ...everySearch];
        const factsOf = ({ name, columns }: ColumnProfile) => ({
          kind: recordKind,
          profile: neutral(name),
          own: own.some((one) => one.name === name),
          columns: columns === "everything" ? null : columns.length,
        });
        return [...own, ...inEnglish(() => suppliedProfiles(recordKind))].map(factsOf);
      }),
    );
    const found = ofKinds.flat();
    return {
      state: "complete",
      data: { profiles: found },
      lines: found.map(({ kind, profile, columns }) =>
        [kind, profile, columns === null ? "everything" : columns === 1 ? "1 column" : `${columns} columns`].join("\t"),
      ),
    };
  },
});

async function writeDataset(context: CommandContext, folder: string): Promise<CommandResult> {
  const written = await exportDataset(context.app, folder, watchOf(context, "runs written"));
  context.terminal.clearProgress();
  return { state: "complete", data: { folder, ...written }, lines: [inEnglish(() => datasetText(written))] };
}

/** A run by its id, or the newest one of a saved search. */
const runOf = async ({ app }: CommandContext, of: string): Promise<RunSummary> =>
  /\.json$/iu.test(of) ? newestRunOf(app, (await app.files.readSearch(of)).uri) : existingRun(app, of);

/** Writes a source; what is printed is the records alone. */
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
  return {
    state: "complete",
    data: { ...(facts === undefined ? { title: source.title } : facts), ...fileData(written, written) },
    lines: written.file === undefined ? [] : [writtenText(written)],
  };
}

const tableNames = ["kind", "limit", ...outputNames, "append", ...commonNames] as const;
const mostListed = 20;

export const find = verb({
  forms: ["find WORD…"],
  about: "finds words in everything that was fetched; costs nothing",
  options: tableNames,
  notes: [
    `Lists the newest ${mostListed} records with all of the words, or as many as --limit says.
--out writes all of them, of one kind.`,
    ...outputNotes,
  ],
  examples: ["find acme berlin", "find vp sales --kind person --out found.csv"],
  connects: false,
  read: (words) => {
    if (words.length === 0) {
      throw new UsageProblem("Name the words to find.");
    }
    return words.join(" ");
  },
  async perform(context, text, options) {
    const { app } = context;
    const { kind, limit = mostListed } = options;
    const output = await prepareOutput(context, options);
    const { counts, records } = await findRecords(app, text, output === undefined ? limit : 1, kind);
    const kinds = recordKinds.filter((each) => counts[each] > 0);
    if (output !== undefined) {
      return writeRecords(context, rowsFound(text, oneKind(kinds, kind)), output);
    }
    return {
      state: "complete",
      data: { counts, records: records.map(({ kind: of, title, detail, run }) => ({ kind: of, title, detail, run })) },
      lines:
        records.length === 0
          ? ["Nothing that was fetched has all of these words."]
          : records.map(({ kind: of, title, detail }) => [of, title, detail].map((cell) => neutral(cell)).join("\t")),
    };
  },
});

function oneKind(kinds: readonly RecordKind[], wanted: RecordKind | undefined): RecordKind {
  const [first, ...others] = kinds;
  if (others.length > 0) {
    throw new CommandFailure("usage", `A file has records of one kind: add --kind ${kinds.join(" or --kind ")}.`);
  }
  const kind = wanted ?? first;
  if (kind === undefined) {
    throw new CommandFailure("failed", "Nothing that was fetched has all of these words, so nothing was written.");
  }
  return kind;
}

export const lists = verb({
  forms: ["lists", "lists NAME"],
  about: "the lists of records that you keep, or the records of one",
  options: tableNames,
  notes: outputNotes,
  examples: ["lists", 'lists "Call in May" --kind person --out call.csv'],
  connects: false,
  read: (args) => (args.length === 0 ? undefined : one(args, "a list")),
  async perform(context, named, options) {
    const { kind: wanted, limit = mostListed } = options;
    const all = await context.app.store.recordLists.list();
    if (named === undefined) {
      return {
        state: "complete",
        data: {
          lists: all.map(({ id, name, counts, updatedAt }) => ({
            list: id,
            name: neutral(name),
            ...counts,
            updatedAt: new Date(updatedAt).toISOString(),
          })),
        },
        lines:
          all.length === 0
            ? ["There are no lists yet."]
            : all.map(({ name, counts }) => [...countsOf(counts), neutral(name)].join("\t")),
      };
    }
    const list = listNamed(all, named);
    const output = await prepareOutput(context, options);
    const kinds = kindsOf(list);
    if (output !== undefined) {
      return writeRecords(context, rowsOfList(list, oneKind(kinds, wanted)), output);
    }
    const shown = wanted === undefined ? kinds : [wanted];
    const rows = await Promise.all(shown.map((kind) => firstRows(context, rowsOfList(list, kind), limit)));
    return {
      state: "complete",
      data: { list: list.id, name: neutral(list.name), records: rows.flat() },
      lines: rows.flat().map((row) => Object.values(row).join("\t")),
    };
  },
});

const countsOf = (counts: RecordList["counts"]): readonly string[] =>
  recordKinds.map(
    (kind) => `${counts[kind]} ${kind === "company" ? "companies" : kind === "person" ? "people" : "contacts"}`,
  );

type Row = Readonly<Record<string, string>>;

/** The first records of a source, with few columns and without contact data. */
function firstRows({ app, signal }: CommandContext, source: RowSource, limit: number): Promise<readonly Row[]> {
  const columns = columnsToRead(source.recordKind, undefined);
  return withRecords(
    app,
    source,
    { columns },
    async ({ view }) => (await app.store.views.rows(view, 0, limit)).map(({ cells }) => rowOf(columns, cells)),
    signal,
  );
}

const rowOf = (columns: readonly string[], cells: readonly string[]): Row =>
  Object.fromEntries(columns.map((column, nth) => [column, neutral(cells[nth] ?? "", 1_000)]));

export const changes = verb({
  forms: ["changes RUN|FILE"],
  about: "what is new, changed or gone since an earlier run of the same search; costs nothing",
  options: ["since", "changes", "limit", ...outputNames, ...commonNames],
  notes: [
    `RUN is compared; of a saved search its newest run. A file has a column that says what each record is.`,
    ...outputNotes,
  ],
  examples: [
    "changes latest",
    "changes vps.prospect.json --since 20261101… --json",
    "changes latest --changes new,changed --out news.xlsx",
  ],
  connects: false,
  read: (args) => one(args, "a run or a saved search"),
  async perform(context, of, options) {
    const { app, signal } = context;
    const { since, changes: wanted, columns: names, limit = mostListed } = options;
    const run = await runOf(context, of);
    if (isGiven(options, ["out", "format", "profile"])) {
      const output = await prepareOutput(context, options);
      const pair = await runPair(app, run.header.id, since);
      return writeRecords(context, rowsOfRun(pair.later, pair.earlier.header.id), output);
    }
    const comparison = { run: run.header.id, earlier: since, changes: wanted, columns: names, limit };
    const { later, earlier, counts, columns, rows, remark } = await compareRuns(app, comparison, signal);
    const listed = rows.map(({ change, cells, before }) => ({
      change: change ?? "unchanged",
      ...rowOf(columns, cells),
      ...(before !== undefined && { before }),
    }));
    return {
      state: "complete",
      data: { run: later.header.id, since: earlier.header.id, ...counts, remark: remark ?? null, records: listed },
      lines: [
        `${counts.new} new, ${counts.changed} changed, ${counts.gone} gone since run ${earlier.header.id}.`,
        ...(remark === undefined ? [] : [neutral(remark, 1_000)]),
        ...rows.map(({ change, cells }) => [change ?? "", ...cells.map((cell) => neutral(cell, 200))].join("\t")),
      ],
    };
  },
});
