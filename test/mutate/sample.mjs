// Builds unit and fault tests with one mutant at a time and runs those that execute the mutated code, the quickest
// first. No source file is written. The programs that tests start are built with the mutant, too.
// @ts-check
import { readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { outputFolder, projectFolder } from "../host/paths.mjs";
import { mutantsOf, sampleOf } from "./mutants.mjs";
import { reachOf } from "./reach.mjs";
import { buildTestsIn, programSources, runMocha, sourcesOf, startsPrograms } from "./unitTests.mjs";

/**
 * @typedef {import("./mutants.mjs").Mutant} Mutant
 * @typedef {"killed" | "survived" | "equivalent" | "untested" | "invalid"} Fate
 * @typedef {Mutant & { readonly fate: Fate, readonly by?: string | undefined }} Judged
 */

/** Mutants that change nothing a caller can observe, each with the reason. A changed line is judged again. */
const equivalentsFile = path.join(projectFolder, "test", "mutate", "equivalents.json");
const folders = ["agents", "csv", "enrichments", "export", "lookups", "rows", "runs", "searches", "service", "store"];

/** Tests of a mutant run together for about so long; the first ones, which are the quickest, for a part of it. */
const secondsTogether = 12;
const secondsOfTheFirst = 3;

/**
 * @param {object} wanted
 * @param {number} wanted.sample
 * @param {number} wanted.seed
 * @param {number} wanted.jobs how many mutants are tested at once
 * @param {RegExp} wanted.files
 * @param {readonly Judged[]} wanted.earlier what is known of the same sample
 * @param {(judged: Judged, nth: number) => void} wanted.report
 * @returns {Promise<readonly Judged[]>}
 */
export async function runSample({ sample, seed, jobs, files, earlier, report }) {
  const sources = ["webview-ui/messages", ...folders.map((folder) => `src/${folder}`)]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && files.test(file))
    .sort();
  const all = sources.flatMap((file) => mutantsOf(file, readFileSync(path.join(projectFolder, file), "utf8")));
  const mutants = sampleOf(all, sample, seed);
  console.log(`${all.length} mutants in ${sources.length} files; a sample of ${mutants.length} with seed ${seed}.`);
  /** @param {Mutant} mutant */
  const wasSeen = (mutant) =>
    earlier.some(
      ({ file, start, text, change, fate }) =>
        fate === "killed" &&
        file === mutant.file &&
        start === mutant.start &&
        text === mutant.text &&
        change === mutant.change,
    );
  /** @type {Judged[]} */
  const judged = mutants.filter(wasSeen).map((mutant) => ({ ...mutant, fate: "killed", by: "as before" }));
  const left = mutants.filter((mutant) => !wasSeen(mutant));
  const testsOf = await testsThatReach(left, jobs);
  await each(jobs, [...left.keys()], async (nth) => {
    const mutant = left[nth];
    if (mutant === undefined) return;
    const result = { ...mutant, ...(await fateOf(mutant, testsOf(nth))) };
    judged.push(result);
    report(result, judged.length);
  });
  return judged;
}

/**
 * @template T
 * @param {number} jobs
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<void>} run
 */
async function each(jobs, items, run) {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/**
 * @param {Mutant} mutant
 * @param {readonly Group[]} groups
 * @returns {Promise<{ fate: Fate, by?: string | undefined }>}
 */
async function fateOf(mutant, groups) {
  if (isEquivalent(mutant)) {
    return { fate: "equivalent" };
  }
  if (groups.length === 0) {
    return { fate: "untested" };
  }
  for (const { tests, withPrograms } of groups) {
    const folder = newFolder();
    try {
      await buildTestsIn(folder, tests, { withPrograms, plugin: put(mutant) });
    } catch {
      rmSync(folder, { recursive: true, force: true });
      return { fate: "invalid" };
    }
    const { failed } = await runMocha(tests, folder);
    rmSync(folder, { recursive: true, force: true });
    if (failed !== undefined) {
      return { fate: "killed", by: failed };
    }
  }
  return { fate: "survived" };
}

let folderCount = 0;
const newFolder = () => path.join(outputFolder, `mutants-${process.pid}-${(folderCount += 1)}`);

/**
 * @param {Mutant} mutant
 * @returns {import("esbuild").Plugin}
 */
const put = (mutant) => ({
  name: "mutant",
  setup: (setup) => {
    const changed = path.join(projectFolder, mutant.file);
    setup.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      if (file !== changed) return undefined;
      const source = readFileSync(file, "utf8");
      return { contents: source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end), loader: "ts" };
    });
  },
});

