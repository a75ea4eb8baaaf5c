// Verbs of the command line and their options, described once for parsing and help.
import { parseArgs } from "node:util";
import type { App, Call } from "../app/app";
import { withoutTilde } from "../app/headless/environment";
import type { Spender } from "../app/spending";
import { fileEndings, printedKinds } from "../export/fileKinds";
import { nearestNames } from "../service/nearestNames";
import { recordKinds } from "../service/operations";
import type { CallWatch } from "../store/protocol";
import { eitherOf } from "../text/phrases";
import type { CommandResult } from "./results";
import type { Terminal } from "./terminal";

/** An error in the arguments. The message never repeats a value: it could be a key. */
export class UsageProblem extends Error {
  override readonly name = "UsageProblem";
}

/** " Did you mean “--records”?"; empty when no name is similar. Never repeats the wrong name, which could be a key. */
export function didYouMean(wrong: string, names: readonly string[]): string {
  const near = nearestNames(wrong, names);
  return near.length === 0 ? "" : ` Did you mean ${eitherOf(near)}?`;
}

/** Parses the value of an option. Throws a `UsageProblem`. */
type Reader<Value> = (text: string, option: string) => Value;

interface Option {
  /** The placeholder of its value in the help; absent for a flag. */
  readonly value?: string;
  /** Parses the value; when absent, the value is the text. */
  readonly read?: Reader<unknown>;
  readonly short?: string;
  /** Whether it can be given several times, each adding a value. */
  readonly isList?: boolean;
  /** One or two lines of the help. */
  readonly about: string;
}

const most = 1_000_000;

/** A whole number, at least 1. */
const wholeNumber: Reader<number> = (text, option) => {
  if (!/^\d{1,7}$/.test(text) || Number(text) < 1 || Number(text) > most) {
    throw new UsageProblem(`--${option} must be a whole number from 1 to ${most}.`);
  }
  return Number(text);
};

const credits: Reader<number> = (text, option) => {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) {
    throw new UsageProblem(`--${option} must be a number of credits, such as 25 or 12.5.`);
  }
  return Number(text);
};

const words: Reader<readonly string[]> = (text) => text.split(",");

/** Expands `~`, which shells do not expand in `--out=~/people.csv`. */
const file: Reader<string> = (text, option) => {
  try {
    return withoutTilde(text);
  } catch {
    throw new UsageProblem(`There is no home folder for the ~ of --${option}.`);
  }
};

const oneOf =
  <Word extends string>(known: readonly Word[]): Reader<Word> =>
  (text, option) => {
    const found = known.find((word) => word === text);
    if (found === undefined) {
      throw new UsageProblem(`--${option} must be one of ${known.join(", ")}.`);
    }
    return found;
  };

const encodingName: Reader<string> = (text, option) => {
  try {
    return new TextDecoder(text.trim()).encoding;
  } catch {
    throw new UsageProblem(`--${option} must be an encoding such as utf-8, windows-1252, or shift_jis.`);
  }
};

const headerRow: Reader<number | "none"> = (text, option) => {
  if (text !== "none" && !/^[1-9]\d{0,2}$/u.test(text)) {
    throw new UsageProblem(`--${option} must be the number of a row from 1 to 999, or none.`);
  }
  return text === "none" ? text : Number(text);
};

