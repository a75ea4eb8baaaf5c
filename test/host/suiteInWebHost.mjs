// Runs a suite in the web host's workbench and extension host, shown by a headless browser, where there is no desktop
// VS Code. PROSPECT_LAUNCHER_VERBOSE=1 prints what the workbench logs.
// @ts-check
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { serve, workbenchAddress } from "./codeServer.mjs";
import { developmentOptions, remoteUri } from "./developedExtensions.mjs";
import { projectFolder } from "./paths.mjs";
import { SetupError } from "./processes.mjs";

const timeoutMs = 180_000;

/**
 * @param {object} options
 * @param {string} options.suite the module whose `run()` is the suite
 * @param {string} options.workspace
 * @param {string} options.temporary a folder for everything else
 * @param {NodeJS.ProcessEnv} options.env of the suite
 * @throws {SetupError} when the suite does not end
 */
export async function runInWebHost({ suite, workspace, temporary, env }) {
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
    await ended;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * @param {import("playwright-core").Page} page
 * @param {import("./codeServer.mjs").RunningServer} server
 * @returns {Promise<void>}
 */
function endOfSuite(page, server) {
  /** @type {Promise<void>} */
  const ended = new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => reject(new SetupError(why));
    setTimeout(fail, timeoutMs, `The suite gave no result within ${timeoutMs / 1000} seconds.`).unref();
    page.on("crash", () => fail("The browser's page crashed."));
    server.process.once("exit", (code) => fail(`The web host ended while the suite ran (exit code ${code}).`));
    // In a window that runs tests, the workbench calls these two functions if the page has them.
    page.exposeFunction("codeAutomationExit", () => resolve()).catch(reject);
    if (process.env.PROSPECT_LAUNCHER_VERBOSE) {
      const print = (/** @type {string} */ _kind, /** @type {unknown[]} */ words) => console.log(...words);
      page.exposeFunction("codeAutomationLog", print).catch(reject);
    }
  });
  ended.catch(() => undefined); // awaited later; until then it must not count as unhandled
  return ended;
}
