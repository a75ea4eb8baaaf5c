// The commands for runs.
import { window, type Uri } from "vscode";
import type { RunSummary } from "../../runs/run";
import { commandIds, type CommandHandler } from "../commandIds";
import type { Desk } from "../desk";
import { safeText } from "../safeText";
import { searchNameOf } from "../searchFiles/searchFiles";
import { targetCommand } from "../targets/commandTargets";
import { pickUnfinished } from "../views/unfinished";
import { deleteSelected } from "./deleteSelected";

export function runCommands(desk: Desk) {
  const { targets, searchOfRun, runner, openResults } = desk;
  const onRun = (
    title: string,
    work: (run: RunSummary) => unknown,
    isOffered?: (run: RunSummary) => boolean,
  ): CommandHandler => targetCommand((args) => targets.run(args, title, isOffered), work);
  return {
    [commandIds.openRun]: targetCommand(
      (args) => targets.results(args, "Open the results of which run?"),
      ({ header }) => openResults(header),
    ),
    [commandIds.resumeRun]: withArguments((args) => resumeRun(args, desk)),
    [commandIds.stopRun]: onRun(
      "Stop which run?",
      ({ header }) => runner.stop(header.id),
      ({ stop }) => stop === undefined,
    ),
    [commandIds.openLastResult]: targetCommand(
      (args) => targets.search(args, "Open the last result of which search?"),
      (search) => openLastResult(search, desk),
    ),
    [commandIds.editSearchOfRun]: onRun("Edit the search of which run?", (run) => searchOfRun.edit(run)),
    [commandIds.runAgain]: onRun("Run which search again?", (run) => searchOfRun.runAgain(run)),
    [commandIds.renameRun]: onRun("Rename which run?", (run) => searchOfRun.rename(run)),
    [commandIds.deleteRun]: onRun("Delete which run?", (run) =>
      deleteSelected({ searches: [], runs: [run], lists: [] }, desk),
    ),
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

/** "Open Last Result" of a search. */
async function openLastResult(search: Uri, { app, openResults }: Desk): Promise<void> {
  const [newest] = await app.runs.list({ source: search.toString(), purposes: ["search"], limit: 1 });
  if (newest === undefined) {
    const name = safeText(searchNameOf(search));
    void window.showInformationMessage(`${name} has no runs yet. Run it first.`);
    return;
  }
  await openResults(newest.header);
}
