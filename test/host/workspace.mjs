// The example workspace: a copy, so that trying things out leaves the project clean.
// @ts-check
import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { exampleWorkspace, hostFolder } from "./paths.mjs";
import { runToEnd } from "./processes.mjs";

/** The search that `npm start` opens, relative to the workspace. */
export const exampleSearch = path.join("searches", "Software companies in Europe.prospect.json");

/** @returns {Promise<string>} the copy in `.host/`, made the first time and never overwritten */
export async function ensureExampleWorkspace() {
  const folder = path.join(hostFolder, "workspace");
  if (!existsSync(folder)) {
    cpSync(exampleWorkspace, folder, { recursive: true });
  }
  if (!existsSync(path.join(folder, ".git"))) {
    // Without a repository of its own, VS Code asks whether to open the project's, which is in a parent folder.
    await runToEnd("git", ["init", "--quiet"], { cwd: folder });
  }
  return folder;
}
