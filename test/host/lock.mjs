// A lock between processes: a file with the owner's process id.
// @ts-check
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

/**
 * Waits for the lock and acquires it. A lock whose owner has ended is stale.
 * @param {string} file
 * @param {string} whileWaiting printed once if another process has it
 * @returns {Promise<() => void>} releases the lock
 */
export async function takeLock(file, whileWaiting) {
  let isAnnounced = false;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") {
        throw error;
      }
    }
    if (!isHeld(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!isAnnounced) {
      console.log(`• ${whileWaiting} …`);
      isAnnounced = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** @param {string} file */
function isHeld(file) {
  try {
    const owner = Number(readFileSync(file, "utf8"));
    if (owner === 0) {
      return Date.now() - statSync(file).mtimeMs < 5000; // just created, without the process id so far
    }
    process.kill(owner, 0);
    return true;
  } catch {
    return false;
  }
}
