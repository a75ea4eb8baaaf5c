// At startup, saves the paid pages that were kept in files while the database could not be written.
import { window } from "vscode";
import type { RunStore } from "../../runs/runStore";
import { errorForLog } from "../errorText";
import { safeText } from "../safeText";

/** Never rejects. */
export async function saveKeptPages(runs: RunStore, log: (line: string) => void): Promise<void> {
  try {
    for (const { title } of await runs.saveKeptPages()) {
      void window.showInformationMessage(
        `${safeText(title)}: a page that was paid for and could not be saved before is saved now.`,
      );
    }
  } catch (error) {
    log(`Kept pages could not be saved: ${errorForLog(error)}.`);
  }
}
