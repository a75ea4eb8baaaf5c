// The layers of the tests in their order: what each one needs first, and how it is run and counted.
// @ts-check
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { webHostVersion } from "./codeServer.mjs";
import { ensureWebHost } from "./codeServerInstall.mjs";
import { build } from "./dependencies.mjs";
import { codeExecutable, findCodeCommand, hasDisplay } from "./desktop.mjs";
import { editorNode, fetchedNode, nodeOptions, oldestNodeVersion } from "./editorNode.mjs";
import { codeLauncher, exampleWorkspace, outputFolder, projectFolder, vsixFile } from "./paths.mjs";
import { onStop, plainEnvironment, runToEnd, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";
import { packageExtension } from "./vsix.mjs";

/**
 * @typedef {object} LayerOutcome
 * @property {number} passed
 * @property {number} failed
 * @property {string | undefined} [sentence] said in the summary
 *
 * @typedef {object} Layer
 * @property {string} name
 * @property {(options: { grep: string | undefined }) => Promise<LayerOutcome>} run
 */

/** @type {readonly Layer[]} */
export const layers = [
  {
    name: "lint",
    run: () =>
      check([
        ["prettier", "--check", "--log-level=warn", "."],
        ["eslint", "."],
      ]),
  },
  {
    name: "types",
    run: () =>
      check([
        ["tsc", "-p", "."],
        ["tsc", "-p", "webview-ui"],
        ["tsc", "-p", "test"],
      ]),
  },
  { name: "unit", run: ({ grep }) => unitLayer(grep) },
  { name: "faults", run: ({ grep }) => mochaLayer("faults", { grep, timeoutMs: 30_000 }) },
  { name: "workbench", run: ({ grep }) => workbenchLayer(grep) },
  { name: "browser", run: ({ grep }) => browserLayer(grep) },
];

const scripts = {
  prettier: "node_modules/prettier/bin/prettier.cjs",
  eslint: "node_modules/eslint/bin/eslint.js",
  tsc: "node_modules/typescript/bin/tsc",
};

/** No layer may keep a run from ending. */
const layerSeconds = 900;

/**
 * Commands that together count as one check.
 * @param {ReadonlyArray<readonly ["prettier" | "eslint" | "tsc", ...string[]]>} commands
 * @returns {Promise<LayerOutcome>}
 */
async function check(commands) {
  let failed = 0;
  for (const [tool, ...args] of commands) {
    const { code, text } = await step([tool, ...args].join(" "), () =>
      runToEnd(process.execPath, [scripts[tool], ...args], { cwd: projectFolder, timeoutSeconds: layerSeconds }),
    );
    if (code !== 0) {
      failed = 1;
      console.log(text.trimEnd());
    }
  }
  return { passed: 1 - failed, failed };
}

/**
 * Mocha over one folder of built tests.
 * @param {string} name the folder below test/
 * @param {{ grep: string | undefined, timeoutMs: number }} options
 * @returns {Promise<LayerOutcome>}
 */
async function mochaLayer(name, options) {
  await buildTests();
  return (await mochaOver(name, testFiles(builtTests(name)), options)).outcome;
}

/**
 * The unit tests, and those of the store once more on the oldest Node that an editor we support has.
 * @param {string | undefined} grep
 * @returns {Promise<LayerOutcome>}
 */
async function unitLayer(grep) {
  const current = await mochaLayer("unit", { grep, timeoutMs: 30_000 });
  const store = testFiles(builtTests(path.join("unit", "store")));
  console.log(`The store on Node ${oldestNodeVersion}:`);
  const oldest = await mochaOver("store-oldest", store, {
    grep,
    timeoutMs: 30_000,
    output: "pipe",
    node: await fetchedNode(oldestNodeVersion),
  });
  console.log(oldest.text.trimEnd());
  return both(current, oldest.outcome);
}

/**
 * @param {LayerOutcome} one
 * @param {LayerOutcome} other
 * @returns {LayerOutcome}
 */
function both(one, other) {
  const sentence = one.sentence ?? other.sentence;
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    ...(sentence === undefined ? {} : { sentence }),
  };
}

/** @param {string} name */
const builtTests = (name) => path.join(projectFolder, "dist", "test", name);

/**
 * Mocha over these files, in a process of its own.
 * @param {string} name of the result's file
 * @param {readonly string[]} files
 * @param {{ grep: string | undefined, timeoutMs: number, output?: "inherit" | "pipe", node?: string }} options
 * @returns {Promise<{ outcome: LayerOutcome, text: string }>} with what it printed, when that is piped
 */
