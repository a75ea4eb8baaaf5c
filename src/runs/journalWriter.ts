// Writes a journal: intent before a request, page before it is shown, stop at the end; what it has acknowledged stays.
import type { Clock } from "../service/wire";
import { exactCredits } from "./budget";
import { crc32, crc32Between } from "./crc32";
import type { Disk, DiskFile } from "./disk";
import { encodeFrame, readBytes, type EncodedFrame, type Frame, type FrameBody, type FrameType } from "./journalFrames";
import { saveIndex } from "./journalIndex";
import { distinctRecords, type IntentMeta, type PageMeta, type PageRequest, type ResumedMeta, type StopMeta, type Tally } from "./journalMeta";
import { plausibleTotal } from "./paging";
import { summaryOf, type JournalEnds } from "./journalSummary";
import type { ReplySpans } from "./recordSpans";
import type { RunConnection, RunLimits, RunSummary, StopReason } from "./run";
import { onDisk, storageFailure, type StorageFailure } from "./storageFailure";
import type { WriterState } from "./writerState";

/** A reply as it came, and what was asked. */
export interface PageReply {
  readonly request: PageRequest;
  readonly status: number;
  readonly body: Uint8Array;
  /** Where the records lie in the body. */
  readonly spans: ReplySpans;
  /** ms since 1970. */
  readonly receivedAt: number;
}

/** What a page brought. */
export interface PageOutcome {
  /** Records the reply holds, how many of them were added, and how many are new to the run (the skipped ones too). */
  readonly returned: number;
  readonly added: number;
  readonly fresh: number;
  /** The file had been removed: it was written again from what was open, or that failed and it is still only open. */
  readonly removed?: "restored" | "open" | undefined;
}

