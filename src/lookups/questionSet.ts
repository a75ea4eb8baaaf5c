// A set of questions' keys that takes a few bytes for each, so that a long table does not fill the memory.

/**
 * Remembers 64 bits of a key: among a million questions the chance that two of them are taken for one is below one in ten
 * million.
 */
export interface QuestionSet {
  /** False when the key was there already. */
  add(key: string): boolean;
  readonly size: number;
}

const firstCapacity = 1024;

export function createQuestionSet(): QuestionSet {
  // Open addressing; a place is free while both halves are 0.
  let high = new Uint32Array(firstCapacity);
  let low = new Uint32Array(firstCapacity);
  let size = 0;

  function place(first: number, second: number): number {
    const mask = high.length - 1;
    let at = second & mask;
    while ((high[at] !== 0 || low[at] !== 0) && (high[at] !== first || low[at] !== second)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  function grow(): void {
    const [oldHigh, oldLow] = [high, low];
    high = new Uint32Array(2 * oldHigh.length);
    low = new Uint32Array(2 * oldLow.length);
    oldHigh.forEach((first, nth) => {
      const second = oldLow[nth] ?? 0;
      if (first !== 0 || second !== 0) {
        const at = place(first, second);
        high[at] = first;
        low[at] = second;
      }
    });
  }

  return {
    add(key) {
      const half = key.length >> 1;
      const first = hash(key, 0, half);
      const second = hash(key, half, key.length) || 1;
      const at = place(first, second);
      if (low[at] !== 0) {
        return false;
      }
      high[at] = first;
      low[at] = second;
      size += 1;
      if (2 * size > high.length) {
        grow();
      }
      return true;
    },
    get size() {
      return size;
    },
  };
}

/** 32 bits of a part of the key. */
function hash(key: string, from: number, to: number): number {
  let sum = 0x811c9dc5;
  for (let at = from; at < to; at += 1) {
    sum = Math.imul(sum ^ key.charCodeAt(at), 0x01000193);
  }
  return sum >>> 0;
}
