// The process in which tests run with one mutant after the other: `node runner.mjs <options as JSON>`, with messages to
// the process that started it. Its working folder is one that buildTestsIn() made.
// @ts-check
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";

/**
 * @typedef {object} RunnerOptions
 * @property {readonly string[]} files built test files
 * @property {number} on the mutant that is on from the beginning; -1 for none
 *
 * @typedef {object} ToRun
 * @property {number} on the number of the mutant; -1 for none
 * @property {ReadonlyArray<{ title: string, seconds: number }> | undefined} tests with their usual times; all when
 *   absent
 * @property {boolean} bail whether to stop at the first failure
 *
 * @typedef {object} RanTest
 * @property {string} title
 * @property {string} file
 * @property {number} seconds
 * @property {readonly number[]} reached mutants
 *
 * @typedef {object} Ran
 * @property {readonly RanTest[]} tests
 * @property {ReadonlyArray<{ title: string, file: string, why: string }>} failures
 * @property {boolean} reached whether the mutant was reached
 */

/** @type {{ isMutantRunner?: boolean, mutants?: { on: number, reached: Set<number>, seen: boolean[] } }} */
const shared = /** @type {object} */ (globalThis);
shared.isMutantRunner = true;
/** @type {RunnerOptions} */
const { files, on: onFromTheBeginning } = JSON.parse(process.argv[2] ?? "{}");

/** @param {number} on */
function turnOn(on) {
  writeFileSync("mutant", String(on));
  if (shared.mutants !== undefined) shared.mutants.on = on;
}

/** @returns {readonly number[]} what this process reached since it was last asked */
function takeReached() {
  const { reached, seen } = shared.mutants ?? { reached: new Set(), seen: [] };
  const numbers = [...reached];
  reached.clear();
  for (const nth of numbers) seen[nth] = false;
  return numbers;
}

/** @returns {readonly number[]} what programs and threads reached since it was last asked */
function takeReachedOutside() {
  const text = readFileSync("reached", "utf8");
  if (text !== "") writeFileSync("reached", "");
  return text.trim().split("\n").filter(Boolean).map(Number);
}

/**
 * @param {ToRun} wanted
 * @returns {Promise<Ran>}
 */
function run({ on, tests, bail }) {
  turnOn(on);
  takeReached();
  takeReachedOutside();
  const usual = new Map(tests?.map(({ title, seconds }) => [title, seconds]));
  // All that mocha asks of a pattern is whether a title fits.
  mocha.grep(Object.assign(/(?:)/, { test: (/** @type {string} */ title) => tests === undefined || usual.has(title) }));
  const setBail = (/** @type {Mocha.Suite} */ suite) => {
    suite.bail(bail);
    suite.suites.forEach(setBail);
  };
  setBail(mocha.suite);
  /** @type {RanTest[]} */
  const ran = [];
  /** @type {{ title: string, file: string, why: string }[]} */
  const failures = [];
  /** @type {{ suite: Mocha.Suite | undefined, numbers: readonly number[] }[]} */
  const reachedInHooks = [];
  /** @type {Map<string, readonly number[]>} */
  const reachedOutside = new Map();
  const fileOf = (/** @type {Mocha.Runnable} */ one) =>
    path.relative(process.cwd(), one.file ?? one.parent?.file ?? "");
  let lastEnd = performance.now();
  /** With its hooks. */
  const secondsSinceLast = () => {
    const before = lastEnd;
    lastEnd = performance.now();
    return (lastEnd - before) / 1000;
  };
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      const outside = takeReachedOutside();
      const reached =
        outside.includes(on) ||
        [...reachedOutside.values(), ...reachedInHooks.map(({ numbers }) => numbers)].some((all) => all.includes(on)) ||
        ran.some((test) => test.reached.includes(on));
      resolve({ tests: ran, failures, reached });
    });
    runner.on("test", (test) => {
      const seconds = usual.get(test.fullTitle());
      if (seconds !== undefined) test.timeout(Math.max(15_000, 10_000 * seconds));
    });
    runner.on("hook end", (hook) => {
      if (hook.title.includes("before all")) reachedInHooks.push({ suite: hook.parent, numbers: takeReached() });
    });
    runner.on("test end", (test) => {
      const file = fileOf(test);
      reachedOutside.set(file, [...(reachedOutside.get(file) ?? []), ...takeReachedOutside()]);
      /** @type {Set<Mocha.Suite>} */
      const suites = new Set();
      for (let suite = test.parent; suite !== undefined; suite = suite.parent) suites.add(suite);
      const ofHooks = reachedInHooks.flatMap(({ suite, numbers }) =>
        suite !== undefined && suites.has(suite) ? numbers : [],
      );
      const reached = [...new Set([...takeReached(), ...ofHooks])];
      ran.push({ title: test.fullTitle(), file, seconds: secondsSinceLast(), reached });
    });
    runner.on("fail", (test, error) => {
      failures.push({ title: test.fullTitle(), file: fileOf(test), why: String(error?.message ?? error) });
    });
    runner.once("end", () => {
      for (const [nth, test] of ran.entries()) {
        const outside = reachedOutside.get(test.file) ?? [];
        if (outside.length > 0) ran[nth] = { ...test, reached: [...new Set([...test.reached, ...outside])] };
      }
    });
  });
}

/**
 * What runs after all tests of a suite may expect that all of them ran.
 * @param {Mocha.Suite} suite
 */
function forgiveWhatIsLeftOut(suite) {
  for (const hook of /** @type {{ _afterAll: { fn?: Mocha.AsyncFunc }[] }} */ (/** @type {unknown} */ (suite))
    ._afterAll) {
    const { fn } = hook;
    hook.fn = async function () {
      try {
        await fn?.call(this);
      } catch {
        // The tests themselves say what fails.
      }
    };
  }
  suite.suites.forEach(forgiveWhatIsLeftOut);
}

writeFileSync("reached", "");
turnOn(onFromTheBeginning);
const mocha = new Mocha({ ui: "bdd", timeout: 30_000, forbidOnly: true });
mocha.reporter(class extends Mocha.reporters.Base {});
mocha.cleanReferencesAfterRun(false);
files.forEach((file) => mocha.addFile(file));
await mocha.loadFilesAsync();
const loaded = takeReached();
forgiveWhatIsLeftOut(mocha.suite);
process.on("message", (/** @type {ToRun} */ wanted) => void run(wanted).then((ran) => process.send?.(ran)));
process.on("disconnect", () => process.exit(0));
process.send?.({ loaded });
