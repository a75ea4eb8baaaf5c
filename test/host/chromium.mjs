// The browser for tests and screenshots: found on this machine, or installed on Debian as root.
// @ts-check
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { runToEnd, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";

const commands = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/opt/google/chrome/chrome",
];

/** @returns {string | undefined} the browser's executable; the environment variable CHROMIUM overrides it */
function findChromium() {
  const onPath = commands.flatMap((command) =>
    (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, command)),
  );
  return [process.env.CHROMIUM, ...onPath, ...places].find((file) => file !== undefined && isExecutable(file));
}

/** @type {Promise<string> | undefined} */
let ensuring;

/**
 * @returns {Promise<string>} the browser's executable
 * @throws {SetupError} saying what to install
 */
export function ensureChromium() {
  return (ensuring ??= findOrInstall());
}

async function findOrInstall() {
  const found = findChromium();
  if (found) {
    return found;
  }
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const installed = await step("Installing the headless browser for the tests", installOnDebian);
    const file = findChromium();
    if (installed && file) {
      return file;
    }
  }
  throw new SetupError(
    "The tests need Chromium or Chrome. On Debian: sudo apt-get install chromium-headless-shell fonts-dejavu-core. " +
      "Elsewhere install Chromium or Chrome, or set the environment variable CHROMIUM to its executable.",
  );
}

async function installOnDebian() {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runToEnd("apt-get", ["update"], { env, timeoutSeconds: 120 });
  const { code, text } = await runToEnd(
    "apt-get",
    ["install", "-y", "--no-install-recommends", "chromium-headless-shell", "fonts-dejavu-core"],
    { env, timeoutSeconds: 300 },
  );
  if (code !== 0) {
    console.log(text.trimEnd().split("\n").slice(-5).join("\n"));
  }
  return code === 0;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
