// All journals of one folder: listed, opened, begun, resumed, removed.
import path from "node:path";
import * as l10n from "@vscode/l10n";
import type { RecordKind } from "../service/operations";
import { lockIsLive, tryLock, type HeldLock, type LockParts } from "./exclusiveLock";
import { openJournal, type JournalPlaces, type RunJournal } from "./journal";
import { holdsFrame } from "./journalFrames";
import { readEnds, readEndsAt, summaryOf, unreadableSummary } from "./journalSummary";
import { walk } from "./journalWalk";
import { createWriter, type JournalWriter, type PageReply } from "./journalWriter";
import { purgeEach } from "./purgeEach";
import { reopenJournal, type ResumeChange } from "./reopenJournal";
import type { RunHeader, RunSummary, StopReason } from "./run";
import { onDisk, storageFailure, StorageFailure } from "./storageFailure";
import { newState } from "./writerState";

export interface RunStoreParts extends LockParts {
  /** Made when missing, for the user alone. */
  readonly folder: string;
}

export interface RunChange {
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
}

/** A journal being written, and the lock that says so to other windows. */
export interface OwnedRun {
  readonly writer: JournalWriter;
  readonly lock: HeldLock;
}

/** What a run that could not write its end holds in memory, until it is resumed in this window. */
export interface UnsavedRun extends OwnedRun {
  readonly reason: StopReason;
  /** A reply that was paid for and is on no disk yet. */
  readonly reply?: PageReply | undefined;
}

/** Methods reject with a `StorageFailure`. */
export interface RunStore {
  readonly folder: string;
  /** Newest first. A run without a stop and without a living owner is `interrupted`. */
  list(): Promise<readonly RunSummary[]>;
  summary(id: string): Promise<RunSummary | undefined>;
  open(id: string): Promise<RunJournal>;
  /** EBUSY when some window is running it. */
  delete(id: string): Promise<void>;
  /** Removes all runs, or those whose last change is before `olderThan` (ms since 1970); running ones are kept. */
  purge(options?: { readonly olderThan?: number | undefined }): Promise<{ readonly deleted: readonly string[]; readonly kept: readonly string[] }>;
  /** Changes made through this object; the result unsubscribes. */
  onDidChange(listener: (change: RunChange) => void): () => void;

  create(start: Omit<RunHeader, "format" | "id" | "startedAt">): Promise<OwnedRun>;
  /** Takes a stopped run up again: cuts off a torn frame, writes what was unsaved. EBUSY when some window is running it. */
  resume(id: string, change?: ResumeChange): Promise<OwnedRun>;
  /** Gives the run back: closes its file, lets go of its lock. */
  release(run: OwnedRun): Promise<void>;
  /** Keeps a run that could not write its end. */
  keepUnsaved(run: UnsavedRun): void;
  /** Ids of all records of this kind that other runs hold. */
  knownIds(kind: RecordKind, except: string): Promise<ReadonlySet<string>>;
  /** Tells the listeners that the engine wrote something. */
  changed(id: string): void;
}

/** No header frame is larger, in bytes. */
const headerAtMost = 4 * 1024 * 1024;
const journalEnding = ".run";
const idPattern = /^[0-9]{8}T[0-9]{9}-[0-9a-f]{12}$/;

/** Sortable by time: the time in UTC to the millisecond, then random digits. */
function newId(now: number, random: (bytes: number) => Uint8Array): string {
  const time = new Date(now).toISOString().replace(/[-:.Z]/g, "");
  return `${time}-${Buffer.from(random(6)).toString("hex")}`;
}

const busy = (): StorageFailure => new StorageFailure("EBUSY", l10n.t("This run is in progress, here or in another window. Stop it first."));
const missing = (): StorageFailure => new StorageFailure("ENOENT", l10n.t("This run's data is no longer there."));

