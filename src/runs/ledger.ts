// The ledger of paid calls: append-only files, one a day, shared by all windows.
import path from "node:path";
import type { TaskOperation } from "../service/operations";
import type { Disk, DiskFile } from "./disk";
import { readBytes } from "./journalFrames";
import { callsOf, entryBytes, readEntries, spentUnasked, type LedgerEntry, type PaidCall } from "./ledgerEntries";
import { onDisk } from "./storageFailure";

export interface LedgerParts {
  /** Made when missing, for the user alone. */
  readonly folder: string;
  readonly disk: Disk;
  /** The day a moment (ms since 1970) belongs to, for `spend`; the local day when absent. */
  readonly dayOf?: ((at: number) => string) | undefined;
}

export interface SpendRow {
  /** A day as YYYY-MM-DD, the id of a run, or the id of a connection. */
  readonly key: string;
  readonly credits: number;
  readonly records: number;
  /** Calls that were answered. */
  readonly calls: number;
  /** Records of calls that may have cost more than `credits` tells: without an answer, or with one that does not say its cost. */
  readonly possiblyCharged: number;
}

export interface SpendQuery {
  /** ms since 1970, inclusive. */
  readonly since: number;
  /** ms since 1970, exclusive. */
  readonly until?: number | undefined;
  readonly by: "day" | "run" | "connection";
}

/** Methods reject with a `StorageFailure`. */
export interface Ledger {
  /** Resolves when every line is in the file: no other process's crash can lose them then. */
  append(...entries: readonly LedgerEntry[]): Promise<void>;
  /** Puts what was appended on the medium. */
  sync(): Promise<void>;
  /**
   * Credits for each returned record: the highest price above 0 of the answered calls of this operation since then (ms
   * since 1970); `undefined` when none cost anything. Free pages say nothing about the price of the next.
   */
  highestPrice(query: { readonly connection: string; readonly operation: TaskOperation; readonly since: number }): Promise<number | undefined>;
  /** Credits spent, or possibly spent, without a question since the last agreement, by all windows. */
  spentUnasked(): Promise<number>;
  /** In the order of their keys. */
  spend(query: SpendQuery): Promise<readonly SpendRow[]>;
  /** Calls that left and were not answered, also those under way now; of the last 90 days when `since` is absent. */
  possiblyCharged(since?: number): Promise<readonly PaidCall[]>;
  /** Told after each append through this object; the result unsubscribes. */
  onDidChange(listener: () => void): () => void;
  close(): Promise<void>;
}

const ending = ".ndjson";
const dayMs = 86_400_000;
/** Older calls say nothing about prices or sums. */
const memoryDays = 90;

const fileDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What one returned record cost; a call that was charged without returning any tells the price of one. */
export const pricePerRecord = (credits: number, records: number): number => credits / Math.max(1, records);

