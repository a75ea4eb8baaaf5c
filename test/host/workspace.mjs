// Copies the example workspace, so that using it does not change the project.
// @ts-check
import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { exampleWorkspace, hostFolder } from "./paths.mjs";
import { runToEnd } from "./processes.mjs";

/** The search that `npm start` opens, relative to the workspace. */
export const exampleSearch = path.join("searches", "Software companies in Europe.prospect.json");

/** @returns {Promise<string>} the copy in `.host/`, created once and never overwritten */
export async function ensureExampleWorkspace() {
  const folder = path.join(hostFolder, "workspace");
  if (!existsSync(folder)) {
    cpSync(exampleWorkspace, folder, { recursive: true });
  }
  if (!existsSync(path.join(folder, ".git"))) {
    // Without its own repository, VS Code would ask whether to open the project's repository in a parent folder.
    await runToEnd("git", ["init", "--quiet"], { cwd: folder });
  }
  return folder;
}
