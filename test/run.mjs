// `npm test`: sets everything up, runs all layers of tests side by side, and ends with "N passed, N failed".
// @ts-check
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { changedFiles, concernedTests } from "./host/concerned.mjs";
import { ensureDependencies } from "./host/dependencies.mjs";
import { layers } from "./host/layers.mjs";
import { buildTests, builtTest } from "./host/mochaFiles.mjs";
import { outputFolder, projectFolder } from "./host/paths.mjs";
import { requireNode } from "./host/prerequisites.mjs";
import { runScript, SetupError } from "./host/processes.mjs";

/** @typedef {import("./host/mochaFiles.mjs").LayerOutcome} LayerOutcome */
/** @typedef {import("./host/mochaFiles.mjs").Selection} Selection */

/** Failed tests that the summary names for each layer. */
const mostNamed = 20;

const names = layers.map(({ name }) => name);

const help = `npm test -- [options]

Runs ${names.join(", ")}, side by side and after all the set-up they need.

  --only LAYER    that layer alone; may be repeated, or several with commas
  --grep TEXT     only tests whose title has this text (a regular expression)
  --file PATH     what concerns this file: its lint, all types, and the tests that import it or are nearest to it;
                  may be repeated. Tests in windows run only if they are named.
  --changed       the same for everything that differs from the last commit
  --help          this text

A failed layer's screenshots and results are in .test-output/.`;

await runScript(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(help);
    return 0;
  }
  requireNode();
  await ensureDependencies();
  rmSync(outputFolder, { recursive: true, force: true });
  mkdirSync(outputFolder, { recursive: true });
  const selection = await selectionOf(options);
  const isConcerned = (/** @type {string} */ name) =>
    ["lint", "types"].includes(name) ||
    selection.changed === undefined ||
    [...(selection.files ?? [])].some((file) => file.split(path.sep).includes(name));
  const begin = performance.now();
  const results = await Promise.all(
    layers
      .filter(({ name, named }) => (options.only.length === 0 ? named !== true : options.only.includes(name)))
      .filter(({ name }) => isConcerned(name))
      .map(async (layer) => {
        const outcome = await runLayer(layer, selection);
        const result = { ...outcome, name: layer.name, seconds: (performance.now() - begin) / 1000 };
        console.log(`\n=== ${describe(result)}\n`);
        return result;
      }),
  );
  return report(results, options.grep);
});

/**
 * @param {ReturnType<typeof readOptions>} options
 * @returns {Promise<Selection>}
 */
async function selectionOf({ grep, file, changed }) {
  if (!changed && file.length === 0) {
    return { grep, changed: undefined, files: undefined };
  }
  const files = [...new Set([...file.map(inProject), ...(changed ? await changedFiles() : [])])];
  await buildTests();
  const tests = concernedTests(files);
  console.log(`Changed: ${files.join(", ") || "nothing"}\nTests: ${tests.join(", ") || "none"}`);
  return { grep, changed: files, files: new Set(tests.map(builtTest)) };
}

/**
 * @param {string} file
 * @returns {string} relative to the project, with forward slashes
 */
function inProject(file) {
  if (!existsSync(file)) {
    throw new SetupError(`--file ${file}: there is no such file.`);
  }
  return path.relative(projectFolder, path.resolve(file)).split(path.sep).join("/");
}

/**
 * A layer that cannot run counts as failed with the reason; it is never skipped.
 * @param {import("./host/layers.mjs").Layer} layer
 * @param {Selection} selection
 * @returns {Promise<LayerOutcome>}
 */
async function runLayer(layer, selection) {
  try {
    const outcome = await layer.run(selection);
    if (outcome.passed + outcome.failed === 0 && selection.grep === undefined && selection.changed === undefined) {
      return { passed: 0, failed: 1, sentence: "it has no tests" };
    }
    return outcome;
  } catch (error) {
    const sentence = error instanceof SetupError ? error.message : String(error instanceof Error ? error.stack : error);
    console.error(sentence);
    return { passed: 0, failed: 1, sentence: `it could not run: ${sentence.split("\n")[0]}` };
  }
}

/** @typedef {LayerOutcome & { name: string, seconds: number }} LayerSummary `seconds`: when it ended */

/** @param {LayerSummary} summary */
function describe({ name, passed, failed, seconds, sentence }) {
  const counts = `${name.padEnd(10)} ${passed} passed, ${failed} failed`;
  return `${failed > 0 ? "✗" : "✓"} ${counts}, ended after ${seconds.toFixed(1)} s${sentence ? `: ${sentence}` : ""}`;
}

/**
 * @param {readonly LayerSummary[]} results
 * @param {string | undefined} grep
 * @returns {number} the exit code
 */
function report(results, grep) {
  console.log("\n=== summary");
  for (const result of results) {
    console.log(`  ${describe(result)}`);
    result.failures?.slice(0, mostNamed).forEach((title) => console.log(`      ${title}`));
  }
  const chance = results.flatMap((result) => result.chance ?? []);
  if (chance.length > 0) {
    console.log(`  ! ${chance.length} of these failed first and passed only when their file ran again, alone:`);
    chance.forEach((title) => console.log(`      ${title}`));
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  let failed = results.reduce((sum, result) => sum + result.failed, 0);
  if (passed + failed === 0) {
    console.log(grep === undefined ? "  Nothing to check." : `  No test's title matches ${JSON.stringify(grep)}.`);
    failed = grep === undefined ? 0 : 1;
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
        only: { type: "string", multiple: true, default: [] },
        grep: { type: "string" },
        file: { type: "string", multiple: true, default: [] },
        changed: { type: "boolean", default: false },
        help: { type: "boolean", short: "h" },
      },
    });
    const only = values.only.flatMap((value) => value.split(","));
    const unknown = only.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new Error(`There is no layer "${unknown}". The layers are ${names.join(", ")}.`);
    }
    return { ...values, only };
  } catch (error) {
    throw new SetupError(`${/** @type {Error} */ (error).message}\n\n${help}`);
  }
}
