// The stored verdicts about regular expressions: judging takes far too long for every lint, and a verdict depends only
// on the pattern and on how it is judged. `npm run patterns` (patterns.mjs) brings them up to date.
// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "./paths.mjs";
import { linearSamples, slowSamples } from "./patternSamples.mjs";

/**
 * @typedef {object} Pattern
 * @property {string} source
 * @property {string} flags
 *
 * @typedef {object} Verdicts
 * @property {string} judge identifies the version of slowPatterns.mjs that reached them
 * @property {Record<string, string>} slow by pattern: a text on which it is slow
 * @property {string[]} linear
 */

const folder = path.join(projectFolder, "test", "host"); // this module is also bundled into a test
const file = path.join(folder, "patternVerdicts.json");
export const judgeFile = path.join(folder, "slowPatterns.mjs");

/** @param {Pattern} pattern */
export const nameOf = ({ source, flags }) => `/${source}/${flags}`;

/** @returns {string} changes with everything that could change a verdict */
export function currentJudge() {
  const text = readFileSync(judgeFile, "utf8").replaceAll("\r\n", "\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** @returns {ReadonlyMap<string, string | undefined>} by name: a text on which it is slow, if it is */
export function storedVerdicts() {
  if (!existsSync(file)) {
    return new Map();
  }
  /** @type {Verdicts} */
  const { judge, slow, linear } = JSON.parse(readFileSync(file, "utf8"));
  return judge === currentJudge()
    ? new Map([...Object.entries(slow), ...linear.map((name) => /** @type {const} */ ([name, undefined]))])
    : new Map();
}

/**
 * @param {ReadonlyMap<string, Pattern>} inUse by name
 * @returns {ReadonlyMap<string, Pattern>} with those that test the judge
 */
export function withSamples(inUse) {
  return new Map([
    ...[...slowSamples, ...linearSamples].map((pattern) => /** @type {const} */ ([nameOf(pattern), pattern])),
    ...inUse,
  ]);
}

/**
 * @param {ReadonlyMap<string, Pattern>} inUse by name
 * @returns {string[]} the names of patterns that no file contains any more
 */
export function staleVerdicts(inUse) {
  const wanted = withSamples(inUse);
  return [...storedVerdicts().keys()].filter((name) => !wanted.has(name));
}

/** @param {ReadonlyMap<string, string | undefined>} verdicts */
export function storeVerdicts(verdicts) {
  const sorted = [...verdicts].sort(([one], [other]) => (one < other ? -1 : 1));
  /** @type {Verdicts} */
  const stored = {
    judge: currentJudge(),
    slow: Object.fromEntries(sorted.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))),
    linear: sorted.flatMap(([name, text]) => (text === undefined ? [name] : [])),
  };
  writeFileSync(file, `${JSON.stringify(stored, undefined, 2)}\n`);
}
