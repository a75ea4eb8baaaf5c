// The list of lookup batches: resume, write, show or delete one of them.
import { l10n, ThemeIcon, Uri, window, type QuickInputButton, type QuickPickItem } from "vscode";
import { countText } from "../../language/language";
import { mappingOf } from "../../lookups/batchRun";
import { openCsvTable } from "../../csv/table";
import type { ByteSource } from "../../csv/rows";
import type { StoredBatch } from "../../store/batches";
import type { ConnectionInfo } from "../account";
import { connectionToUse } from "../connections/connectionToUse";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { momentText } from "../times";
import type { BatchJob, BatchFlow, BatchFlowDeps } from "./batchFlow";
import { documentTarget, fileSource, fileTarget } from "./batchTarget";

type BatchItem = QuickPickItem & { readonly batch: StoredBatch };
type BatchActionItem = QuickPickItem & { readonly does: "resume" | "write" | "show" | "delete" };

const deleteButton: QuickInputButton = {
  iconPath: new ThemeIcon("trash"),
  tooltip: l10n.t("Delete batch and its answers"),
};

/** Shows the batches, unfinished ones first, and carries out the selected action on one of them. */
export async function showBatches(deps: BatchFlowDeps, flow: BatchFlow): Promise<void> {
  const { store, clock } = deps.runs.deps;
  const batches = await store.batches.list(clock.now());
  if (batches.length === 0) {
    void window.showInformationMessage(
      l10n.t(
        "There are no lookup batches yet. Look up the rows of a CSV file, or select several lines and look them up.",
      ),
    );
    return;
  }
  const picked = await pickBatch(
    [...batches.filter(({ finished }) => !finished), ...batches.filter(({ finished }) => finished)],
    deps,
  );
  const action =
    picked === undefined ? undefined : await window.showQuickPick(actionsFor(picked.batch), { title: picked.label });
  if (picked === undefined || action === undefined) {
    return;
  }
  // Another window may have deleted or finished the batch while the user was choosing.
  const batch = await store.batches.get(picked.batch.run.id, clock.now());
  if (batch === undefined) {
    void window.showErrorMessage(l10n.t("This batch was deleted."));
    return;
  }
  const { id, title } = batch.run;
  switch (action.does) {
    case "show":
      return deps.openDetails(id, title);
    case "delete":
      return deleteBatch(batch, deps);
    case "resume":
    case "write": {
      if (action.does === "resume" && batch.finished) {
        void window.showInformationMessage(l10n.t("{0} is already finished.", safeText(title)));
        return;
      }
      const connection = await connectionToUse(deps.account);
      const job = connection === undefined ? undefined : await jobOf(batch, connection, deps);
      if (job !== undefined) {
        await (action.does === "resume" ? flow.run({ ...job, resumed: id }) : flow.write(job, id));
      }
    }
  }
}

function pickBatch(batches: readonly StoredBatch[], deps: BatchFlowDeps): Promise<BatchItem | undefined> {
  return new Promise((resolve) => {
    const box = window.createQuickPick<BatchItem>();
    box.title = l10n.t("Lookup batches");
    box.matchOnDescription = true;
    box.items = batches.map(batchItem);
    box.onDidAccept(() => {
      resolve(box.selectedItems[0]);
      box.hide();
    });
    box.onDidTriggerItemButton(({ item }) => {
      box.hide();
      void deleteBatch(item.batch, deps);
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

function batchItem(batch: StoredBatch): BatchItem {
  const { run, questions, open, finished } = batch;
  const started = momentText(run.startedAt);
  const answered = countText(questions - open);
  return {
    label: safeText(run.title),
    description: finished
      ? l10n.t("{0} answered, started {1}", answered, started)
      : l10n.t("stopped after {0} of {1}, started {2}", answered, countText(questions), started),
    iconPath: new ThemeIcon(finished ? "pass" : "debug-pause"),
    buttons: [deleteButton],
    batch,
  };
}

function actionsFor({ finished }: StoredBatch): readonly BatchActionItem[] {
  const resume: BatchActionItem = {
    does: "resume",
    label: l10n.t("Resume"),
    description: l10n.t("looks up the rows without an answer"),
    iconPath: new ThemeIcon("debug-start"),
  };
  return [
    ...(finished ? [] : [resume]),
    {
      does: "show",
      label: l10n.t("Show Records"),
      description: l10n.t("in the results grid"),
      iconPath: new ThemeIcon("go-to-file"),
    },
    {
      does: "write",
      label: l10n.t("Write File Now"),
      description: l10n.t("with the answers received so far, for free"),
      iconPath: new ThemeIcon("save"),
    },
    { does: "delete", label: l10n.t("Delete…"), iconPath: new ThemeIcon("trash") },
  ];
}

/** The job of a stored batch; `undefined`, after telling the user, when its table no longer exists. */
async function jobOf(
  batch: StoredBatch,
  connection: ConnectionInfo,
  deps: BatchFlowDeps,
): Promise<BatchJob | undefined> {
  const { run, columns, source } = batch;
  if (connection.id !== run.connection.id) {
    void window.showWarningMessage(
      l10n.t(
        "{0} was looked up with {1}. Switch to that connection and try again.",
        safeText(run.title),
        safeText(run.connection.label),
      ),
    );
    return undefined;
  }
  try {
    const uri = source === "" ? undefined : Uri.parse(source, true);
    const table = await openCsvTable(uri === undefined ? await savedTable(run.id, deps) : fileSource(uri));
    return {
      table,
      mapping: mappingOf(batch),
      columns,
      title: run.title,
      source,
      target: uri === undefined ? documentTarget() : fileTarget(uri),
      connection,
    };
  } catch {
    void window.showErrorMessage(
      l10n.t(
        "The table of {0} was moved or deleted, or cannot be read. " +
          "Its answers are saved: to use them for free, look up a file with the same rows.",
        safeText(run.title),
      ),
    );
    return undefined;
  }
}

async function savedTable(id: string, { runs }: BatchFlowDeps): Promise<ByteSource> {
  const bytes = await runs.deps.store.batches.input(id);
  if (bytes === undefined) {
    throw new Error("The table was not saved.");
  }
  return async function* () {
    yield bytes;
  };
}

async function deleteBatch({ run: { id, title } }: StoredBatch, { runs }: BatchFlowDeps): Promise<void> {
  const remove = l10n.t("Delete Batch");
  const detail = l10n.t(
    "Its answers, which were paid for, are deleted from this machine for good. Written files are not deleted.",
  );
  if (
    (await window.showWarningMessage(
      l10n.t("Delete the lookup batch {0}?", safeText(title)),
      { modal: true, detail },
      remove,
    )) !== remove
  ) {
    return;
  }
  try {
    await runs.delete(id);
  } catch (error) {
    void window.showErrorMessage(errorText(error));
  }
}
