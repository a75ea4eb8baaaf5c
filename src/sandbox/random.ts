// Randomness as a function of (seed, stream, index): any record can be generated alone, in any order, reproducibly.

/** A sequence of draws. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, below). */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Mixes three integers into 32 well-spread bits. */
export function mix(seed: number, stream: number, index: number): number {
  let h = (seed ^ Math.imul(stream + 1, 0x9e3779b1)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = (h ^ Math.imul(index + 1, 0xc2b2ae35)) | 0;
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** The draws that belong to one record of one stream. */
export function randomFor(seed: number, stream: number, index: number): Random {
  let state = mix(seed, stream, index);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => list[int(list.length)] as T,
  };
}

/** Up to `count` different integers below `below`, in the order drawn. */
export function differentInts(random: Random, count: number, below: number): number[] {
  const drawn: number[] = [];
  for (let tries = 0; drawn.length < Math.min(count, below) && tries < count * 4; tries += 1) {
    const value = random.int(below);
    if (!drawn.includes(value)) drawn.push(value);
  }
  return drawn;
}
