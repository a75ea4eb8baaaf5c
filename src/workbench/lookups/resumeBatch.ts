// Continues a batch of lookups, or says why that is not possible.
import { window } from "vscode";
import type { TableToResume } from "../../app/lookUpTable";
import { isFinished } from "../../runs/batchRun";
import { connectionToUse } from "../connections/connectionToUse";
import { inProgressText } from "../goneTexts";
import { safeText } from "../safeText";
import type { BatchFlow } from "./batchFlow";

/** Looks up the rows of a batch that have no answer; asks about those that may have been charged. */
export async function resumeBatch(
  id: string,
  flow: BatchFlow,
  options: Pick<TableToResume, "rejectedToo"> = {},
): Promise<void> {
  const { account, app } = flow.deps;
  // Another window may have deleted or finished the batch while the user was choosing.
  const [batch, summary] = await Promise.all([app.store.batches.get(id, app.clock.now()), app.runs.summary(id)]);
  if (batch === undefined || summary === undefined) {
    void window.showErrorMessage("This batch was deleted.");
  } else if (options.rejectedToo !== true && isFinished(batch)) {
    void window.showInformationMessage(`${safeText(batch.run.title)} is already finished.`);
  } else if (batch.run.isLive) {
    void window.showInformationMessage(inProgressText);
  } else if ((await connectionToUse(account, summary.header.connection)) !== undefined) {
    await flow.resume(summary, options);
  }
}