/**
 * @typedef {object} Group
 * @property {string[]} tests
 * @property {boolean} withPrograms they start programs
 */

/**
 * For the number of a mutant: groups of the tests that execute it, the quickest first. A mutant without a probe
 * has all tests that import its file. Tests that fail without a mutant say nothing and are left out.
 * @param {readonly Mutant[]} mutants
 * @param {number} jobs
 * @returns {Promise<(nth: number) => readonly Group[]>}
 */
async function testsThatReach(mutants, jobs) {
  const { importers, starting } = await importersOf();
  const tests = [...new Set(mutants.flatMap(({ file }) => importers.get(file) ?? []))].sort();
  const { reaches, probed } = await reachOf({
    ...{ mutants, tests, folder: newFolder(), startsPrograms: (test) => starting.has(test) },
    each: (all, run) => each(jobs, all, run),
  });
  const failed = tests.filter((test) => reaches.get(test)?.passes !== true);
  console.log(
    `${tests.length} test files import them. ${probed.size} mutants have a probe. ` +
      `Without a mutant these fail: ${failed.join(", ") || "none"}.`,
  );
  return (nth) => {
    const reaching = (importers.get(mutants[nth]?.file ?? "") ?? []).flatMap((test) => {
      const reach = reaches.get(test);
      return reach?.passes === true && (!probed.has(nth) || reach.probes.has(nth))
        ? [{ test, seconds: reach.seconds }]
        : [];
    });
    reaching.sort((a, b) => a.seconds - b.seconds);
    /** @type {Group[]} */
    const groups = [];
    let room = 0;
    for (const { test, seconds } of reaching) {
      const withPrograms = starting.has(test);
      if (room < seconds || groups.at(-1)?.withPrograms !== withPrograms) {
        room = groups.length === 0 ? secondsOfTheFirst : secondsTogether;
        groups.push({ tests: [], withPrograms });
      }
      groups.at(-1)?.tests.push(test);
      room -= seconds;
    }
    return groups;
  };
}

/**
 * `importers`: the tests that import a file, directly or through others, or start programs that do. `starting`: those
 * that start programs.
 * @returns {Promise<{ importers: ReadonlyMap<string, readonly string[]>, starting: ReadonlySet<string> }>}
 */
async function importersOf() {
  const tests = [...filesBelow("test/unit"), ...filesBelow("test/faults")].filter((file) => file.endsWith(".test.ts"));
  const sources = await sourcesOf([...tests, ...programSources]);
  const ofPrograms = programSources.flatMap((file) => sources.get(file) ?? []);
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  /** @type {Set<string>} */
  const starting = new Set();
  for (const test of tests) {
    const own = sources.get(test) ?? [];
    if (startsPrograms(own)) starting.add(test);
    for (const file of new Set([...own, ...(starting.has(test) ? ofPrograms : [])])) {
      importers.set(file, [...(importers.get(file) ?? []), test]);
    }
  }
  return { importers, starting };
}

/** @param {Mutant} mutant */
function isEquivalent({ file, line, change }) {
  /** @type {ReadonlyArray<{ file: string, code: string, change: string, why: string }>} */
  const known = JSON.parse(readFileSync(equivalentsFile, "utf8"));
  const code = readFileSync(path.join(projectFolder, file), "utf8").split("\n")[line - 1]?.trim();
  return known.some((one) => one.file === file && one.code === code && one.change === change);
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
