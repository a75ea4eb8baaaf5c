// Estimates how long a batch still takes, from how long its lookups took so far.

/** Too few lookups, or too short a time, say nothing about the rest. */
const leastLookups = 10;
const leastMs = 3_000;

export interface BatchPace {
  /** When its lookups started, in ms. */
  readonly startedAt: number;
  /** Questions that were answered before. */
  readonly answeredBefore: number;
}

/** In ms, rounded to what a reader needs; `undefined` while too little is known, or when nothing is left. */
export function timeLeft(
  { startedAt, answeredBefore }: BatchPace,
  now: number,
  answered: number,
  questions: number,
): number | undefined {
  const done = answered - answeredBefore;
  const passed = now - startedAt;
  const left = ((questions - answered) * passed) / done;
  if (done < leastLookups || passed < leastMs || left <= 0) {
    return undefined;
  }
  const step = left < 100_000 ? 10_000 : left < 3_570_000 ? 60_000 : 300_000;
  return Math.max(1, Math.round(left / step)) * step;
}
