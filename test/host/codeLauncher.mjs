#!/usr/bin/env node
// Stands in for a desktop VS Code executable: takes the arguments that @vscode/test-electron's runTests() passes, and
// runs the suite in the web host's workbench and extension host, shown by a headless browser. Exit code 0 or 1 is the
// suite's. PROSPECT_LAUNCHER_VERBOSE=1 also prints what the workbench itself logs.
// @ts-check
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "./chromium.mjs";
import { serve, workbenchAddress } from "./codeServer.mjs";
import { developmentOptions, remoteUri } from "./developedExtensions.mjs";
import { onStop, runScript, SetupError } from "./processes.mjs";

/** An invisible character that marks the lines of the suite among all output of the extension host. */
const mark = "\u2063";
const verbose = Boolean(process.env.PROSPECT_LAUNCHER_VERBOSE);
const timeoutMs = 180_000;

await runScript(async () => {
  const options = readArguments(process.argv.slice(2));
  const temporary = mkdtempSync(path.join(os.tmpdir(), "prospect-desk-"));
  const clean = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  onStop(clean);
  return runSuite(options, temporary);
});

/**
 * @typedef {object} LaunchOptions
 * @property {string[]} developed folders of the extensions under development
 * @property {string | undefined} suite the module whose `run()` is the suite
 * @property {string | undefined} userData
 * @property {string | undefined} extensions
 * @property {boolean} disableExtensions
 * @property {string | undefined} workspace
 */

/**
 * @param {readonly string[]} args as for the desktop executable; unknown ones are ignored
 * @returns {LaunchOptions}
 */
function readArguments(args) {
  /** @type {LaunchOptions} */
  const options = {
    developed: [],
    suite: undefined,
    userData: undefined,
    extensions: undefined,
    disableExtensions: false,
    workspace: undefined,
  };
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? "";
    const [, name, given] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const value = () => given ?? args[++index] ?? "";
    switch (name) {
      case undefined:
        options.workspace = argument;
        break;
      case "extensionDevelopmentPath":
        options.developed.push(value());
        break;
      case "extensionTestsPath":
        options.suite = value();
        break;
      case "user-data-dir":
        options.userData = value();
        break;
      case "extensions-dir":
        options.extensions = value();
        break;
      case "disable-extensions":
        options.disableExtensions = true;
        break;
    }
  }
  return options;
}

/**
 * @param {LaunchOptions} options
 * @param {string} temporary
 * @returns {Promise<number>}
 */
async function runSuite(options, temporary) {
  const executablePath = findChromium();
  if (!executablePath) {
    throw new SetupError("Chromium or Chrome was not found.");
  }
  const doneFile = path.join(temporary, "suite-done");
  const folders = {
    userData: path.resolve(options.userData ?? path.join(temporary, "user-data")),
    extensions: path.resolve(options.extensions ?? path.join(temporary, "extensions")),
  };
  const [server, browser] = await Promise.all([
    serve({ ...folders, idleSeconds: 90 }),
    chromium.launchPersistentContext(path.join(temporary, "browser"), {
      executablePath,
      headless: true,
      chromiumSandbox: false, // Chromium refuses its sandbox to root, which containers run as; it shows this page only
      viewport: { width: 1400, height: 900 },
      args: ["--disable-gpu", "--disable-dev-shm-usage"],
    }),
  ]);
  onStop(() => browser.close());
  const page = browser.pages()[0] ?? (await browser.newPage());
  const ended = endOfSuite(page, server);
  await page.addInitScript(developmentOptions, {
    extensions: options.developed.map(remoteUri),
    ...(options.suite && { extensionTestsPath: remoteUri(writeRunner(temporary, options.suite, doneFile)) }),
  });
  const address = new URL(workbenchAddress(server.origin, options.workspace));
  if (options.disableExtensions) {
    address.searchParams.set("payload", JSON.stringify([["disableExtensions", "true"]]));
  }
  const reply = await page.goto(address.href, { waitUntil: "commit" });
  if (!reply?.ok()) {
    throw new Error(`The workbench's page answered ${reply?.status()}.`);
  }
  const code = await ended;
  if (code === 0 && options.suite && !existsSync(doneFile)) {
    console.error("The extension host ended before the suite did."); // a killed host reports success
    return 1;
  }
  return code === 0 ? 0 : 1;
}

/**
 * @param {import("playwright-core").Page} page
 * @param {import("./codeServer.mjs").RunningServer} server
 * @returns {Promise<number>} the extension host's exit code
 */
function endOfSuite(page, server) {
  /** @type {Promise<number>} */
  const ended = new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new SetupError(`The suite gave no result within ${timeoutMs / 1000} seconds.`)),
      timeoutMs,
    );
    onStop(() => clearTimeout(timer));
    page.on("crash", () => reject(new SetupError("The browser's page crashed.")));
    server.process.once("exit", (code) =>
      reject(new SetupError(`The web host ended while the suite ran (exit code ${code}).`)),
    );
    // In a window that runs tests, the workbench calls these two functions if the page has them.
    Promise.all([
      page.exposeFunction("codeAutomationLog", (/** @type {string} */ _kind, /** @type {unknown[]} */ words) =>
        printLine(words.join(" ")),
      ),
      page.exposeFunction("codeAutomationExit", (/** @type {number} */ code) => resolve(code)),
    ]).catch(reject);
  });
  ended.catch(() => undefined); // awaited later; until then it must not count as unhandled
  return ended;
}

/** @param {string} text */
function printLine(text) {
  if (text.includes(mark)) {
    process.stdout.write(`${text.replaceAll(mark, "")}\n`);
  } else if (verbose) {
    process.stderr.write(`[workbench] ${text}\n`);
  }
}

/**
 * Writes the module that the extension host loads as the suite. It formats console lines, which the host passes on
 * unformatted, marks them, and writes a file when the suite has finished.
 * @param {string} folder
 * @param {string} suite
 * @param {string} doneFile
 */
function writeRunner(folder, suite, doneFile) {
  const file = path.join(folder, "runner.cjs");
  writeFileSync(
    file,
    `const { format } = require("node:util");
const { writeFileSync } = require("node:fs");
for (const name of ["log", "info", "warn", "error"]) {
  const print = console[name].bind(console);
  const value = (...words) => print(${JSON.stringify(mark)} + format(...words));
  Object.defineProperty(console, name, { configurable: true, value });
}
exports.run = async () => {
  const suite = await import(${JSON.stringify(pathToFileURL(path.resolve(suite)).href)});
  await (suite.run ?? suite.default.run)();
  writeFileSync(${JSON.stringify(doneFile)}, "");
};
`,
  );
  return file;
}
