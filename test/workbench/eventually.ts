// Waits for an asynchronous change in the workbench by checking at short intervals.

/** Resolves with the first value that is neither `undefined` nor `false`; rejects naming `what` after 30 s. */
export async function eventually<T>(read: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = await read();
    if (found !== undefined && found !== false) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`Timed out waiting until ${what}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
