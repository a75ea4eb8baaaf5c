// The arguments of the command line: commands, their options, and a sentence for each mistake.
import { parseArgs } from "node:util";
import { fileKinds, type FileKind } from "../actions/exportFormat";

/** What every command that prints a result understands. */
interface CommonOptions {
  readonly json: boolean;
  /** Use the embedded service with synthetic data. */
  readonly sandbox: boolean;
  /** Ends the pause that the service asked for, for all windows and processes. */
  readonly tryNow?: true;
}

/** Where records are written, and how. */
export interface OutputOptions {
  /** Path of a file; absent for standard output or none. */
  readonly out: string | undefined;
  readonly format: FileKind | undefined;
  /** Names of columns separated by commas, or the name of a column profile. */
  readonly columns: string | undefined;
}

/** What a command may spend. */
export interface SpendOptions {
  readonly maxCredits: number | undefined;
  readonly yes: boolean;
  /** Continue although the service does not say what its pages cost. */
  readonly acceptsUnknownCosts: boolean;
}

/** A file, or `-` for standard input. */
interface SearchOptions {
  readonly file: string;
  readonly records: number | undefined;
}

export type Command =
  | ({ readonly name: "run" } & SearchOptions & SpendOptions & OutputOptions & CommonOptions)
  | ({ readonly name: "resume"; readonly run: string; readonly records: number | undefined } & SpendOptions &
      OutputOptions &
      CommonOptions)
  | ({ readonly name: "plan" } & SearchOptions & CommonOptions)
  | ({ readonly name: "count"; readonly file: string } & SpendOptions & CommonOptions)
  | ({ readonly name: "lookup"; readonly kind: "company" | "person"; readonly text: string } & SpendOptions &
      CommonOptions)
  | ({ readonly name: "runs" } & CommonOptions)
  | ({ readonly name: "export"; readonly run: string; readonly replace: boolean } & OutputOptions & CommonOptions)
  | ({ readonly name: "backup"; readonly file: string; readonly replace: boolean } & CommonOptions)
  | ({ readonly name: "restore"; readonly file: string; readonly yes: boolean } & CommonOptions)
  | ({ readonly name: "account" } & CommonOptions)
  | { readonly name: "mcp"; readonly sandbox: boolean }
  | { readonly name: "schema" }
  | { readonly name: "version" }
  | { readonly name: "help"; readonly about: string | undefined };

export type ParsedArguments = { readonly command: Command } | { readonly problem: string };

const flag = { type: "boolean" } as const;
const text = { type: "string" } as const;
const allOptions = {
  records: text,
  "max-credits": text,
  out: text,
  format: text,
  columns: text,
  resume: text,
  replace: flag,
  json: flag,
  yes: flag,
  "accept-unknown-costs": flag,
  sandbox: flag,
  "try-now": flag,
  help: { type: "boolean", short: "h" },
  version: flag,
} as const;
type OptionName = keyof typeof allOptions;
type Values = Partial<Record<OptionName, string | boolean>>;

const spending: readonly OptionName[] = ["max-credits", "yes", "accept-unknown-costs"];
const output: readonly OptionName[] = ["out", "format", "columns"];
const common: readonly OptionName[] = ["json", "sandbox"];

/** The options of each command. */
const optionsOf: Readonly<Record<string, readonly OptionName[]>> = {
  run: ["records", "resume", "try-now", ...spending, ...output, ...common],
  plan: ["records", ...common],
  count: ["try-now", ...spending, ...common],
  lookup: ["try-now", ...spending, ...common],
  runs: common,
  export: ["replace", ...output, ...common],
  backup: ["replace", "json"],
  restore: ["yes", "json"],
  account: ["try-now", ...common],
  mcp: ["sandbox"],
  schema: [],
  help: [],
};

/** What may be wrong with the arguments. */
class UsageProblem extends Error {
  override readonly name = "UsageProblem";
}

/** Reads the arguments after the script's name. No problem repeats a value: it could be a key. */
export function parseCommand(args: readonly string[]): ParsedArguments {
  try {
    return { command: readCommand(args) };
  } catch (error) {
    if (error instanceof UsageProblem) {
      return { problem: error.message };
    }
    throw error;
  }
}

function readCommand(args: readonly string[]): Command {
  const { values, positionals } = splitArguments(args);
  const [name, ...rest] = positionals;
  if (values.version === true) {
    return { name: "version" };
  }
  if (values.help === true || name === "help" || name === undefined) {
    return { name: "help", about: name === "help" ? rest[0] : name };
  }
  const allowed = Object.hasOwn(optionsOf, name) ? optionsOf[name] : undefined;
  if (allowed === undefined) {
    throw new UsageProblem("There is no such command.");
  }
  for (const option of Object.keys(values) as readonly OptionName[]) {
    if (!allowed.includes(option)) {
      throw new UsageProblem(`--${option} does not apply to "${name}".`);
    }
  }
  return commandOf(name, rest, values);
}