/** Every method rejects with a `StorageFailure`; nothing acknowledged before is touched by one that fails. */
export interface JournalWriter {
  readonly id: string;
  readonly tally: Tally;
  /** Bytes written: a number that no two frames of the run begin at. */
  readonly position: number;
  /** The cursors that were asked with. */
  readonly cursors: ReadonlySet<string>;
  summary(stop?: StopReason): RunSummary;
  /** `reserved`: credits it may cost. */
  intent(request: PageRequest, reserved: number): Promise<void>;
  /** Resolves when the page is on the medium. `known` are ids to leave out. */
  page(reply: PageReply, known: ReadonlySet<string>): Promise<PageOutcome>;
  /** Counts records of the last page that fit no schema; written with the next frame. */
  odd(count: number): void;
  /** Counts credits that were possibly charged besides those that replies name; written with the next frame. */
  possiblyCharged(credits: number): void;
  /** Counts a page that does not say what it cost; written with the next frame. */
  unpriced(balance: { readonly before?: number | undefined; readonly after?: number | undefined }): void;
  stop(reason: StopReason): Promise<void>;
  resumed(change: { readonly limits: RunLimits; readonly connection?: RunConnection | undefined; readonly torn: number; readonly possibleCredits: number }): Promise<void>;
  /** After a failure: cuts off what was half written, and puts a removed file back from what is still open. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

const copyStep = 1024 * 1024;

/** What a reply says it cost, where it says so. */
export const creditsOf = ({ metadata, cost }: ReplySpans): number | undefined => metadata.credits ?? cost;

/** The run's folder, its file, and the sidecar of its index. */
export interface WriterPlaces {
  readonly folder: string;
  readonly path: string;
  readonly indexPath: string;
}

/** Takes the open file over. A new journal's header must still be written with `start`. */
export function createWriter(disk: Disk, clock: Clock, places: WriterPlaces, opened: DiskFile, state: WriterState): JournalWriter & { start(): Promise<void> } {
  const { head, index, ids, cursors } = state;
  let { tally, end, lastType } = state;
  let file = opened;
  let updatedAt = clock.now();
  let sidecar: DiskFile | undefined;
  let sidecarRows = -1;
  let sidecarWork: Promise<void> = Promise.resolve();
  /** The sync of the last intent runs beside the request. */
  let syncing: Promise<StorageFailure | undefined> | undefined;
  /** Whether the file had been removed when the last request left. */
  let gone: Promise<boolean> = Promise.resolve(false);

  const write = async (type: FrameType, frame: EncodedFrame, next: Tally, durably: boolean): Promise<void> => {
    // Started in this turn, not behind the intent's sync: a page's bytes shall be on their way before its reply is parsed.
    const intentSynced = syncing;
    await onDisk(() => (durably ? file.writeDurably(...frame.pieces) : file.write(Buffer.concat(frame.pieces))));
    const failed = await intentSynced;
    if (failed !== undefined) {
      throw failed;
    }
    end += frame.length;
    tally = next;
    lastType = type;
  };

  const cutBack = async (): Promise<void> => {
    syncing = undefined;
    await onDisk(() => file.truncate(end));
  };

  /** Writes a frame whole or not at all, as far as the disk lets it. */
  const append = async (type: FrameType, meta: object, next: Tally, options: { readonly body?: FrameBody; readonly sync: boolean }): Promise<EncodedFrame> => {
    const at = clock.now();
    const frame = encodeFrame(type, type === "header" ? 0 : head.salt, { at, tally: next, ...meta }, options.body);
    const before = { tally, end, lastType };
    try {
      await write(type, frame, next, options.sync);
    } catch (error) {
      ({ tally, end, lastType } = before);
      // When even this fails, the torn frame is cut off at the next opening.
      await cutBack().catch(() => undefined);
      throw error;
    }
    updatedAt = at;
    return frame;
  };

  const extendSidecar = async (): Promise<void> => {
    const rows = index.count;
    if (rows === 0 || sidecarRows === rows) {
      return;
    }
    try {
      if (sidecar === undefined) {
        sidecar = await saveIndex(disk, places.indexPath, head.salt, index);
      } else {
        await sidecar.write(index.bytesFrom(sidecarRows));
      }
      sidecarRows = rows;
    } catch {
      // Derived: whoever opens the journal next makes it again. Half an entry must not stay in the middle of it.
      await sidecar?.close().catch(() => undefined);
      sidecar = undefined;
      await disk.remove(places.indexPath).catch(() => undefined);
    }
  };

  const vanished = async (): Promise<boolean> => (await onDisk(() => file.stat())).links === 0;

  /** The removed file's bytes are still reachable through the open one. */
  const restore = async (): Promise<void> => {
    await onDisk(async () => {
      await disk.makeFolder(places.folder);
      const again = await disk.open(places.path, "append");
      try {
        await again.truncate(0);
        for (let at = 0; at < end; at += copyStep) {
          await again.write(await readBytes(file, at, Math.min(copyStep, end - at)));
        }
        await again.datasync();
        await disk.syncFolder(places.folder);
      } catch (error) {
        await again.close();
        throw error;
      }
      await file.close();
      file = again;
    });
  };

  const restoreIfVanished = async (): Promise<boolean> => {
    const gone = await vanished();
    if (gone) {
      await restore();
    }
    return gone;
  };

  return {
    id: head.header.id,
    cursors,
    get tally() {
      return tally;
    },
    get position() {
      return end;
    },
    summary(stop) {
      const last: Frame = { type: lastType, at: end, meta: undefined, bodyAt: end, bodyLength: 0, bodyCrc: 0, next: end };
      const ends: JournalEnds = { head, first: last, last, tally, updatedAt, size: end };
      return { ...summaryOf(ends, true), stop };
    },
    async start() {
      await append("header", { at: head.at, salt: head.salt, header: head.header }, tally, { sync: true });
      await onDisk(() => disk.syncFolder(places.folder));
    },
    async intent(request, reserved) {
      // Done long since as a rule: the pages of a quick service must not pile up in front of it.
      await sidecarWork;
      const meta: Omit<IntentMeta, "at" | "tally"> = { request, reserved };
      await append("intent", meta, tally, { sync: false });
      if (request.cursor !== undefined) {
        cursors.add(request.cursor);
      }
      const sync = file.datasync().then(() => undefined, storageFailure);
      syncing = sync;
      void sync.then((failed) => {
        if (failed === undefined && syncing === sync) {
          syncing = undefined;
        }
      });
      // Behind it, while the request is under way: what nobody waits for. A removed file takes writes as if nothing were
      // wrong, only its link count tells; one removed after this look is noticed with the next page or the stop.
      gone = sync.then(vanished).catch(() => false);
      sidecarWork = Promise.all([sidecarWork, sync]).then(extendSidecar);
    },
    async page({ request, status, body, spans: parts, receivedAt }, known) {
      const { spans, ids: found, metadata, understood } = parts;
      const records: number[] = [];
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
      // One pass over the body gives its checksum and those of its records.
      let crc = 0;
      let summed = 0;
      const shownIds: string[] = [];
      const skippedIds: string[] = [];
      const returned = spans.length / 2;
      for (let which = 0; which < returned; which += 1) {
        const id = found[which];
        const from = spans[which * 2] as number;
        const to = spans[which * 2 + 1] as number;
        const before = crc32(bytes.subarray(summed, from), crc);
        crc = crc32(bytes.subarray(from, to), before);
        summed = to;
        if (id !== undefined && ids.has(id)) {
          continue;
        }
        if (id !== undefined) {
          ids.add(id);
          if (known.has(id)) {
            skippedIds.push(id);
            continue;
          }
        }
        records.push(from, to - from, crc32Between(before, crc, to - from));
        shownIds.push(id ?? "");
      }
      crc = crc32(bytes.subarray(summed), crc);
      const [added, skipped] = [shownIds.length, skippedIds.length];
      const fresh = added + skipped;
      const { search_after: next } = metadata;
      const total = plausibleTotal(metadata.total, distinctRecords(tally), fresh);
      const credits = understood ? creditsOf(parts) : undefined;
      const after: Tally = {
        ...tally,
        pages: tally.pages + 1,
        records: tally.records + added,
        received: tally.received + returned,
        repeated: tally.repeated + returned - fresh,
        skipped: tally.skipped + skipped,
        credits: exactCredits(tally.credits + (credits ?? 0)),
        // A reply that is not understood says nothing about where the run is.
        ...(understood && {
          pagesWithoutNew: returned > 0 && fresh === 0 ? tally.pagesWithoutNew + 1 : 0,
          firstTotal: tally.firstTotal ?? total,
          lastTotal: metadata.total === undefined ? tally.lastTotal : total,
          cursor: next,
        }),
      };
      const meta: Omit<PageMeta, "at" | "tally"> & { readonly at: number } = { at: receivedAt, request, status, credits, total, next, records, ids: shownIds, skippedIds, understood };
      let frame: EncodedFrame;
      try {
        frame = await append("page", meta, after, { body: { bytes, crc }, sync: true });
      } catch (error) {
        for (const id of [...shownIds, ...skippedIds]) {
          ids.delete(id);
        }
        throw error;
      }
      index.add(end - frame.length + frame.bodyAt, records);
      const removed = (await gone) ? await restore().then(() => "restored" as const, () => "open" as const) : undefined;
      return { returned, added, fresh, removed };
    },
    odd(count) {
      tally = { ...tally, odd: tally.odd + count };
    },
    possiblyCharged(credits) {
      tally = { ...tally, possibleCredits: exactCredits(tally.possibleCredits + credits) };
    },
    unpriced({ before, after }) {
      const { pages, balanceBefore } = tally.unpriced;
      tally = { ...tally, unpriced: { pages: pages + 1, balanceBefore: pages === 0 ? before : balanceBefore, balanceAfter: after } };
    },
    async stop(reason) {
      await restoreIfVanished();
      const meta: Omit<StopMeta, "at" | "tally"> = { reason };
      await append("stop", meta, tally, { sync: true });
      sidecarWork = sidecarWork.then(extendSidecar);
    },
    async resumed({ limits, connection, torn, possibleCredits }) {
      const meta: Omit<ResumedMeta, "at" | "tally"> = { connection };
      await append("resumed", meta, { ...tally, limits, torn: tally.torn + torn, possibleCredits: exactCredits(tally.possibleCredits + possibleCredits) }, { sync: true });
    },
    async recover() {
      await cutBack();
      await restoreIfVanished();
    },
    async close() {
      await syncing;
      await gone;
      await sidecarWork.then(extendSidecar);
      await sidecar?.close();
      await file.close();
    },
  };
}
