// Installs the npm dependencies if they are out of date, and runs the build.
// @ts-check
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { takeLock } from "./lock.mjs";
import { hostFolder, projectFolder } from "./paths.mjs";
import { plainEnvironment, run, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

const oldestNode = [20, 19];

/**
 * Runs `npm ci` if node_modules does not match package-lock.json.
 * @throws {SetupError} on a Node too old to start the scripts; they fetch a newer one for what runs in the editor
 */
export async function ensureDependencies() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = oldestNode;
  if (major < needMajor || (major === needMajor && minor < needMinor)) {
    throw new SetupError(
      `Node ${oldestNode.join(".")} or newer is needed; this is ${process.versions.node}. ` +
        "Install a current version from https://nodejs.org.",
    );
  }
  const reason = staleReason();
  if (reason) {
    await step(`Installing the npm dependencies (${reason})`, () =>
      run(npm, ["ci", "--no-audit", "--no-fund"], { cwd: projectFolder, env: plainEnvironment() }),
    );
  }
}

/**
 * Waits for another build into `dist/`, because a build empties its folder first.
 * @param {"development" | "production" | "tests" | "sandbox"} kind
 * @param {string} [folder] instead of `dist/`; used only by the caller
 */
export async function build(kind, folder) {
  const flags = { development: [], production: ["--production"], tests: ["--tests"], sandbox: ["--sandbox"] }[kind];
  const title = {
    development: "Building the extension",
    production: "Building the extension for release",
    tests: "Building the extension and the tests",
    sandbox: "Building the sandbox",
  }[kind];
  const args = [...flags, ...(folder === undefined ? [] : ["--folder", folder])];
  mkdirSync(hostFolder, { recursive: true });
  const release =
    folder === undefined && (await takeLock(path.join(hostFolder, "build.lock"), "Another build is running; waiting"));
  try {
    await step(title, () => run(process.execPath, ["esbuild.js", ...args], { cwd: projectFolder }));
  } finally {
    if (release) {
      release();
    }
  }
}

/**
 * Compares names and versions instead of file times, which a branch switch or an interrupted installation changes.
 * @returns {string | undefined} why the dependencies must be installed
 */
function staleReason() {
  const wanted = readLock(path.join(projectFolder, "package-lock.json"));
  const installedFile = path.join(projectFolder, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) {
    return "first run";
  }
  const installed = readLock(installedFile);
  // Peers are in the lock file, but .npmrc keeps npm from installing them.
  const changed = Object.entries(wanted).some(
    ([place, { optional, peer, version }]) =>
      place !== "" && optional !== true && peer !== true && installed[place]?.version !== version,
  );
  return changed ? "package-lock.json has changed" : undefined;
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean }>}
 */
function readLock(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
}
