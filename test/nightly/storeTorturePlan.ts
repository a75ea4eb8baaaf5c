// What the processes of the torture test are told, and what they say.

export interface TortureJob {
  readonly file: string;
  /** Where backups are written and restored from. */
  readonly out: string;
  /** Unique; also the owner of its leases. */
  readonly name: string;
  readonly seed: number;
  /** ms since 1970: no step begins later. */
  readonly until: number;
  /** How many steps it makes at most: a window makes many, a command few. */
  readonly steps: number;
}

/** `before` and `after`: ids of the content that the database had around it. */
export type TortureLine =
  /** A paid page is stored. */
  | { readonly kind: "paid"; readonly call: number }
  /** A run is stored, with its end. */
  | {
      readonly kind: "run";
      readonly run: string;
      readonly before: string;
      readonly after: string;
      readonly records: number;
    }
  /** A run has a page that a file keeps. */
  | { readonly kind: "kept"; readonly run: string; readonly before: string; readonly after: string }
  /** It begins; an end may be missing. */
  | { readonly kind: "restoring"; readonly copy: string }
  | { readonly kind: "purging" }
  | { readonly kind: "done"; readonly what: "restore" | "purge" | "backup" | "copy" }
  | { readonly kind: "error"; readonly what: string; readonly code: string; readonly message: string };

export const pageRecords = 20;

/** Numbers from 0 to 1 that follow from a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