/** Opens the folder; touches no disk until a method is called. */
export function openRunStore(parts: RunStoreParts): RunStore {
  const { folder, disk, clock, random } = parts;
  const listeners = new Set<(change: RunChange) => void>();
  const unsaved = new Map<string, UnsavedRun>();
  /** Summaries by id, good while the file has this size and date. */
  const seen = new Map<string, { readonly size: number; readonly modifiedAt: number; readonly summary: RunSummary }>();

  const placesOf = (id: string): JournalPlaces & { readonly folder: string; readonly lockPath: string } => {
    if (!idPattern.test(id)) {
      throw missing();
    }
    const base = path.join(folder, id);
    return { id, folder, path: base + journalEnding, indexPath: `${base}.idx`, lockPath: `${base}.lock` };
  };
  const tell = (change: RunChange): void => {
    for (const listener of [...listeners]) {
      listener(change);
    }
  };
  const isLive = (id: string) => (): Promise<boolean> => onDisk(() => lockIsLive(parts, placesOf(id).lockPath));

  const summaryFromDisk = async (id: string): Promise<RunSummary | undefined> => {
    const file = await onDisk(() => disk.stat(placesOf(id).path));
    if (file === undefined) {
      return undefined;
    }
    const cached = seen.get(id);
    if (cached?.size === file.size && cached.modifiedAt === file.modifiedAt) {
      return cached.summary;
    }
    const live = await isLive(id)();
    try {
      const ends = await readEndsAt(disk, placesOf(id).path);
      const summary = summaryOf(ends, live);
      if (!live && ends.size === file.size) {
        seen.set(id, { size: file.size, modifiedAt: file.modifiedAt, summary });
      }
      return summary;
    } catch (error) {
      const { code, message } = storageFailure(error);
      // Without a whole header the run was never begun, and nothing was asked for it: it is being created just now, or its
      // window went away meanwhile.
      const neverBegun = live || code === "ENOENT" || (file.size < headerAtMost && !holdsFrame((await disk.readFile(placesOf(id).path)) ?? new Uint8Array()));
      return neverBegun ? undefined : unreadableSummary(id, message, file.modifiedAt);
    }
  };

  const summary = async (id: string): Promise<RunSummary | undefined> => {
    const kept = unsaved.get(id);
    return kept === undefined ? summaryFromDisk(id) : kept.writer.summary(kept.reason);
  };

  const ids = async (): Promise<readonly string[]> => {
    const names = await onDisk(() => disk.names(folder));
    const onFile = names.filter((name) => name.endsWith(journalEnding)).map((name) => name.slice(0, -journalEnding.length));
    return [...new Set([...onFile, ...unsaved.keys()])].filter((id) => idPattern.test(id)).sort().reverse();
  };

  const list = async (): Promise<readonly RunSummary[]> => {
    const found: RunSummary[] = [];
    const all = await ids();
    // A few at a time: enough to keep the disk busy, not so many that files run out.
    for (let from = 0; from < all.length; from += 8) {
      const summaries = await Promise.all(all.slice(from, from + 8).map(summary));
      found.push(...summaries.filter((one) => one !== undefined));
    }
    return found;
  };

  const takeLock = async (id: string): Promise<HeldLock> => {
    const lock = await onDisk(() => tryLock(parts, placesOf(id).lockPath));
    if (lock === undefined) {
      throw busy();
    }
    return lock;
  };

  const release = async ({ writer, lock }: OwnedRun): Promise<void> => {
    await writer.close().catch(() => undefined);
    await lock.release().catch(() => undefined);
    tell({ id: writer.id, kind: "changed" });
  };

  const knownIds = async (kind: RecordKind, except: string): Promise<ReadonlySet<string>> => {
    const known = new Set<string>();
    for (const { header, records } of await list()) {
      if (header.recordKind !== kind || header.id === except || records === 0) {
        continue;
      }
      const file = await disk.open(placesOf(header.id).path, "read").catch(() => undefined);
      if (file === undefined) {
        continue;
      }
      try {
        const { head, last } = await readEnds(file);
        for (const { meta } of (await walk(file, head.salt, last.next)).pages) {
          for (const id of meta.ids) {
            known.add(id);
          }
        }
      } finally {
        await file.close();
      }
    }
    known.delete("");
    return known;
  };

  const resumeUnsaved = async (kept: UnsavedRun, { limits, connection }: ResumeChange): Promise<OwnedRun> => {
    await kept.writer.recover();
    if (kept.reply !== undefined) {
      const { header } = kept.writer.summary();
      const known = header.limits.leaveOutKnown === true ? await knownIds(header.recordKind, header.id) : new Set<string>();
      await kept.writer.page(kept.reply, known);
      // Saved: should the next step fail, it must not be written a second time.
      unsaved.set(header.id, { ...kept, reply: undefined });
    }
    await kept.writer.resumed({ limits: limits ?? kept.writer.tally.limits, connection, torn: 0, possibleCredits: 0 });
    unsaved.delete(kept.writer.id);
    return kept;
  };

  const resumeFromDisk = async (id: string, change: ResumeChange): Promise<OwnedRun> => {
    const places = placesOf(id);
    if ((await onDisk(() => disk.stat(places.path))) === undefined) {
      throw missing();
    }
    const lock = await takeLock(id);
    try {
      return { writer: await reopenJournal(disk, clock, places, change), lock };
    } catch (error) {
      await lock.release();
      throw error;
    }
  };

  const remove = async (id: string): Promise<void> => {
    const { path: file, indexPath, lockPath } = placesOf(id);
    const kept = unsaved.get(id);
    unsaved.delete(id);
    await kept?.writer.close().catch(() => undefined);
    // Held while removing, so that no window resumes a run that is going away.
    const lock = kept?.lock ?? (await takeLock(id));
    try {
      await onDisk(async () => {
        await disk.remove(file);
        await disk.remove(indexPath);
      });
    } finally {
      await lock.release();
      await disk.remove(lockPath).catch(() => undefined);
    }
    seen.delete(id);
    tell({ id, kind: "deleted" });
  };

  return {
    folder,
    list,
    summary,
    open: async (id) => openJournal(disk, placesOf(id), isLive(id)),
    delete: remove,
    async purge({ olderThan = Number.POSITIVE_INFINITY } = {}) {
      const purged = await purgeEach(await ids(), async (id) => ((await summary(id))?.updatedAt ?? 0) < olderThan, remove);
      // Sidecars and locks whose journal is gone: left by a crash in the middle of a removal.
      const names = await onDisk(() => disk.names(folder));
      for (const name of names.filter((one) => !one.endsWith(journalEnding))) {
        const id = name.slice(0, name.indexOf("."));
        if (idPattern.test(id) && !names.includes(id + journalEnding) && !(await isLive(id)())) {
          await onDisk(() => disk.remove(path.join(folder, name)));
        }
      }
      return purged;
    },
    onDidChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async create(start) {
      await onDisk(() => disk.makeFolder(folder));
      const startedAt = clock.now();
      const header: RunHeader = { ...start, format: 1, id: newId(startedAt, random), startedAt };
      const places = placesOf(header.id);
      const lock = await takeLock(header.id);
      try {
        const file = await onDisk(() => disk.open(places.path, "append"));
        const salt = Buffer.from(random(4)).readUInt32LE(0);
        const writer = createWriter(disk, clock, places, file, newState(header, salt));
        try {
          await writer.start();
        } catch (error) {
          await file.close();
          await disk.remove(places.path).catch(() => undefined);
          throw error;
        }
        tell({ id: header.id, kind: "created" });
        return { writer, lock };
      } catch (error) {
        await lock.release().catch(() => undefined);
        throw storageFailure(error);
      }
    },
    async resume(id, change = {}) {
      const kept = unsaved.get(id);
      const run = await (kept === undefined ? resumeFromDisk(id, change) : resumeUnsaved(kept, change));
      tell({ id, kind: "changed" });
      return run;
    },
    release,
    keepUnsaved(run) {
      unsaved.set(run.writer.id, run);
      tell({ id: run.writer.id, kind: "changed" });
    },
    knownIds,
    changed: (id) => tell({ id, kind: "changed" }),
  };
}
