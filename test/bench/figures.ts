// How figures are measured and written in all benchmarks.

export interface Report {
  line(text: string): void;
  /** Speed compared with something measured in the same run, so that it means the same on every machine. */
  ratio(name: string, value: number): void;
}

export const median = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

export const ms = (figure: number): string => `${figure < 10 ? figure.toFixed(2) : Math.round(figure)} ms`;

/** How long the median round takes, in ms. */
export async function timed(work: (round: number) => unknown, rounds = 5): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    await work(round);
    figures.push(performance.now() - begin);
  }
  return median(figures);
}
