// Starts runner.mjs, asks it to run tests, and ends it when it does not answer.
// @ts-check
import { fork } from "node:child_process";
import path from "node:path";
import { editorNode, nodeOptions } from "../host/editorNode.mjs";
import { projectFolder } from "../host/paths.mjs";
import { onStop, plainEnvironment } from "../host/processes.mjs";

/**
 * @typedef {import("./runner.mjs").ToRun} ToRun
 * @typedef {import("./runner.mjs").Ran} Ran
 */

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
onStop(() => running.forEach(kill));

/** One process that runs tests; `loaded`: the mutants that were reached while its files loaded. */
export class RunnerProcess {
  #child;
  /** @type {readonly number[]} */
  loaded;

  /**
   * @param {import("node:child_process").ChildProcess} child
   * @param {readonly number[]} loaded
   */
  constructor(child, loaded) {
    this.#child = child;
    this.loaded = loaded;
  }

  /**
   * @param {string} folder made by buildTestsIn()
   * @param {readonly string[]} files
   * @param {number} [on] the mutant that is on while the files load
   * @returns {Promise<RunnerProcess | undefined>} `undefined` when the files cannot be loaded
   */
  static async started(folder, files, on = -1) {
    const script = path.join(projectFolder, "test", "mutate", "runner.mjs");
    const child = fork(script, [JSON.stringify({ files, on })], {
      ...{ cwd: folder, env: plainEnvironment(), execPath: await editorNode(), execArgv: nodeOptions },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      detached: true, // with the programs that tests start: a mutant can keep them from ending
    });
    running.add(child);
    child.once("exit", () => running.delete(child));
    const first = await answerOf(child, 120);
    return first === undefined ? undefined : new RunnerProcess(child, first.loaded);
  }

  /**
   * @param {ToRun} wanted
   * @param {number} seconds at most
   * @returns {Promise<Ran | undefined>} `undefined` when the process ended, or did not answer and was ended
   */
  run(wanted, seconds) {
    this.#child.send(wanted);
    return answerOf(this.#child, seconds);
  }

  end() {
    kill(this.#child);
  }
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} seconds
 * @returns {Promise<any>}
 */
function answerOf(child, seconds) {
  return new Promise((resolve) => {
    const end = (/** @type {unknown} */ answer) => {
      clearTimeout(timer);
      child.off("message", end);
      child.off("exit", ended);
      if (answer === undefined) kill(child);
      resolve(answer);
    };
    const ended = () => end(undefined);
    const timer = setTimeout(ended, seconds * 1000);
    child.on("message", end);
    child.on("exit", ended);
  });
}

/** @param {import("node:child_process").ChildProcess} child */
function kill(child) {
  if (child.pid === undefined) return; // it was never started
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL"); // Windows has no groups
  }
}
