// Installs the web host into `.host/`: code-server (VS Code's workbench and extension host as a page) and its Node.
// @ts-check
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { currentNodeVersion, fetchedNode, nodeHome, nodeProgram } from "./editorNode.mjs";
import { takeLock } from "./lock.mjs";
import { hostFolder, projectFolder } from "./paths.mjs";
import { plainEnvironment, run, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";

const codeServerVersion = "4.139.1";

const serverNodeHome = nodeHome(currentNodeVersion);
export const serverNode = nodeProgram(currentNodeVersion);
const serverFolder = path.join(hostFolder, "code-server");
export const serverEntry = path.join(serverFolder, "node_modules", "code-server", "out", "node", "entry.js");
const workbenchFolder = path.join(serverFolder, "node_modules", "code-server", "lib", "vscode");
export const builtInExtensions = path.join(workbenchFolder, "extensions");
const stampFile = path.join(serverFolder, "stamp");
const lockFile = path.join(hostFolder, "installing.pid");

/** The installed versions; when they change, everything is installed again. */
const recipe = `node ${currentNodeVersion}, code-server ${codeServerVersion}`;

/** @returns {boolean} whether the web host can be installed on this kind of machine */
export function webHostSupported() {
  return process.platform === "linux" && (process.arch === "x64" || process.arch === "arm64");
}

/** @type {Promise<void> | undefined} */
let installing;

/** Installs the web host into `.host/` unless it is already there. About 25 seconds and 600 MB the first time. */
export function ensureWebHost() {
  return (installing ??= install());
}

async function install() {
  if (isComplete()) {
    return;
  }
  if (!webHostSupported()) {
    throw new SetupError(
      `The web host runs on Linux (x64 or arm64) only; this is ${process.platform} on ${process.arch}. ` +
        "Install the desktop VS Code from https://code.visualstudio.com and run the command again.",
    );
  }
  mkdirSync(hostFolder, { recursive: true });
  const release = await takeLock(lockFile, "Another run is installing the web host; waiting for it");
  try {
    if (!isComplete()) {
      rmSync(serverFolder, { recursive: true, force: true });
      await fetchedNode(currentNodeVersion);
      await step(`Installing VS Code for the web (code-server ${codeServerVersion})`, installCodeServer);
      writeFileSync(stampFile, recipe);
    }
  } finally {
    release();
  }
}

/** Install scripts are off: they would compile and download modules that this host does not need. */
async function installCodeServer() {
  await npmInstall(privateFolder(serverFolder), `code-server@${codeServerVersion}`);
  // Not `npm ci`: the lock file that code-server ships lacks an entry.
  await npmInstall(workbenchFolder, "--omit=dev");
  replaceNativeModules();
  await npmInstall(builtInExtensions, "--omit=dev");
  await run(serverNode, ["./postinstall.mjs"], { cwd: builtInExtensions, env: installEnvironment() });
  finish();
}

function installEnvironment() {
  return plainEnvironment({
    PATH: `${path.join(serverNodeHome, "bin")}${path.delimiter}${process.env.PATH ?? ""}`,
  });
}

/**
 * @param {string} folder
 * @param {...string} args
 */
async function npmInstall(folder, ...args) {
  await run("npm", ["install", "--ignore-scripts", ...args, "--no-audit", "--no-fund", "--no-update-notifier"], {
    cwd: folder,
    env: installEnvironment(),
  });
}

/** @param {string} folder gets a package.json of its own, so that npm does not install into the project */
function privateFolder(folder) {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(path.join(folder, "package.json"))) {
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  }
  return folder;
}

/** The watchdog has no replacement: the extension host has a second way to notice that its server has ended. */
function replaceNativeModules() {
  const modules = path.join(workbenchFolder, "node_modules", "@vscode");
  cpSync(path.join(projectFolder, "test", "host", "spdlog.mjs"), path.join(modules, "spdlog", "spdlog.mjs"));
  writeFileSync(path.join(modules, "spdlog", "package.json"), '{ "exports": "./spdlog.mjs" }\n');
  writeFileSync(path.join(modules, "native-watchdog", "index.js"), "exports.start = () => undefined;\n");
}

function finish() {
  relink("code-linux.sh", path.join(workbenchFolder, "bin", "remote-cli", "code-server"));
  relink("browser-linux.sh", path.join(workbenchFolder, "bin", "helpers", "browser.sh"));
  for (const unused of [
    "extensions/copilot",
    ...unusedSdks("@github", "copilot-sdk-"),
    ...unusedSdks("@microsoft", "mxc-sdk"),
  ]) {
    rmSync(path.join(workbenchFolder, unused), { recursive: true, force: true });
  }
}

/**
 * @param {string} scope
 * @param {string} prefix
 */
function unusedSdks(scope, prefix) {
  const folder = path.join(workbenchFolder, "node_modules", scope);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.startsWith(prefix))
        .map((name) => path.join("node_modules", scope, name))
    : [];
}

/**
 * @param {string} target
 * @param {string} link
 */
function relink(target, link) {
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

function isComplete() {
  return existsSync(serverNode) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === recipe;
}
