// Runs the suite of test/workbench inside a VS Code: a desktop one that VSCODE_PATH or VSCODE_VERSION names, or the web
// host, shown by a headless browser. PROSPECT_LAUNCHER_VERBOSE=1 prints its logs.
// @ts-check
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { serve, workbenchAddress } from "./codeServer.mjs";
import { ensureWebHost, webHostSupported } from "./codeServerInstall.mjs";
import { developmentOptions, remoteUri } from "./developedExtensions.mjs";
import { countsIn } from "./mocha.mjs";
import { exampleWorkspace, hostFolder, outputFolder, projectFolder } from "./paths.mjs";
import { onStop, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";

const timeoutMs = 180_000;

/**
 * @param {readonly string[]} files built, relative to the project
 * @param {string | undefined} grep
 */
export async function runWorkbench(files, grep) {
  const { VSCODE_PATH, VSCODE_VERSION } = process.env;
  const isDesktop = VSCODE_PATH !== undefined || VSCODE_VERSION !== undefined || !webHostSupported();
  const textFile = path.join(outputFolder, "workbench.txt");
  writeFileSync(textFile, ""); // also when the suite does not begin
  // A short path: the path of a socket in it is limited to about 100 characters.
  const temporary = mkdtempSync(path.join(os.tmpdir(), "pd-"));
  onStop(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = path.join(temporary, "workspace");
  cpSync(exampleWorkspace, workspace, { recursive: true });
  const suite = path.join(projectFolder, "dist", "test", "workbench", "index.js");
  const env = {
    PROSPECT_TEST_TEXT: textFile,
    PROSPECT_TEST_FILES: JSON.stringify(files.map((file) => path.join(projectFolder, file))),
    ...(grep === undefined ? {} : { PROSPECT_TEST_GREP: grep }),
  };
  const code = await step(`workbench in the ${isDesktop ? "desktop VS Code" : "web host"}`, async () => {
    if (!isDesktop) {
      await ensureWebHost();
      return runInWebHost({ suite, workspace, temporary, env });
    }
    const { downloadAndUnzipVSCode, runTests } = await import("@vscode/test-electron");
    const cachePath = path.join(hostFolder, "desktop");
    return runTests({
      vscodeExecutablePath:
        VSCODE_PATH ?? (await downloadAndUnzipVSCode({ version: VSCODE_VERSION ?? "stable", cachePath })),
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
  }).catch((/** @type {Error} */ error) => {
    console.log(error.message);
    return 1;
  });
  const text = readFileSync(textFile, "utf8");
  console.log(text.trimEnd());
  return countsIn(text, code);
}

/**
 * @param {object} options
 * @param {string} options.suite the module whose `run()` is the suite
 * @param {string} options.workspace
 * @param {string} options.temporary a folder for everything else
 * @param {NodeJS.ProcessEnv} options.env of the suite
 * @throws {SetupError} when the suite does not end
 */
async function runInWebHost({ suite, workspace, temporary, env }) {
  // Not installed yet when `npm test` starts in a fresh clone.
  const { chromium } = await import("playwright-core");
  const folders = { userData: path.join(temporary, "u"), extensions: path.join(temporary, "x") };
  const [server, browser] = await Promise.all([
    serve({ ...folders, idleSeconds: 90, env }),
    chromium.launch({
      executablePath: await ensureChromium(),
      chromiumSandbox: false, // Chromium refuses its sandbox to root, which containers run as; it shows this page only
      args: ["--disable-gpu", "--disable-dev-shm-usage"],
    }),
  ]);
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const ended = endOfSuite(page, server);
    await page.addInitScript(developmentOptions, {
      extensions: [remoteUri(projectFolder)],
      extensionTestsPath: remoteUri(suite),
    });
    const address = new URL(workbenchAddress(server.origin, workspace));
    address.searchParams.set("payload", JSON.stringify([["disableExtensions", "true"]]));
    await page.goto(address.href, { waitUntil: "commit" });
    return await ended;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * @param {import("playwright-core").Page} page
 * @param {import("./codeServer.mjs").RunningServer} server
 * @returns {Promise<number>} the suite's exit code
 */
function endOfSuite(page, server) {
  /** @type {Promise<number>} */
  const ended = new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => reject(new SetupError(why));
    setTimeout(fail, timeoutMs, `The suite gave no result within ${timeoutMs / 1000} seconds.`).unref();
    page.on("crash", () => fail("The browser's page crashed."));
    server.process.once("exit", (code) => fail(`The web host ended while the suite ran (exit code ${code}).`));
    // In a window that runs tests, the workbench calls these two functions if the page has them.
    page.exposeFunction("codeAutomationExit", resolve).catch(reject);
    if (process.env.PROSPECT_LAUNCHER_VERBOSE) {
      const print = (/** @type {string} */ _kind, /** @type {unknown[]} */ words) => console.log(...words);
      page.exposeFunction("codeAutomationLog", print).catch(reject);
    }
  });
  ended.catch(() => undefined); // awaited later; until then it must not count as unhandled
  return ended;
}
