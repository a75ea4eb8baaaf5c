// Runs built test files with mocha in processes of their own, and counts what passed.
// @ts-check
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { editorNode, nodeOptions } from "./editorNode.mjs";
import { outputFolder, projectFolder } from "./paths.mjs";
import { plainEnvironment, runToEnd } from "./processes.mjs";
import { step } from "./progress.mjs";
import { sourceStack } from "./sourceStack.mjs";

/**
 * @typedef {{ passed: number, failed: number, failures?: string | undefined }} Counts
 *   `failures` is mocha's output about them
 */

/**
 * @param {string} title
 * @param {readonly string[]} files built, relative to the project
 * @param {object} options
 * @param {string | undefined} [options.grep]
 * @param {number} [options.timeoutMs] of one test: only a test that hangs may reach it, even on a busy machine
 * @param {number} [options.timeoutSeconds] of all: only files that hang may reach it
 * @param {number} [options.jobs] processes that run files side by side; many tests wait more than they work
 * @param {string} [options.node] instead of the editor's
 * @param {NodeJS.ProcessEnv} [options.env]
 * @returns {Promise<Counts>}
 */
export async function runMocha(title, files, options) {
  const { grep, timeoutMs = 120_000, timeoutSeconds = 2_400, jobs = 3, node, env } = options;
  const temporary = temporaryFolder();
  const args = ["--forbid-only", "--forbid-pending", "--exit", "--no-config", "--no-package"];
  args.push("--require", "./test/host/fixedSeed.mjs");
  args.push("--timeout", String(timeoutMs), "--slow", "2000");
  if (jobs > 1 && files.length > 1) {
    args.push("--parallel", "--jobs", String(jobs));
  }
  if (grep !== undefined) {
    args.push("--grep", grep);
  }
  const { code, text } = await step(title, async () =>
    runToEnd(node ?? (await editorNode()), [...nodeOptions, "node_modules/mocha/bin/mocha.js", ...args, ...files], {
      cwd: projectFolder,
      env: plainEnvironment({ NODE_COMPILE_CACHE: path.join(outputFolder, "compiled"), TMPDIR: temporary, ...env }),
      timeoutSeconds,
    }),
  );
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  const readable = sourceStack(text).trimEnd();
  console.log(readable);
  return countsIn(readable, code);
}

/**
 * @param {string} text the output of mocha
 * @param {number} code its exit code
 * @returns {Counts} a process that ended before it printed its counts has failed
 */
export function countsIn(text, code) {
  const count = (/** @type {string} */ word) => new RegExp(`^ {2}(\\d+) ${word}\\b`, "m").exec(text)?.[1];
  const passed = count("passing");
  const failing = count("failing");
  return {
    passed: Number(passed ?? 0),
    failed: Number(failing ?? (code === 0 && passed !== undefined ? 0 : 1)),
    failures: failing === undefined ? undefined : text.slice(text.lastIndexOf(`\n  ${failing} failing`)).trim(),
  };
}

/** A folder for the temporary files of a process: in memory where there is room, because a disk makes stores wait. */
function temporaryFolder() {
  const memory = "/dev/shm";
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(path.join(bavail * bsize > 4e9 ? memory : os.tmpdir(), "pd-"));
  // A test that becomes another user reaches its files.
  chmodSync(folder, 0o755);
  return folder;
}
