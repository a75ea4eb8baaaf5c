// The verbs that back up and restore the database.
import path from "node:path";
import { backUpDatabase, restoreDatabase } from "../app/databaseBackups";
import type { DatabaseContents } from "../store/backup";
import { one } from "./arguments";
import { checkTarget } from "./output";
import { percentOf, verb, type CommandContext } from "./verb";

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
    `FILE is checked first. Nothing is restored while a run, batch, or enrichment is in progress. Payments made since
the backup stay in the ledger, and "restore" names the file with the database as it was before.`,
  ],
  examples: ["restore prospects.db"],
  connects: false,
  read: (args) => one(args, "the backup"),
  async perform(context, given, { yes }) {
    const { app, terminal, cwd, signal } = context;
    const file = path.resolve(cwd, given);
    const { contents, kept } = await restoreDatabase(app, file, { yes, signal }, async (step, work) => {
      const done = await work(percentOf(context, step === "check" ? "checked" : "of the database kept"));
      terminal.clearProgress();
      return done;
    });
    return {
      state: "complete",
      data: { file, kept, ...contentsData(contents) },
      lines: [`Restored: ${contentsText(contents)}. The database before is ${kept}.`],
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
