// `npm test`: sets everything up, runs every layer of tests in order, and ends with "N passed, N failed".
// @ts-check
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureDependencies } from "./host/dependencies.mjs";
import { layers } from "./host/layers.mjs";
import { outputFolder } from "./host/paths.mjs";
import { requireNode } from "./host/prerequisites.mjs";
import { runScript, SetupError } from "./host/processes.mjs";

const names = layers.map(({ name }) => name);

/** Failed tests that the summary names for each layer. */
const mostNamed = 20;

const help = `npm test -- [options]

Runs ${names.join(", ")}, after all the set-up they need.

  --only LAYER    that layer alone; may be repeated, or several with commas
  --grep TEXT     only tests whose title has this text (a regular expression)
  --help          this text

A failed layer's screenshots and results are in .test-output/.`;

await runScript(async () => {
  const { only, grep, help: helpAsked } = readOptions();
  if (helpAsked) {
    console.log(help);
    return 0;
  }
  requireNode();
  await ensureDependencies();
  rmSync(outputFolder, { recursive: true, force: true });
  mkdirSync(outputFolder, { recursive: true });

  /** @type {LayerSummary[]} */
  const results = [];
  for (const layer of layers.filter(({ name }) => only.length === 0 || only.includes(name))) {
    console.log(`\n=== ${layer.name}`);
    const begin = performance.now();
    const result = await runLayer(layer, grep);
    results.push({ name: layer.name, ...result, seconds: (performance.now() - begin) / 1000 });
  }
  return report(results, grep);
});

/**
 * A layer that cannot run counts as failed with the reason; it is never skipped.
 * @param {import("./host/layers.mjs").Layer} layer
 * @param {string | undefined} grep
 * @returns {Promise<import("./host/layers.mjs").LayerOutcome>}
 */
async function runLayer(layer, grep) {
  try {
    const outcome = await layer.run({ grep });
    if (outcome.passed + outcome.failed === 0 && grep === undefined) {
      return { passed: 0, failed: 1, sentence: "it has no tests" };
    }
    return outcome;
  } catch (error) {
    const sentence = error instanceof SetupError ? error.message : String(error instanceof Error ? error.stack : error);
    console.error(sentence);
    return { passed: 0, failed: 1, sentence: `it could not run: ${sentence.split("\n")[0]}` };
  }
}

/**
 * @typedef {object} LayerSummary
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {number} seconds
 * @property {string | undefined} [sentence]
 * @property {string[]} [failures] full titles
 */

/**
 * @param {readonly LayerSummary[]} results
 * @param {string | undefined} grep
 * @returns {number} the exit code
 */
function report(results, grep) {
  console.log("\n=== summary");
  for (const { name, passed, failed, seconds, sentence, failures = [] } of results) {
    console.log(
      `  ${failed > 0 ? "✗" : "✓"} ${name.padEnd(10)} ${passed} passed, ${failed} failed, ` +
        `${seconds.toFixed(1)} s${sentence ? `: ${sentence}` : ""}`,
    );
    if (failed > 0) {
      failures.slice(0, mostNamed).forEach((title) => console.log(`      ${title}`));
    }
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  let failed = results.reduce((sum, result) => sum + result.failed, 0);
  if (passed + failed === 0) {
    console.log(`  No test's title matches ${JSON.stringify(grep)}.`);
    failed = 1;
  }
  if (failed > 0 && existsSync(outputFolder) && readdirSync(outputFolder).length > 0) {
    console.log(`  Screenshots and results: ${path.relative(process.cwd(), outputFolder) || "."}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: "string", multiple: true },
        grep: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    const only = (values.only ?? []).flatMap((value) => value.split(","));
    const unknown = only.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new Error(`There is no layer "${unknown}". The layers are ${names.join(", ")}.`);
    }
    return { only, grep: values.grep, help: values.help };
  } catch (error) {
    throw new SetupError(`${/** @type {Error} */ (error).message}\n\n${help}`);
  }
}
