// The table of verbs, and the parser of the command line. Each verb is loaded on demand: together they need most of
// the program.
import {
  didYouMean,
  none,
  readOptions,
  splitArguments,
  UsageProblem,
  type OptionName,
  type Options,
  type Verb,
  type VerbHelp,
} from "./arguments";

const searchVerbs = () => import("./searchVerbs");
const databaseVerbs = () => import("./databaseVerbs");
const accountVerbs = () => import("./accountVerbs");

/** In the order of the overview. */
const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  run: async () => (await searchVerbs()).run,
  resume: async () => (await searchVerbs()).resume,
  plan: async () => (await searchVerbs()).plan,
  count: async () => (await searchVerbs()).count,
  people: async () => (await searchVerbs()).people,
  describe: async () => (await import("./describeVerb")).describe,
  lookup: async () => (await import("./lookupVerbs")).lookup,
  runs: async () => (await accountVerbs()).runs,
  export: async () => (await import("./recordVerbs")).exportRecords,
  enrichment: async () => (await import("./enrichmentVerbs")).enrichment,
  config: async () => (await import("./configVerb")).config,
  backup: async () => (await databaseVerbs()).backup,
  restore: async () => (await databaseVerbs()).restore,
  account: async () => (await accountVerbs()).account,
};

/** Commands that `readCommand` handles itself. */
const plain: Readonly<Record<string, VerbHelp>> = {
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
};

export const verbNames: readonly string[] = [...Object.keys(verbs), ...Object.keys(plain)];

/** The help about a verb. */
export const describedVerb = async (name: string): Promise<VerbHelp | undefined> =>
  plain[name] ?? (await verbs[name]?.());

export type Command =
  | { readonly kind: "verb"; readonly verb: Verb; readonly argument: unknown; readonly options: Options }
  | { readonly kind: "mcp"; readonly sandbox: boolean }
  | { readonly kind: "version"; readonly asJson: boolean }
  | { readonly kind: "help"; readonly about: string | undefined; readonly asJson: boolean };

export type ParsedArguments =
  | { readonly command: Command }
  | { readonly problem: string; readonly about: string | undefined };

/** Parses the arguments after the script's name. Errors never repeat a value: it could be a key. */
export async function parseCommand(args: readonly string[]): Promise<ParsedArguments> {
  try {
    return { command: await readCommand(args) };
  } catch (error) {
    if (error instanceof UsageProblem) {
      return { problem: error.message, about: args.find((one) => one !== "help" && verbNames.includes(one)) };
    }
    throw error;
  }
}

function checkName(name: string): void {
  if (!verbNames.includes(name)) {
    const near = didYouMean(name, verbNames);
    throw new UsageProblem(`There is no such command.${near === "" ? ` Commands: ${verbNames.join(", ")}.` : near}`);
  }
}

async function readCommand(args: readonly string[]): Promise<Command> {
  const { texts, positionals } = splitArguments(args);
  const [name, ...rest] = positionals;
  const asJson = texts.json === true;
  if (texts.version === true) {
    return { kind: "version", asJson };
  }
  if (texts.help === true || name === "help" || name === undefined) {
    const about = name === "help" ? rest[0] : name;
    if (about !== undefined && about !== "filters") {
      checkName(about);
    }
    return { kind: "help", about, asJson };
  }
  checkName(name);
  const allowed = (await describedVerb(name))?.options ?? [];
  for (const option of Object.keys(texts) as readonly OptionName[]) {
    if (!allowed.includes(option)) {
      throw new UsageProblem(`--${option} does not apply to "${name}".`);
    }
  }
  const verb = await verbs[name]?.();
  if (verb === undefined) {
    none(rest, name);
    return { kind: "mcp", sandbox: texts.sandbox === true };
  }
  const options = readOptions(texts);
  return { kind: "verb", verb, argument: verb.read(rest, options), options };
}
