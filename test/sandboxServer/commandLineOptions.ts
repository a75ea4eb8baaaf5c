// The options of `npm run sandbox`, with a sentence for each mistake.
import { parseArgs } from "node:util";
import { defaultSize } from "../../src/sandbox/sandbox";

export interface SandboxCommand {
  readonly port: number;
  readonly key: string;
  readonly companies: number;
  readonly people: number;
  readonly balance: number;
  readonly seed: number;
  readonly month: number;
  /** Path of a price plan. */
  readonly prices: string | undefined;
  /** Path of a fault plan. */
  readonly faults: string | undefined;
}

export type ParsedCommand =
  | { readonly command: SandboxCommand }
  | { readonly help: true }
  | { readonly problem: string };

export const help = `Serves the sandbox on 127.0.0.1: the whole service with synthetic companies and people.

  npm run sandbox -- [options]

  --port P        port to listen on; 0 takes a free one (7070)
  --key K         the API key it accepts, at least 8 characters (demo-key)
  --companies N   number of companies (${defaultSize.companies})
  --people N      number of people (${defaultSize.people})
  --balance N     credits of the workspace (1000)
  --seed S        another seed makes other records (1)
  --month N       the data N months later: people join, leave and change jobs, companies grow and shrink (0)
  --prices F      a JSON file with a price plan (0.25 credits per record, free when received before)
  --faults F      a JSON file with a fault plan (no faults)
  --help          shows this text

A price plan: {"all": 0.25, "peopleSearch": {"perRecord": [0, 0.1, 10], "repeated": "charged", "reported": "missing"}}
A fault plan: {"faults": [{"path": "/api/v2/people/search", "nth": 2, "status": 500}]}
Their fields are in test/sandboxServer/prices.ts and test/sandboxServer/faults.ts.
`;

const counts = {
  port: [0, 65_535],
  companies: [1, 1_000_000],
  people: [1, 1_000_000],
  balance: [0, 1e12],
  seed: [0, 2 ** 31 - 1],
  month: [0, 120],
} as const;
const defaults = { port: 7070, ...defaultSize, balance: 1000, seed: 1, month: 0 };

/** Reads the arguments after the script's name. */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const text = { type: "string" } as const;
  let values: Partial<Record<string, string | boolean>>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        port: text,
        key: text,
        companies: text,
        people: text,
        balance: text,
        seed: text,
        month: text,
        prices: text,
        faults: text,
        help: { type: "boolean", short: "h" },
      },
    }));
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "The arguments could not be read." };
  }
  if (values["help"] === true) return { help: true };
  const numbers: Record<string, number> = {};
  for (const [name, [least, most]] of Object.entries(counts)) {
    const given = values[name];
    if (given === undefined) continue;
    const number = Number(given);
    if (!/^\d+$/.test(String(given)) || number < least || number > most)
      return { problem: `--${name} must be a whole number from ${least} to ${most}, not "${String(given)}".` };
    numbers[name] = number;
  }
  const key = String(values["key"] ?? "demo-key");
  if (!/^[\x21-\x7e]{8,4096}$/.test(key)) return { problem: "--key must have at least 8 characters, without spaces." };
  const file = (name: "faults" | "prices"): string | undefined =>
    values[name] === undefined ? undefined : String(values[name]);
  return { command: { ...defaults, ...numbers, key, prices: file("prices"), faults: file("faults") } };
}
