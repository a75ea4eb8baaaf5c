// `npm run model`: the model test of the budget, with as many sequences as asked for.
// @ts-check
import path from "node:path";
import { parseArgs } from "node:util";
import { projectFolder } from "./paths.mjs";
import { runScript, runToEnd } from "./processes.mjs";

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "100000" }, seed: { type: "string" } } });
  const { code } = await runToEnd(process.execPath, [path.join("test", "run.mjs"), "--only", "unit", "--grep", "the budget, against"], {
    cwd: projectFolder,
    env: { ...process.env, PROSPECT_MODEL_RUNS: values.runs, ...(values.seed === undefined ? {} : { PROSPECT_MODEL_SEED: values.seed }) },
    output: "inherit",
    timeoutSeconds: 4 * 60 * 60,
  });
  return code ?? 1;
});
