// The verb `lookup`: one company or person, several, or every row of a table.
import { realpath } from "node:fs/promises";
import path from "node:path";
import { fileUriOf } from "../app/headless/nodeFiles";
import { lookUp, questionOfText } from "../app/lookUp";
import { lookUpTable, unfinishedTable } from "../app/lookUpTable";
import { planTable } from "../app/planTable";
import { columnsToRead } from "../app/readRecords";
import { costFacts } from "../app/runFacts";
import { checkIdentifiers, columnsInWords, mappingFor } from "../app/tableColumns";
import { defaultResultColumns, recordReader } from "../app/writeTable";
import { creditsText } from "../runs/amounts";
import { doubtOf } from "../runs/lookUpOnce";
import { parseExact } from "../service/exactJson";
import type { LookupKind } from "../service/operations";
import type { ColumnMapping } from "../tables/batchMapping";
import { openCsvTable, type CsvTable } from "../tables/table";
import { bytesSource } from "../tables/textLines";
import {
  callOf,
  commonNames,
  didYouMean,
  isGiven,
  outputNames,
  spenderOf,
  spendNames,
  spendNotes,
  UsageProblem,
  verb,
  type CommandContext,
  type Options,
} from "./arguments";
import { checkRegular, isStream, readInput, textOfBytes } from "./commandFiles";
import { isNdjson, linesReading, mappingOfLines, tableOfLines } from "./ndjsonTable";
import { prepareTable, tableResult } from "./output";
import { CommandFailure, costOf, runResult, type CommandResult } from "./results";

interface Asked {
  readonly kind: LookupKind;
  /** One text is a single lookup; `-` reads the lines of standard input; empty for a table. */
  readonly texts: readonly string[];
}

export const lookup = verb<Asked>({
  forms: ["lookup company|person TEXT…", "lookup company|person -", "lookup company|person --in TABLE|NDJSON"],
  about: "a company by domain or address, a person by profile, email, or name and company",
  options: [
    "in",
    "column",
    "encoding",
    "header-row",
    "separator",
    "plan",
    "again",
    ...spendNames,
    ...outputNames,
    ...commonNames,
  ],
  notes: [
    `One text is printed as JSON. Several texts, the lines of standard input (-), and the rows of TABLE are one run with
one budget, four lookups in flight; "prospect resume RUN" continues it. What is stored already is free, and equal rows
are looked up once. Encoding, separator, header row, and columns are recognized; --plan says how, what each row asks
for, and which rows are skipped and why. The result is the table with columns and a status appended to each row: in
FILE, or printed. --fields or --profile are the columns to append. Rows that were sent and not answered may have been
charged: only --resend sends them again.`,
    `NDJSON (*.ndjson, or objects on standard input) has one text or object a line: domain, professional_network_url, or
professional_network_id of a company; person_name, person_professional_network_url, and company_domain of a person. FILE
with the ending .ndjson, and --out - with --json, have a line for each row: "input", "found", "status", and "record",
which has only the columns of --fields if they are named.`,
    ...spendNotes,
  ],
  examples: [
    "lookup company acme.example",
    'lookup person "Ada Lovelace @ acme.example"',
    "lookup company --in rows.csv --column domain --out found.csv --max-credits 200",
    "lookup company --in rows.csv --column website --column email --plan",
    "cut -d, -f2 rows.csv | prospect lookup company - --out found.csv",
  ],
  connects: (_asked, { plan }) => plan !== true,
  read(args, options) {
    const [kind, ...words] = args;
    const { in: table, again, plan } = options;
    if ((kind !== "company" && kind !== "person") || (words.length === 0) !== (table !== undefined)) {
      throw new UsageProblem(
        'Say what to look up: "lookup company TEXT", "lookup person TEXT", or a table with --in instead of TEXT.' +
          didYouMean(
            kind ?? "",
            ["company", "person"].filter((name) => name !== kind),
          ),
      );
    }
    const asked: Asked = { kind, texts: textsOf(words) };
    if (isSingle(asked) && isGiven(options, ["out", "format", "raw", "profile"])) {
      throw new UsageProblem("--out, --format, --raw, and --profile are for several lookups: one is printed as JSON.");
    }
    if (isSingle(asked) && plan === true) {
      throw new UsageProblem("--plan is for several lookups.");
    }
    if (!isSingle(asked) && again === true) {
      throw new UsageProblem("--again is for a single lookup.");
    }
    const ofTable = (["column", "encoding", "header-row", "separator"] as const).find((name) =>
      isGiven(options, [name]),
    );
    if (table === undefined && ofTable !== undefined) {
      throw new UsageProblem(`--${ofTable} needs --in.`);
    }
    return asked;
  },
  perform(context, asked, options) {
    if (isSingle(asked)) {
      return lookUpOne(context, asked, options);
    }
    return options.plan === true ? planMany(context, asked, options) : lookUpMany(context, asked, options);
  },
});

