// The browser layer: the packaged extension in real VS Code windows, and the webview pages alone.
// @ts-check
import { statSync } from "node:fs";
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensureWebHost } from "./codeServerInstall.mjs";
import { imports } from "./concerned.mjs";
import { onCores } from "./cores.mjs";
import { again, buildTests, builtTests, runPiece, sumOf } from "./mochaFiles.mjs";
import { vsixFile } from "./paths.mjs";
import { installPackage, packageExtension } from "./vsix.mjs";

/** @typedef {import("./mochaFiles.mjs").LayerOutcome} LayerOutcome */

/**
 * A process for the files of each shared window, and one for each other file. A workbench waits a third of its time;
 * the pages alone compute.
 * @param {import("./mochaFiles.mjs").Selection} selection
 * @returns {Promise<LayerOutcome>}
 */
export async function browserLayer(selection) {
  const chromium = await ensureChromium();
  await ensureWebHost();
  await Promise.all([packageExtension(), buildTests()]);
  // Long files begin first, so that no core is left with one at the end. The pages take the longest for their size.
  const isPage = (/** @type {string} */ file) => path.basename(path.dirname(file)) === "pages";
  const rank = (/** @type {string} */ file) => (isPage(file) ? 1e9 : 0) + statSync(file).size;
  const files = builtTests("browser", selection).sort((one, other) => rank(other) - rank(one));
  if (files.length === 0) {
    return sumOf([]);
  }
  const extensions = await installPackage();
  console.log(`Running ${path.basename(vsixFile)} in the web host, shown by ${path.basename(chromium)}`);
  const runGroup = async (/** @type {readonly string[]} */ group) => {
    const name = group.map((file) => path.basename(file, ".test.js")).join("+");
    const outcome = await runPiece(`browser ${name}`, group, {
      grep: selection.grep,
      timeoutMs: 90_000,
      env: { PROSPECT_TEST_EXTENSIONS: extensions },
    });
    // Also when the process ended without a result.
    return outcome.failed === 0 || outcome.failedFiles?.length
      ? outcome
      : { ...outcome, failedFiles: [...group], byFile: { [group[0] ?? ""]: outcome } };
  };
  const outcomes = groupsOf(files).map((group) => onCores(group.every(isPage) ? 1 : 0.65, () => runGroup(group)));
  return again(sumOf(await Promise.all(outcomes)), (file) => runGroup([file]));
}

/**
 * @param {readonly string[]} files
 * @returns {readonly (readonly string[])[]}
 */
function groupsOf(files) {
  const sharing = files.filter((file) => imports(file, "test/browser/sharedWindow.ts"));
  const alone = files.filter((file) => !sharing.includes(file)).map((file) => [file]);
  // Two windows, because all files in one would take longer than everything else.
  const windows = [0, 1].map((nth) => sharing.filter((_file, at) => at % 2 === nth));
  return [...windows.filter((group) => group.length > 0), ...alone];
}
