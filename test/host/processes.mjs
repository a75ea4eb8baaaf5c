// Child processes that never outlive the script that started them.
// @ts-check
import { spawn } from "node:child_process";
import { setInterval } from "node:timers";

/** A failure the user can act on: shown as its message alone, without a stack. */
export class SetupError extends Error {}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
/** @type {Array<() => unknown>} */
const stopActions = [];
let stopping = false;
const ownGroups = process.platform !== "win32";

// The last resort, also for scripts that call `process.exit`: leaves no child process running.
process.on("exit", () => {
  for (const child of running) {
    signalGroup(child, "SIGKILL");
  }
});

/**
 * @typedef {object} StartOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {"inherit" | "pipe"} [output] `pipe` (standard) gives the caller stdout and stderr
 */

/**
 * Starts a process in its own process group, so that stopping it also stops its children.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StartOptions} [options]
 */
export function start(command, args, { cwd, env, output = "pipe" } = {}) {
  const viaShell = /\.cmd$/i.test(command); // Windows runs .cmd files only through a shell
  const words = viaShell ? [command, ...args].map((word) => `"${word}"`) : [command, ...args];
  const child = spawn(words[0] ?? command, words.slice(1), {
    cwd,
    env,
    shell: viaShell,
    detached: ownGroups,
    windowsHide: true,
    stdio: ["ignore", output, output],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  child.once("error", () => running.delete(child));
  return child;
}

/**
 * Runs a process to its end. With `output: "pipe"` its output is shown only when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StartOptions & { timeoutSeconds?: number, echo?: boolean }} [options]
 * @returns {Promise<string>} its output
 * @throws {SetupError} naming the command and its last lines
 */
export async function run(command, args, options = {}) {
  const { code, text, timedOut } = await runToEnd(command, args, options);
  if (code !== 0) {
    const how = timedOut ? `took longer than ${options.timeoutSeconds} seconds` : `failed (exit code ${code})`;
    throw new SetupError(`"${[command, ...args].join(" ")}" ${how}.\n${lastLines(text, 40)}`);
  }
  return text;
}

/**
 * Runs a process to its end and reports how it ended, also when it failed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StartOptions & { timeoutSeconds?: number }} [options]
 * @returns {Promise<{ code: number, text: string, timedOut: boolean }>} code 127 when it could not be started
 */
export function runToEnd(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = start(command, args, options);
    let text = "";
    let timedOut = false;
    child.stdout?.on("data", (data) => (text += data));
    child.stderr?.on("data", (data) => (text += data));
    const timer = options.timeoutSeconds
      ? setTimeout(() => {
          timedOut = true;
          void stop(child);
        }, options.timeoutSeconds * 1000)
      : undefined;
    child.once("error", (error) => {
      clearTimeout(timer);
      resolve({ code: 127, text: `${text}${error.message}`, timedOut });
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: timedOut ? 124 : (code ?? 1), text, timedOut });
    });
  });
}

/**
 * Asks a process and its children to end, and kills them after `patienceMs`.
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} [patienceMs]
 * @returns {Promise<void>}
 */
export async function stop(child, patienceMs = 3000) {
  if (child.pid === undefined) {
    return;
  }
  const ended = new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once("exit", resolve) : resolve(undefined),
  );
  signalGroup(child, "SIGTERM");
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
  clearTimeout(timer);
  signalGroup(child, "SIGKILL"); // also for children that outlived their parent
  await ended;
  running.delete(child);
}

/** Ends every process still running, then runs the {@link onStop} actions; the last thing a script does. */
async function stopAll() {
  await Promise.all([...running].map((child) => stop(child)));
  for (const action of stopActions.splice(0).reverse()) {
    await Promise.resolve()
      .then(action)
      .catch(() => undefined);
  }
}

/** @param {() => unknown} action runs at the script's end and on Ctrl+C, after the processes ended; last one first */
export function onStop(action) {
  stopActions.push(action);
}

/** Stops everything that was started on Ctrl+C, a closed terminal and SIGTERM. A second Ctrl+C does it at once. */
function stopOnSignals() {
  /** @param {number} exitCode */
  const stopEverything = (exitCode) => {
    if (stopping) {
      process.exit(exitCode);
    }
    stopping = true;
    console.log("\nStopping …");
    void stopAll().finally(() => {
      console.log("Stopped.");
      process.exit(exitCode);
    });
  };
  process.on("SIGINT", () => stopEverything(130));
  process.on("SIGTERM", () => stopEverything(143));
  process.on("SIGHUP", () => stopEverything(129));
  if (process.env.npm_lifecycle_event) {
    // npm runs scripts through a shell that may not pass a signal on: notice that it is gone.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && !stopping && stopEverything(143), 1000).unref();
  }
}

/**
 * Runs a script's main part: a {@link SetupError} is shown as its sentence, everything else with its stack.
 * @param {() => Promise<number | void>} main resolves to the exit code
 */
export async function runScript(main) {
  stopOnSignals();
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!stopping) {
      console.error(error instanceof SetupError ? `\n${error.message}` : error);
    } // otherwise the error only says that the user stopped something
    process.exitCode = 1;
  } finally {
    await stopAll();
  }
}

/**
 * The environment for npm and node processes, without the variables that the surrounding `npm run` added, which
 * would otherwise affect an `npm install` in another folder.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function plainEnvironment(extra = {}) {
  const ofProject = new RegExp(
    [
      "^npm_(package|lifecycle|command|execpath|node_execpath)",
      "^npm_config_(local_prefix|prefix|legacy_peer_deps|node_gyp)$",
      "^INIT_CWD$",
      "^NODE_OPTIONS$",
    ].join("|"),
    "i",
  );
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofProject.test(name))), ...extra };
}

/**
 * @param {string} text
 * @param {number} count
 */
function lastLines(text, count) {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    if (ownGroups && child.pid !== undefined) {
      process.kill(-child.pid, signal);
    } else {
      child.kill(signal);
    }
  } catch {
    // The group has ended.
  }
}
