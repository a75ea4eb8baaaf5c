// Waits for something the workbench does in its own time: asks again at short intervals until it is there.

/** Resolves with the first value that is not `undefined`; rejects naming `what` after 20 s. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`It did not come to this: ${what}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
