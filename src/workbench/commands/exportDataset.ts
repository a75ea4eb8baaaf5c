// "Export Dataset…": everything fetched into a folder, for DuckDB, Spark, BigQuery, or pandas.
import path from "node:path";
import { l10n, window } from "vscode";
import { datasetText, exportDataset as write } from "../../app/exportDataset";
import { runsText } from "../../runs/amounts";
import { errorForLog, errorText } from "../errorText";
import { countWatch, unlessCanceled, withLateProgress } from "../lateProgress";
import { offerFolder } from "../offerFolder";
import type { Desk } from "../desk";

export async function exportDataset({ app, log }: Desk): Promise<void> {
  try {
    const [folder] =
      (await window.showOpenDialog({
        title: l10n.t("Which folder gets the dataset? It must be empty, or have an earlier one."),
        openLabel: l10n.t("Write Dataset"),
        canSelectFolders: true,
        canSelectFiles: false,
      })) ?? [];
    if (folder === undefined) {
      return;
    }
    if (folder.scheme !== "file") {
      throw new Error(l10n.t("Choose a folder on the machine that the extension runs on."));
    }
    const written = await withLateProgress(l10n.t("Writing the dataset"), (report, signal) =>
      unlessCanceled(
        signal,
        write(
          app,
          folder.fsPath,
          countWatch(report, signal, (done) => runsText(done)),
        ),
      ),
    );
    if (written !== undefined) {
      await offerFolder(window.showInformationMessage, datasetText(written), path.join(folder.fsPath, "runs"));
    }
  } catch (error) {
    log(`Dataset: not written: ${errorForLog(error)}.`);
    void window.showErrorMessage(l10n.t("The dataset was not written. {0}", errorText(error)));
  }
}
