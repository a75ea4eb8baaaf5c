// Days as the ends of a range. Dates of records are days of UTC.
const dayMs = 86_400_000;

/** "2026-11-22" */
export const dayOf = (time: number): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
};

/** The end of the day that begins at `start`. */
export const lastMomentOf = (start: number): number => start + dayMs - 1;