const separatorSign: Reader<string> = (text, option) => {
  const sign = /^(?:tab|\\t)$/iu.test(text) ? "\t" : text;
  if (sign.length !== 1 || /["\r\n\p{L}\d]/u.test(sign)) {
    throw new UsageProblem(`--${option} must be one character such as ; or |, or tab.`);
  }
  return sign;
};

export const options = {
  records: {
    value: "N",
    read: wholeNumber,
    about: "fetch N records instead of the number in the document; when resuming, N more",
  },
  again: { about: "ask the service although the answer is stored, and pay for it again" },
  rejected: { about: "also the rows that the service rejected" },
  "that-is-all": { about: "accept what was fetched as complete although the service reports more; send nothing" },
  in: { value: "TABLE", read: file, about: "a CSV file; each of its rows is looked up" },
  column: {
    value: "NAME",
    isList: true,
    about: "the column that identifies them, or its number; the next one where it does not",
  },
  encoding: { value: "NAME", read: encodingName, about: "the encoding of TABLE, such as windows-1250 or shift_jis" },
  "header-row": {
    value: "N",
    read: headerRow,
    about: "the row that names the columns, counted from 1, or none; recognized when absent",
  },
  separator: { value: "SIGN", read: separatorSign, about: "between cells: a character, or tab" },
  plan: { about: "say how the table is read, what is asked for, and what it costs; send nothing" },
  companies: { value: "LIST", read: file, about: "a CSV file or a text with one company a line" },
  "per-company": {
    value: "N",
    read: wholeNumber,
    about: "at most N people of each company, with one request per company",
  },
  kind: { value: "KIND", read: oneOf(recordKinds), about: "company, person, or contact" },
  limit: { value: "N", read: wholeNumber, about: "list at most N" },
  wait: { about: "wait until they are finished; Ctrl+C ends the wait" },
  "max-credits": { value: "N", read: credits, about: "spend at most N credits now, without asking" },
  yes: { about: "do what the plan says without asking" },
  resend: { about: "send again what was sent and not answered, which may charge it twice" },
  "accept-unknown-costs": {
    about: "continue although the service does not say what it charges; needs\n--max-credits or --yes, too",
  },
  "try-now": { about: "end the wait that the service asked for, for all windows and processes" },
  out: { value: "FILE", read: file, about: `the file to write, whole or not at all: ${fileEndings.join(" ")}` },
  replace: { about: "replace FILE if it exists" },
  format: {
    value: "FORMAT",
    read: oneOf(printedKinds),
    about: `of printed records: ${printedKinds.join(", ")}; a file has the format of its ending`,
  },
  raw: { about: "CSV with every value as received, also what a spreadsheet would calculate" },
  fields: { value: "LIST", read: words, about: "ids of columns separated by commas" },
  profile: { value: "NAME", about: "a column profile, also one of yours" },
  json: { about: "print one JSON object; NDJSON where records are printed" },
  debug: { about: "log each request on standard error, without keys and records" },
  diagnose: { about: "say how the service is reached and what is in the way; sends no key" },
  sandbox: { about: "use the embedded service with synthetic data" },
  help: { short: "h", about: "show how a command is used" },
  version: { about: "print the version" },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof options;
type ValueOf<One> = One extends { readonly isList: true }
  ? readonly string[]
  : One extends { readonly read: Reader<infer Value> }
    ? Value
    : One extends { readonly value: string }
      ? string
      : boolean;

/** The options of a command line with their values. */
export type Options = { readonly [Name in OptionName]?: ValueOf<(typeof options)[Name]> | undefined };
type Texts = Partial<Record<OptionName, string | boolean | string[]>>;

export const optionOf = (name: OptionName): Option => options[name];

export function splitArguments(args: readonly string[]): {
  readonly texts: Texts;
  readonly positionals: readonly string[];
} {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      (Object.keys(options) as OptionName[]).map((name) => {
        const { value, short, isList: multiple = false } = optionOf(name);
        const type = value === undefined ? "boolean" : "string";
        return [name, { type, multiple, ...(short !== undefined && { short }) }];
      }),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") {
      continue;
    }
    if (!Object.hasOwn(options, token.name)) {
      throw new UsageProblem(
        /key|token|secret|password|origin/i.test(token.name)
          ? "There is no option for the address or the key: set PROSPECT_DESK_ORIGIN and PROSPECT_DESK_KEY in the " +
              "environment, where other programs of this machine cannot read them."
          : `There is no option ${token.rawName.startsWith("--") ? `--${token.name}` : token.rawName}.` +
              didYouMean(
                token.name,
                Object.keys(options).map((name) => `--${name}`),
              ),
      );
    }
    const { value, isList = false } = optionOf(token.name as OptionName);
    if (seen.has(token.name) && !isList) {
      throw new UsageProblem(`--${token.name} is given twice.`);
    }
    seen.add(token.name);
    const isFlag = value === undefined;
    if (!isFlag && (token.value === undefined || token.value === "")) {
      throw new UsageProblem(`--${token.name} needs a value.`);
    }
    if (isFlag && token.value !== undefined) {
      throw new UsageProblem(`--${token.name} takes no value.`);
    }
  }
  return { texts: values, positionals };
}

/** Throws a `UsageProblem` for a value that an option does not accept. */
export function readOptions(texts: Texts): Options {
  if (texts.fields !== undefined && texts.profile !== undefined) {
    throw new UsageProblem("--fields and --profile both choose the columns: use one of them.");
  }
  const valueOf = (name: OptionName, text: string | boolean | string[]): unknown =>
    typeof text === "string" ? (optionOf(name).read?.(text, name) ?? text) : text;
  return Object.fromEntries(
    (Object.entries(texts) as [OptionName, string | boolean | string[]][]).map(([name, text]) => [
      name,
      valueOf(name, text),
    ]),
  );
}

