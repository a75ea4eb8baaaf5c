// Prints a line for each step that takes time, and every ten seconds one line that says which steps are still running.
// @ts-check
import { clearInterval, setInterval } from "node:timers";

/** @type {Map<symbol, { title: string, begin: number }>} */
const running = new Map();
/** @type {NodeJS.Timeout | undefined} */
let heartbeat;

/** @param {number} begin */
const secondsSince = (begin) => (performance.now() - begin) / 1000;

function sayWhatIsRunning() {
  const all = [...running.values()].map(({ title, begin }) => `${title} (${secondsSince(begin).toFixed(0)} s)`);
  console.log(`  … still running: ${all.join(", ")}`);
}

/**
 * @template T
 * @param {string} title shown while it runs
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(title, action) {
  const begin = performance.now();
  const key = Symbol(title);
  running.set(key, { title, begin });
  heartbeat ??= setInterval(sayWhatIsRunning, 10_000);
  console.log(`• ${title} …`);
  let word = "failed";
  try {
    const result = await action();
    word = "done";
    return result;
  } finally {
    console.log(`  ${word}: ${title} (${secondsSince(begin).toFixed(1)} s)`);
    running.delete(key);
    if (running.size === 0) {
      clearInterval(heartbeat);
      heartbeat = undefined;
    }
  }
}
