// Runs unit and fault tests with one mutant at a time: those that execute the mutated code, the quickest first. The
// tests and the programs that they start are built once, with all mutants behind switches; no source file is written.
// @ts-check
import { readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { outputFolder, projectFolder } from "../host/paths.mjs";
import { mutantsOf, sampleOf } from "./mutants.mjs";
import { RunnerProcess } from "./runnerProcess.mjs";
import { switchBanner, switchedSources } from "./switches.mjs";
import { builtTest, buildTestsIn, sourcesOf } from "./unitTests.mjs";

/**
 * @typedef {import("./mutants.mjs").Mutant} Mutant
 * @typedef {"killed" | "survived" | "equivalent" | "untested" | "invalid"} Fate
 * @typedef {Mutant & { readonly fate: Fate, readonly by?: string | undefined }} Judged
 * @typedef {object} KnownTest a test that passes without a mutant
 * @property {string} title
 * @property {string} file built
 * @property {number} seconds
 */

/** Mutants that change nothing a caller can observe, each with the reason. A changed line is judged again. */
const equivalentsFile = path.join(projectFolder, "test", "mutate", "equivalents.json");
const folders = ["agents", "csv", "enrichments", "export", "lookups", "rows", "runs", "searches", "service", "store"];

/** The tests of a mutant run in parts: the quickest first, in so many seconds. */
const secondsOfParts = [2, 20, Infinity];

/**
 * @param {object} wanted
 * @param {number} wanted.sample
 * @param {number} wanted.seed
 * @param {number} wanted.jobs how many mutants are tested at once
 * @param {RegExp} wanted.files
 * @param {RegExp} wanted.testFiles
 * @param {number} wanted.seconds no more tests of a mutant begin after so many
 * @param {(judged: Judged, nth: number) => void} wanted.report
 * @returns {Promise<readonly Judged[]>}
 */
export async function runSample({ sample, seed, jobs, files, testFiles, seconds, report }) {
  const sources = ["webview-ui/messages", ...folders.map((folder) => `src/${folder}`)]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && files.test(file))
    .sort();
  const all = sources.flatMap((file) => mutantsOf(file, readFileSync(path.join(projectFolder, file), "utf8")));
  const mutants = sampleOf(all, sample, seed);
  console.log(`${all.length} mutants in ${sources.length} files; a sample of ${mutants.length} with seed ${seed}.`);
  const places = Array.from({ length: jobs }, (_, nth) => path.join(outputFolder, `mutants-${process.pid}-${nth}`));
  try {
    return await judge({ mutants, places, testFiles, seconds, report });
  } finally {
    places.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  }
}

/**
 * @param {object} wanted
 * @param {readonly Mutant[]} wanted.mutants
 * @param {RegExp} wanted.testFiles
 * @param {readonly string[]} wanted.places a folder for each process that runs tests
 * @param {number} wanted.seconds
 * @param {(judged: Judged, nth: number) => void} wanted.report
 */
async function judge({ mutants, places, testFiles, seconds, report }) {
  const importers = await importersOf(testFiles);
  const tests = [...new Set(mutants.flatMap(({ file }) => importers.get(file) ?? []))].sort();
  const { sources, switched } = await switchedSources(mutants);
  const plugin = switches(sources);
  for (const folder of places) {
    rmSync(folder, { recursive: true, force: true });
    await buildTestsIn(folder, tests, { plugin, banner: switchBanner });
  }
  const { known, reaching, whileLoading, failing } = await reachOf(tests.map(builtTest), places);
  console.log(
    `${known.length} tests of ${tests.length} files reach them or could. ` +
      `Without a mutant these fail: ${failing.join("; ") || "none"}.`,
  );
  const isEquivalent = equivalents();
  const left = [...mutants.entries()];
  /** @type {Judged[]} */
  const judged = [];
  await Promise.all(
    places.map(async (folder) => {
      const judge = new Judge(folder, known, seconds);
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [nth, mutant] = next;
        const ofFile = new Set(importers.get(mutant.file)?.map(builtTest));
        /** @returns {Promise<{ fate: Fate, by?: string | undefined }>} */
        const fate = async () => {
          if (isEquivalent(mutant)) return { fate: "equivalent" };
          if (!switched.has(nth)) return { fate: "invalid" };
          if (!whileLoading.has(nth)) return judge.fateOf(nth, reaching.get(nth) ?? []);
          return judge.fateAnew(
            nth,
            known.filter(({ file }) => ofFile.has(file)),
          );
        };
        const result = { ...mutant, ...(await fate()) };
        judged.push(result);
        report(result, judged.length);
      }
      judge.end();
    }),
  );
  return judged;
}

