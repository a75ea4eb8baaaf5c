// Runs built test files with mocha, in processes of their own, and adds up what they counted.
// @ts-check
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { cores, onCores } from "./cores.mjs";
import { build } from "./dependencies.mjs";
import { editorNode, nodeOptions } from "./editorNode.mjs";
import { outputFolder, projectFolder } from "./paths.mjs";
import { plainEnvironment, runToEnd } from "./processes.mjs";
import { step } from "./progress.mjs";

/**
 * @typedef {object} LayerOutcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] full titles
 * @property {string[]} [failedFiles]
 * @property {Record<string, { passed: number, failed: number }>} [byFile]
 * @property {string | undefined} [sentence] for the summary
 * @property {string[]} [chance] tests that failed and then passed, when their file ran again
 *
 * @typedef {object} Selection which tests run
 * @property {string | undefined} grep a regular expression for titles
 * @property {readonly string[] | undefined} changed files, relative to the project; everything if undefined
 * @property {ReadonlySet<string> | undefined} files the built test files that run; all if undefined
 */

/** What processes and worker threads of the tests have compiled before. */
const compileCache = path.join(outputFolder, "compiled");

/** A layer that takes longer is stopped and counts as failed. */
export const layerSeconds = 900;

/** When more files than this fail, it is not for want of time. */
const mostAgain = 5;

/** @type {Promise<void> | undefined} */
let building;

/** Builds the tests, once in this process. */
export function buildTests() {
  return (building ??= build("tests"));
}

/**
 * @param {string} test a file of the project, such as `test/unit/x.test.ts`
 * @returns {string}
 */
export const builtTest = (test) => path.join(projectFolder, "dist", test.replace(/\.ts$/, ".js"));

/**
 * @param {string} name a folder below test/
 * @param {Selection} selection
 * @returns {string[]} the built test files in it
 */
export function builtTests(name, { files }) {
  return testFiles(path.join(projectFolder, "dist", "test", name)).filter((file) => files?.has(file) ?? true);
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
 * @property {number} [timeoutSeconds] of all files together
 * @property {string | undefined} [node] the Node to run on instead of the editor's
 * @property {NodeJS.ProcessEnv} [env]
 */

/**
 * @param {string} name of the result's file
 * @param {readonly string[]} files
 * @param {MochaOptions} options
 * @returns {Promise<{ outcome: LayerOutcome, text: string }>} `text`: what was printed, if that is piped
 */
export async function runMochaOn(name, files, options) {
  const { grep, timeoutMs, timeoutSeconds = layerSeconds, output = "pipe", node, env = {} } = options;
  const resultFile = path.join(outputFolder, `${name}.json`);
  const mochaOptions = JSON.stringify({ files, resultFile, timeoutMs, grep });
  const temporary = temporaryFolder();
  const { timedOut, text } = await runToEnd(
    node ?? (await editorNode()),
    [...nodeOptions, path.join("test", "host", "mochaProcess.mjs"), mochaOptions],
    {
      cwd: projectFolder,
      env: plainEnvironment({ NODE_COMPILE_CACHE: compileCache, TMPDIR: temporary, ...env }),
      output,
      timeoutSeconds,
    },
  );
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  return { outcome: readResult(resultFile, timedOut), text };
}

/** A folder for the temporary files of a process: in memory where there is room, because a disk makes stores wait. */
function temporaryFolder() {
  const memory = "/dev/shm";
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(path.join(bavail * bsize > 4e9 ? memory : os.tmpdir(), "pd-"));
  // A test that becomes another user reaches its files.
  chmodSync(folder, 0o755);
  return folder;
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
 * Runs test files in several processes, of which as many run at the same time as there are cores for them.
 * @param {string} title
 * @param {readonly string[]} files
 * @param {number} processes
 * @param {MochaOptions & { share?: number }} options `share` of a core for each process
 * @returns {Promise<LayerOutcome>}
 */
export async function runInPieces(title, files, processes, { share = 1, ...options }) {
  const count = Math.min(processes, files.length);
  const pieces = Array.from({ length: count }, (_, nth) => files.filter((_file, at) => at % count === nth));
  return sumOf(
    await Promise.all(
      pieces.map((piece, nth) => {
        const name = count === 1 ? title : `${title} ${nth + 1} of ${count}`;
        return onCores(share, () => runPiece(name, piece, options));
      }),
    ),
  );
}

/**
 * @param {string} name
 * @param {readonly string[]} files
 * @param {MochaOptions} options
 * @returns {Promise<LayerOutcome>}
 */
export async function runPiece(name, files, options) {
  const { outcome, text } = await step(name, () => runMochaOn(name.replaceAll(" ", "-"), files, options));
  if (outcome.passed + outcome.failed > 0) {
    console.log(text.trimEnd());
  }
  return outcome;
}

/**
 * Runs the files that failed once more, with nothing beside them: tests with real deadlines and processes may have been
 * slower than they wait.
 * @param {LayerOutcome} first
 * @param {(file: string) => Promise<LayerOutcome>} runFile
 * @returns {Promise<LayerOutcome>}
 */
export async function again(first, runFile) {
  const files = first.failedFiles ?? [];
  if (files.length === 0 || files.length > mostAgain) {
    return first;
  }
  /** @type {LayerOutcome[]} */
  const seconds = [];
  for (const file of files) {
    seconds.push(
      await onCores(cores, () => {
        console.log(`Running ${path.basename(file)} again, alone`);
        return runFile(file);
      }),
    );
  }
  const second = sumOf(seconds);
  const counted = files.map((file) => first.byFile?.[file] ?? { passed: 0, failed: 0 });
  const failures = second.failures ?? [];
  return {
    ...first,
    failures,
    failedFiles: second.failedFiles ?? [],
    passed: first.passed - counted.reduce((sum, { passed }) => sum + passed, 0) + second.passed,
    failed: first.failed - counted.reduce((sum, { failed }) => sum + failed, 0) + second.failed,
    chance: first.failures?.filter((title) => !failures.includes(title)) ?? [],
  };
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
    byFile: Object.assign({}, ...outcomes.map(({ byFile }) => byFile)),
    chance: outcomes.flatMap(({ chance = [] }) => chance),
    ...(sentence === undefined ? {} : { sentence }),
  };
}
