// `npm run model`: runs the model test of the budget with any number of sequences, and a hundredth of that of batches.
// @ts-check
import { parseArgs } from "node:util";
import { build, ensureDependencies } from "./dependencies.mjs";
import { runMocha } from "./mocha.mjs";
import { runScript } from "./processes.mjs";

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "100000" }, seed: { type: "string" } } });
  await ensureDependencies();
  await build("tests");
  const files = ["running/spendingModel", "runs/batchInFlight"].map((name) => `dist/test/unit/${name}.test.js`);
  const { failed } = await runMocha("model", files, {
    timeoutMs: 0,
    timeoutSeconds: 6 * 60 * 60,
    env: {
      PROSPECT_MODEL_RUNS: values.runs,
      ...(values.seed === undefined ? {} : { PROSPECT_MODEL_SEED: values.seed }),
    },
  });
  return failed > 0 ? 1 : 0;
});
