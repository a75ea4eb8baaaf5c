// The layers of tests: what each one needs first, and how it is run and counted.
// @ts-check
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { browserLayer } from "./browserLayer.mjs";
import { checkPackage, format, knip, rules, types } from "./checks.mjs";
import { ensureChromium } from "./chromium.mjs";
import { webHostVersion } from "./codeServer.mjs";
import { ensureWebHost } from "./codeServerInstall.mjs";
import { onCores } from "./cores.mjs";
import { codeExecutable, findCodeCommand, hasDisplay } from "./desktop.mjs";
import { fetchedNode, oldestNodeVersion } from "./editorNode.mjs";
import { again, buildTests, builtTests, readResult, runInPieces, runPiece, sumOf } from "./mochaFiles.mjs";
import { exampleWorkspace, outputFolder, projectFolder } from "./paths.mjs";
import { onStop, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";
import { runInWebHost } from "./suiteInWebHost.mjs";

/**
 * @typedef {import("./mochaFiles.mjs").LayerOutcome} LayerOutcome
 * @typedef {import("./mochaFiles.mjs").Selection} Selection
 *
 * @typedef {object} Layer
 * @property {string} name
 * @property {(selection: Selection) => Promise<LayerOutcome>} run
 * @property {true} [named] it runs only if it is named
 */

/**
 * All begin at the same time, and their processes share the cores in this order. Fault tests mostly wait, so the unit
 * tests run beside them; installing the web host begins at once and waits for nothing.
 * @type {readonly Layer[]}
 */
export const layers = [
  {
    name: "lint",
    run: async ({ changed }) =>
      sumOf(await Promise.all([rules(changed), format(changed), ...(changed ? [] : [knip(), checkPackage()])])),
  },
  { name: "types", run: async ({ changed }) => sumOf(await types(changed)) },
  { name: "faults", run: (selection) => faultsLayer(selection) },
  { name: "unit", run: unitLayer },
  { name: "workbench", run: workbenchLayer },
  { name: "browser", run: browserLayer },
  { name: "nightly", named: true, run: (selection) => faultsLayer(selection, "nightly") },
];

/** Where downloaded versions of the desktop VS Code are kept. */
const desktopFolder = path.join(projectFolder, ".host", "desktop");

/** What one process of mocha needs for tests without windows. */
const timeoutMs = 30_000;

/**
 * @param {Selection} selection
 * @param {string} [name]
 * @returns {Promise<LayerOutcome>}
 */
async function faultsLayer(selection, name = "faults") {
  await buildTests();
  const { grep } = selection;
  const first = await runInPieces(name, builtTests(name, selection), 2, { grep, timeoutMs, share: 0.5 });
  return again(first, (file) => runPiece(`${name} ${path.basename(file)}`, [file], { grep, timeoutMs }));
}

/**
 * The tests of the store run on the Node of the oldest supported VS Code, whose SQLite can do the least. All that uses
 * the store runs on the current one.
 * @param {Selection} selection
 * @returns {Promise<LayerOutcome>}
 */
async function unitLayer(selection) {
  await buildTests();
  const files = builtTests("unit", selection);
  const ofStore = files.filter((file) => path.basename(path.dirname(file)) === "store");
  const others = files.filter((file) => !ofStore.includes(file));
  const node = ofStore.length > 0 ? await fetchedNode(oldestNodeVersion) : undefined;
  const options = { grep: selection.grep, timeoutMs };
  const first = sumOf(
    await Promise.all([
      runInPieces("unit", others, 3, options),
      runInPieces(`store on Node ${oldestNodeVersion}`, ofStore, 2, { ...options, node }),
    ]),
  );
  // Some have the whole extension with its threads, and wait for what it does in the background.
  return again(first, (file) =>
    runPiece(`unit ${path.basename(file)}`, [file], { ...options, node: ofStore.includes(file) ? node : undefined }),
  );
}

/**
 * @param {Selection} selection
 * @returns {Promise<LayerOutcome>}
 */
async function workbenchLayer(selection) {
  const executable = await desktopVsCode();
  if (!executable) {
    await ensureChromium();
    await ensureWebHost();
  }
  await buildTests();
  const files = builtTests("workbench", selection);
  return files.length === 0 ? sumOf([]) : onCores(1, () => runWorkbench(executable, files, selection.grep));
}

/**
 * @param {string | undefined} executable of a desktop VS Code
 * @param {readonly string[]} files
 * @param {string | undefined} grep
 * @returns {Promise<LayerOutcome>}
 */
async function runWorkbench(executable, files, grep) {
  console.log(
    executable
      ? `Running in the desktop VS Code: ${executable}`
      : `Running in the web host: VS Code ${await webHostVersion()}, served by code-server. ` +
          "There is no desktop VS Code.",
  );
  const resultFile = path.join(outputFolder, "workbench.json");
  const textFile = path.join(outputFolder, "workbench.txt");
  writeFileSync(textFile, ""); // also when the suite does not begin
  // A short path: the path of a socket in it is limited to about 100 characters.
  const temporary = mkdtempSync(path.join(os.tmpdir(), "pd-"));
  onStop(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = path.join(temporary, "workspace");
  cpSync(exampleWorkspace, workspace, { recursive: true });
  const suite = path.join(projectFolder, "dist", "test", "workbench", "index.js");
  const env = {
    PROSPECT_TEST_RESULT: resultFile,
    PROSPECT_TEST_TEXT: textFile,
    PROSPECT_TEST_FILES: JSON.stringify(files),
    ...(grep === undefined ? {} : { PROSPECT_TEST_GREP: grep }),
  };
  await step("workbench", async () => {
    if (executable === undefined) {
      return runInWebHost({ suite, workspace, temporary, env });
    }
    const { runTests } = await import("@vscode/test-electron");
    return runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: projectFolder,
      extensionTestsPath: suite,
      extensionTestsEnv: env,
      launchArgs: [
        workspace,
        "--disable-extensions",
        `--user-data-dir=${path.join(temporary, "u")}`,
        `--extensions-dir=${path.join(temporary, "x")}`,
      ],
    });
  }).catch((/** @type {Error} */ error) => console.log(error.message)); // the counts say which tests failed
  console.log(readFileSync(textFile, "utf8").trimEnd());
  return readResult(resultFile);
}

