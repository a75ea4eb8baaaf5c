// Prints a line for each step that takes time.
// @ts-check

/**
 * @template T
 * @param {string} title shown while it runs
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(title, action) {
  const begin = performance.now();
  console.log(`• ${title} …`);
  let word = "failed";
  try {
    const result = await action();
    word = "done";
    return result;
  } finally {
    console.log(`  ${word}: ${title} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  }
}
