// The Node for tests, benches and the sandbox: a version of VS Code. An older Node can only start the scripts.
// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { takeLock } from "./lock.mjs";
import { hostFolder } from "./paths.mjs";
import { plainEnvironment, run, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";

/** The version in current releases of VS Code. */
export const currentNodeVersion = "24.21.0";
/** The version in the oldest supported VS Code: 1.105, with Electron 37. */
export const oldestNodeVersion = "22.19.0";

/** Hides the warning that `node:sqlite` is experimental in Node 22. */
export const nodeOptions = ["--disable-warning=ExperimentalWarning"];

const platform = process.platform === "win32" ? "win" : process.platform;
const packageName = `node-${platform}-${process.arch}`;

/** @param {string} version */
const folderOf = (version) => path.join(hostFolder, version === currentNodeVersion ? "node24" : `node${version}`);

/** @param {string} version */
export const nodeHome = (version) => path.join(folderOf(version), "node_modules", packageName);

/** @param {string} version */
export const nodeProgram = (version) =>
  path.join(nodeHome(version), "bin", process.platform === "win32" ? "node.exe" : "node");

/** @returns {Promise<string>} this machine's own Node if it is new enough, otherwise the downloaded one */
export function editorNode() {
  return isNewEnough(process.versions.node) ? Promise.resolve(process.execPath) : fetchedNode(currentNodeVersion);
}

/**
 * @param {string} version
 * @returns {Promise<string>} the executable, downloaded from npm on first use
 */
export async function fetchedNode(version) {
  const program = nodeProgram(version);
  if (!isInstalled(version)) {
    mkdirSync(hostFolder, { recursive: true });
    const release = await takeLock(
      `${folderOf(version)}.pid`,
      `Another run is installing Node ${version}; waiting for it`,
    );
    try {
      if (!isInstalled(version)) {
        await step(`Installing Node ${version}`, () => install(version));
      }
    } finally {
      release();
    }
  }
  return program;
}

/** @param {string} version */
async function install(version) {
  const folder = folderOf(version);
  mkdirSync(folder, { recursive: true });
  // With a package.json of its own, so that npm does not install into the project.
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await run(
    npm,
    ["install", "--ignore-scripts", `${packageName}@${version}`, "--no-audit", "--no-fund", "--no-update-notifier"],
    { cwd: folder, env: plainEnvironment() },
  );
  if (!isInstalled(version)) {
    throw new SetupError(
      `Node ${version} was not installed for ${process.platform} on ${process.arch}. ` +
        `Install Node ${oldestNodeVersion} or newer from https://nodejs.org and run the command again.`,
    );
  }
}

/**
 * npm writes this file last, so an interrupted installation does not count.
 * @param {string} version
 */
function isInstalled(version) {
  try {
    const { packages } = JSON.parse(
      readFileSync(path.join(folderOf(version), "node_modules", ".package-lock.json"), "utf8"),
    );
    return packages[`node_modules/${packageName}`]?.version === version && existsSync(nodeProgram(version));
  } catch {
    return false;
  }
}

/** @param {string} version */
function isNewEnough(version) {
  const [have, need] = [version, oldestNodeVersion].map((text) => text.split(".").map(Number));
  const [major = 0, minor = 0] = have ?? [];
  const [needMajor = 0, needMinor = 0] = need ?? [];
  return major > needMajor || (major === needMajor && minor >= needMinor);
}
