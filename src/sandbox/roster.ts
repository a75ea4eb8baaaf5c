// Which records of a data version are listed, and in which order. The monthly refresh makes the next version.
import { mix } from "./random";

/** The listed rows of one data version; a position is a place in the order of search results. */
export interface Roster {
  /** Rows that exist in this version, listed or not: 0 … rows − 1. */
  readonly rows: number;
  /** How many are listed. */
  readonly listed: number;
  rowAt(position: number): number;
  has(row: number): boolean;
}

/** One record in 400 leaves with each refresh, and a few more than that come. */
const leaving = 400;

/**
 * The roster of a version. Version 0 lists rows 0 … base − 1 in order. Each refresh adds rows at the front and removes
 * some, so that every position behind them shifts and a cursor can show other records (interface, "Pagination rules").
 */
export function rosterOf(seed: number, base: number, version: number): Roster {
  if (version === 0)
    return { rows: base, listed: base, rowAt: (position) => position, has: (row) => row >= 0 && row < base };
  const added = Math.max(3, Math.ceil(base / 300));
  const rows = base + added * version;
  const gone = (row: number): boolean => {
    const left = mix(seed, 40, row) % leaving;
    return row < base && left < version;
  };
  const order: number[] = [];
  for (let row = base; row < rows; row += 1) order.push(row);
  for (let row = 0; row < base; row += 1) if (!gone(row)) order.push(row);
  const listing = Uint32Array.from(order);
  return {
    rows,
    listed: listing.length,
    rowAt: (position) => listing[position] ?? 0,
    has: (row) => row >= 0 && row < rows && !gone(row),
  };
}
