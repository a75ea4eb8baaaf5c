// The verbs about the database: backup and restore.
import path from "node:path";
import { backUpDatabase, restoreDatabase } from "../app/databaseBackups";
import type { DatabaseContents } from "../store/backup";
import { one, percentOf, verb, type CommandContext } from "./arguments";
import { checkRegular } from "./commandFiles";
import { checkTarget } from "./output";

export const backup = verb({
  forms: ["backup FILE"],
  about: "writes the whole database to one file and checks it",
  options: ["replace", "json"],
  notes: ["Windows and other commands can use the database during this. FILE contains personal data."],
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
    await checkRegular(file, given);
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

/** The file relative to the current folder, for display. */
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
