// `npm run format`: formats everything with oxfmt.
// @ts-check
import path from "node:path";
import { ensureDependencies } from "./dependencies.mjs";
import { projectFolder } from "./paths.mjs";
import { run, runScript } from "./processes.mjs";

await runScript(async () => {
  await ensureDependencies();
  const oxfmt = path.join("node_modules", "oxfmt", "bin", "oxfmt");
  await run(process.execPath, [oxfmt], { cwd: projectFolder, output: "inherit" });
});
