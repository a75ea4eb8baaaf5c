/** How often other work of the event loop runs while this work lasts. */
export async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const other = (): void => {
    turns += 1;
    if (!isDone) {
      setImmediate(other);
    }
  };
  setImmediate(other);
  await work();
  isDone = true;
  return turns;
}
