// Prepares F5 in VS Code: dependencies, a build and the example workspace.
// @ts-check
import { build, ensureDependencies } from "./dependencies.mjs";
import { requireNode } from "./prerequisites.mjs";
import { runScript } from "./processes.mjs";
import { ensureExampleWorkspace } from "./workspace.mjs";

await runScript(async () => {
  requireNode();
  await ensureDependencies();
  await ensureExampleWorkspace();
  await build("development");
});
