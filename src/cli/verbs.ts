// The table of verbs, and the command line read by it.
import { none, readOptions, splitArguments, UsageProblem, type OptionName, type Options, type Verb } from "./arguments";
import { describe, diff } from "./diffVerb";
import { enrichment } from "./enrichmentVerbs";
import { lookup } from "./lookupVerbs";
import { changes, exportRecords, find, lists, profiles } from "./recordVerbs";
import { account, backup, deleteVerb, erase, restore, runs } from "./runVerbs";
import { count, people, plan, resume, run } from "./searchVerbs";
import { watch } from "./watchVerb";

/** Verbs that need no database: they are performed where the process starts. */
export type PlainName = "mcp" | "schema" | "completion" | "help" | "version";

type Described = Pick<Verb, "forms" | "about" | "options" | "notes" | "examples">;

/** In the order of the overview. */
const verbs: Readonly<Record<string, Verb>> = {
  run,
  resume,
  plan,
  diff,
  count,
  people,
  watch,
  describe,
  lookup,
  runs,
  export: exportRecords,
  profiles,
  changes,
  find,
  lists,
  enrichment,
  delete: deleteVerb,
  erase,
  backup,
  restore,
  account,
};

const plain: Readonly<Record<Exclude<PlainName, "version">, Described>> = {
  mcp: {
    forms: ["mcp"],
    about: "serves the tools for agents over standard input and output (MCP)",
    options: ["sandbox"],
    examples: ["mcp --sandbox"],
  },
  schema: {
    forms: ["schema"],
    about: "the JSON schema of saved searches",
    options: [],
    examples: ["schema > prospect.schema.json"],
  },
  completion: {
    forms: ["completion bash|zsh|fish"],
    about: "prints a script that completes commands and options in a shell",
    options: [],
    notes: [
      "For bash and zsh, add the example to ~/.bashrc or ~/.zshrc; for fish, save the script as\n" +
        "~/.config/fish/completions/prospect.fish.",
    ],
    examples: ["completion bash", "completion fish > ~/.config/fish/completions/prospect.fish"],
  },
  help: {
    forms: ["help COMMAND|filters"],
    about: "the options of one command, or the filters of searches",
    options: [],
    examples: ["help run", "help filters"],
  },
};

/** What help and completion tell of each verb. */
export const described: Readonly<Record<string, Described>> = { ...verbs, ...plain };

export type Command =
  | { readonly kind: "verb"; readonly verb: Verb; readonly argument: unknown; readonly options: Options }
  | { readonly kind: "mcp"; readonly sandbox: boolean }
  | { readonly kind: "schema" }
  | { readonly kind: "completion"; readonly shell: Shell }
  | { readonly kind: "version" }
  | { readonly kind: "help"; readonly about: string | undefined };

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

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

function readCommand(args: readonly string[]): Command {
  const { texts, positionals } = splitArguments(args);
  const [name, ...rest] = positionals;
  if (texts.version === true) {
    return { kind: "version" };
  }
  if (texts.help === true || name === "help" || name === undefined) {
    return { kind: "help", about: name === "help" ? rest[0] : name };
  }
  if (!Object.hasOwn(described, name)) {
    throw new UsageProblem("There is no such command.");
  }
  const allowed = described[name]?.options ?? [];
  for (const option of Object.keys(texts) as readonly OptionName[]) {
    if (!allowed.includes(option)) {
      throw new UsageProblem(`--${option} does not apply to "${name}".`);
    }
  }
  const found = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (found === undefined) {
    return plainCommand(name as PlainName, rest, texts.sandbox === true);
  }
  const options = readOptions(texts);
  // `run --resume RUN` is `resume RUN`.
  if (options.resume !== undefined) {
    none(rest, "run --resume");
    return { kind: "verb", verb: resume, argument: resume.read([options.resume], options), options };
  }
  return { kind: "verb", verb: found, argument: found.read(rest, options), options };
}

function plainCommand(name: PlainName, rest: readonly string[], sandbox: boolean): Command {
  if (name === "completion") {
    const shell = shells.find((one) => rest.length === 1 && one === rest[0]);
    if (shell === undefined) {
      throw new UsageProblem(`Name a shell: ${shells.join(", ")}.`);
    }
    return { kind: "completion", shell };
  }
  none(rest, name);
  return name === "mcp" ? { kind: "mcp", sandbox } : { kind: "schema" };
}
