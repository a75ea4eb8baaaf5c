// Reads a journal: its summary, any window of its records, its pages as they came, also while another window writes it.
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";
import type { Disk } from "./disk";
import { createBatches } from "./journalBatches";
import { readBody, readFrame } from "./journalFrames";
import { loadIndex, saveIndex, type RowIndex } from "./journalIndex";
import { pageOf, stampOf } from "./journalMeta";
import { readEnds, stopOfRun, summaryOf } from "./journalSummary";
import { catchUp, readPlaces, walk, type KnownPage } from "./journalWalk";
import type { ReadMemory, RecordSource, RunSummary } from "./run";
import { onDisk, StorageFailure } from "./storageFailure";

/** One reply as it is kept. */
export interface PageInfo {
  /** From 0. */
  readonly page: number;
  /** ms since 1970. */
  readonly receivedAt: number;
  /** HTTP status of the reply. */
  readonly status: number;
  /** The first of this page's rows, and how many it has. */
  readonly firstRow: number;
  readonly rows: number;
  readonly credits?: number | undefined;
  readonly total?: number | undefined;
  /** The cursor the reply gave. */
  readonly cursor?: string | undefined;
  readonly bytes: number;
}

export interface Damage {
  /** The rows that cannot be read. */
  readonly rows: readonly number[];
  /** From 0; absent when the damage hides which page it was. */
  readonly page?: number | undefined;
  readonly message: string;
}

/** A journal opened for reading. Its methods reject with a `StorageFailure`. */
export interface RunJournal extends RecordSource {
  readonly id: string;
  summary(): RunSummary;
  /** Picks up what was written since, also by another window; true when the summary changed. */
  refresh(): Promise<boolean>;
  pages(): Promise<readonly PageInfo[]>;
  /** A reply's untouched bytes. */
  pageBody(page: number): Promise<Uint8Array>;
  /** The damage found so far. A damaged record reads as `{}`. */
  damage(): readonly Damage[];
  /** Checks every byte of the pages. */
  verify(signal?: AbortSignal): Promise<readonly Damage[]>;
  close(): Promise<void>;
}

export interface JournalPlaces {
  readonly id: string;
  readonly path: string;
  readonly indexPath: string;
}

const damagedRecord = Buffer.from("{}");

/**
 * Opens the journal at `places.path`. Reads its two ends and the sidecar, no page. `isLive` says whether some window is
 * running it now; while none is, a missing or wrong sidecar is written anew.
 */
