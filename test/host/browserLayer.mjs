// The browser layer: the packaged extension in real VS Code windows, and the webview pages alone.
// @ts-check
import { statSync } from "node:fs";
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensureWebHost } from "./codeServerInstall.mjs";
import { onCores } from "./cores.mjs";
import { again, buildTests, builtTests, runPiece, sumOf } from "./mochaFiles.mjs";
import { vsixFile } from "./paths.mjs";
import { installPackage, packageExtension } from "./vsix.mjs";

/** @typedef {import("./mochaFiles.mjs").LayerOutcome} LayerOutcome */

/**
 * Each file in a process of its own. A workbench mostly waits: on two cores, two at once take about half the time.
 * @param {import("./mochaFiles.mjs").Selection} selection
 * @returns {Promise<LayerOutcome>}
 */
export async function browserLayer(selection) {
  const chromium = await ensureChromium();
  await ensureWebHost();
  await Promise.all([packageExtension(), buildTests()]);
  // Long files begin first, so that no core is left with one at the end. The pages take the longest for their size.
  const rank = (/** @type {string} */ file) =>
    (path.basename(path.dirname(file)) === "pages" ? 1e9 : 0) + statSync(file).size;
  const files = builtTests("browser", selection).sort((one, other) => rank(other) - rank(one));
  if (files.length === 0) {
    return sumOf([]);
  }
  const extensions = await installPackage();
  console.log(`Running ${path.basename(vsixFile)} in the web host, shown by ${path.basename(chromium)}`);
  const runFile = async (/** @type {string} */ file) => {
    const outcome = await runPiece(`browser ${path.basename(file, ".test.js")}`, [file], {
      grep: selection.grep,
      timeoutMs: 90_000,
      env: { PROSPECT_TEST_EXTENSIONS: extensions },
    });
    // Also when the process ended without a result.
    return outcome.failed === 0 ? outcome : { ...outcome, failedFiles: [file], byFile: { [file]: outcome } };
  };
  return again(sumOf(await Promise.all(files.map((file) => onCores(1, () => runFile(file))))), runFile);
}