/** The options of every command that prints a result. */
export const commonNames: readonly OptionName[] = ["json", "sandbox", "debug"];
/** The options for the output of records. */
export const outputNames: readonly OptionName[] = ["out", "replace", "format", "raw", "fields", "profile"];
/** The paragraph about them in the help of a verb. */
export const outputNotes: readonly string[] = [
  `The ending of FILE is its format. --out - prints the records: as CSV, in the format of --format, or as NDJSON with
--json. An existing FILE needs --replace; missing folders are made.`,
];

/** The options that limit spending. */
export const spendNames: readonly OptionName[] = ["max-credits", "yes", "resend", "accept-unknown-costs", "try-now"];
/** The paragraph about them in the help of a verb. */
export const spendNotes: readonly string[] = [
  `--max-credits is a limit. Neither it nor --yes agrees to unknown costs or to what may be charged twice: that takes
--accept-unknown-costs or --resend. Only the page in flight when the price rises can cost more than was allowed; of a
table, the four lookups in flight. Without --max-credits and --yes, a command costs at most what agents may spend per
day (prospectDesk.agents.creditsPerDay) or what needs no confirmation (prospectDesk.spending.confirmAbove); above it,
the command asks on a terminal and ends with 3 elsewhere, as it does about unknown costs and what may be charged
twice.`,
];

export const isGiven = (options: Options, names: readonly OptionName[]): boolean =>
  names.some((name) => options[name] !== undefined);

export const spenderOf = (options: Options): Spender => ({
  kind: "command",
  maxCredits: options["max-credits"],
  yes: options.yes === true,
  acceptsUnknownCosts: options["accept-unknown-costs"] === true,
  resend: options.resend === true,
});

/** The only argument of a command. */
export function one(args: readonly string[], what: string): string {
  const [found, ...more] = args;
  if (found === undefined || found === "") {
    throw new UsageProblem(`Name ${what}.`);
  }
  if (more.length > 0) {
    throw new UsageProblem(`Name only one: ${what}. Put a path with spaces in quotation marks.`);
  }
  return found;
}

export function none(args: readonly string[], name: string): void {
  if (args.length > 0) {
    throw new UsageProblem(`"${name}" takes no further arguments.`);
  }
}

/** The help about a verb. */
export interface VerbHelp {
  /** Its command lines without "prospect", one for each way to use it: "run FILE|-". */
  readonly forms: readonly string[];
  /** For the overview, in one line. */
  readonly about: string;
  readonly options: readonly OptionName[];
  /** Paragraphs of the help. */
  readonly notes?: readonly string[];
  /** Whole command lines without "prospect", shown at the end of the help. */
  readonly examples: readonly string[];
}

export interface Verb<Argument = unknown> extends VerbHelp {
  /** Whether it needs a connection; otherwise only the database. */
  readonly connects: boolean | ((argument: Argument, options: Options) => boolean);
  /** Parses its arguments. Throws a `UsageProblem`, also for options that exclude each other. */
  read(args: readonly string[], options: Options): Argument;
  /** Rejects with a `CommandFailure`, a `Refusal`, or any other error. */
  perform(context: CommandContext, argument: Argument, options: Options): Promise<CommandResult>;
}

/** A verb whose `perform` gets what its `read` returns. */
export const verb = <Argument>(one: Verb<Argument>): Verb => one as unknown as Verb;

export interface CommandContext {
  readonly app: App;
  readonly terminal: Terminal;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Shows progress on a terminal. */
export const callOf = ({ terminal, signal }: CommandContext): Call => ({
  signal,
  onProgress: (_done, _total, message, run) =>
    run?.kind === "unsaved" ? terminal.note(message) : terminal.progress(message),
});

/** Shows the progress of work on the database: "40 of 100 records written". */
export const watchOf = ({ terminal, signal }: CommandContext, what: string): CallWatch => ({
  signal,
  onProgress: (done, total) => terminal.progress(`${done} of ${total} ${what}`),
});

/** Shows progress in percent: "40 % copied". */
export const percentOf = ({ terminal, signal }: CommandContext, what: string) => ({
  signal,
  onProgress: (done: number, total: number): void =>
    terminal.progress(`${Math.floor((100 * done) / Math.max(1, total))} % ${what}`),
});
