// The batches of look-ups that are kept: resumed, written, shown or deleted from one list.
import { l10n, ThemeIcon, Uri, window, type QuickInputButton, type QuickPickItem } from "vscode";
import { mappingOf } from "../../lookups/batchRun";
import { openCsvTable } from "../../csv/table";
import type { ByteSource } from "../../csv/rows";
import type { StoredBatch } from "../../store/batches";
import type { ConnectionInfo } from "../account";
import { connectionToUse } from "../connections/connectionToUse";
import { formatCount } from "../numbers";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { momentText } from "../times";
import type { BatchAsk, BatchFlow, BatchFlowDeps } from "./batchFlow";
import { documentTarget, fileSource, fileTarget } from "./batchTarget";

type BatchItem = QuickPickItem & { readonly batch: StoredBatch };
type Choice = QuickPickItem & { readonly does: "resume" | "write" | "show" | "delete" };

const deleteButton: QuickInputButton = {
  iconPath: new ThemeIcon("trash"),
  tooltip: l10n.t("Delete this batch and its answers"),
};

/** Shows the batches, unfinished ones first, and does what is chosen with one of them. */
export async function showBatches(deps: BatchFlowDeps, flow: BatchFlow): Promise<void> {
  const { store, clock } = deps.runs.deps;
  const batches = await store.batches.list(clock.now());
  if (batches.length === 0) {
    void window.showInformationMessage(
      l10n.t(
        "There is no batch of look-ups yet. Look up every row of a CSV file, or select several lines and look them up.",
      ),
    );
    return;
  }
  const picked = await pickBatch(
    [...batches.filter(({ finished }) => !finished), ...batches.filter(({ finished }) => finished)],
    deps,
  );
  const choice =
    picked === undefined ? undefined : await window.showQuickPick(choicesFor(picked.batch), { title: picked.label });
  if (picked === undefined || choice === undefined) {
    return;
  }
  // The questions take as long as the user does: another window may have deleted or finished the batch meanwhile.
  const batch = await store.batches.get(picked.batch.run.id, clock.now());
  if (batch === undefined) {
    void window.showErrorMessage(l10n.t("This batch was deleted."));
    return;
  }
  const { id, title } = batch.run;
  switch (choice.does) {
    case "show":
      return deps.openDetails(id, title);
    case "delete":
      return deleteBatch(batch, deps);
    case "resume":
    case "write": {
      if (choice.does === "resume" && batch.finished) {
        void window.showInformationMessage(l10n.t("{0} is already finished.", safeText(title)));
        return;
      }
      const connection = await connectionToUse(deps.account);
      const ask = connection === undefined ? undefined : await askOf(batch, connection, deps);
      if (ask !== undefined) {
        await (choice.does === "resume" ? flow.run({ ...ask, resumed: id }) : flow.write(ask, id));
      }
    }
  }
}

function pickBatch(batches: readonly StoredBatch[], deps: BatchFlowDeps): Promise<BatchItem | undefined> {
  return new Promise((resolve) => {
    const box = window.createQuickPick<BatchItem>();
    box.title = l10n.t("Batches of look-ups");
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
  const begun = momentText(run.startedAt);
  const answered = formatCount(questions - open);
  return {
    label: safeText(run.title),
    description: finished
      ? l10n.t("{0} answered, begun {1}", answered, begun)
      : l10n.t("stopped after {0} of {1}, begun {2}", answered, formatCount(questions), begun),
    iconPath: new ThemeIcon(finished ? "pass" : "debug-pause"),
    buttons: [deleteButton],
    batch,
  };
}

function choicesFor({ finished }: StoredBatch): readonly Choice[] {
  const resume: Choice = {
    does: "resume",
    label: l10n.t("Resume"),
    description: l10n.t("asks what has no answer yet"),
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
      description: l10n.t("with the answers there are, at no cost"),
      iconPath: new ThemeIcon("save"),
    },
    { does: "delete", label: l10n.t("Delete…"), iconPath: new ThemeIcon("trash") },
  ];
}

/** The batch as it was asked; `undefined`, and said so, when its table is not there any more. */
async function askOf(
  batch: StoredBatch,
  connection: ConnectionInfo,
  deps: BatchFlowDeps,
): Promise<BatchAsk | undefined> {
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
    const table = await openCsvTable(uri === undefined ? await keptTable(run.id, deps) : fileSource(uri));
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
        "The table of {0} is no longer there or cannot be read. Its answers are kept: look up a file with the same rows, and they cost nothing again.",
        safeText(run.title),
      ),
    );
    return undefined;
  }
}

async function keptTable(id: string, { runs }: BatchFlowDeps): Promise<ByteSource> {
  const bytes = await runs.deps.store.batches.input(id);
  if (bytes === undefined) {
    throw new Error("The table was not kept.");
  }
  return async function* () {
    yield bytes;
  };
}

async function deleteBatch({ run: { id, title } }: StoredBatch, { runs }: BatchFlowDeps): Promise<void> {
  const remove = l10n.t("Delete Batch");
  const detail = l10n.t(
    "Its answers were paid for and are deleted from this machine for good. Files that were written stay.",
  );
  if (
    (await window.showWarningMessage(
      l10n.t("Delete the batch of {0}?", safeText(title)),
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