async function mochaOver(name, files, { grep, timeoutMs, output = "inherit", node }) {
  if (files.length === 0) {
    return { outcome: { passed: 0, failed: 0 }, text: "" };
  }
  const resultFile = path.join(outputFolder, `${name}.json`);
  const options = JSON.stringify({ files, resultFile, timeoutMs, grep });
  const { timedOut, text } = await runToEnd(
    node ?? (await editorNode()),
    [...nodeOptions, "--enable-source-maps", path.join("test", "host", "mochaProcess.mjs"), options],
    {
      cwd: projectFolder,
      env: plainEnvironment({}),
      output,
      timeoutSeconds: layerSeconds,
    },
  );
  return { outcome: readResult(resultFile, timedOut), text };
}

/**
 * @param {string | undefined} grep
 * @returns {Promise<LayerOutcome>}
 */
async function workbenchLayer(grep) {
  const executable = await desktopVsCode();
  if (executable) {
    console.log(`Running in the desktop VS Code: ${executable}`);
  } else {
    await ensureChromium();
    await ensureWebHost();
    console.log(
      `Running in the web host: VS Code ${await webHostVersion()}, served by code-server. No desktop VS Code can be had here.`,
    );
  }
  await buildTests();
  const { runTests } = await import("@vscode/test-electron");
  const resultFile = path.join(outputFolder, "workbench.json");
  // A short path, because a socket is made below it and its path may not be longer than about 100 characters.
  const temporary = mkdtempSync(path.join(os.tmpdir(), "pd-"));
  onStop(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = path.join(temporary, "workspace");
  cpSync(exampleWorkspace, workspace, { recursive: true });
  await runTests({
    vscodeExecutablePath: executable ?? codeLauncher,
    extensionDevelopmentPath: projectFolder,
    extensionTestsPath: path.join(projectFolder, "dist", "test", "workbench", "index.js"),
    extensionTestsEnv: {
      PROSPECT_TEST_RESULT: resultFile,
      ...(grep === undefined ? {} : { PROSPECT_TEST_GREP: grep }),
    },
    launchArgs: [
      workspace,
      "--disable-extensions",
      `--user-data-dir=${path.join(temporary, "u")}`,
      `--extensions-dir=${path.join(temporary, "x")}`,
    ],
  }).catch((/** @type {Error} */ error) => console.log(error.message)); // the counts say which tests failed
  return readResult(resultFile, false);
}

/**
 * @param {string | undefined} grep
 * @returns {Promise<LayerOutcome>}
 */
async function browserLayer(grep) {
  const chromium = await ensureChromium();
  await ensureWebHost();
  await packageExtension(); // empties dist/, so the tests are built again after it
  testsAreBuilt = false;
  console.log(
    `Running on ${path.basename(vsixFile)}, installed into the web host, in ${path.basename(chromium)}; beside it the pages alone`,
  );
  await buildTests();
  const files = testFiles(builtTests("browser"));
  const pagesAlone = files.filter((file) => file.startsWith(builtTests(path.join("browser", "pages"))));
  // The workbench mostly waits, so the pages that need none cost no time of their own.
  const [workbench, pages] = await Promise.all([
    mochaOver(
      "browser",
      files.filter((file) => !pagesAlone.includes(file)),
      { grep, timeoutMs: 90_000 },
    ),
    mochaOver("pages", pagesAlone, { grep, timeoutMs: 90_000, output: "pipe" }),
  ]);
  console.log(pages.text.trimEnd());
  return both(workbench.outcome, pages.outcome);
}

/**
 * A desktop VS Code to run the suite in: the one VSCODE_PATH names, else an installed one, else a downloaded one; the
 * last two only where a window can be shown.
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
  if (!hasDisplay() || process.env.CI) {
    return undefined;
  }
  const command = findCodeCommand();
  const installed = command && codeExecutable(command);
  return installed ?? (await downloadVsCode());
}

async function downloadVsCode() {
  try {
    // Asked first, because the download itself waits long for a network that is not there.
    await fetch("https://update.code.visualstudio.com/api/releases/stable", {
      method: "HEAD",
      signal: globalThis.AbortSignal.timeout(4000),
    });
    const { downloadAndUnzipVSCode } = await import("@vscode/test-electron");
    return await step("Downloading the desktop VS Code", () =>
      downloadAndUnzipVSCode({ version: "stable", cachePath: path.join(projectFolder, ".host", "desktop") }),
    );
  } catch {
    return undefined;
  }
}

let testsAreBuilt = false;

async function buildTests() {
  if (!testsAreBuilt) {
    await build("tests");
    testsAreBuilt = true;
  }
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function testFiles(folder) {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? testFiles(file) : name.endsWith(".test.js") ? [file] : [];
  });
}

/**
 * @param {string} resultFile
 * @param {boolean} timedOut
 * @returns {LayerOutcome}
 */
function readResult(resultFile, timedOut) {
  mkdirSync(path.dirname(resultFile), { recursive: true });
  if (!existsSync(resultFile)) {
    return {
      passed: 0,
      failed: 1,
      sentence: timedOut
        ? `it did not end within ${layerSeconds} seconds`
        : "it ended without a result; its last lines above say why",
    };
  }
  return JSON.parse(readFileSync(resultFile, "utf8"));
}
