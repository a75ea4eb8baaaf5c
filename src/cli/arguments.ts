// The options of the command line, described once for parsing, help and completion; and the values of a command.
import { parseArgs } from "node:util";
import { fileKinds, type FileKind } from "../app/exportFormat";
import { rowChanges, type RowChange } from "../store/changes";

interface Option {
  /** What stands for its value in the help; a flag has none. */
  readonly value?: string;
  readonly short?: string;
  /** A line or two of the help. */
  readonly about: string;
  /** What completion offers for its value: these words, or files. */
  readonly offers?: readonly string[] | "files";
}

export const options = {
  records: { value: "N", about: "fetch N records instead of the number in the document; when resuming, N more" },
  resume: { value: "RUN", about: "continue a run where it stopped" },
  again: { about: "fetch what a run of the last 24 hours has already, and pay for it again" },
  refresh: { about: "ask the service although there is a stored answer, and pay for it again" },
  rejected: { about: "also the rows that the service rejected" },
  in: { value: "TABLE", about: "a CSV file; each of its rows is looked up", offers: "files" },
  column: { value: "NAME", about: "the column that identifies them, or its number; recognized when absent" },
  companies: { value: "LIST", about: "a CSV file or a text with one company a line", offers: "files" },
  "per-company": { value: "N", about: "at most N people of each company, which is then asked for alone" },
  since: { value: "RUN", about: "the run to compare with; the newest earlier one of the same search when absent" },
  changes: {
    value: "LIST",
    about: "which changes, separated by commas: new, changed, gone; all when absent,\nwithout gone in a file for a CRM",
    offers: rowChanges,
  },
  dataset: { value: "DIR", about: "a folder for everything fetched as Parquet files, empty or written before" },
  budget: { value: "FILE", about: 'the most that a run may cost, such as {"credits": 250}', offers: "files" },
  kind: { value: "KIND", about: "company, person, or contact", offers: ["company", "person", "contact"] },
  limit: { value: "N", about: "list at most N" },
  "news-only": { about: "only print the news of a watch; sends nothing" },
  handled: { about: "mark the news as handled, so that they are not printed again" },
  wait: { about: "wait until they are finished; Ctrl+C ends the wait" },
  "max-credits": { value: "N", about: "spend at most N credits now, without asking" },
  "delete-files": { about: "also delete the exported files that may name them" },
  yes: { about: "do what the plan says without asking; also ask again for what may be charged twice" },
  "accept-unknown-costs": {
    about: "continue although the service does not say what it charges; needs\n--max-credits or --yes, too",
  },
  "try-now": { about: "end the wait that the service asked for, for all windows and processes" },
  out: { value: "FILE", about: "the file to write, whole or not at all", offers: "files" },
  replace: { about: "replace FILE if it exists" },
  append: { about: "add the records that FILE lacks, in its own columns; a CSV or NDJSON file" },
  format: {
    value: "FORMAT",
    about: "csv, json, ndjson, xlsx, sqlite, or parquet; by the ending of FILE when absent",
    offers: fileKinds,
  },
  columns: { value: "LIST", about: "names of columns separated by commas" },
  profile: { value: "NAME", about: "a column profile, also one of yours; a name that does not exist lists them" },
  user: { about: "for you in all folders, instead of this folder alone" },
  json: { about: "the last line of standard output is one JSON object" },
  sandbox: { about: "use the embedded service with synthetic data" },
  help: { short: "h", about: "show how a command is used" },
  version: { about: "print the version" },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof options;
export type Values = Partial<Record<OptionName, string | boolean>>;

export const optionOf = (name: OptionName): Option => options[name];

/** What may be wrong with the arguments. The message never repeats a value: it could be a key. */
export class UsageProblem extends Error {
  override readonly name = "UsageProblem";
}

export function splitArguments(args: readonly string[]): {
  readonly values: Values;
  readonly positionals: readonly string[];
} {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      (Object.keys(options) as OptionName[]).map((name) => {
        const { value, short } = optionOf(name);
        return [name, { type: value === undefined ? "boolean" : "string", ...(short !== undefined && { short }) }];
      }),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") {
      continue;
    }
    if (!Object.hasOwn(options, token.name)) {
      throw new UsageProblem(
        /key|token|secret|password|origin/i.test(token.name)
          ? "There is no option for the address or the key: set PROSPECT_DESK_ORIGIN and PROSPECT_DESK_KEY in the " +
              "environment, where other programs of this machine cannot read them."
          : `There is no option ${token.rawName.startsWith("--") ? `--${token.name}` : token.rawName}.`,
      );
    }
    const isFlag = optionOf(token.name as OptionName).value === undefined;
    if (!isFlag && (token.value === undefined || token.value === "")) {
      throw new UsageProblem(`--${token.name} needs a value.`);
    }
    if (isFlag && token.value !== undefined) {
      throw new UsageProblem(`--${token.name} takes no value.`);
    }
  }
  return { values: values as Values, positionals };
}

