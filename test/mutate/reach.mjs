// Which tests execute the code of a mutant, and how long each takes: only those can see it. Every mutant gets a
// probe around its code, all in one build, and each test file runs once.
// @ts-check
import { transform } from "esbuild";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../host/paths.mjs";
import { buildTestsIn, runMocha } from "./unitTests.mjs";

/**
 * @typedef {import("./mutants.mjs").Mutant} Mutant
 * @typedef {object} Reach
 * @property {number} seconds how long the test file takes
 * @property {boolean} passes without a mutant
 * @property {ReadonlySet<number>} probes the numbers of the mutants that it executes
 */

/**
 * @param {object} wanted
 * @param {readonly Mutant[]} wanted.mutants
 * @param {readonly string[]} wanted.tests
 * @param {(test: string) => boolean} wanted.startsPrograms
 * @param {string} wanted.folder for the built tests; emptied
 * @param {(tests: readonly string[], run: (test: string) => Promise<void>) => Promise<void>} wanted.each
 * @returns {Promise<{ reaches: ReadonlyMap<string, Reach>, probed: ReadonlySet<number> }>}
 */
export async function reachOf({ mutants, tests, startsPrograms, folder, each }) {
  rmSync(folder, { recursive: true, force: true });
  const { sources, probed } = await probedSources(mutants);
  const recordsOfPrograms = path.join(folder, "probes", "programs");
  await buildTestsIn(folder, tests, {
    withPrograms: true,
    banner: recorder(recordsOfPrograms),
    plugin: {
      name: "probes",
      setup: (setup) => {
        setup.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
          const contents = sources.get(path.relative(projectFolder, file));
          return contents === undefined ? undefined : { contents, loader: "ts" };
        });
      },
    },
  });
  /** @type {Map<string, Reach>} */
  const reaches = new Map();
  const run = async (/** @type {string} */ test, /** @type {string} */ records) => {
    rmSync(records, { recursive: true, force: true });
    mkdirSync(records, { recursive: true });
    const { failed, seconds } = await runMocha([test], folder, { PROSPECT_DESK_PROBES: records });
    reaches.set(test, { seconds, passes: failed === undefined, probes: new Set(numbersIn(records)) });
  };
  await each(
    tests.filter((test) => !startsPrograms(test)),
    (test) => run(test, path.join(folder, "probes", test.replace(/\W/g, "-"))),
  );
  // One after the other: their programs do not know for which test they run.
  for (const test of tests.filter(startsPrograms)) {
    await run(test, recordsOfPrograms);
  }
  rmSync(folder, { recursive: true, force: true });
  return { reaches, probed };
}

/**
 * Every bundle has it: the first one that loads makes the record, at once, because some processes are killed.
 * @param {string} recordsOfPrograms where the environment names no folder
 */
const recorder = (recordsOfPrograms) => `globalThis.__probe ??= (() => {
  const reached = new Set();
  const folder = process.env.PROSPECT_DESK_PROBES ?? ${JSON.stringify(recordsOfPrograms)};
  const file = require("node:path").join(folder, process.pid + ".txt");
  return (nth) => {
    if (!reached.has(nth)) {
      reached.add(nth);
      try {
        require("node:fs").appendFileSync(file, nth + "\\n");
      } catch {} // the test has ended, or its disk is full
    }
  };
})();`;

/**
 * @param {string} records a folder with a file of each process
 * @returns {number[]}
 */
function numbersIn(records) {
  return readdirSync(records).flatMap((file) =>
    readFileSync(path.join(records, file), "utf8").trim().split("\n").map(Number),
  );
}

/**
 * Mutants whose probe would change or break the code have none.
 * @param {readonly Mutant[]} mutants
 */
async function probedSources(mutants) {
  /** @type {Map<string, string>} */
  const sources = new Map();
  /** @type {Set<number>} */
  const probed = new Set();
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const source = readFileSync(path.join(projectFolder, file), "utf8");
    /** @type {number[]} */
    let numbers = [];
    for (const [nth, mutant] of mutants.entries()) {
      if (mutant.file !== file || source.slice(mutant.start, mutant.end).includes("?.")) continue;
      const more = [...numbers, nth];
      if (await isCode(withProbes(source, mutants, more))) numbers = more;
    }
    numbers.forEach((nth) => probed.add(nth));
    sources.set(file, withProbes(source, mutants, numbers));
  }
  return { sources, probed };
}

/** @param {string} text */
function isCode(text) {
  return transform(text, { loader: "ts", logLevel: "silent" }).then(
    () => true,
    () => false,
  );
}

/**
 * @param {string} source
 * @param {readonly Mutant[]} mutants
 * @param {readonly number[]} numbers
 */
function withProbes(source, mutants, numbers) {
  /** @type {{ at: number, text: string, isStart: boolean, length: number }[]} */
  const inserts = [];
  for (const nth of numbers) {
    const mutant = mutants[nth];
    if (mutant === undefined) continue;
    const isStatement = mutant.text === ";";
    const start = source.startsWith("...", mutant.start) ? mutant.start + 3 : mutant.start;
    const length = mutant.end - start;
    inserts.push({
      ...{ at: start, isStart: true, length },
      text: isStatement ? `{ globalThis.__probe(${nth}); ` : `(globalThis.__probe(${nth}), `,
    });
    inserts.push({ at: mutant.end, isStart: false, length, text: isStatement ? " }" : ")" });
  }
  // At one place: what ends comes first, the shorter before the longer; what starts follows, the longer first.
  inserts.sort(
    (a, b) =>
      a.at - b.at || Number(a.isStart) - Number(b.isStart) || (a.isStart ? b.length - a.length : a.length - b.length),
  );
  let text = "";
  let from = 0;
  for (const insert of inserts) {
    text += source.slice(from, insert.at) + insert.text;
    from = insert.at;
  }
  return text + source.slice(from);
}
