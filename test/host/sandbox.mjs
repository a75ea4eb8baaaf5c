// `npm run sandbox`: serves the sandbox on 127.0.0.1, building it first.
// @ts-check
import { build, ensureDependencies } from "./dependencies.mjs";
import { editorNode, nodeOptions } from "./editorNode.mjs";
import { projectFolder } from "./paths.mjs";
import { requireNode } from "./prerequisites.mjs";
import { runScript, start } from "./processes.mjs";

await runScript(async () => {
  requireNode();
  await ensureDependencies();
  await build("development");
  const server = start(await editorNode(), [...nodeOptions, "dist/cli/sandboxServer.js", ...process.argv.slice(2)], {
    cwd: projectFolder,
    output: "inherit",
  });
  return new Promise((resolve) => server.once("exit", (code) => resolve(code ?? 1)));
});
