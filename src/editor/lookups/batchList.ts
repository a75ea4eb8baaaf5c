// The batches of look-ups that are kept: resumed, written, shown or deleted from one list.
import { l10n, ThemeIcon, Uri, window, type QuickInputButton, type QuickPickItem } from "vscode";
import { openCsvTable } from "../../lookups/csvTable";
import type { ByteSource } from "../../lookups/csvRows";
import type { BatchOrder } from "../../lookups/batches";
import type { ConnectionInfo } from "../account";
import { connectionToUse } from "../connections/connectionToUse";
import { formatCount } from "../numbers";
import { safeText } from "../safeText";
import { momentText } from "../times";
import type { BatchAsk, BatchFlow, BatchFlowParts } from "./batchFlow";
import { documentTarget, fileSource, fileTarget } from "./batchTarget";

type BatchItem = QuickPickItem & { readonly order: BatchOrder };
type Choice = QuickPickItem & { readonly does: "resume" | "write" | "show" | "delete" };

const deleteButton: QuickInputButton = { iconPath: new ThemeIcon("trash"), tooltip: l10n.t("Delete this batch and its answers") };

/** Shows the batches, unfinished ones first, and does what is chosen with one of them. */
export async function showBatches(parts: BatchFlowParts, flow: BatchFlow): Promise<void> {
  const orders = await parts.batches.list();
  if (orders.length === 0) {
    void window.showInformationMessage(l10n.t("There is no batch of look-ups yet. Look up every row of a CSV file, or select several lines and look them up."));
    return;
  }
  const picked = await pickBatch([...orders.filter(({ finished }) => !finished), ...orders.filter(({ finished }) => finished)], parts);
  const choice = picked === undefined ? undefined : await window.showQuickPick(choicesFor(picked.order), { title: picked.label });
  if (picked === undefined || choice === undefined) {
    return;
  }
  // The questions take as long as the user does: another window may have deleted or finished the batch meanwhile.
  const order = await parts.batches.get(picked.order.id);
  if (order === undefined) {
    void window.showErrorMessage(l10n.t("This batch was deleted."));
    return;
  }
  switch (choice.does) {
    case "show":
      return parts.openDetails(order.id, order.title);
    case "delete":
      return deleteBatch(order, parts);
    case "resume":
    case "write": {
      if (choice.does === "resume" && order.finished) {
        void window.showInformationMessage(l10n.t("{0} is already finished.", safeText(order.title)));
        return;
      }
      const connection = await connectionToUse(parts.account);
      const ask = connection === undefined ? undefined : await askOf(order, connection, parts);
      if (ask !== undefined) {
        await (choice.does === "resume" ? flow.run({ ...ask, resumed: order }) : flow.write(ask, order));
      }
    }
  }
}

async function pickBatch(orders: readonly BatchOrder[], parts: BatchFlowParts): Promise<BatchItem | undefined> {
  const items = await Promise.all(orders.map((order) => batchItem(order, parts)));
  return new Promise((resolve) => {
    const box = window.createQuickPick<BatchItem>();
    box.title = l10n.t("Batches of look-ups");
    box.matchOnDescription = true;
    box.items = items;
    box.onDidAccept(() => {
      resolve(box.selectedItems[0]);
      box.hide();
    });
    box.onDidTriggerItemButton(({ item }) => {
      box.hide();
      void deleteBatch(item.order, parts);
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

async function batchItem(order: BatchOrder, { batches }: BatchFlowParts): Promise<BatchItem> {
  const answered = await batches.answers(order.id).then(({ size }) => size, () => 0);
  const begun = momentText(order.startedAt);
  return {
    label: safeText(order.title),
    description: order.finished ? l10n.t("{0} answered, begun {1}", formatCount(answered), begun) : l10n.t("stopped after {0} of {1}, begun {2}", formatCount(answered), formatCount(order.questions), begun),
    iconPath: new ThemeIcon(order.finished ? "pass" : "debug-pause"),
    buttons: [deleteButton],
    order,
  };
}

function choicesFor({ finished }: BatchOrder): readonly Choice[] {
  const resume: Choice = { does: "resume", label: l10n.t("Resume"), description: l10n.t("asks what has no answer yet"), iconPath: new ThemeIcon("debug-start") };
  return [
    ...(finished ? [] : [resume]),
    { does: "show", label: l10n.t("Show Records"), description: l10n.t("in the results grid"), iconPath: new ThemeIcon("go-to-file") },
    { does: "write", label: l10n.t("Write File Now"), description: l10n.t("with the answers there are, at no cost"), iconPath: new ThemeIcon("save") },
    { does: "delete", label: l10n.t("Delete…"), iconPath: new ThemeIcon("trash") },
  ];
}

/** The batch as it was asked; `undefined`, and said so, when its table is not there any more. */
async function askOf(order: BatchOrder, connection: ConnectionInfo, { batches }: BatchFlowParts): Promise<BatchAsk | undefined> {
  if (connection.id !== order.connection.id) {
    void window.showWarningMessage(l10n.t("{0} was looked up with {1}. Switch to that connection and try again.", safeText(order.title), safeText(order.connection.label)));
    return undefined;
  }
  const { mapping, columns, title, source } = order;
  try {
    const uri = source === "" ? undefined : Uri.parse(source, true);
    const bytes = uri === undefined ? await keptTable(order, batches) : fileSource(uri);
    const table = await openCsvTable(bytes);
    return { table, mapping, columns, title, source, target: uri === undefined ? documentTarget() : fileTarget(uri), connection };
  } catch {
    void window.showErrorMessage(l10n.t("The table of {0} is no longer there or cannot be read. Its answers are kept: look up a file with the same rows, and they cost nothing again.", safeText(title)));
    return undefined;
  }
}

async function keptTable(order: BatchOrder, batches: BatchFlowParts["batches"]): Promise<ByteSource> {
  const bytes = await batches.input(order.id);
  if (bytes === undefined) {
    throw new Error("The table was not kept.");
  }
  return async function* () {
    yield bytes;
  };
}

async function deleteBatch(order: BatchOrder, { batches }: BatchFlowParts): Promise<void> {
  const remove = l10n.t("Delete Batch");
  const detail = l10n.t("Its answers were paid for and are deleted from this machine for good. Files that were written stay.");
  if ((await window.showWarningMessage(l10n.t("Delete the batch of {0}?", safeText(order.title)), { modal: true, detail }, remove)) !== remove) {
    return;
  }
  try {
    await batches.delete(order.id);
  } catch (error) {
    void window.showErrorMessage(safeText(error instanceof Error ? error.message : String(error)));
  }
}
