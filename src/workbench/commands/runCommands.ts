// The commands for runs.
import { window, type Uri } from "vscode";
import type { App } from "../../app/app";
import { earlierRuns, inOrder } from "../../app/compareRuns";
import { comparisonRemark } from "../../runs/comparisons";
import type { RunSummary } from "../../runs/run";
import { commandIds, type CommandHandler } from "../commandIds";
import type { Desk } from "../desk";
import { errorText } from "../errorText";
import { outcomeText } from "../runOutcome";
import { safeText } from "../safeText";
import { searchNameOf } from "../searchFiles/searchFiles";
import { targetCommand } from "../targets/commandTargets";
import { dayAndTimeText } from "../times";
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
    [commandIds.compareRun]: withArguments((args) => compareRun(args, desk)),
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

/** "Compare With…": the two selected runs, or one run and another that the user picks. */
async function compareRun(args: readonly unknown[], desk: Desk): Promise<void> {
  const [, selected] = args;
  if (Array.isArray(selected) && selected.length === 2) {
    const [one, other] = (await desk.targets.selected(args))?.runs ?? [];
    if (one !== undefined && other !== undefined) {
      await compareTwo(one, other, desk);
      return;
    }
  }
  const run = await desk.targets.run(args, "Compare which run with an earlier one?");
  const since = run === undefined ? undefined : await pickEarlier(run, desk.app);
  if (run !== undefined && since !== undefined) {
    await desk.openResults(run.header, { since: since.header.id });
  }
}

async function compareTwo(one: RunSummary, other: RunSummary, { app, openResults }: Desk): Promise<void> {
  try {
    const { later, earlier } = await inOrder(app.runs, one, other);
    await openResults(later.header, { since: earlier.header.id });
  } catch (error) {
    void window.showInformationMessage(errorText(error));
  }
}

async function pickEarlier(run: RunSummary, app: App): Promise<RunSummary | undefined> {
  const now = app.clock.now();
  const choices = (await earlierRuns(app.runs, run)).map((earlier) => {
    const remark = comparisonRemark(run, earlier);
    return {
      label: dayAndTimeText(earlier.header.startedAt, now),
      description: outcomeText(earlier, now),
      ...(remark !== undefined && { detail: remark }),
      earlier,
    };
  });
  if (choices.length === 0) {
    void window.showInformationMessage("There is no other run of this search to compare with.");
    return undefined;
  }
  const title = `Compare the run of ${dayAndTimeText(run.header.startedAt, now)} with`;
  return (await window.showQuickPick(choices, { title, matchOnDescription: true }))?.earlier;
}
