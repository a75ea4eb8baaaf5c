// `npm run prospect`: the command line, on a Node that VS Code has; builds it first if the sources have changed.
// @ts-check
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { build, ensureDependencies } from "./dependencies.mjs";
import { editorNode, nodeOptions } from "./editorNode.mjs";
import { projectFolder } from "./paths.mjs";
import { SetupError } from "./processes.mjs";

const script = path.join(projectFolder, "dist", "cli.js");

/** @param {string} folder @returns {number} when a file in it was changed last, in ms since 1970 */
function newestIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...files.map(({ parentPath, name }) => statSync(path.join(parentPath, name)).mtimeMs));
}

// Standard output belongs to the command: its last line is JSON, or it carries a protocol.
console.log = console.error;
try {
  if (!existsSync(script) || statSync(script).mtimeMs < newestIn(path.join(projectFolder, "src"))) {
    await ensureDependencies();
    await build("development");
  }
  // In the same process group and with the same streams, so that it can ask on a terminal and Ctrl+C reaches it. npm
  // changes to the project's folder; paths are relative to where it was called.
  const command = spawn(await editorNode(), [...nodeOptions, script, ...process.argv.slice(2)], {
    cwd: process.env["INIT_CWD"] ?? process.cwd(),
    stdio: "inherit",
  });
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => command.kill("SIGTERM"));
  process.exitCode = await new Promise((resolve, reject) => {
    command.once("error", reject);
    command.once("exit", (code) => resolve(code ?? 1));
  });
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
