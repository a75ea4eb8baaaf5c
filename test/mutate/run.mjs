// `npm run mutate -- --sample 200 --seed 1`: changes the code in small ways and shows which changes no unit or fault
// test sees. `--files PATTERN` and `--tests PATTERN` take only files whose path fits; `--seconds N` ends the
// tests of a mutant earlier.
// @ts-check
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, ensureDependencies } from "../host/dependencies.mjs";
import { outputFolder } from "../host/paths.mjs";
import { runScript } from "../host/processes.mjs";
import { runSample } from "./sample.mjs";

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      sample: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      jobs: { type: "string", default: "2" },
      files: { type: "string", default: "." },
      tests: { type: "string", default: "." },
      seconds: { type: "string", default: "Infinity" },
      built: { type: "boolean", default: false },
    },
  });
  if (!values.built) {
    await ensureDependencies();
    await build("tests"); // tests of the store start its built worker
  }
  mkdirSync(outputFolder, { recursive: true });
  const judged = await runSample({
    sample: Number(values.sample),
    seed: Number(values.seed),
    jobs: Number(values.jobs),
    files: new RegExp(values.files),
    testFiles: new RegExp(values.tests),
    seconds: Number(values.seconds),
    report: ({ fate, file, line, change, by }, nth) =>
      console.log(
        `${nth} ${fate.padEnd(10)} ${file}:${line}  ${change}${by === undefined ? "" : `  (${oneLine(by)})`}`,
      ),
  });
  writeFileSync(path.join(outputFolder, "mutants.json"), `${JSON.stringify(judged, undefined, 2)}\n`);
  /** @param {string} fate */
  const count = (fate) => judged.filter((one) => one.fate === fate).length;
  const [killed, holes] = [count("killed"), count("survived") + count("untested")];
  const score = killed + holes === 0 ? 100 : (100 * killed) / (killed + holes);
  console.log(
    `${killed} killed, ${holes} not seen by a test, ${count("equivalent")} equivalent, ` +
      `${count("invalid")} could not be built: ${score.toFixed(1)} %`,
  );
  console.log(
    "A survivor is a hole to test, or changes nothing: then it goes to test/mutate/equivalents.json with why.",
  );
  return 0;
});

/** @param {string} text */
function oneLine(text) {
  return text.replace(/\s+/g, " ").slice(0, 80);
}
