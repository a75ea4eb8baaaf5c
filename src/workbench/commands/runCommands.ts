// The commands for runs.
import type { RunSummary } from "../../runs/run";
import { commandIds, type CommandHandler } from "../commandIds";
import type { Desk } from "../desk";
import { targetCommand } from "../targets/commandTargets";
import { pickUnfinished } from "../views/unfinished";

export function runCommands(desk: Desk) {
  const { targets, searchOfRun, runner, openResults } = desk;
  const onRun = (
    title: string,
    work: (run: RunSummary) => unknown,
    isOffered?: (run: RunSummary) => boolean,
  ): CommandHandler => targetCommand((args) => targets.run(args, title, isOffered), work);
  return {
    [commandIds.openRun]: targetCommand(
      (args) => targets.runToShow(args, "Open the results of which run?"),
      ({ header }) => openResults(header),
    ),
    [commandIds.resumeRun]: withArguments((args) => resumeRun(args, desk)),
    [commandIds.stopRun]: onRun(
      "Stop which run?",
      ({ header }) => runner.stop(header.id),
      ({ stop }) => stop === undefined,
    ),
    [commandIds.editSearchOfRun]: onRun("Edit the search of which run?", (run) => searchOfRun.edit(run)),
    [commandIds.runAgain]: onRun("Run which search again?", (run) => searchOfRun.runAgain(run)),
  };
}

/** For commands that determine their own target. Errors are shown. */
const withArguments = (work: (args: readonly unknown[]) => Promise<void>): CommandHandler =>
  targetCommand(async (args) => args, work);

/** "Resume…": the run that it was called on, else a choice of everything that can continue. */
async function resumeRun(args: readonly unknown[], desk: Desk): Promise<void> {
  if (args.length === 0) {
    await pickUnfinished(desk);
    return;
  }
  const run = await desk.targets.results(args, "Resume which run?");
  if (run !== undefined) {
    await desk.runner.resume(run.header.id);
  }
}
