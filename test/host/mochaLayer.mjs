// Runs mocha over built test files, printing them as a list and writing the counts to a file.
// @ts-check
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import Mocha from "mocha";
import { sourceStack } from "./sourceStack.mjs";

/**
 * @typedef {object} LayerResult
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures full titles
 * @property {string[]} failedFiles the built files that these are in
 * @property {Record<string, { passed: number, failed: number }>} byFile
 */

/**
 * @param {object} options
 * @param {readonly string[]} options.files
 * @param {string} options.resultFile gets a {@link LayerResult} as JSON
 * @param {number} options.timeoutMs of one test
 * @param {string | undefined} [options.grep]
 * @param {string | undefined} [options.textFile] gets what mocha would print
 * @returns {Promise<LayerResult>}
 */
export async function runMocha({ files, resultFile, timeoutMs, grep, textFile }) {
  if (textFile !== undefined) {
    Mocha.reporters.Base.consoleLog = (...words) => appendFileSync(textFile, `${format(...words)}\n`);
  }
  const mocha = new Mocha({
    ui: "bdd",
    reporter: "spec",
    color: process.stdout.isTTY === true && !process.env.NO_COLOR,
    timeout: timeoutMs,
    slow: Math.min(2000, timeoutMs / 10),
    forbidOnly: true, // a forgotten .only would hide every other test
    forbidPending: true, // a skipped test is a failed one: nothing is left out silently
    ...(grep ? { grep } : {}),
  });
  for (const file of [...files].sort()) {
    mocha.addFile(file);
  }
  await mocha.loadFilesAsync();
  /** @type {LayerResult} */
  const result = { passed: 0, failed: 0, failures: [], failedFiles: [], byFile: {} };
  /**
   * @param {Mocha.Runnable} test
   * @param {"passed" | "failed"} how
   */
  const count = (test, how) => {
    const file = test.file ?? test.parent?.file ?? "";
    (result.byFile[file] ??= { passed: 0, failed: 0 })[how]++;
    result[how]++;
    return file;
  };
  await new Promise((resolve) => {
    mocha
      .run(() => resolve(undefined))
      .on("pass", (test) => void count(test, "passed"))
      .on("fail", (test, error) => {
        const file = count(test, "failed");
        if (typeof error?.stack === "string") {
          error.stack = sourceStack(error.stack);
        }
        result.failures.push(test.fullTitle());
        if (file !== "" && !result.failedFiles.includes(file)) {
          result.failedFiles.push(file);
        }
      });
  });
  mkdirSync(path.dirname(resultFile), { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify(result, undefined, 2)}\n`);
  return result;
}
