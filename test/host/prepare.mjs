// Prepares F5 in VS Code: dependencies, a build and the example workspace.
// @ts-check
import { build, ensureDependencies } from "./dependencies.mjs";
import { runScript } from "./processes.mjs";
import { ensureExampleWorkspace } from "./workspace.mjs";

await runScript(async () => {
  await ensureDependencies();
  await ensureExampleWorkspace();
  await build("development");
});