export async function openJournal(disk: Disk, places: JournalPlaces, isLive: () => Promise<boolean>): Promise<RunJournal> {
  let file = await onDisk(() => disk.open(places.path, "read"));
  try {
    let live = await isLive();
    let ends = await onDisk(() => readEnds(file));
    const { salt } = ends.head;
    let known: readonly KnownPage[] | undefined;
    let damage: Damage[] = [];
    let checkedIndex = false;

    const rebuild = async (): Promise<RowIndex> => {
      const walked = await onDisk(() => walk(file, salt, ends.last.next));
      known = walked.pages;
      checkedIndex = true;
      const lost = ends.tally.records - walked.index.count;
      if (walked.gaps > 0 || lost > 0) {
        damage.push({ rows: [], message: l10n.t("A part of this run's file is damaged: {0} of its {1} records cannot be found. The others are shown.", countText(lost), countText(ends.tally.records)) });
      }
      if (!live && walked.gaps === 0) {
        // Only a convenience: without it the next opening walks again.
        await saveIndex(disk, places.indexPath, salt, walked.index).then((saved) => saved.close(), () => undefined);
      }
      return walked.index;
    };

    const sidecar = await loadIndex(disk, places.indexPath, salt, ends.tally.records);
    let index: RowIndex;
    if (sidecar !== undefined && (await onDisk(() => catchUp(file, salt, ends, sidecar)))) {
      index = sidecar;
    } else {
      index = await rebuild();
    }

    const knownPages = async (): Promise<readonly KnownPage[]> => {
      known ??= (await onDisk(() => walk(file, salt, ends.last.next))).pages;
      return known;
    };

    const noteDamage = async (rows: readonly number[]): Promise<void> => {
      for (const row of rows) {
        if (!damage.some((known) => known.rows.includes(row))) {
          const page = (await knownPages()).findLastIndex(({ firstRow }) => firstRow <= row);
          damage.push({ rows: [row], page, message: l10n.t("Record {0} is damaged on the disk and cannot be shown.", countText(row + 1)) });
        }
      }
    };

    const readMany = async (rows: readonly number[], memory?: ReadMemory): Promise<readonly Uint8Array[]> => {
      const isThere = (row: number): boolean => Number.isInteger(row) && row >= 0 && row < index.count;
      const there = rows.every(isThere) ? rows : rows.filter(isThere);
      let found = await readPlaces(file, await index.places(there), ends.last.next, memory);
      if (found.includes(undefined) && !checkedIndex) {
        // The sidecar may be what is wrong.
        index = await rebuild();
        found = await readPlaces(file, await index.places(there.filter((row) => row < index.count)), ends.last.next, memory);
      }
      if (found.includes(undefined)) {
        await noteDamage(there.filter((_, which) => found[which] === undefined));
      }
      return found.includes(undefined) ? found.map((record) => record ?? damagedRecord) : (found as readonly Uint8Array[]);
    };

    return {
      id: places.id,
      recordKind: ends.head.header.recordKind,
      get count() {
        return index.count;
      },
      summary: () => summaryOf(ends, live),
      read: (start, count, memory) => readMany(Array.from({ length: Math.max(0, Math.min(count, index.count - start)) }, (_, row) => start + row), memory),
      readMany,
      batches: (memory) => createBatches(memory, { file: () => file, index: () => index, end: () => ends.last.next, readOne: async (row) => (await readMany([row]))[0] }),
      async refresh() {
        const before = ends;
        const wasStop = stopOfRun(ends.last, live);
        // The owner is asked for before the file is read: the other way round its last frame could be missed.
        live = await isLive();
        const found = await onDisk(() => file.stat());
        let { size } = found;
        if (found.links === 0) {
          const again = await onDisk(() => disk.open(places.path, "read"));
          await file.close();
          file = again;
          ({ size } = await onDisk(() => file.stat()));
        }
        let { last, tally, updatedAt } = ends;
        const more: KnownPage[] = [];
        for (let frame = await readFrame(file, salt, last.next, size); frame !== undefined; frame = await readFrame(file, salt, last.next, size)) {
          const stamp = stampOf(frame);
          if (stamp === undefined) {
            break;
          }
          const meta = pageOf(frame);
          if (meta !== undefined) {
            more.push({ frame, meta, firstRow: index.count });
            index.add(frame.bodyAt, meta.records);
          }
          last = frame;
          ({ tally, at: updatedAt } = stamp);
        }
        known = known && [...known, ...more];
        ends = { ...ends, last, tally, updatedAt, size };
        return last !== before.last || JSON.stringify(wasStop) !== JSON.stringify(stopOfRun(last, live));
      },
      pages: async () =>
        (await knownPages()).map(({ frame, meta, firstRow }, page) => ({
          page,
          receivedAt: meta.at,
          status: meta.status,
          firstRow,
          rows: meta.records.length / 3,
          credits: meta.credits,
          total: meta.total,
          cursor: meta.next,
          bytes: frame.bodyLength,
        })),
      async pageBody(page) {
        const kept = (await knownPages())[page];
        const body = kept && (await onDisk(() => readBody(file, kept.frame)));
        if (body === undefined) {
          throw new StorageFailure("EDAMAGED", kept === undefined ? l10n.t("This run has no page {0}.", page + 1) : l10n.t("Page {0} of this run is damaged on the disk.", page + 1));
        }
        return body;
      },
      damage: () => damage,
      async verify(signal) {
        damage = [];
        checkedIndex = false;
        index = await rebuild();
        for (const [page, { frame, meta, firstRow }] of (await knownPages()).entries()) {
          signal?.throwIfAborted();
          if ((await onDisk(() => readBody(file, frame))) === undefined) {
            const places = await index.places(Array.from({ length: meta.records.length / 3 }, (_, row) => firstRow + row));
            const records = await readPlaces(file, places, ends.last.next);
            const rows = records.flatMap((record, row) => (record === undefined ? [firstRow + row] : []));
            damage.push({ page, rows, message: l10n.t("Page {0} is damaged on the disk: {1} of its {2} records cannot be shown.", countText(page + 1), countText(rows.length), countText(records.length)) });
          }
        }
        return damage;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