/** What every command that prints a result understands. */
export interface CommonOptions {
  readonly json: boolean;
  /** Use the embedded service with synthetic data. */
  readonly sandbox: boolean;
  /** Ends the pause that the service asked for, for all windows and processes. */
  readonly tryNow?: true;
}
export const commonNames: readonly OptionName[] = ["json", "sandbox"];
export const commonOf = ({ json, sandbox, "try-now": tryNow }: Values): CommonOptions => ({
  json: json === true,
  sandbox: sandbox === true,
  ...(tryNow === true && { tryNow: true as const }),
});

/** Where records are written, and how. */
export interface OutputOptions {
  /** Path of a file, or `-` for standard output; absent when there is none. */
  readonly out: string | undefined;
  readonly replace: boolean;
  /** Add the records that the file lacks. */
  readonly append?: true;
  /** Of a comparison. */
  readonly changes?: readonly RowChange[] | undefined;
  readonly format: FileKind | undefined;
  /** Names of columns separated by commas. */
  readonly columns: string | undefined;
  /** The name of a column profile. */
  readonly profile?: string;
}
export const outputNames: readonly OptionName[] = ["out", "replace", "format", "columns", "profile"];

export function outputOf(values: Values): OutputOptions {
  const format = textOf(values, "format") as FileKind | undefined;
  if (format !== undefined && !fileKinds.includes(format)) {
    throw new UsageProblem(`--format must be one of ${fileKinds.join(", ")}.`);
  }
  const profile = textOf(values, "profile");
  if (values.columns !== undefined && profile !== undefined) {
    throw new UsageProblem("--columns and --profile both choose the columns: use one of them.");
  }
  return {
    out: textOf(values, "out"),
    replace: values.replace === true,
    ...(values.append === true && { append: true as const }),
    format,
    columns: textOf(values, "columns"),
    ...(profile !== undefined && { profile }),
  };
}

/** What a command may spend. */
export interface SpendOptions {
  readonly maxCredits: number | undefined;
  readonly yes: boolean;
  /** Continue although the service does not say what its pages cost. */
  readonly acceptsUnknownCosts: boolean;
}
export const spendNames: readonly OptionName[] = ["max-credits", "yes", "accept-unknown-costs", "try-now"];

export function spendOf(values: Values): SpendOptions {
  const credits = textOf(values, "max-credits");
  if (credits !== undefined && !/^\d{1,9}(\.\d{1,6})?$/.test(credits)) {
    throw new UsageProblem("--max-credits must be a number of credits, such as 25 or 12.5.");
  }
  return {
    maxCredits: credits === undefined ? undefined : Number(credits),
    yes: values.yes === true,
    acceptsUnknownCosts: values["accept-unknown-costs"] === true,
  };
}

export function textOf(values: Values, name: OptionName): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

const most = 1_000_000;

/** A whole number from 1. */
export function numberOf(values: Values, name: OptionName): number | undefined {
  const value = textOf(values, name);
  if (value !== undefined && (!/^\d{1,7}$/.test(value) || Number(value) < 1 || Number(value) > most)) {
    throw new UsageProblem(`--${name} must be a whole number from 1 to ${most}.`);
  }
  return value === undefined ? undefined : Number(value);
}

/** Some of these words, separated by commas. */
export function wordsOf<Word extends string>(
  values: Values,
  name: OptionName,
  words: readonly Word[],
): readonly Word[] | undefined {
  const given = textOf(values, name)
    ?.split(",")
    .map((word) => word.trim());
  const found = given?.flatMap((word) => words.filter((one) => one === word));
  if (found?.length !== given?.length) {
    throw new UsageProblem(`--${name} must be some of ${words.join(", ")}, separated by commas.`);
  }
  return found;
}

/** One of some words. */
export function wordOf<Word extends string>(
  values: Values,
  name: OptionName,
  words: readonly Word[],
): Word | undefined {
  const value = textOf(values, name);
  const found = words.find((word) => word === value);
  if (value !== undefined && found === undefined) {
    throw new UsageProblem(`--${name} must be one of ${words.join(", ")}.`);
  }
  return found;
}

/** The only argument of a command. */
export function one(rest: readonly string[], what: string): string {
  const [found, ...more] = rest;
  if (found === undefined || found === "") {
    throw new UsageProblem(`Name ${what}.`);
  }
  if (more.length > 0) {
    throw new UsageProblem(`Name only one: ${what}. Put a path with spaces in quotation marks.`);
  }
  return found;
}

export function none(rest: readonly string[], name: string): void {
  if (rest.length > 0) {
    throw new UsageProblem(`"${name}" takes no further arguments.`);
  }
}
