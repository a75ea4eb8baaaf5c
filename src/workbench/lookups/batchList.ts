// The list of lookup batches: resume, write, show or delete one of them.
import { ThemeIcon, window, type QuickInputButton, type QuickPickItem } from "vscode";
import type { App } from "../../app/app";
import { agreeToDelete, deleteRuns, inUseText } from "../../app/deleteRuns";
import { unlessDeclined } from "../../app/spending";
import { countText, momentText } from "../../language/language";
import { doneOf, isFinished } from "../../runs/batchRun";
import { rowCountsText, writeFileText } from "../../runs/batchTexts";
import type { RunSummary } from "../../runs/run";
import type { StoredBatch } from "../../store/batches";
import { resumeText } from "../buttonTexts";
import { connectionToUse } from "../connections/connectionToUse";
import { inOneDialog } from "../dialogSteps";
import { errorText } from "../errorText";
import { inProgressText } from "../goneTexts";
import { pickStep } from "../pickStep";
import { safeText } from "../safeText";
import { showRecordsText, type BatchFlow } from "./batchFlow";

type BatchItem = QuickPickItem & { readonly batch: StoredBatch };
type BatchActionItem = QuickPickItem & { readonly does: "resume" | "again" | "write" | "show" | "delete" };

const deleteButton: QuickInputButton = {
  iconPath: new ThemeIcon("trash"),
  tooltip: "Delete batch and its answers",
};

/** Shows the batches, unfinished ones first, and carries out the selected action on one of them. */
export async function showBatches(flow: BatchFlow): Promise<void> {
  const { store, clock } = flow.deps.app;
  const batches = await store.batches.list(clock.now());
  if (batches.length === 0) {
    void window.showInformationMessage(
      "There are no lookup batches yet. Look up the rows of a CSV file, or select several lines and look them up.",
    );
    return;
  }
  const chosen = await inOneDialog(() =>
    chooseAction([...batches.filter((batch) => !isFinished(batch)), ...batches.filter(isFinished)]),
  );
  if (chosen !== undefined) {
    // Another window may have deleted or finished the batch while the user was choosing.
    await carryOut(chosen.does, chosen.batch.run.id, flow);
  }
}

/** Looks up the rows of a batch that have no answer; asks about those that may have been charged. */
export const resumeBatch = (id: string, flow: BatchFlow): Promise<void> => carryOut("resume", id, flow);

async function carryOut(does: BatchActionItem["does"], id: string, flow: BatchFlow): Promise<void> {
  const { account, app, openResults } = flow.deps;
  const [batch, summary] = await Promise.all([app.store.batches.get(id, app.clock.now()), app.runs.summary(id)]);
  if (batch === undefined || summary === undefined) {
    void window.showErrorMessage("This batch was deleted.");
    return;
  }
  const { title, isLive } = batch.run;
  switch (does) {
    case "show":
      return openResults({ id, title });
    case "delete":
      return deleteBatch(summary, app);
    case "write":
      return flow.write(id, title);
    case "resume":
    case "again":
      if (does === "resume" && isFinished(batch)) {
        void window.showInformationMessage(`${safeText(title)} is already finished.`);
      } else if (isLive) {
        void window.showInformationMessage(inProgressText());
      } else if ((await connectionToUse(account)) !== undefined) {
        await flow.resume(summary, { rejectedToo: does === "again" });
      }
  }
}

async function chooseAction(
  batches: readonly StoredBatch[],
): Promise<{ readonly batch: StoredBatch; readonly does: BatchActionItem["does"] } | undefined> {
  for (;;) {
    const picked = await pickStep(batches.map(batchItem), { title: "Lookup batches" });
    if (picked === undefined || picked === "back") {
      return undefined;
    }
    const { batch, label } = picked.item;
    if (picked.button === deleteButton) {
      return { batch, does: "delete" };
    }
    const action = await pickStep(actionsFor(batch), { title: label, back: true });
    if (action !== "back") {
      return action && { batch, does: action.item.does };
    }
  }
}

function batchItem(batch: StoredBatch): BatchItem {
  const { run, questions } = batch;
  const finished = isFinished(batch);
  const started = momentText(run.startedAt);
  return {
    label: safeText(run.title),
    description: finished
      ? `${rowCountsText(batch)}, started ${started}`
      : `stopped after ${countText(doneOf(batch))} of ${countText(questions)}, started ${started}`,
    ...(!finished && { detail: rowCountsText(batch) }),
    iconPath: new ThemeIcon(finished ? "pass" : "debug-pause"),
    buttons: [deleteButton],
    batch,
  };
}

function actionsFor(batch: StoredBatch): readonly BatchActionItem[] {
  const item = (does: BatchActionItem["does"], label: string, icon: string, description = ""): BatchActionItem => ({
    does,
    label,
    description,
    iconPath: new ThemeIcon(icon),
  });
  const waiting = "looks up the rows without an answer; asks before it repeats one that may have been charged";
  const failed =
    batch.failed === 1
      ? "1 row that the service rejected"
      : `${countText(batch.failed)} rows that the service rejected`;
  return [
    ...(isFinished(batch) ? [] : [item("resume", resumeText(), "debug-start", waiting)]),
    ...(batch.failed > 0 ? [item("again", "Look Up Failed Rows Again", "refresh", failed)] : []),
    item("show", showRecordsText(), "go-to-file", "in the results grid"),
    item("write", writeFileText(), "save", "with the answers received so far, for free"),
    item("delete", "Delete…", "trash"),
  ];
}

async function deleteBatch(batch: RunSummary, app: App): Promise<void> {
  const { signal } = new AbortController();
  try {
    if ((await unlessDeclined(agreeToDelete(app, { runs: [batch] }, { signal }))) !== undefined) {
      const { inUse } = await deleteRuns(app, [batch], signal);
      if (inUse > 0) {
        void window.showWarningMessage(inUseText(inUse));
      }
    }
  } catch (error) {
    void window.showErrorMessage(errorText(error));
  }
}
