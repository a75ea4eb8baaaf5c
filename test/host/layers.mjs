// The layers of tests in their order: what each one needs first, and how it is run and counted.
// @ts-check
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { browserLayer } from "./browserLayer.mjs";
import { ensureChromium } from "./chromium.mjs";
import { webHostVersion } from "./codeServer.mjs";
import { ensureWebHost } from "./codeServerInstall.mjs";
import { codeExecutable, findCodeCommand, hasDisplay } from "./desktop.mjs";
import { fetchedNode, oldestNodeVersion } from "./editorNode.mjs";
import { buildTests, builtTests, layerSeconds, mostAgain, readResult, runMochaOn, sumOf } from "./mochaFiles.mjs";
import { packageProblems } from "./packageCheck.mjs";
import { codeLauncher, exampleWorkspace, outputFolder, projectFolder } from "./paths.mjs";
import { onStop, runToEnd, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";
import { packageExtension } from "./vsix.mjs";

/**
 * @typedef {import("./mochaFiles.mjs").LayerOutcome} LayerOutcome
 *
 * @typedef {object} Layer
 * @property {string} name
 * @property {(options: { grep: string | undefined }) => Promise<LayerOutcome>} run
 */

/** @type {readonly Layer[]} */
export const layers = [
  {
    name: "lint",
    run: async () => {
      // One core for ESLint, which takes the longest, the other for the rest.
      const eslint = check([["eslint", "."]]);
      const others = [
        await check([["prettier", "--check", "--log-level=warn", "."]]),
        await check([
          ["knip", "--no-progress"],
          ["knip", "--no-progress", "--production", "--include=exports,files,types"], // exports that only tests use
        ]),
        await checkPackage(),
      ];
      return sumOf([...others, await eslint]);
    },
  },
  {
    name: "types",
    run: async () =>
      sumOf(
        await Promise.all([
          check([["tsc", "-p", "test"]]),
          check([
            ["tsc", "-p", "."],
            ["tsc", "-p", "webview-ui"],
          ]),
        ]),
      ),
  },
  { name: "unit", run: ({ grep }) => unitLayer(grep) },
  { name: "faults", run: ({ grep }) => faultsLayer(grep) },
  { name: "workbench", run: ({ grep }) => workbenchLayer(grep) },
  { name: "browser", run: ({ grep }) => browserLayer(grep) },
];

const scripts = {
  prettier: "node_modules/prettier/bin/prettier.cjs",
  eslint: "node_modules/eslint/bin/eslint.js",
  knip: "node_modules/knip/bin/knip.js",
  tsc: "node_modules/typescript/bin/tsc",
};

/**
 * Runs commands that count as one check together.
 * @param {ReadonlyArray<readonly ["prettier" | "eslint" | "knip" | "tsc", ...string[]]>} commands
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
 * What the package contains and how large it is.
 * @returns {Promise<LayerOutcome>}
 */
async function checkPackage() {
  const problems = packageProblems(await packageExtension());
  problems.forEach((problem) => console.log(problem));
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length === 0 ? 0 : 1 };
}

/**
 * Runs test files in two processes, one for each core.
 * @param {string} name of the results' files
 * @param {readonly string[]} files
 * @param {{ grep: string | undefined, node?: string }} options
 * @returns {Promise<LayerOutcome>}
 */
async function inTwo(name, files, options) {
  const half = async (/** @type {number} */ nth) => {
    const own = files.filter((_, at) => at % 2 === nth);
    const { outcome, text } = await runMochaOn(`${name}-${nth + 1}`, own, {
      ...options,
      timeoutMs: 30_000,
      output: "pipe",
    });
    console.log(text.trimEnd());
    return outcome;
  };
  return sumOf(await Promise.all([half(0), half(1)]));
}

/**
 * These tests have real deadlines and processes: what failed may have wanted for time, so its files run once more,
 * alone. The summary names them.
 * @param {string | undefined} grep
 * @returns {Promise<LayerOutcome>}
 */
async function faultsLayer(grep) {
  await buildTests();
  const first = await inTwo("faults", builtTests("faults"), { grep });
  const again = first.failedFiles ?? [];
  if (again.length === 0 || again.length > mostAgain) {
    return first;
  }
  const names = again.map((file) => path.basename(file)).join(", ");
  console.log(`Running ${names} again, alone. These failed: ${first.failures?.join("; ")}`);
  const second = (await runMochaOn("faults-again", again, { grep, timeoutMs: 30_000 })).outcome;
  return second.failed > 0
    ? first
    : {
        passed: first.passed + first.failed,
        failed: 0,
        sentence: `passed only when run again alone: ${names} (${first.failures?.join("; ")})`,
      };
}

/**
 * The unit tests, and those of the store also on the Node of the oldest supported VS Code.
 * @param {string | undefined} grep
 * @returns {Promise<LayerOutcome>}
 */
async function unitLayer(grep) {
  await buildTests();
  const current = await inTwo("unit", builtTests("unit"), { grep });
  console.log(`The store on Node ${oldestNodeVersion}:`);
  const node = await fetchedNode(oldestNodeVersion);
  return sumOf([current, await inTwo("store-oldest", builtTests(path.join("unit", "store")), { grep, node })]);
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
      `Running in the web host: VS Code ${await webHostVersion()}, served by code-server. There is no desktop VS Code.`,
    );
  }
  await buildTests();
  const { runTests } = await import("@vscode/test-electron");
  const resultFile = path.join(outputFolder, "workbench.json");
  // A short path: the path of a socket in it is limited to about 100 characters.
  const temporary = mkdtempSync(path.join(os.tmpdir(), "pd-"));
  onStop(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = path.join(temporary, "workspace");
  cpSync(exampleWorkspace, workspace, { recursive: true });
  await runTests({
    vscodeExecutablePath: executable ?? codeLauncher,
    extensionDevelopmentPath: [projectFolder, path.join(projectFolder, "test", "workbench", "fakeModel")],
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
  return readResult(resultFile);
}

/**
 * A desktop VS Code to run the suite in: the one in VSCODE_PATH, an installed one, or a downloaded one. The last two
 * only where windows can be shown.
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
    // Without a network, the download itself would wait for a long time.
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
