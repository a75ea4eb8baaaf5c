// `npm run sandbox`: serves the sandbox on 127.0.0.1, building it first.
// @ts-check
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build, ensureDependencies } from "./dependencies.mjs";
import { editorNode, nodeOptions } from "./editorNode.mjs";
import { projectFolder } from "./paths.mjs";
import { runScript, start } from "./processes.mjs";

await runScript(async () => {
  await ensureDependencies();
  // A folder of its own: `dist/` belongs to the window that `npm start` has opened.
  const folder = mkdtempSync(path.join(os.tmpdir(), "prospect-sandbox-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await build("sandbox", folder);
  const program = path.join(folder, "sandboxServer.js");
  const server = start(await editorNode(), [...nodeOptions, program, ...process.argv.slice(2)], {
    cwd: projectFolder,
    output: "inherit",
  });
  return new Promise((resolve) => server.once("exit", (code) => resolve(code ?? 1)));
});
