// Ways through a journal's bytes: over all its frames, back from its end, and to single records.
import { crc32 } from "./crc32";
import type { DiskFile } from "./disk";
import { frameBefore, nextFrame, readBytes, readFrame, type Frame } from "./journalFrames";
import { createRowIndex, type RowIndex, type RowPlace } from "./journalIndex";
import { pageOf, type PageMeta } from "./journalMeta";
import type { JournalEnds } from "./journalSummary";
import type { ReadMemory } from "./run";
import { onDisk } from "./storageFailure";

/** Records nearer to each other than this are read at once, up to so many bytes. */
const gapBytes = 64 * 1024;
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
export async function readPlaces(file: DiskFile, places: readonly RowPlace[], fileEnd: number, memory?: ReadMemory): Promise<(Uint8Array | undefined)[]> {
  const inside = ({ at, length }: RowPlace): boolean => at + length <= fileEnd;
  const order = places.flatMap((place, which) => (inside(place) ? [which] : [])).sort((one, other) => (places[one] as RowPlace).at - (places[other] as RowPlace).at);
  const found: (Uint8Array | undefined)[] = new Array<undefined>(places.length);
  for (let from = 0; from < order.length; ) {
    const start = (places[order[from] as number] as RowPlace).at;
    let end = start;
    let to = from;
    for (; to < order.length; to += 1) {
      const { at, length } = places[order[to] as number] as RowPlace;
      if (to > from && (at > end + gapBytes || at + length - start > readAtMost)) {
        break;
      }
      end = Math.max(end, at + length);
    }
    const bytes = await onDisk(() => readBytes(file, start, end - start, memory));
    for (; from < to; from += 1) {
      const which = order[from] as number;
      const { at, length, crc } = places[which] as RowPlace;
      const record = bytes.subarray(at - start, at - start + length);
      found[which] = record.length === length && crc32(record) === crc ? record : undefined;
    }
  }
  return found;
}
