// The project's folders, for all scripts and for the built tests.
// @ts-check
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The project's folder. Searched upward, because this module is also bundled into files below `dist/`. */
export const projectFolder = findProject(import.meta.dirname);

/** Files that the scripts install and store to run the project; never committed. */
export const hostFolder = path.join(projectFolder, ".host");

/** Results and screenshots of test runs; never committed. */
export const outputFolder = path.join(projectFolder, ".test-output");

export const vsixFile = path.join(projectFolder, "prospect-desk.vsix");
export const exampleWorkspace = path.join(projectFolder, "test", "host", "example-workspace");

/**
 * @typedef {{ url: string }} Link
 * @returns {{ name: string, publisher: string, version: string, homepage: string, repository: Link, bugs: Link }}
 */
export function readManifest() {
  return JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
}

/**
 * @param {string} folder
 * @returns {string}
 */
function findProject(folder) {
  if (existsSync(path.join(folder, "package.json")) && existsSync(path.join(folder, "esbuild.js"))) {
    return folder;
  }
  const parent = path.dirname(folder);
  if (parent === folder) {
    throw new Error("These scripts must stay inside the project's folder: no package.json was found above them.");
  }
  return findProject(parent);
}
