// Ways through a journal's bytes: over all its frames, back from its end, and to single records.
import { crc32 } from "./crc32";
import type { DiskFile } from "./disk";
import { frameBefore, nextFrame, readBytes, readFrame, type Frame } from "./journalFrames";
import { createRowIndex, type RowIndex, type RowPlaces } from "./journalIndex";
import { pageOf, type PageMeta } from "./journalMeta";
import type { JournalEnds } from "./journalSummary";
import type { ReadMemory } from "./run";
import { onDisk } from "./storageFailure";

/** Records nearer to each other than this are read at once, up to so many bytes. */
export const gapBytes = 64 * 1024;
const readAtMost = 8 * 1024 * 1024;

/** A page frame, with where its rows begin. */
export interface KnownPage {
  readonly frame: Frame;
  readonly meta: PageMeta;
  readonly firstRow: number;
}

export interface Walked {
  readonly pages: readonly KnownPage[];
  readonly index: RowIndex;
  /** Places where frames were damaged. */
  readonly gaps: number;
}

/** Goes from frame to frame over the whole journal, reading no page's body; finds its way on behind damage. */
export async function walk(file: DiskFile, salt: number, end: number): Promise<Walked> {
  const pages: KnownPage[] = [];
  const index = createRowIndex();
  let gaps = 0;
  for (let at = 0; at < end; ) {
    let frame = await readFrame(file, salt, at, end);
    if (frame === undefined) {
      gaps += 1;
      frame = await nextFrame(file, salt, at + 1, end);
      if (frame === undefined) {
        break;
      }
    }
    const meta = pageOf(frame);
    if (meta !== undefined) {
      pages.push({ frame, meta, firstRow: index.count });
      index.add(frame.bodyAt, meta.records);
    }
    at = frame.next;
  }
  return { pages, index, gaps };
}

/** Adds the pages that the sidecar does not hold yet, found from the end backwards; false when that does not work out. */
export async function catchUp(file: DiskFile, salt: number, ends: JournalEnds, index: RowIndex): Promise<boolean> {
  const missing: { readonly bodyAt: number; readonly records: readonly number[] }[] = [];
  let frame: Frame | undefined = ends.last;
  let count = ends.tally.records;
  while (count > index.count) {
    const meta: PageMeta | undefined = frame && pageOf(frame);
    if (frame !== undefined && meta !== undefined) {
      missing.push({ bodyAt: frame.bodyAt, records: meta.records });
      count -= meta.records.length / 3;
    }
    frame = frame && (await frameBefore(file, salt, frame.at));
    if (frame === undefined && count > index.count) {
      return false;
    }
  }
  if (count !== index.count) {
    return false;
  }
  for (const { bodyAt, records } of missing.reverse()) {
    index.add(bodyAt, records);
  }
  return true;
}

/** The bytes of each place, `undefined` where they fail their checksum or lie beyond `fileEnd`. Without `memory` they have their own. */
export async function readPlaces(file: DiskFile, places: RowPlaces, fileEnd: number, memory?: ReadMemory): Promise<(Uint8Array | undefined)[]> {
  const order = inOrder(places, fileEnd);
  const found: (Uint8Array | undefined)[] = new Array<undefined>(places.at.length).fill(undefined);
  for (let from = 0; from < order.length; ) {
    const { to, start, length } = readAtOnce(places, order, from);
    const bytes = await onDisk(() => readBytes(file, start, length, memory));
    cut(bytes, start, places, order, from, to, found);
    from = to;
  }
  return found;
}

// What follows does not wait for anything: in a function that does, each number it reckons with can be an object of its own.

/** Which of the places lie before `fileEnd`, in the order they lie in. Mostly they come in that order. */
function inOrder({ at, length }: RowPlaces, fileEnd: number): readonly number[] {
  const order: number[] = [];
  let sorted = true;
  let before = 0;
  for (let which = 0; which < at.length; which += 1) {
    const place = at[which] as number;
    if (place + (length[which] as number) <= fileEnd) {
      sorted &&= place >= before;
      before = place;
      order.push(which);
    }
  }
  return sorted ? order : order.sort((one, other) => (at[one] as number) - (at[other] as number));
}

/** The stretch to read for the places from the `from`th in order on: up to the `to`th. */
function readAtOnce({ at, length }: RowPlaces, order: readonly number[], from: number): { readonly to: number; readonly start: number; readonly length: number } {
  const start = at[order[from] as number] as number;
  let end = start;
  let to = from;
  for (; to < order.length; to += 1) {
    const which = order[to] as number;
    const place = at[which] as number;
    const placeEnd = place + (length[which] as number);
    if (to > from && (place > end + gapBytes || placeEnd - start > readAtMost)) {
      break;
    }
    end = Math.max(end, placeEnd);
  }
  return { to, start, length: end - start };
}

/** Cuts the places out of the bytes read from `start` on. */
function cut(bytes: Buffer, start: number, { at, length, crc }: RowPlaces, order: readonly number[], from: number, to: number, found: (Uint8Array | undefined)[]): void {
  for (let next = from; next < to; next += 1) {
    const which = order[next] as number;
    const begin = (at[which] as number) - start;
    const end = begin + (length[which] as number);
    if (end <= bytes.length) {
      const record = bytes.subarray(begin, end);
      found[which] = crc32(record) === crc[which] ? record : undefined;
    }
  }
}
