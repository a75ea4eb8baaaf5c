// What a journal's writer begins with.
import type { FrameType } from "./journalFrames";
import { createRowIndex, type RowIndex } from "./journalIndex";
import type { HeaderMeta, Tally } from "./journalMeta";
import type { RunHeader } from "./run";

/** Nothing for a new journal, what was found on the way through it for a resumed one. */
export interface WriterState {
  readonly head: HeaderMeta;
  readonly tally: Tally;
  /** Where the next frame goes. */
  readonly end: number;
  readonly lastType: FrameType;
  readonly index: RowIndex;
  readonly ids: Set<string>;
  readonly cursors: Set<string>;
}

export function newState(header: RunHeader, salt: number): WriterState {
  const tally: Tally = {
    pages: 0,
    records: 0,
    received: 0,
    repeated: 0,
    skipped: 0,
    odd: 0,
    credits: 0,
    possibleCredits: 0,
    unpriced: { pages: 0 },
    pagesWithoutNew: 0,
    torn: 0,
    limits: header.limits,
  };
  const head: HeaderMeta = { at: header.startedAt, salt, header, tally };
  return { head, tally, end: 0, lastType: "header", index: createRowIndex(), ids: new Set(), cursors: new Set() };
}
