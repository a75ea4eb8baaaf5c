// The commands that back up and restore the database.
import { lstat } from "node:fs/promises";
import path from "node:path";
import type { DatabaseContents } from "../../store/backup";
import type { CommandContext } from "./context";
import { CommandFailure } from "./exitCodes";
import type { Command } from "./options";
import { usableFile } from "./output";
import type { CommandResult } from "./results";

type CommandNamed<Name extends Command["name"]> = Extract<Command, { readonly name: Name }>;

export async function backUp(context: CommandContext, command: CommandNamed<"backup">): Promise<CommandResult> {
  const { desk, cwd } = context;
  const file = path.resolve(cwd, command.file);
  const isTaken = await lstat(file).then(
    () => true,
    () => false,
  );
  if (!command.replace && isTaken) {
    throw new CommandFailure("usage", `${command.file} exists already. Add --replace to replace it.`);
  }
  const written = await desk.store.backups.write(
    { file: await usableFile(file, command.file), replace: command.replace },
    watchOf(context, "copied and checked"),
  );
  return {
    state: "complete",
    data: { file: written.file, bytes: written.bytes, ...contentsData(written.contents) },
    lines: [`Backed up to ${shown(context, written.file)}: ${contentsText(written.contents)}. The copy was checked.`],
  };
}

/** Replaces the database after a question, or with `--yes`. */
export async function restoreBackup(context: CommandContext, command: CommandNamed<"restore">): Promise<CommandResult> {
  const { desk, terminal, cwd, signal } = context;
  const { backups } = desk.store;
  const prepared = await backups.prepareRestore(path.resolve(cwd, command.file), watchOf(context, "checked"));
  const { copy, backup, current } = prepared;
  let isAgreed = command.yes;
  try {
    terminal.clearProgress();
    const question = [
      `${command.file} contains ${contentsText(backup)}.`,
      `It replaces the database, which contains ${contentsText(current)} and is kept beside it.`,
    ].join("\n");
    if (!isAgreed) {
      if (!terminal.canAsk) {
        throw new CommandFailure("usage", `${question}\nNothing was changed. Add --yes to restore it.`);
      }
      isAgreed = await terminal.confirm(question, "Restore it?", signal);
    }
    if (!isAgreed) {
      throw new CommandFailure("canceled", "Nothing was changed.");
    }
    const { kept } = await backups.restore({ copy, now: desk.clock.now() }, watchOf(context, "of the database kept"));
    return {
      state: "complete",
      data: { file: path.resolve(cwd, command.file), kept, ...contentsData(backup) },
      lines: [`Restored: ${contentsText(backup)}. The database before is ${kept}.`],
    };
  } finally {
    await backups.discardRestore(copy);
  }
}

/** The path as it was given, if it is still that file. */
const shown = ({ cwd }: CommandContext, file: string): string => path.relative(cwd, file) || file;

const contentsData = ({ runs, records, calls, changedAt }: DatabaseContents) => ({
  ...{ runs, records, calls },
  changedAt: changedAt === undefined ? null : new Date(changedAt).toISOString(),
});

function contentsText({ runs, records, calls, changedAt }: DatabaseContents): string {
  const counts = `${counted(runs, "run")}, ${counted(records, "record")}, and ${counted(calls, "payment")}`;
  return changedAt === undefined ? counts : `${counts}, last changed ${new Date(changedAt).toISOString()}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const watchOf = ({ signal, terminal }: CommandContext, what: string) => ({
  signal,
  onProgress: (done: number, total: number): void =>
    terminal.progress(`${Math.floor((100 * done) / Math.max(1, total))} % ${what}`),
});
