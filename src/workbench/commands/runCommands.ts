// The commands on runs. A command that does more than one call has a file of its own beside this one.
import type { RunStore } from "../../runs/runStore";
import { commandIds } from "../commandIds";
import { openResults } from "../resultsEditor/resultsUri";
import type { RunExporter, SearchRunner } from "../runActivity";
import { targetCommand, type CommandTargets } from "../targets/commandTargets";
import { copyDatabasePath } from "./copyDatabasePath";
import { deleteRun } from "./deleteRun";
import { purgeRuns } from "./purgeRuns";

export interface RunCommandDeps {
  readonly targets: Pick<CommandTargets, "run" | "results">;
  readonly runs: RunStore;
  readonly runner: Pick<SearchRunner, "resume" | "stop">;
  readonly exporter: RunExporter;
}

export const runCommands = ({ targets, runs, runner, exporter }: RunCommandDeps) => ({
  [commandIds.openRun]: targetCommand(targets.results, ({ header }) => openResults(header.id, header.title)),
  [commandIds.exportRun]: targetCommand(targets.results, ({ header }) =>
    exporter.exportRun(header.id, { kind: "all" }),
  ),
  [commandIds.resumeRun]: targetCommand(targets.run, ({ header }) => runner.resume(header.id)),
  [commandIds.stopRun]: targetCommand(targets.run, ({ header }) => runner.stop(header.id)),
  [commandIds.deleteRun]: targetCommand(targets.run, (run) => deleteRun(run, runs)),
  [commandIds.purgeRuns]: () => purgeRuns(runs),
  [commandIds.copyDatabasePath]: () => copyDatabasePath(runs.deps.store),
});