/** The local day of a moment as YYYY-MM-DD. */
export function localDay(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Opens the folder; touches no disk until a method is called. */
export function openLedger({ folder, disk, dayOf = localDay }: LedgerParts): Ledger {
  const listeners = new Set<() => void>();
  let current: { readonly day: string; readonly file: DiskFile } | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  /** What was read of each file so far: files only grow. */
  const read = new Map<string, { readonly size: number; readonly entries: readonly LedgerEntry[] }>();

  const fileOf = (day: string): string => path.join(folder, day + ending);

  const fileFor = async (day: string): Promise<DiskFile> => {
    if (current?.day === day) {
      return current.file;
    }
    await closeFile();
    await disk.makeFolder(folder);
    current = { day, file: await disk.open(fileOf(day), "append") };
    return current.file;
  };

  const closeFile = async (): Promise<void> => {
    const open = current;
    current = undefined;
    await open?.file.close();
  };

  /**
   * A file removed while open takes lines into nowhere, so its links are looked at once for each call, beside the writing:
   * both are on the way of every page.
   */
  const write = async (day: string, bytes: Uint8Array, beginsCall: boolean): Promise<void> => {
    const file = await fileFor(day);
    const [, stat] = await Promise.all([file.write(bytes), beginsCall ? file.stat() : undefined]);
    if (stat?.links === 0) {
      await closeFile();
      await (await fileFor(day)).write(bytes);
    }
  };

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(() => onDisk(work));
    queue = turn.catch(() => undefined);
    return turn;
  };

  /** Files only grow, so only what was added is read and parsed; a file that is smaller than before was begun anew. */
  const entriesOf = async (day: string): Promise<readonly LedgerEntry[]> => {
    const found = await disk.stat(fileOf(day));
    if (found === undefined) {
      return [];
    }
    const earlier = read.get(day);
    const known = earlier !== undefined && earlier.size <= found.size ? earlier : { size: 0, entries: [] };
    if (known.size === found.size) {
      return known.entries;
    }
    const file = await disk.open(fileOf(day), "read");
    try {
      const bytes = await readBytes(file, known.size, found.size - known.size);
      // A line that is being written is read next time.
      const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
      const entries = [...known.entries, ...readEntries(whole.toString("utf8"))];
      read.set(day, { size: known.size + whole.length, entries });
      return entries;
    } finally {
      await file.close();
    }
  };

  /** Days that have a file, the oldest first. */
  const days = async (): Promise<readonly string[]> =>
    (await disk.names(folder)).flatMap((name) => (/^\d{4}-\d\d-\d\d\.ndjson$/.test(name) ? [name.slice(0, -ending.length)] : [])).sort();

  /** A call that began before midnight may be answered in the next day's file. */
  const callsBetween = async (since: number, until: number): Promise<readonly PaidCall[]> => {
    const wanted = (await days()).filter((day) => day >= fileDay(Math.max(0, since - dayMs)) && (until > 8e15 || day <= fileDay(until + dayMs)));
    const entries: LedgerEntry[] = [];
    for (const day of wanted) {
      for (const entry of await entriesOf(day)) {
        entries.push(entry);
      }
    }
    return callsOf(entries).filter(({ at }) => at >= since && at < until);
  };

  const append = async (...entries: readonly LedgerEntry[]): Promise<void> => {
    const last = entries.at(-1);
    if (last === undefined) {
      return;
    }
    await inTurn(() => write(fileDay(last.at), Buffer.concat(entries.map(entryBytes)), entries.some(({ kind }) => kind === "sent")));
    for (const listener of [...listeners]) {
      listener();
    }
  };

  const recentDays = async (): Promise<readonly string[]> => (await days()).slice(-memoryDays);

  return {
    append,
    sync: () => inTurn(async () => current?.file.datasync()),
    highestPrice: ({ connection, operation, since }) =>
      onDisk(async () => {
        let highest: number | undefined;
        for (const call of await callsBetween(since, Number.POSITIVE_INFINITY)) {
          if (call.connection === connection && call.operation === operation && call.credits !== undefined && call.credits > 0) {
            highest = Math.max(highest ?? 0, pricePerRecord(call.credits, call.records));
          }
        }
        return highest;
      }),
    spentUnasked: () =>
      onDisk(async () => {
        let entries: readonly LedgerEntry[] = [];
        for (const day of [...(await recentDays())].reverse()) {
          const ofDay = await entriesOf(day);
          entries = [...ofDay, ...entries];
          if (ofDay.some(({ kind }) => kind === "agreed")) {
            break;
          }
        }
        return spentUnasked(entries);
      }),
    spend: ({ since, until = Number.POSITIVE_INFINITY, by }) =>
      onDisk(async () => {
        const rows = new Map<string, SpendRow>();
        for (const call of await callsBetween(since, until)) {
          if (call.outcome === "free") {
            continue;
          }
          const key = by === "day" ? dayOf(call.at) : call[by];
          const row = rows.get(key) ?? { key, credits: 0, records: 0, calls: 0, possiblyCharged: 0 };
          const answered = call.outcome === "answered";
          const atRisk = answered ? (call.credits === undefined ? call.records : 0) : call.asked;
          rows.set(key, {
            key,
            credits: Math.round((row.credits + (call.credits ?? 0)) * 1e6) / 1e6,
            records: row.records + call.records,
            calls: row.calls + (answered ? 1 : 0),
            possiblyCharged: row.possiblyCharged + atRisk,
          });
        }
        return [...rows.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
      }),
    possiblyCharged: (since) =>
      onDisk(async () => {
        const from = since ?? Date.parse((await recentDays())[0] ?? fileDay(0));
        return (await callsBetween(from, Number.POSITIVE_INFINITY)).filter(({ outcome }) => outcome === "open");
      }),
    onDidChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => inTurn(closeFile),
  };
}