/**
 * A desktop VS Code to run the suite in: the one in VSCODE_PATH, one of VSCODE_VERSION, an installed or the latest one.
 * The last two only where windows can be shown.
 * @returns {Promise<string | undefined>}
 */
async function desktopVsCode() {
  const named = process.env.VSCODE_PATH;
  if (named) {
    if (!existsSync(named)) {
      throw new SetupError(`VSCODE_PATH names ${named}, which does not exist.`);
    }
    return named;
  }
  const version = process.env.VSCODE_VERSION;
  if (version) {
    const { downloadAndUnzipVSCode } = await import("@vscode/test-electron");
    return await step(`Downloading VS Code ${version}`, () =>
      downloadAndUnzipVSCode({ version, cachePath: desktopFolder }),
    );
  }
  if (!hasDisplay() || process.env.CI) {
    return undefined;
  }
  const command = findCodeCommand();
  const installed = command && codeExecutable(command);
  return installed ?? (await downloadVsCode());
}

async function downloadVsCode() {
  try {
    // Without a network, the download itself would wait for a long time.
    await fetch("https://update.code.visualstudio.com/api/releases/stable", {
      method: "HEAD",
      signal: globalThis.AbortSignal.timeout(4000),
    });
    const { downloadAndUnzipVSCode } = await import("@vscode/test-electron");
    return await step("Downloading the desktop VS Code", () =>
      downloadAndUnzipVSCode({ version: "stable", cachePath: desktopFolder }),
    );
  } catch {
    return undefined;
  }
}
