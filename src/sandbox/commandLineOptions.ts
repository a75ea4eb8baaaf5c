// What `npm run sandbox` takes: its options as data, and plain sentences for what is wrong with them.
import { parseArgs } from "node:util";

export interface SandboxCommand {
  readonly port: number;
  readonly key: string;
  readonly companies: number;
  readonly people: number;
  readonly balance: number;
  readonly seed: number;
  /** Path of a fault plan. */
  readonly faults: string | undefined;
}

export type ParsedCommand = { readonly command: SandboxCommand } | { readonly help: true } | { readonly problem: string };

export const help = `Serves the sandbox on 127.0.0.1: the whole service with synthetic companies and people.

  npm run sandbox -- [options]

  --port P        port to listen on; 0 takes a free one (7070)
  --key K         the API key it accepts, at least 8 characters (demo-key)
  --companies N   number of companies (5000)
  --people N      number of people (50000)
  --balance N     credits of the workspace (1000)
  --seed S        another seed makes other records (1)
  --faults F      a JSON file with a fault plan:
                  {"faults": [{"path": "/api/v2/people/search", "nth": 2, "status": 500}]}
  --help          shows this text
`;

const counts = { port: [0, 65_535], companies: [1, 10_000_000], people: [1, 10_000_000], balance: [0, 1e12], seed: [0, 2 ** 31 - 1] } as const;
const defaults = { port: 7070, companies: 5000, people: 50_000, balance: 1000, seed: 1 };

/** Reads the arguments after the script's name. */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const text = { type: "string" } as const;
  let values: Partial<Record<string, string | boolean>>;
  try {
    ({ values } = parseArgs({ args: [...args], options: { port: text, key: text, companies: text, people: text, balance: text, seed: text, faults: text, help: { type: "boolean", short: "h" } } }));
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "The arguments could not be read." };
  }
  if (values["help"] === true) return { help: true };
  const numbers: Record<string, number> = {};
  for (const [name, [least, most]] of Object.entries(counts)) {
    const given = values[name];
    if (given === undefined) continue;
    const number = Number(given);
    if (!/^\d+$/.test(String(given)) || number < least || number > most) return { problem: `--${name} must be a whole number from ${least} to ${most}, not "${String(given)}".` };
    numbers[name] = number;
  }
  const key = String(values["key"] ?? "demo-key");
  if (!/^[\x21-\x7e]{8,4096}$/.test(key)) return { problem: "--key must have at least 8 characters, without spaces." };
  const faults = values["faults"];
  return { command: { ...defaults, ...numbers, key, faults: faults === undefined ? undefined : String(faults) } };
}
