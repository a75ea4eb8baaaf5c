// Prints a line for each step that takes time, and a line every ten seconds while it lasts.
// @ts-check
import { clearInterval, setInterval } from "node:timers";

/**
 * @template T
 * @param {string} title shown while it runs
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(title, action) {
  const begin = performance.now();
  const seconds = () => ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`• ${title} …`);
  const heartbeat = setInterval(
    () => console.log(`  … still running: ${title} (${Math.round((performance.now() - begin) / 1000)} s)`),
    10_000,
  );
  try {
    const result = await action();
    console.log(`  done: ${title} (${seconds()} s)`);
    return result;
  } catch (error) {
    console.log(`  failed: ${title} (${seconds()} s)`);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}
