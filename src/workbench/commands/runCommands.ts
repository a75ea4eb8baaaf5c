// The commands on runs. A command that does more than one call has a file of its own beside this one.
import { commandIds, type CommandHandler } from "../commandIds";
import { targetCommand } from "../targets/commandTargets";
import { copyDatabasePath } from "./copyDatabasePath";
import { backUpDatabase, restoreDatabase } from "./databaseBackups";
import { exportDataset } from "./exportDataset";
import type { Desk } from "../desk";
import { deleteSelected } from "./deleteSelected";
import { eraseRecord } from "./eraseRecord";
import { compareRun, findRun, openLastResult } from "./openRuns";
import { purgeRuns } from "./purgeRuns";

export function runCommands(desk: Desk) {
  const { targets, searchOfRun, runner, openResults } = desk;
  return {
    [commandIds.openRun]: targetCommand(targets.results, ({ header }) => openResults(header)),
    [commandIds.resumeRun]: targetCommand(targets.results, ({ header }) => runner.resume(header.id)),
    [commandIds.resumeBatch]: targetCommand(targets.results, ({ header }) => runner.resume(header.id)),
    [commandIds.stopRun]: targetCommand(targets.run, ({ header }) => runner.stop(header.id)),
    [commandIds.findRun]: withArguments(() => findRun(desk)),
    [commandIds.openLastResult]: targetCommand(targets.search, (search) => openLastResult(search, desk)),
    [commandIds.compareRun]: withArguments((args) => compareRun(args, desk)),
    [commandIds.editSearchOfRun]: targetCommand(targets.run, (run) => searchOfRun.edit(run)),
    [commandIds.runAgain]: targetCommand(targets.run, (run) => searchOfRun.runAgain(run)),
    [commandIds.renameRun]: targetCommand(targets.run, (run) => searchOfRun.rename(run)),
    [commandIds.deleteRun]: targetCommand(targets.run, (run) =>
      deleteSelected({ searches: [], runs: [run], lists: [] }, desk),
    ),
    [commandIds.purgeRuns]: () => purgeRuns(desk),
    [commandIds.eraseRecord]: () => eraseRecord(desk),
    [commandIds.backUpDatabase]: () => backUpDatabase(desk),
    [commandIds.exportDataset]: () => exportDataset(desk),
    [commandIds.restoreDatabase]: () => restoreDatabase(desk),
    [commandIds.copyDatabasePath]: () => copyDatabasePath(desk),
  };
}

/** For commands that find out by themselves what they act on. Errors are shown. */
const withArguments = (work: (args: readonly unknown[]) => Promise<void>): CommandHandler =>
  targetCommand(async (args) => args, work);