/** Tests one mutant after the other, in one folder and mostly in one process. */
class Judge {
  #folder;
  #known;
  #seconds;
  /** Tests that pass only after others of their file, by title. @type {Set<string>} */
  #needsOthers = new Set();
  /** @type {RunnerProcess | undefined} */
  #runner;

  /**
   * @param {string} folder
   * @param {readonly KnownTest[]} known
   * @param {number} seconds
   */
  constructor(folder, known, seconds) {
    this.#folder = folder;
    this.#known = known;
    this.#seconds = seconds;
  }

  /**
   * @param {number} nth of the mutant
   * @param {readonly KnownTest[]} tests
   * @returns {Promise<{ fate: Fate, by?: string | undefined }>}
   */
  async fateOf(nth, tests) {
    if (tests.length === 0) return { fate: "untested" };
    this.#runner ??= await RunnerProcess.started(this.#folder, filesOf(this.#known));
    if (this.#runner === undefined) throw new Error("The tests cannot be loaded.");
    let reached = false;
    for (const part of this.#parts(tests)) {
      const ran = await this.#runner.run({ on: nth, tests: part, bail: true }, secondsFor(part));
      if (ran === undefined) {
        this.#runner = undefined;
        return { fate: "killed", by: "the tests do not end" };
      }
      const [failure] = ran.failures;
      if (failure !== undefined) {
        // What an earlier mutant left in this process does not count.
        if (/^Timeout of/.test(failure.why)) return this.fateAnew(nth, tests); // a program may be left that never ends
        const same = this.#alone(failure.title, part);
        const again = await this.#runner.run({ on: -1, tests: same, bail: true }, secondsFor(same));
        if (again?.failures.length === 0) return { fate: "killed", by: `${failure.title}: ${failure.why}` };
        return this.fateAnew(nth, tests);
      }
      reached ||= ran.reached;
    }
    return reached ? { fate: "survived" } : this.fateAnew(nth, tests);
  }

  /**
   * In a process of its own, in which the mutant is on from the beginning.
   * @param {number} nth
   * @param {readonly KnownTest[]} tests
   * @returns {Promise<{ fate: Fate, by?: string | undefined }>}
   */
  async fateAnew(nth, tests) {
    this.end();
    let left = tests;
    for (;;) {
      const failure = await this.#failureAnew(nth, left);
      if (failure === undefined) return { fate: "survived" };
      const without = await this.#failureAnew(-1, this.#alone(failure.title, left));
      if (without === undefined) return { fate: "killed", by: `${failure.title}: ${failure.why}` };
      if (!this.#needsOthers.has(without.title)) {
        this.#needsOthers.add(without.title);
        continue;
      }
      // It fails anyway: it cannot tell anything. A hook takes the tests of its file with it.
      const isTest = left.some(({ title }) => title === without.title);
      const others = left.filter(({ title, file }) => (isTest ? title !== without.title : file !== without.file));
      if (others.length === left.length) return { fate: "survived" };
      left = others;
    }
  }

  /**
   * @param {number} nth
   * @param {readonly KnownTest[]} tests
   * @returns {Promise<{ title: string, file: string, why: string } | undefined>}
   */
  async #failureAnew(nth, tests) {
    const parts = this.#parts(tests);
    const runner = await RunnerProcess.started(this.#folder, filesOf(parts.flat()), nth);
    if (runner === undefined) return { title: "the tests do not load", file: "", why: "" };
    try {
      for (const part of parts) {
        const ran = await runner.run({ on: nth, tests: part, bail: true }, secondsFor(part));
        if (ran === undefined) return { title: "the tests do not end", file: "", why: "" };
        if (ran.failures[0] !== undefined) return ran.failures[0];
      }
      return undefined;
    } finally {
      runner.end();
    }
  }

  /**
   * The test, with those that it needs; all that ran when it is none of them, because a hook failed.
   * @param {string} title
   * @param {readonly KnownTest[]} ran
   */
  #alone(title, ran) {
    const tests = ran.filter((test) => test.title === title);
    return tests.length === 0 ? ran : this.#withNeeded(tests);
  }

  /** @param {readonly KnownTest[]} tests */
  #parts(tests) {
    return partsOf(tests, this.#seconds).map((part) => this.#withNeeded(part));
  }

