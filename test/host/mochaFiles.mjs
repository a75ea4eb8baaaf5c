// Runs built test files with mocha, in processes of their own, and adds up what they counted.
// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { build } from "./dependencies.mjs";
import { editorNode, nodeOptions } from "./editorNode.mjs";
import { outputFolder, projectFolder } from "./paths.mjs";
import { plainEnvironment, runToEnd } from "./processes.mjs";

/**
 * @typedef {object} LayerOutcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] full titles
 * @property {string[]} [failedFiles]
 * @property {string | undefined} [sentence] for the summary
 */

/** A layer that takes longer is stopped and counts as failed. */
export const layerSeconds = 900;

/** When more files than this fail, it is not for want of time. */
export const mostAgain = 5;

let testsAreBuilt = false;

/** Builds the tests once; again if packaging has emptied dist/ since. */
export async function buildTests() {
  if (!testsAreBuilt || !existsSync(path.join(projectFolder, "dist", "test"))) {
    await build("tests");
    testsAreBuilt = true;
  }
}

/**
 * @param {string} name a folder below test/
 * @returns {string[]} the built test files in it
 */
export function builtTests(name) {
  return testFiles(path.join(projectFolder, "dist", "test", name));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function testFiles(folder) {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? testFiles(file) : name.endsWith(".test.js") ? [file] : [];
  });
}

/**
 * @typedef {object} MochaOptions
 * @property {string | undefined} grep
 * @property {number} timeoutMs of one test
 * @property {"inherit" | "pipe"} [output]
 * @property {string} [node] the Node to run on instead of the editor's
 * @property {NodeJS.ProcessEnv} [env]
 */

/**
 * @param {string} name of the result's file
 * @param {readonly string[]} files
 * @param {MochaOptions} options
 * @returns {Promise<{ outcome: LayerOutcome, text: string }>} `text`: what was printed, if that is piped
 */
export async function runMochaOn(name, files, { grep, timeoutMs, output = "inherit", node, env = {} }) {
  if (files.length === 0) {
    return { outcome: { passed: 0, failed: 0 }, text: "" };
  }
  const resultFile = path.join(outputFolder, `${name}.json`);
  const options = JSON.stringify({ files, resultFile, timeoutMs, grep });
  const { timedOut, text } = await runToEnd(
    node ?? (await editorNode()),
    [...nodeOptions, "--enable-source-maps", path.join("test", "host", "mochaProcess.mjs"), options],
    { cwd: projectFolder, env: plainEnvironment(env), output, timeoutSeconds: layerSeconds },
  );
  return { outcome: readResult(resultFile, timedOut), text };
}

/**
 * @param {string} resultFile
 * @param {boolean} [timedOut]
 * @returns {LayerOutcome}
 */
export function readResult(resultFile, timedOut = false) {
  mkdirSync(path.dirname(resultFile), { recursive: true });
  if (!existsSync(resultFile)) {
    const sentence = timedOut
      ? `it did not end within ${layerSeconds} seconds`
      : "it ended without a result; its last lines above say why";
    return { passed: 0, failed: 1, sentence };
  }
  return JSON.parse(readFileSync(resultFile, "utf8"));
}

/**
 * @param {readonly LayerOutcome[]} outcomes
 * @returns {LayerOutcome}
 */
export function sumOf(outcomes) {
  const sentence = outcomes.find((outcome) => outcome.sentence !== undefined)?.sentence;
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    failures: outcomes.flatMap(({ failures = [] }) => failures),
    failedFiles: outcomes.flatMap(({ failedFiles = [] }) => failedFiles),
    ...(sentence === undefined ? {} : { sentence }),
  };
}