const isSingle = ({ texts: [first, ...others] }: Asked): boolean =>
  first !== undefined && first !== "-" && others.length === 0;

/** Words that could each be looked up are several texts; otherwise they are one: lookup person Ada Lovelace. */
function textsOf(words: readonly string[]): readonly string[] {
  const isText = (word: string): boolean =>
    word.length > 1 && [".", "/", "@", " "].some((sign) => word.slice(0, -1).includes(sign));
  if (words.length === 0 || (words.length > 1 && words.every(isText))) {
    return words;
  }
  return [words.join(" ")];
}

/** Looks up one company or person and prints the record as JSON. */
async function lookUpOne(
  context: CommandContext,
  { kind, texts: [text = ""] }: Asked,
  options: Options,
): Promise<CommandResult> {
  const { app, terminal } = context;
  const question = await questionOfText(app, kind, text);
  const read = recordReader(kind, options.fields && columnsToRead(kind, options.fields));
  const request = { question, refresh: options.again };
  const outcome = await lookUp(app, request, spenderOf(options), callOf(context));
  if (outcome.kind === "stopped") {
    return runResult(outcome.summary, app.clock.now());
  }
  const { paid } = outcome;
  const json = outcome.kind === "found" ? outcome.answer.json : undefined;
  const record: unknown = json === undefined ? null : JSON.parse(read(json));
  const doubt = json === undefined ? undefined : doubtOf(question, parseExact(json));
  const data = {
    found: outcome.kind === "found",
    doubt,
    leftOut: outcome.kind === "leftOut",
    paid: paid !== undefined,
    record,
  };
  const none = outcome.kind === "leftOut" ? "It is on a leave-out list." : "The service has no match.";
  const cost = paid === undefined ? "" : ` It cost ${costOf(costFacts(paid))}.`;
  if (json === undefined) {
    terminal.note(`${question.words}: ${none}${cost}`);
  } else if (doubt !== undefined) {
    terminal.note(`${question.words}: found ${doubt}.`);
  }
  return {
    state: "complete",
    data: { question: question.words, ...data, ...costFacts(paid) },
    // Print JSON also without a match, except on a terminal, where the sentence is enough.
    lines: json === undefined && terminal.isOutputShown ? [] : [JSON.stringify(record, undefined, 2)],
    printed: "values",
  };
}

async function lookUpMany(context: CommandContext, asked: Asked, options: Options): Promise<CommandResult> {
  const { app } = context;
  const { kind } = asked;
  const output = await prepareTable(context, kind, options);
  const columns = output.columns ?? defaultResultColumns(kind);
  const given = await tableGiven(context, asked, options);
  const { table, mapping } = await openTable(context, asked, given, options);
  checkIdentifiers(table, mapping, options.column);
  const spender = spenderOf(options);
  await noteUnfinished(context, given.source);
  const summary = await lookUpTable(app, { ...given, table, mapping, columns }, spender, callOf(context));
  return tableResult(context, summary, output);
}

