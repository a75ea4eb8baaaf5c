// The table of verbs, and the command line read by it.
import { nearestNames } from "../service/nearestNames";
import { eitherOf } from "../text/phrases";
import { none, readOptions, splitArguments, UsageProblem, type OptionName, type Options, type Verb } from "./arguments";
import { describe } from "./describeVerb";
import { enrichment } from "./enrichmentVerbs";
import { lookup } from "./lookupVerbs";
import { exportRecords } from "./recordVerbs";
import { account, backup, restore, runs } from "./runVerbs";
import { count, people, plan, resume, run } from "./searchVerbs";

type Described = Pick<Verb, "forms" | "about" | "options" | "notes" | "examples">;

/** In the order of the overview. */
const verbs: Readonly<Record<string, Verb>> = {
  run,
  resume,
  plan,
  count,
  people,
  describe,
  lookup,
  runs,
  export: exportRecords,
  enrichment,
  backup,
  restore,
  account,
};

/** Those that `readCommand` reads itself. */
const plain = {
  mcp: {
    forms: ["mcp"],
    about: "serves the tools for agents over standard input and output (MCP)",
    options: ["sandbox"],
    examples: ["mcp --sandbox"],
  },
  help: {
    forms: ["help COMMAND|filters"],
    about: "the options of one command, or the filters of searches",
    options: [],
    examples: ["help run", "help filters"],
  },
} as const satisfies Readonly<Record<string, Described>>;

/** What help says about each verb. */
export const described: Readonly<Record<string, Described>> = { ...verbs, ...plain };

export type Command =
  | { readonly kind: "verb"; readonly verb: Verb; readonly argument: unknown; readonly options: Options }
  | { readonly kind: "mcp"; readonly sandbox: boolean }
  | { readonly kind: "version" }
  | { readonly kind: "help"; readonly about: string | undefined };

export type ParsedArguments =
  | { readonly command: Command }
  | { readonly problem: string; readonly about: string | undefined };

/** Reads the arguments after the script's name. No problem repeats a value: it could be a key. */
export function parseCommand(args: readonly string[]): ParsedArguments {
  try {
    return { command: readCommand(args) };
  } catch (error) {
    if (error instanceof UsageProblem) {
      return { problem: error.message, about: args.find((one) => Object.hasOwn(described, one)) };
    }
    throw error;
  }
}

/** The nearest names are said instead of the name itself, which could be a key. */
function checkName(name: string): void {
  if (!Object.hasOwn(described, name)) {
    const near = nearestNames(name, Object.keys(described));
    throw new UsageProblem(`There is no such command.${near.length === 0 ? "" : ` Did you mean ${eitherOf(near)}?`}`);
  }
}

function readCommand(args: readonly string[]): Command {
  const { texts, positionals } = splitArguments(args);
  const [name, ...rest] = positionals;
  if (texts.version === true) {
    return { kind: "version" };
  }
  if (texts.help === true || name === "help" || name === undefined) {
    const about = name === "help" ? rest[0] : name;
    if (about !== undefined && about !== "filters") {
      checkName(about);
    }
    return { kind: "help", about };
  }
  checkName(name);
  const allowed = described[name]?.options ?? [];
  for (const option of Object.keys(texts) as readonly OptionName[]) {
    if (!allowed.includes(option)) {
      throw new UsageProblem(`--${option} does not apply to "${name}".`);
    }
  }
  const found = verbs[name];
  if (found === undefined) {
    none(rest, name);
    return { kind: "mcp", sandbox: texts.sandbox === true };
  }
  const options = readOptions(texts);
  return { kind: "verb", verb: found, argument: found.read(rest, options), options };
}
