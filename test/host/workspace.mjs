// The example workspace to try things in: a copy, so that the project itself stays clean.
// @ts-check
import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { exampleWorkspace, hostFolder } from "./paths.mjs";

/** @returns {string} the copy in `.host/`, made the first time and never overwritten */
export function ensureExampleWorkspace() {
  const folder = path.join(hostFolder, "workspace");
  if (!existsSync(folder)) {
    cpSync(exampleWorkspace, folder, { recursive: true });
  }
  return folder;
}
