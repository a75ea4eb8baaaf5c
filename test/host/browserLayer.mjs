// The browser layer: the packaged extension in real VS Code windows, and the webview pages alone.
// @ts-check
import { statSync } from "node:fs";
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensureWebHost } from "./codeServerInstall.mjs";
import { buildTests, builtTests, mostAgain, runMochaOn, sumOf } from "./mochaFiles.mjs";
import { vsixFile } from "./paths.mjs";
import { installPackage, packageExtension } from "./vsix.mjs";

/** @typedef {import("./mochaFiles.mjs").LayerOutcome} LayerOutcome */

/** A workbench mostly waits: on two cores, two at once take about half the time. */
const lanes = 2;

/**
 * @param {string | undefined} grep
 * @returns {Promise<LayerOutcome>}
 */
export async function browserLayer(grep) {
  const chromium = await ensureChromium();
  await ensureWebHost();
  await packageExtension();
  await buildTests();
  const extensions = await installPackage();
  console.log(`Running ${path.basename(vsixFile)} in the web host, shown by ${path.basename(chromium)}`);
  // The pages alone take the longest for their size, and long files go first: no lane is left with one at the end.
  const rank = (/** @type {string} */ file) =>
    (path.basename(path.dirname(file)) === "pages" ? 1e9 : 0) + statSync(file).size;
  const waiting = builtTests("browser").sort((one, other) => rank(one) - rank(other));
  const runFile = async (/** @type {string} */ file) => {
    const begin = performance.now();
    const name = `browser-${path.basename(file, ".test.js")}`;
    const { outcome, text } = await runMochaOn(name, [file], {
      grep,
      timeoutMs: 90_000,
      output: "pipe",
      env: { PROSPECT_TEST_EXTENSIONS: extensions },
    });
    if (outcome.passed + outcome.failed > 0) {
      console.log(`${text.trimEnd()}\n  ${path.basename(file)}: ${((performance.now() - begin) / 1000).toFixed(0)} s`);
    }
    return outcome;
  };
  /** @type {LayerOutcome[]} */
  const outcomes = [];
  /** @type {{ file: string, failures: readonly string[] }[]} */
  const again = [];
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const outcome = await runFile(file);
      if (outcome.failed > 0) {
        again.push({ file, failures: outcome.failures ?? [] });
      } else {
        outcomes.push(outcome);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  // Two workbenches at once may be slower than a person waits for. Alone a file must pass; the summary names it.
  const slow = [];
  for (const { file, failures } of again.slice(0, mostAgain)) {
    console.log(`Running ${path.basename(file)} again, alone`);
    const outcome = await runFile(file);
    outcomes.push(outcome);
    if (outcome.failed === 0) {
      slow.push(`${path.basename(file)} (${failures.join("; ")})`);
    }
  }
  const sum = sumOf([...outcomes, ...again.slice(mostAgain).map(() => ({ passed: 0, failed: 1 }))]);
  return slow.length === 0 ? sum : { ...sum, sentence: `passed only when run again alone: ${slow.join(", ")}` };
}
