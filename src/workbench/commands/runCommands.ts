// The commands on runs. A command that does more than one call has a file of its own beside this one.
import type { StoreExports } from "../../export/storeExport";
import type { RunStore } from "../../runs/runStore";
import { commandIds, type CommandHandler } from "../commandIds";
import type { LeaveOutLists } from "../leaveOut/leaveOutLists";
import type { Log } from "../log";
import type { OpenResults } from "../resultsEditor/openResults";
import type { ShownRuns } from "../resultsEditor/shownRuns";
import type { SearchRunner } from "../runActivity";
import type { SearchOfRun } from "../resultsEditor/searchOfRun";
import type { RecordLists } from "../lists/recordLists";
import { targetCommand, type CommandTargets } from "../targets/commandTargets";
import type { ReadSelection } from "../targets/selection";
import type { SearchFiles } from "../searchFiles/searchFiles";
import { copyDatabasePath } from "./copyDatabasePath";
import { backUpDatabase, restoreDatabase } from "./databaseBackups";
import { deleteSelected } from "./deleteSelected";
import { compareRun, findRun, openLastResult } from "./openRuns";
import { purgeRuns } from "./purgeRuns";

export interface RunCommandDeps {
  readonly targets: Pick<CommandTargets, "run" | "results" | "search">;
  readonly selection: ReadSelection;
  readonly recordLists: Pick<RecordLists, "remove">;
  readonly runs: RunStore;
  readonly searchFiles: Pick<SearchFiles, "refresh">;
  readonly searchOfRun: Pick<SearchOfRun, "edit" | "runAgain" | "rename">;
  readonly runner: Pick<SearchRunner, "resume" | "stop">;
  readonly openResults: OpenResults;
  readonly backups: StoreExports["backups"];
  readonly leaveOut: Pick<LeaveOutLists, "refresh">;
  readonly shownRuns: Pick<ShownRuns, "forgetAll">;
  readonly log: Pick<Log, "line">;
}

export function runCommands(deps: RunCommandDeps) {
  const { targets, runs, searchOfRun, runner, openResults, log } = deps;
  return {
    [commandIds.openRun]: targetCommand(targets.results, ({ header }) => openResults(header)),
    [commandIds.resumeRun]: targetCommand(targets.results, ({ header }) => runner.resume(header.id)),
    [commandIds.resumeBatch]: targetCommand(targets.results, ({ header }) => runner.resume(header.id)),
    [commandIds.stopRun]: targetCommand(targets.run, ({ header }) => runner.stop(header.id)),
    [commandIds.findRun]: withArguments(() => findRun(deps)),
    [commandIds.openLastResult]: targetCommand(targets.search, (search) => openLastResult(search, deps)),
    [commandIds.compareRun]: withArguments((args) => compareRun(args, deps)),
    [commandIds.editSearchOfRun]: targetCommand(targets.run, (run) => searchOfRun.edit(run)),
    [commandIds.runAgain]: targetCommand(targets.run, (run) => searchOfRun.runAgain(run)),
    [commandIds.renameRun]: targetCommand(targets.run, (run) => searchOfRun.rename(run)),
    [commandIds.deleteRun]: targetCommand(targets.run, (run) =>
      deleteSelected({ searches: [], runs: [run], lists: [] }, deps),
    ),
    [commandIds.purgeRuns]: () => purgeRuns(deps, log.line),
    [commandIds.backUpDatabase]: () => backUpDatabase(deps, log.line),
    [commandIds.restoreDatabase]: () => restoreDatabase(deps, log.line),
    [commandIds.copyDatabasePath]: () => copyDatabasePath(runs.deps.store),
  };
}

/** For commands that find out by themselves what they act on. Errors are shown. */
const withArguments = (work: (args: readonly unknown[]) => Promise<void>): CommandHandler =>
  targetCommand(async (args) => args, work);