async function openTable(
  { app }: CommandContext,
  { kind }: Asked,
  { input, source, isOfLines }: GivenTable,
  { column, encoding, separator, "header-row": headerRow }: Options,
): Promise<{ readonly table: CsvTable; readonly mapping: ColumnMapping }> {
  if (isOfLines && [encoding, separator, headerRow].some((one) => one !== undefined)) {
    throw new CommandFailure("usage", "--encoding, --separator, and --header-row are for a CSV table.");
  }
  const reading = isOfLines ? linesReading : { encoding, separator, headerRow };
  const table = await openCsvTable(input === undefined ? app.bytesOf(source) : bytesSource(input), reading);
  const isRecognized = isOfLines && column === undefined;
  return { table, mapping: isRecognized ? mappingOfLines(kind, table) : mappingFor(kind, table, column) };
}

const shownAsks = 3;
const shownSkips = 10;

/** Shows how the table is read and which lookups it leads to. Sends nothing. */
async function planMany(context: CommandContext, asked: Asked, options: Options): Promise<CommandResult> {
  // Output that the lookup would refuse is refused here, too.
  await prepareTable(context, asked.kind, options);
  const given = await tableGiven(context, asked, options);
  const { table, mapping } = await openTable(context, asked, given, options);
  const plan = await planTable(context.app, table, mapping, context.signal);
  const { rows, headerRow, encoding, separator, requests, asks, skipped, credits } = plan;
  const header = headerRow === null ? "no header" : `header in row ${headerRow}`;
  const shown = separator === "\t" ? "a tab" : `“${separator}”`;
  const lines = [
    `${given.title}: ${encoding}, separator ${shown}, ${header}.`,
    `Identified by ${columnsInWords(table, mapping)}.`,
    `Rows: ${rows}, skipped: ${skipped.length}. Requests: ${requests}, about ${creditsText(credits)}.`,
    ...asks
      .slice(0, shownAsks)
      .map(({ row, ...identifiers }) => `Row ${row}: ${Object.values(identifiers).join(" · ")}`),
    ...skipped.slice(0, shownSkips).map(({ row, why }) => `Row ${row} is skipped: ${why}`),
  ];
  return { state: "complete", data: { ...plan }, lines };
}

/** Mentions an unfinished lookup of this table. Its answers are stored, so they are free either way. */
async function noteUnfinished({ app, terminal }: CommandContext, source: string): Promise<void> {
  const origin = app.origin();
  const found = source === "" || origin === undefined ? undefined : await unfinishedTable(app, source, origin);
  if (found !== undefined) {
    terminal.note(`A lookup of this table is not finished: "prospect resume ${found.run.id}" continues it.`);
  }
}

interface GivenTable {
  readonly title: string;
  /** URI of the table's file; empty for a table that only exists in `input`. */
  readonly source: string;
  readonly input?: Uint8Array;
  /** Whether this program created the table from lines. */
  readonly isOfLines: boolean;
}

/** Enough bytes to see whether a stream is NDJSON. */
const startBytes = 1_000;

async function tableGiven(
  context: CommandContext,
  { texts, kind }: Asked,
  { in: table }: Options,
): Promise<GivenTable> {
  const isPipe = table !== undefined && (await isStream(context.cwd, table));
  if (table !== undefined && !isPipe) {
    const named = path.resolve(context.cwd, table);
    await checkRegular(named, table);
    const file = await realpath(named);
    const title = path.basename(file);
    if (![".ndjson", ".jsonl"].includes(path.extname(file).toLowerCase())) {
      return { title, source: fileUriOf(file), isOfLines: false };
    }
    const text = textOfBytes(await readInput(context, table), table);
    return { title, source: "", input: tableOfLines(text.split("\n"), table), isOfLines: true };
  }
  const read = isPipe || texts[0] === "-" ? await readInput(context, table ?? "-") : undefined;
  const what = kind === "company" ? "companies" : "people";
  const title = texts.length > 1 ? `${texts.length} ${what}` : `Standard input: ${what}`;
  if (isPipe && read !== undefined && !isNdjson(new TextDecoder().decode(read.subarray(0, startBytes)))) {
    return { title, source: "", input: read, isOfLines: false };
  }
  const lines = read === undefined ? texts : textOfBytes(read, "Standard input").split("\n");
  return { title, source: "", input: tableOfLines(lines, "Standard input"), isOfLines: true };
}
