// How long the packaged extension takes to start, next to VS Code's own git extension in the same windows.
import { startHost } from "../browser/workbenchHost";
import type { WorkbenchPage } from "../browser/workbenchPage";
import { readManifest } from "../host/paths.mjs";
import { median, type Report } from "./figures";

const windows = 5;
/** The first window of a fresh server starts with cold caches. */
const warmUpWindows = 1;
const startMs = 60_000;
/** The text in the list for an extension that has started. */
const finished = /Activation: (\d+)ms/;

/** Needs `prospect-desk.vsix`. */
export async function run(report: Report): Promise<void> {
  const { name } = readManifest();
  const host = await startHost({
    files: { "notes.txt": "Text.\n", "Software companies.prospect.json": '{ "version": 1, "search": "company" }\n' },
    viewport: { width: 1200, height: 2400 },
  });
  try {
    const own: number[] = [];
    const git: number[] = [];
    for (let number = 0; number < windows + warmUpWindows; number += 1) {
      const window = await host.open();
      const times = await activationTimes(window, [name, "git"]);
      await window.page.close();
      if (number >= warmUpWindows) {
        own.push(times[0] ?? 0);
        git.push(times[1] ?? 0);
      }
    }
    report.line(`Prospect Desk ${own.join(", ")} ms; vscode.git in the same windows ${git.join(", ")} ms`);
    report.ratio("activation compared with vscode.git", median(own.map((time, index) => time / (git[index] ?? 0))));
  } finally {
    await host.stop();
  }
}

/** Reads the times from VS Code's list of running extensions: loading the code plus the call of `activate`, in ms. */
async function activationTimes(window: WorkbenchPage, names: readonly string[]): Promise<readonly number[]> {
  await window.statusItems().first().waitFor({ timeout: startMs });
  await window.runCommand("Developer: Show Running Extensions");
  return Promise.all(
    names.map(async (name) => {
      const row = window.page.locator(`.runtime-extensions-editor .monaco-list-row[aria-label="${name}"]`);
      const time = row.locator(".activation-time").filter({ hasText: finished });
      await time.waitFor({ timeout: startMs });
      return Number(finished.exec(await time.innerText())?.[1]);
    }),
  );
}
