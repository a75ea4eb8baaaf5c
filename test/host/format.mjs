// `npm run format`: sorts the language bundles by their English key, then formats everything with oxfmt.
// @ts-check
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureDependencies } from "./dependencies.mjs";
import { projectFolder } from "./paths.mjs";
import { run, runScript } from "./processes.mjs";

await runScript(async () => {
  await ensureDependencies();
  const folder = path.join(projectFolder, "media", "l10n");
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".json"))) {
    const file = path.join(folder, name);
    const sorted = Object.entries(JSON.parse(readFileSync(file, "utf8"))).sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  }
  const oxfmt = path.join("node_modules", "oxfmt", "bin", "oxfmt");
  await run(process.execPath, [oxfmt], { cwd: projectFolder, output: "inherit" });
});
