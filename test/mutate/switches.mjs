// Puts every mutant of a sample into the code at once, each behind a switch that also tells that it was reached. So
// the tests are built once, and a process can go from one mutant to the next.
// @ts-check
import { readFileSync } from "node:fs";
import path from "node:path";
import { transform } from "esbuild";
import { projectFolder } from "../host/paths.mjs";

/** @typedef {import("./mutants.mjs").Mutant} Mutant */

/**
 * What every built file begins with. `globalThis.mutants.on` is the number of the mutant that is on, read from the
 * file `mutant` beside dist/. Programs and threads, which no runner asks, add what they reach to `reached` there.
 */
export const switchBanner = `import { appendFileSync as __append, readFileSync as __read } from "node:fs";
const __mutant = (globalThis.mutants ??= (() => {
  const beside = (name) => import.meta.dirname.replace(/^(.*[\\\\/])dist(?:[\\\\/].*)?$/s, "$1") + name;
  const reached = globalThis.isMutantRunner ? new Set() : {
    add: (nth) => {
      try { __append(beside("reached"), nth + "\\n"); } catch {} // the test has ended, or its disk is full
    },
  };
  const state = { on: Number(__read(beside("mutant"), "utf8")), reached, seen: [], isOn: undefined };
  state.isOn = (nth) => {
    if (state.seen[nth] !== true) {
      state.seen[nth] = true;
      state.reached.add(nth);
    }
    return nth === state.on;
  };
  return state;
})()).isOn;`;

/**
 * The sources with all mutants whose switch leaves the code valid, and the numbers of those.
 * @param {readonly Mutant[]} mutants
 * @returns {Promise<{ sources: ReadonlyMap<string, string>, switched: ReadonlySet<number> }>}
 */
export async function switchedSources(mutants) {
  /** @type {Map<string, number[]>} */
  const byFile = new Map();
  for (const [nth, { file }] of mutants.entries()) {
    byFile.set(file, [...(byFile.get(file) ?? []), nth]);
  }
  /** @type {Map<string, string>} */
  const sources = new Map();
  /** @type {Set<number>} */
  const switched = new Set();
  for (const [file, numbers] of byFile) {
    const source = readFileSync(path.join(projectFolder, file), "utf8");
    const valid = await validOf(source, mutants, numbers);
    valid.forEach((nth) => switched.add(nth));
    sources.set(file, withSwitches(source, mutants, valid));
  }
  return { sources, switched };
}

/**
 * @param {string} source
 * @param {readonly Mutant[]} mutants
 * @param {readonly number[]} numbers
 * @returns {Promise<readonly number[]>} those of them that leave the code valid together
 */
async function validOf(source, mutants, numbers) {
  if (await isCode(withSwitches(source, mutants, numbers))) {
    return numbers;
  }
  if (numbers.length <= 1) {
    return [];
  }
  const half = Math.ceil(numbers.length / 2);
  const first = await validOf(source, mutants, numbers.slice(0, half));
  const second = await validOf(source, mutants, numbers.slice(half));
  return [...first, ...second];
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
function withSwitches(source, mutants, numbers) {
  /** @type {{ at: number, text: string, isStart: boolean, length: number, nth: number }[]} */
  const inserts = [];
  for (const nth of numbers) {
    const mutant = mutants[nth];
    if (mutant === undefined) continue;
    const { start, end } = mutant.whole;
    const changed = source.slice(start, mutant.start) + mutant.text + source.slice(mutant.end, end);
    const length = end - start;
    const [before, after] =
      mutant.text === ";" ? [`{ if (!__mutant(${nth})) { `, " } }"] : [`(__mutant(${nth}) ? (${changed}) : `, ")"];
    inserts.push({ at: start, text: before, isStart: true, length, nth });
    inserts.push({ at: end, text: after, isStart: false, length, nth });
  }
  // At one place: what ends comes first, the shorter before the longer; what starts follows, the longer first. Two
  // mutants of the same code are one inside the other.
  inserts.sort(
    (a, b) =>
      a.at - b.at ||
      Number(a.isStart) - Number(b.isStart) ||
      (a.isStart ? b.length - a.length || a.nth - b.nth : a.length - b.length || b.nth - a.nth),
  );
  let text = "";
  let from = 0;
  for (const insert of inserts) {
    text += source.slice(from, insert.at) + insert.text;
    from = insert.at;
  }
  return text + source.slice(from);
}
