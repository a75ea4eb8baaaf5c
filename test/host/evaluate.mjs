// `npm run evaluate`: measures how well descriptions in words become searches.
// @ts-check
import path from "node:path";
import { build, ensureDependencies } from "./dependencies.mjs";
import { editorNode, nodeOptions } from "./editorNode.mjs";
import { projectFolder } from "./paths.mjs";
import { requireNode } from "./prerequisites.mjs";
import { runScript, start } from "./processes.mjs";

await runScript(async () => {
  requireNode();
  await ensureDependencies();
  await build("tests");
  const program = path.join("dist", "test", "evaluation", "evaluate.js");
  const child = start(await editorNode(), [...nodeOptions, program, ...process.argv.slice(2)], {
    cwd: projectFolder,
    output: "inherit",
  });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
});
