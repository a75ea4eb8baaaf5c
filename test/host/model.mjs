// `npm run model`: runs the model test of the budget with any number of sequences, and a hundredth of that of batches.
// @ts-check
import path from "node:path";
import { parseArgs } from "node:util";
import { build, ensureDependencies } from "./dependencies.mjs";
import { editorNode, nodeOptions } from "./editorNode.mjs";
import { outputFolder, projectFolder } from "./paths.mjs";
import { plainEnvironment, runScript, runToEnd } from "./processes.mjs";

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "100000" }, seed: { type: "string" } } });
  await ensureDependencies();
  await build("tests");
  const options = JSON.stringify({
    files: ["running/spendingModel", "lookups/batchInFlight"].map((file) =>
      path.join(projectFolder, "dist", "test", "unit", `${file}.test.js`),
    ),
    resultFile: path.join(outputFolder, "model.json"),
    timeoutMs: 0,
  });
  const { code } = await runToEnd(
    await editorNode(),
    [...nodeOptions, path.join("test", "host", "mochaProcess.mjs"), options],
    {
      cwd: projectFolder,
      env: plainEnvironment({
        PROSPECT_MODEL_RUNS: values.runs,
        ...(values.seed === undefined ? {} : { PROSPECT_MODEL_SEED: values.seed }),
      }),
      output: "inherit",
      timeoutSeconds: 6 * 60 * 60,
    },
  );
  return code ?? 1;
});