function splitArguments(args: readonly string[]): { readonly values: Values; readonly positionals: readonly string[] } {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: allOptions,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") {
      continue;
    }
    const known = Object.hasOwn(allOptions, token.name) ? allOptions[token.name as OptionName] : undefined;
    if (known === undefined) {
      throw new UsageProblem(
        /key|token|secret|password|origin/i.test(token.name)
          ? "There is no option for the address or the key: set PROSPECT_DESK_ORIGIN and PROSPECT_DESK_KEY in the " +
              "environment, where other programs of this machine cannot read them."
          : `There is no option ${token.rawName.startsWith("--") ? `--${token.name}` : token.rawName}.`,
      );
    }
    if (known.type === "string" && (token.value === undefined || token.value === "")) {
      throw new UsageProblem(`--${token.name} needs a value.`);
    }
    if (known.type === "boolean" && token.value !== undefined) {
      throw new UsageProblem(`--${token.name} takes no value.`);
    }
  }
  return { values: values as Values, positionals };
}

function commandOf(name: string, rest: readonly string[], values: Values): Command {
  const shared = {
    json: values.json === true,
    sandbox: values.sandbox === true,
    ...(values["try-now"] === true && { tryNow: true as const }),
  };
  const spend = {
    maxCredits: creditsOf(values),
    yes: values.yes === true,
    acceptsUnknownCosts: values["accept-unknown-costs"] === true,
  };
  switch (name) {
    case "run":
      return runCommand(rest, values, { ...shared, ...spend, ...outputOf(values) });
    case "plan":
      return { name, file: searchOf(rest), records: recordsOf(values), ...shared };
    case "count":
      return { name, file: searchOf(rest), ...spend, ...shared };
    case "lookup": {
      const [kind, ...words] = rest;
      if ((kind !== "company" && kind !== "person") || words.length === 0) {
        throw new UsageProblem('Say what to look up: "lookup company TEXT" or "lookup person TEXT".');
      }
      return { name, kind, text: words.join(" "), ...spend, ...shared };
    }
    case "runs":
      none(rest, name);
      return { name, ...shared };
    case "export": {
      const found = outputOf(values);
      if (found.out === undefined && shared.json) {
        throw new UsageProblem("--json needs --out here: without it, the records are printed.");
      }
      return { name, run: one(rest, "the id of a run"), replace: values.replace === true, ...found, ...shared };
    }
    case "backup":
      return { name, file: one(rest, "the file to write"), replace: values.replace === true, ...shared };
    case "restore":
      return { name, file: one(rest, "the backup"), yes: spend.yes, ...shared };
    case "account":
      none(rest, name);
      return { name, ...shared };
    case "mcp":
      none(rest, name);
      return { name, sandbox: shared.sandbox };
    default:
      none(rest, name);
      return { name: "schema" };
  }
}

function runCommand(
  rest: readonly string[],
  values: Values,
  shared: SpendOptions & OutputOptions & CommonOptions,
): Command {
  const records = recordsOf(values);
  const run = values.resume;
  if (typeof run !== "string") {
    return { name: "run", file: searchOf(rest), records, ...shared };
  }
  none(rest, "run --resume");
  return { name: "resume", run, records, ...shared };
}

function outputOf(values: Values): OutputOptions {
  const { out, columns } = values;
  const format = values.format as FileKind | undefined;
  if (format !== undefined && !fileKinds.includes(format)) {
    throw new UsageProblem(`--format must be one of ${fileKinds.join(", ")}.`);
  }
  return {
    out: typeof out === "string" ? out : undefined,
    format,
    columns: typeof columns === "string" ? columns : undefined,
  };
}

function recordsOf({ records }: Values): number | undefined {
  if (records === undefined) {
    return undefined;
  }
  const number = Number(records);
  if (!/^\d{1,7}$/.test(String(records)) || number < 1 || number > 1_000_000) {
    throw new UsageProblem("--records must be a whole number from 1 to 1000000.");
  }
  return number;
}

function creditsOf({ "max-credits": credits }: Values): number | undefined {
  if (credits === undefined) {
    return undefined;
  }
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(String(credits))) {
    throw new UsageProblem("--max-credits must be a number of credits, such as 25 or 12.5.");
  }
  return Number(credits);
}

const searchOf = (rest: readonly string[]): string => one(rest, "a saved search, or - for standard input");

function one(rest: readonly string[], what: string): string {
  const [found, ...more] = rest;
  if (found === undefined || found === "") {
    throw new UsageProblem(`Name ${what}.`);
  }
  if (more.length > 0) {
    throw new UsageProblem(`Name only one: ${what}. Put a path with spaces in quotation marks.`);
  }
  return found;
}

function none(rest: readonly string[], name: string): void {
  if (rest.length > 0) {
    throw new UsageProblem(`"${name}" takes no further arguments.`);
  }
}
