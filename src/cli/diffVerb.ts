// The verbs about the text of a search: describe reads words as filters; diff, for pull requests, says what an edited
// search asks for, and what that costs.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { Refusal, type AppSearch } from "../app/app";
import { diffSearches } from "../app/diffSearches";
import { neutral } from "../app/untrusted";
import type { RunPlan } from "../runs/plan";
import { describeSearch } from "../searches/describeSearch";
import { longestDescription, readDescription } from "../searches/description/readDescription";
import { callOf, commonNames, one, UsageProblem, verb, type CommandContext } from "./arguments";
import {
  fileExists,
  largestSearch,
  readInput,
  readSearch,
  textOfBytes,
  titleOf,
  understoodSearch,
} from "./commandFiles";

export const diff = verb({
  forms: ["diff OLD NEW"],
  about: "what an edited search means: filters in words, price, what was fetched; sends no paid request",
  options: ["budget", ...commonNames],
  notes: [
    `OLD and NEW are saved searches, or files of a git revision, such as HEAD~1:searches/vps.prospect.json. One that the
revision does not have is a search that is new or was removed.`,
    `What was fetched is counted by comparing the filters with the database; names and addresses are not printed. The
service may match some records differently.`,
    `With --budget, the command ends with 3 when a run of NEW is expected to cost more, or its price is not known.`,
  ],
  examples: [
    "diff HEAD:searches/vps.prospect.json searches/vps.prospect.json",
    "diff main:vps.prospect.json vps.prospect.json --budget budget.json",
  ],
  connects: false,
  read: (args) => {
    const [before, after, ...more] = args;
    if (before === undefined || after === undefined || more.length > 0) {
      throw new UsageProblem("Name two saved searches: the earlier one and the later one.");
    }
    return { before, after };
  },
  async perform(context, { before, after }, { budget: file }) {
    const budget = file === undefined ? undefined : await readBudget(context, file);
    const searches = { before: await searchAt(context, before), after: await searchAt(context, after) };
    const { changes, fetched, fetchedSentence, plan } = await diffSearches(context.app, searches, callOf(context));
    const problem = budget === undefined ? undefined : whyOverBudget(plan, budget);
    const data = {
      changes,
      fetched,
      plan: plan && { records: plan.records, credits: plan.credits, priceKnown: plan.priceKnown },
      budget: budget ?? null,
      withinBudget: problem === undefined,
    };
    const lines = [
      ...(changes.length === 0 ? ["Both searches ask for the same."] : changes),
      fetchedSentence,
      ...(plan === undefined ? [] : [plan.sentence]),
      ...(problem === undefined ? [] : [problem]),
    ];
    return {
      state: problem === undefined ? "complete" : "needsBudget",
      data,
      lines: lines.map((line) => `- ${neutral(line, 2_000)}`),
    };
  },
});

/** `undefined` for a file that a revision does not have. */
async function searchAt(context: CommandContext, place: string): Promise<AppSearch | undefined> {
  const { cwd, signal } = context;
  if (!isRevision(place) || (await fileExists(path.resolve(cwd, place)))) {
    return readSearch(context, place);
  }
  const bytes = await readRevision(cwd, place, signal);
  return bytes && understoodSearch(context, textOfBytes(bytes, place), { place, title: titleOf(place) });
}

const budgetFile = z.strictObject({ credits: z.number().nonnegative() });

async function readBudget(context: CommandContext, file: string): Promise<number> {
  const text = textOfBytes(await readInput(context, file), file);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = undefined;
  }
  const { success, data } = budgetFile.safeParse(read);
  if (!success) {
    throw new Refusal(`${file} is not a budget. It looks like this: {"credits": 250}`);
  }
  return data.credits;
}

function whyOverBudget(plan: RunPlan | undefined, budget: number): string | undefined {
  if (plan === undefined || plan.records === 0) {
    return undefined;
  }
  if (!plan.priceKnown) {
    return `The price is not known, so the budget of ${budget} credits cannot be compared.`;
  }
  return plan.credits > budget
    ? `Above the budget: a run costs about ${plan.credits} credits, ${budget} are allowed.`
    : undefined;
}

const execute = promisify(execFile);

/** `HEAD~1:searches/vps.prospect.json`, as git names a file of a revision. */
const isRevision = (text: string): boolean => /^[^:\s-][^:\s]*:[^:]/u.test(text);

/** `undefined` when the revision has no such file. */
async function readRevision(cwd: string, text: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const revision = text.slice(0, text.indexOf(":"));
  const options = { cwd, signal, encoding: "buffer", maxBuffer: largestSearch, windowsHide: true } as const;
  try {
    await execute("git", ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`], options);
  } catch (error) {
    throw notRead(error, signal, `${text} is no file, and git knows no revision of that name here.`);
  }
  try {
    return (await execute("git", ["cat-file", "blob", text], options)).stdout;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 128) {
      return undefined;
    }
    throw notRead(error, signal, `${text} cannot be read.`);
  }
}

function notRead(error: unknown, signal: AbortSignal, sentence: string): unknown {
  if (signal.aborted) {
    return error;
  }
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return new Refusal(isMissing ? "git is not installed, or not in the PATH." : sentence, "input", { cause: error });
}

export const describe = verb({
  forms: ['describe "WORDS"'],
  about: "reads a description in English or German as filters, without a language model; nothing is fetched",
  options: ["json"],
  notes: [
    `Known values, numbers, and places become filters. Everything else is named as not used, and so is what is ` +
      `negated or
joined by "or" in a way that filters cannot express. --json prints search, filters, fetch, and notUsed.`,
  ],
  examples: [
    'describe "CTOs at fintechs in Berlin, 20 to 100 employees"',
    'describe "Banken außerhalb der Schweiz" --json',
  ],
  connects: false,
  read: (args) => {
    const description = one(args, "a description in quotation marks");
    if (description.length > longestDescription) {
      throw new UsageProblem(`The description must have at most ${longestDescription} characters.`);
    }
    return description;
  },
  perform: (_context, description) => {
    const { search, filters, fetch, notUsed } = readDescription(description);
    const used =
      Object.keys(filters).length === 0 ? "Nothing became a filter." : describeSearch({ search, filters, fetch });
    return Promise.resolve({
      state: "complete",
      data: { search, filters, fetch, notUsed },
      lines: [
        used,
        ...(notUsed.length === 0 ? [] : [`Not used: ${notUsed.map((words) => JSON.stringify(words)).join(", ")}.`]),
      ],
    });
  },
});
