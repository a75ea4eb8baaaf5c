// The options of `npm run sandbox`, with a sentence for each mistake.
import { parseArgs } from "node:util";
import type * as z from "zod";
import { paidOperations } from "../../src/service/operations";
import { faultFields } from "./faults";
import { defaultSize } from "../../src/sandbox/sandbox";
import { priceFields } from "./prices";

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
  { readonly command: SandboxCommand } | { readonly help: true } | { readonly problem: string };

/** Breaks a text into lines that fit next to a column of names. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function table(fields: Readonly<Record<string, z.ZodType>>): string {
  const indent = " ".repeat(20);
  return Object.entries(fields)
    .map(([name, field]) => `  ${name.padEnd(18)}${wrapped(field.description ?? "", 96).join(`\n${indent}`)}`)
    .join("\n");
}

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

A price plan has one price for "all" operations or a price for each of them:
${paidOperations.join(", ")}.
{"all": 0.25, "peopleSearch": {"perRecord": [0, 0.1, 10], "repeated": "charged", "reported": "missing"}}
A number alone is charged for every returned record. A price with rules has these fields, all optional:

${table(priceFields)}

A fault plan is a list of faults; the first one that applies to a call is used:
{"faults": [{"path": "/api/v2/people/search", "nth": 2, "status": 500}]}
A fault has these fields, all optional:

${table(faultFields)}
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
