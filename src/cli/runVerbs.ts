// The verbs about what is stored, and the account: runs, backup, restore, and account.
import path from "node:path";
import { accountState } from "../app/accountState";
import { backUpDatabase, restoreDatabase } from "../app/databaseBackups";
import { listRuns } from "../app/runFacts";
import { creditsText } from "../runs/amounts";
import type { DatabaseContents } from "../store/backup";
import { amountText } from "../text/numbers";
import { commonNames, none, one, percentOf, verb, type CommandContext } from "./arguments";
import { checkTarget } from "./output";
import { costOf } from "./results";

/** How many runs are listed when nobody says. */
const usualRuns = 50;

export const runs = verb({
  forms: ["runs"],
  about: "the latest runs: id, records, cost, state, title",
  options: ["limit", ...commonNames],
  notes: [`Lists ${usualRuns} runs, or as many as --limit says, the newest first.`],
  examples: ["runs --limit 5", "runs --json"],
  connects: false,
  read: (args) => none(args, "runs"),
  async perform({ app }, _none, { limit = usualRuns }) {
    const found = await listRuns(app, limit);
    const lines = found.map((facts) => {
      const { run, title, records, stop } = facts;
      return [run, `${records} records`, costOf(facts), stop?.kind ?? "running", title].join("\t");
    });
    return {
      state: "complete",
      data: { runs: found },
      ...(lines.length === 0 ? { lines: ["There are no runs yet."] } : { lines, printed: "values" }),
    };
  },
});

export const account = verb({
  forms: ["account"],
  about: "balance, spent today, and what may still be spent without asking",
  options: ["try-now", ...commonNames],
  examples: ["account --json"],
  connects: true,
  read: (args) => none(args, "account"),
  async perform({ app, signal }) {
    const { facts, agents } = await accountState(app, signal);
    const { connection, balance, problem, keyRejected, spentToday, spentAtLeast } = facts;
    const leftUnasked = Math.max(0, await app.budgets.leftUnconfirmed());
    const amounts = { balance: amountText(balance ?? 0), left: creditsText(leftUnasked) };
    return {
      state: keyRejected ? "keyRejected" : balance === null ? "failed" : "complete",
      data: { ...facts, leftUnasked },
      lines: [
        `Connection: ${connection}`,
        balance === null
          ? `The balance could not be read: ${problem ?? "unknown reason"}`
          : `Balance: ${amounts.balance} credits`,
        `Spent today: ${costOf({ credits: spentToday, creditsAtLeast: spentAtLeast })}`,
        `Commands and windows may spend ${amounts.left} more before they ask.`,
        ...agents,
      ],
    };
  },
});

export const backup = verb({
  forms: ["backup FILE"],
  about: "writes the whole database to one file and checks it",
  options: ["replace", "json"],
  notes: ["Windows and other commands read and write the database meanwhile. FILE contains personal data."],
  examples: ["backup prospects.db", "backup weekly.db --replace --json"],
  connects: false,
  read: (args) => one(args, "the file to write"),
  async perform(context, given, { replace = false }) {
    const { app, cwd } = context;
    const file = path.resolve(cwd, given);
    await checkTarget(file, given, replace);
    const written = await backUpDatabase(app, { file, replace }, percentOf(context, "copied and checked"));
    return {
      state: "complete",
      data: { file: written.file, bytes: written.bytes, ...contentsData(written.contents) },
      lines: [`Backed up to ${shown(context, written.file)}: ${contentsText(written.contents)}. The copy was checked.`],
    };
  },
});

export const restore = verb({
  forms: ["restore FILE"],
  about: "replaces the database with a backup, after a question; the database before is kept",
  options: ["yes", "json"],
  notes: [
    `FILE is checked first. While a run, batch, or enrichment is in progress, "restore" waits for its end. Payments made
since the backup stay in the ledger, and "restore" names the copy with what the database contained before.`,
  ],
  examples: ["restore prospects.db"],
  connects: false,
  read: (args) => one(args, "the backup"),
  async perform(context, given, { yes }) {
    const { app, terminal, cwd, signal } = context;
    const file = path.resolve(cwd, given);
    const { contents, kept } = await restoreDatabase(app, file, { yes, signal }, async (title, work) => {
      terminal.note(`${title}…`);
      const done = await work(percentOf(context, "done"));
      terminal.clearProgress();
      return done;
    });
    return {
      state: "complete",
      data: { file, kept, ...contentsData(contents) },
      lines: [`Restored: ${contentsText(contents)}. What it contained before is in ${kept}.`],
    };
  },
});

/** The path as it was given, if it is still that file. */
const shown = ({ cwd }: CommandContext, file: string): string => path.relative(cwd, file) || file;

const contentsData = ({ runs, records, calls, changedAt }: DatabaseContents) => ({
  runs,
  records,
  calls,
  changedAt: changedAt === undefined ? null : new Date(changedAt).toISOString(),
});

function contentsText({ runs, records, calls, changedAt }: DatabaseContents): string {
  const counts = `${counted(runs, "run")}, ${counted(records, "record")}, and ${counted(calls, "payment")}`;
  return changedAt === undefined ? counts : `${counts}, last changed ${new Date(changedAt).toISOString()}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
