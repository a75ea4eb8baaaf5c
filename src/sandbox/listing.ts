// Which records a data version lists, and in which order. The monthly refresh makes the next version.
import { mix } from "./random";

/** The listed records of one data version; a position is a place in the order of search results. */
export interface Listing {
  /** Records that exist in this version, listed or not, have the indexes 0 … size − 1. */
  readonly size: number;
  /** How many are listed. */
  readonly count: number;
  indexAt(position: number): number;
  has(index: number): boolean;
}

/** One record in 400 leaves with each refresh, and a few more than that join. */
const oneLeavesOf = 400;

/**
 * The listing of a version. Version 0 lists the records 0 … base − 1 in order. Each refresh adds records at the front
 * and removes some, so positions shift and a cursor can show other records (interface, "Pagination rules").
 */
export function listingOf(seed: number, base: number, version: number): Listing {
  const added = Math.max(3, Math.ceil(base / 300));
  const size = base + added * version;
  const hasLeft = (index: number): boolean => index < base && mix(seed, 40, index) % oneLeavesOf < version;
  const listed: number[] = [];
  for (let index = base; index < size; index += 1) listed.push(index);
  for (let index = 0; index < base; index += 1) if (!hasLeft(index)) listed.push(index);
  return {
    size,
    count: listed.length,
    indexAt: (position) => listed[position] ?? 0,
    has: (index) => index >= 0 && index < size && !hasLeft(index),
  };
}
