// Runs the web host: VS Code's workbench and extension host, served as a web page by code-server.
// @ts-check
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { builtInExtensions, serverEntry, serverNode } from "./codeServerInstall.mjs";
import { plainEnvironment, run, SetupError, start, stop } from "./processes.mjs";

/**
 * @typedef {object} WebHostFolders
 * @property {string} userData settings, state and logs
 * @property {string} extensions where extensions are installed
 */

/**
 * Writes the settings of a first start; existing settings are not changed.
 * @param {WebHostFolders} folders
 * @param {Record<string, unknown>} [settings] in addition to the quiet ones
 */
export function prepareFolders(folders, settings = {}) {
  const userFolder = path.join(folders.userData, "User");
  mkdirSync(userFolder, { recursive: true });
  mkdirSync(folders.extensions, { recursive: true });
  const file = path.join(userFolder, "settings.json");
  if (!existsSync(file)) {
    writeFileSync(file, `${JSON.stringify({ ...quietSettings, ...settings }, undefined, 2)}\n`);
  }
  const machineFile = path.join(folders.userData, "Machine", "settings.json");
  if (walkthroughs in settings && !existsSync(machineFile)) {
    // In the web host, VS Code reads this setting only from the settings of the server's machine.
    mkdirSync(path.dirname(machineFile), { recursive: true });
    writeFileSync(machineFile, `${JSON.stringify({ [walkthroughs]: settings[walkthroughs] })}\n`);
  }
  // Without a configuration file of its own, code-server creates one with a password in the user's home.
  writeFileSync(configFile(folders), "auth: none\n");
}

const walkthroughs = "workbench.welcomePage.walkthroughs.openOnInstall";

/** Hides everything in the workbench that is not about this extension. */
const quietSettings = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "telemetry.telemetryLevel": "off",
  "window.autoDetectHighContrast": false,
  // Otherwise a reload of an address that names a file closes every other tab.
  "window.restoreWindows": "preserve",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
};

/**
 * Installs a packaged extension as a user would.
 * @param {string} vsix
 * @param {WebHostFolders} folders
 */
export async function installExtension(vsix, folders) {
  prepareFolders(folders);
  await run(serverNode, [...serverArguments(folders), "--install-extension", vsix, "--force"], {
    env: serverEnvironment(),
    timeoutSeconds: 120,
  });
}

/**
 * @typedef {object} RunningServer
 * @property {string} origin such as `http://127.0.0.1:8765`; a loopback address, which browsers treat as secure
 * @property {import("node:child_process").ChildProcess} process
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {object} ServeOptions
 * @property {number} [port] 0 uses any free one
 * @property {number} [idleSeconds] the server ends this long after the last page was closed, in case its parent process
 *   was killed
 * @property {boolean} [onlyNeeded] only the built-in extensions that tests need: the others take a third of
 *   the time of a start
 * @property {NodeJS.ProcessEnv} [env]
 */

/** Built-in extensions that our pages, files, and tests need. */
const needed = [
  "configuration-editing",
  "git",
  "git-base",
  "json",
  "json-language-features",
  "markdown-basics",
  "theme-defaults",
  "theme-seti",
  "typescript-basics",
];

/**
 * Serves the workbench on 127.0.0.1.
 * @param {WebHostFolders & ServeOptions} options
 * @returns {Promise<RunningServer>}
 * @throws {SetupError} when the server ends before it listens, with its output
 */
export async function serve({ port = 0, idleSeconds, onlyNeeded = false, env = {}, ...folders }) {
  prepareFolders(folders);
  // The default socket is one per user, so two servers would conflict.
  const socket = path.join(os.tmpdir(), `prospect-desk-${randomUUID().slice(0, 8)}.sock`);
  const removeSocket = () => rmSync(socket, { force: true });
  process.once("exit", removeSocket);
  const args = [
    ...serverArguments(folders),
    "--auth",
    "none",
    "--bind-addr",
    `127.0.0.1:${port}`,
    "--session-socket",
    socket,
    "--disable-telemetry",
  ];
  args.push(
    "--disable-update-check",
    "--disable-workspace-trust",
    "--disable-getting-started-override",
    "--ignore-last-opened",
  );
  args.push(...(onlyNeeded ? ["--builtin-extensions-dir", linksToNeeded(folders)] : []));
  const idle = idleSeconds === undefined ? {} : { CODE_SERVER_IDLE_TIMEOUT_SECONDS: String(idleSeconds) };
  const child = start(serverNode, args, { env: serverEnvironment({ ...idle, ...env }) });
  const origin = await new Promise((resolve, reject) => {
    let text = "";
    /** @param {Buffer} data */
    const read = (data) => {
      text += data;
      const listening = /listening on (http:\/\/[^\s/]+)/.exec(text);
      if (listening) {
        text = ""; // later output is not needed
        resolve(listening[1]);
      }
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new SetupError(`The web host ended before it was ready (exit code ${code}).\n${text}`)),
    );
  });
  return {
    origin,
    process: child,
    stop: async () => {
      await stop(child);
      removeSocket();
      process.off("exit", removeSocket);
    },
  };
}

/**
 * @param {WebHostFolders} folders
 * @returns {string} a folder with only these built-in extensions
 */
function linksToNeeded({ userData }) {
  const folder = path.join(userData, "built-in");
  if (!existsSync(folder)) {
    mkdirSync(folder);
    needed.forEach((name) => symlinkSync(path.join(builtInExtensions, name), path.join(folder, name)));
  }
  return folder;
}

/**
 * @param {string} origin
 * @param {string} [workspace] a folder, or a `.code-workspace` file
 * @param {string} [file] opened in the window
 * @returns {string} the address that opens it
 */
export function workbenchAddress(origin, workspace, file) {
  const url = new URL(origin);
  if (workspace === undefined) {
    url.searchParams.set("ew", "true");
  } else {
    url.searchParams.set(workspace.endsWith(".code-workspace") ? "workspace" : "folder", path.resolve(workspace));
  }
  if (file !== undefined) {
    const uri = `vscode-remote://${url.host}${pathToFileURL(path.resolve(file)).pathname}`;
    url.searchParams.set("payload", JSON.stringify([["openFile", uri]]));
  }
  return url.href;
}

/** @param {WebHostFolders} folders */
function serverArguments(folders) {
  return [
    serverEntry,
    "--config",
    configFile(folders),
    "--user-data-dir",
    folders.userData,
    "--extensions-dir",
    folders.extensions,
  ];
}

/** @param {WebHostFolders} folders */
function configFile(folders) {
  return path.join(folders.userData, "code-server.yaml");
}

/**
 * Without the variables of an enclosing VS Code terminal, a hosting service, or the tests, which change how the server
 * behaves.
 * @param {NodeJS.ProcessEnv} [extra]
 */
function serverEnvironment(extra = {}) {
  const clean = Object.entries(plainEnvironment()).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_COMPILE_CACHE$|PORT$|PASSWORD$|HASHED_PASSWORD$)/.test(name),
  );
  return { ...Object.fromEntries(clean), ...extra };
}
