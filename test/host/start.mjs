// `npm start`: opens VS Code with the extension and an example search; also works in a fresh clone.
// @ts-check
import { existsSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";
import { installExtension, serve, workbenchAddress } from "./codeServer.mjs";
import { ensureWebHost } from "./codeServerInstall.mjs";
import { build, ensureDependencies } from "./dependencies.mjs";
import { findCodeCommand, hasDisplay } from "./desktop.mjs";
import { hostFolder, projectFolder } from "./paths.mjs";
import { run, runScript, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";
import { packageExtension } from "./vsix.mjs";
import { ensureExampleWorkspace, exampleSearch } from "./workspace.mjs";

const standardPort = 8765;

const help = `npm start -- [options]

Opens VS Code with Prospect Desk and an example search. Installs and builds everything first: dependencies, the
extension and, where no desktop VS Code is found, a VS Code that is served as a web page (kept in .host/).

  --web              serve the web page even if there is a desktop VS Code
  --port N           the web page's port on 127.0.0.1 (default ${standardPort}; settings and keys are per port)
  --code PATH        the desktop's "code" command, if it is not found automatically
  --workspace PATH   the folder to open (default: a copy of the example workspace in .host/workspace)
  --help             this text

Ctrl+C stops the web page.`;

await runScript(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(help);
    return;
  }
  const command = desktopCommand(options);
  await ensureDependencies();
  const workspace = await prepareWorkspace(options.workspace);
  await (command ? openDesktop(command, workspace) : openWeb(workspace, options.port));
});

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        web: { type: "boolean" },
        port: { type: "string" },
        code: { type: "string" },
        workspace: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
      throw new Error(`"${values.port}" is not a port: give a whole number from 1 to 65535.`);
    }
    return { ...values, port };
  } catch (error) {
    throw new SetupError(`${/** @type {Error} */ (error).message}\n\n${help}`);
  }
}

/**
 * @param {{ web?: boolean | undefined, code?: string | undefined }} options
 * @returns {string | undefined} the desktop's command; undefined means the web page
 */
function desktopCommand({ web, code }) {
  if (web) {
    return undefined;
  }
  if (code !== undefined && !existsSync(code)) {
    throw new SetupError(`--code ${code}: there is no such file. Give the path of VS Code's "code" command.`);
  }
  const command = code ?? findCodeCommand();
  if (command && hasDisplay()) {
    return command;
  }
  console.log(
    command
      ? "No display to open a window on: VS Code is served as a web page."
      : "No desktop VS Code found: it is served as a web page.",
  );
  return undefined;
}

/**
 * @param {string | undefined} chosen
 * @returns {Promise<string>} the folder to open
 */
async function prepareWorkspace(chosen) {
  if (chosen !== undefined) {
    if (!existsSync(chosen)) {
      throw new SetupError(`--workspace ${chosen}: there is no such folder.`);
    }
    return path.resolve(chosen);
  }
  return ensureExampleWorkspace();
}

/**
 * @param {string} command
 * @param {string} workspace
 */
async function openDesktop(command, workspace) {
  await build("development");
  await step("Opening VS Code", () =>
    run(command, ["--new-window", `--extensionDevelopmentPath=${projectFolder}`, workspace, ...firstFile(workspace)]),
  );
  console.log(`\nA VS Code window with Prospect Desk is open on ${workspace}. Select Run, then Use the Sandbox.`);
}

/**
 * @param {string} workspace
 * @returns {string[]} the example search, unless it was deleted or this is another workspace
 */
function firstFile(workspace) {
  const file = path.join(workspace, exampleSearch);
  return existsSync(file) ? [file] : [];
}

/**
 * @param {string} workspace
 * @param {number | undefined} wantedPort
 */
async function openWeb(workspace, wantedPort) {
  const port = await freePort(wantedPort);
  await ensureWebHost();
  const vsix = await packageExtension();
  const folders = { userData: path.join(hostFolder, "user-data"), extensions: path.join(hostFolder, "extensions") };
  await step("Installing Prospect Desk into it", () => installExtension(vsix, folders));
  const server = await step("Starting VS Code", () => serve({ ...folders, port }));
  const address = workbenchAddress(server.origin, workspace, ...firstFile(workspace));
  console.log(
    `\nPROSPECT DESK IS READY. Open this address in a browser on this machine:\n\n  ${address}\n\n` +
      "Select Run, then Use the Sandbox. Ctrl+C stops it.",
  );
  const code = await new Promise((resolve) => server.process.once("exit", resolve));
  throw new SetupError(`The web host ended by itself (exit code ${code}). Run npm start again.`);
}

/**
 * @param {number | undefined} wanted the user's port; it is used or reported as in use, never replaced
 * @returns {Promise<number>}
 */
async function freePort(wanted) {
  for (let port = wanted ?? standardPort; port < standardPort + 20 || port === wanted; port++) {
    if (await isFree(port)) {
      if (wanted === undefined && port !== standardPort) {
        console.log(`Port ${standardPort} is in use; taking ${port}.`);
      }
      return port;
    }
    if (wanted !== undefined) {
      break;
    }
  }
  throw new SetupError(
    `Port ${wanted ?? standardPort} is in use by another program. Choose another one: npm start -- --port N`,
  );
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
