// `npm run model`: runs the model test of the budget with any number of sequences, and a hundredth of that of batches.
// @ts-check
import { parseArgs } from "node:util";
import { ensureDependencies } from "./dependencies.mjs";
import { buildTests, builtTest, runMochaOn } from "./mochaFiles.mjs";
import { runScript } from "./processes.mjs";

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "100000" }, seed: { type: "string" } } });
  await ensureDependencies();
  await buildTests();
  const files = ["running/spendingModel", "runs/batchInFlight"].map((name) => `test/unit/${name}.test.ts`);
  const { outcome } = await runMochaOn("model", files.map(builtTest), {
    grep: undefined,
    timeoutMs: 0,
    timeoutSeconds: 6 * 60 * 60,
    output: "inherit",
    env: {
      PROSPECT_MODEL_RUNS: values.runs,
      ...(values.seed === undefined ? {} : { PROSPECT_MODEL_SEED: values.seed }),
    },
  });
  return outcome.failed > 0 ? 1 : 0;
});