  /** @param {readonly KnownTest[]} tests */
  #withNeeded(tests) {
    const files = new Set(tests.filter(({ title }) => this.#needsOthers.has(title)).map(({ file }) => file));
    return files.size === 0 ? tests : [...new Set([...tests, ...this.#known.filter(({ file }) => files.has(file))])];
  }

  end() {
    this.#runner?.end();
    this.#runner = undefined;
  }
}

/** @param {readonly KnownTest[]} tests */
const filesOf = (tests) => [...new Set(tests.map(({ file }) => file))];

/** @param {readonly KnownTest[]} tests */
const secondsFor = (tests) => 20 + 5 * tests.reduce((sum, { seconds }) => sum + seconds, 0);

/**
 * @param {readonly KnownTest[]} tests
 * @param {number} seconds
 * @returns {KnownTest[][]}
 */
function partsOf(tests, seconds) {
  const rest = tests.toSorted((a, b) => a.seconds - b.seconds);
  /** @type {KnownTest[][]} */
  const parts = [];
  let total = 0;
  for (const most of secondsOfParts) {
    /** @type {KnownTest[]} */
    const part = [];
    for (let sum = 0; rest[0] !== undefined && total < seconds && (part.length === 0 || sum < most);) {
      sum += rest[0].seconds;
      total += rest[0].seconds;
      part.push(rest[0]);
      rest.shift();
    }
    if (part.length > 0) parts.push(part);
  }
  return parts;
}

/**
 * Runs all tests once without a mutant, to see which mutants each of them reaches.
 * @param {readonly string[]} tests built
 * @param {readonly string[]} places
 */
async function reachOf(tests, places) {
  /** @type {KnownTest[]} */
  const known = [];
  /** @type {Map<number, KnownTest[]>} */
  const reaching = new Map();
  /** @type {Set<number>} */
  const whileLoading = new Set();
  /** @type {string[]} */
  const failing = [];
  await Promise.all(
    places.map(async (folder, at) => {
      const own = tests.filter((_, nth) => nth % places.length === at);
      const runner = await RunnerProcess.started(folder, own);
      const ran = await runner?.run({ on: -1, tests: undefined, bail: false }, 1800);
      runner?.end();
      if (runner === undefined || ran === undefined) {
        throw new Error("The tests do not load, or do not end, without a mutant.");
      }
      runner.loaded.forEach((nth) => whileLoading.add(nth));
      failing.push(...ran.failures.map(({ title }) => title));
      for (const { reached, ...test } of ran.tests) {
        if (ran.failures.some(({ title }) => title === test.title)) continue;
        known.push(test);
        for (const nth of reached) reaching.set(nth, [...(reaching.get(nth) ?? []), test]);
      }
    }),
  );
  return { known, reaching, whileLoading, failing };
}

/**
 * @param {ReadonlyMap<string, string>} sources
 * @returns {import("esbuild").Plugin}
 */
const switches = (sources) => ({
  name: "switches",
  setup: (setup) => {
    setup.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const contents = sources.get(path.relative(projectFolder, file).split(path.sep).join("/"));
      return contents === undefined ? undefined : { contents, loader: "ts" };
    });
  },
});

/**
 * The tests that import a file, directly or through others, or start programs that may.
 * @param {RegExp} testFiles
 * @returns {Promise<ReadonlyMap<string, readonly string[]>>}
 */
async function importersOf(testFiles) {
  const tests = [...filesBelow("test/unit"), ...filesBelow("test/faults")].filter(
    (file) => file.endsWith(".test.ts") && testFiles.test(file),
  );
  const { sources, ofPrograms } = await sourcesOf(tests);
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const test of tests) {
    const own = sources.get(test) ?? [];
    const startsPrograms = own.some(
      (file) =>
        file.startsWith("test/") && /"dist\/|Child\.js"/.test(readFileSync(path.join(projectFolder, file), "utf8")),
    );
    for (const file of new Set([...own, ...(startsPrograms ? ofPrograms : [])])) {
      importers.set(file, [...(importers.get(file) ?? []), test]);
    }
  }
  return importers;
}

/** @returns {(mutant: Mutant) => boolean} */
function equivalents() {
  /** @type {ReadonlyArray<{ file: string, code: string, change: string, why: string }>} */
  const known = JSON.parse(readFileSync(equivalentsFile, "utf8"));
  return ({ file, line, change }) => {
    const code = readFileSync(path.join(projectFolder, file), "utf8").split("\n")[line - 1]?.trim();
    return known.some((one) => one.file === file && one.code === code && one.change === change);
  };
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(path.join(projectFolder, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}
