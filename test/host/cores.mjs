// Shares the machine's cores among everything that runs side by side.
// @ts-check

/** More at once gained nothing where it was measured, and tests with real deadlines wait longer. */
export const cores = 2;

let free = cores;
/** @type {Array<{ share: number, begin: (value?: undefined) => void }>} */
const waiting = [];

/**
 * Runs the action as soon as its share of the cores is free, in the order of the calls.
 * @template T
 * @param {number} share 1 for what computes all the time; less for what mostly waits
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function onCores(share, action) {
  await new Promise((begin) => {
    waiting.push({ share, begin });
    beginNext();
  });
  try {
    return await action();
  } finally {
    free += share;
    beginNext();
  }
}

function beginNext() {
  for (let next = waiting[0]; next !== undefined && next.share <= free; next = waiting[0]) {
    waiting.shift();
    free -= next.share;
    next.begin();
  }
}
