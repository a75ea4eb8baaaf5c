// What a journal holds, read from its first and its last frame alone.
import * as l10n from "@vscode/l10n";
import type { Disk, DiskFile } from "./disk";
import { lastFrame, readFrame, type Frame } from "./journalFrames";
import { headerOf, stampOf, stopOf, type HeaderMeta, type Tally } from "./journalMeta";
import type { RunHeader, RunSummary, StopReason } from "./run";
import { StorageFailure } from "./storageFailure";

/** The two ends of a journal. */
export interface JournalEnds {
  readonly head: HeaderMeta;
  readonly first: Frame;
  readonly last: Frame;
  readonly tally: Tally;
  /** ms since 1970 of the last frame. */
  readonly updatedAt: number;
  /** Size of the file; what lies behind the last frame was torn off while being written, or is being written now. */
  readonly size: number;
}

/** Rejects with a `StorageFailure` EDAMAGED when the beginning cannot be read. */
export async function readEnds(file: DiskFile): Promise<JournalEnds> {
  const { size } = await file.stat();
  const first = await readFrame(file, 0, 0, size);
  const head = first && headerOf(first);
  if (first === undefined || head === undefined) {
    throw new StorageFailure("EDAMAGED", l10n.t("The beginning of this run's file is damaged, so the run cannot be opened. The file is kept as it is."));
  }
  let last = await lastFrame(file, head.salt, size);
  let stamp = last && stampOf(last);
  if (last === undefined || stamp === undefined) {
    last = first;
    stamp = head;
  }
  return { head, first, last, tally: stamp.tally, updatedAt: stamp.at, size };
}

/** Why the run is not going on; `undefined` while it is. `live` says whether some window is running it. */
export function stopOfRun(last: Frame, live: boolean): StopReason | undefined {
  const stop = stopOf(last);
  if (stop !== undefined) {
    return stop.reason;
  }
  return live ? undefined : { kind: "interrupted", requestInFlight: last.type === "intent" };
}

/** The summary of a journal with these ends. */
export function summaryOf(ends: JournalEnds, live: boolean): RunSummary {
  const { tally } = ends;
  const header: RunHeader = { ...ends.head.header, limits: tally.limits };
  return {
    header,
    pages: tally.pages,
    records: tally.records,
    returned: tally.received,
    repeated: tally.repeated,
    skipped: tally.skipped,
    odd: tally.odd,
    credits: tally.credits,
    possibleCredits: tally.possibleCredits,
    unpriced: tally.unpriced,
    firstTotal: tally.firstTotal,
    lastTotal: tally.lastTotal,
    cursor: tally.cursor,
    stop: stopOfRun(ends.last, live),
    updatedAt: ends.updatedAt,
    tornBytes: tally.torn + (live ? 0 : ends.size - ends.last.next),
  };
}

/** The summary of a run whose file cannot be understood: it is listed, so that nobody thinks it gone. */
export function unreadableSummary(id: string, message: string, modifiedAt: number): RunSummary {
  const limits = { records: 0 };
  return {
    header: {
      format: 1,
      id,
      title: l10n.t("Run that cannot be read"),
      task: { kind: "companySearch", filters: {} },
      recordKind: "company",
      connection: { id: "", label: "", origin: "", workspaceId: "" },
      startedAt: modifiedAt,
      limits,
    },
    pages: 0,
    records: 0,
    returned: 0,
    repeated: 0,
    skipped: 0,
    odd: 0,
    credits: 0,
    possibleCredits: 0,
    unpriced: { pages: 0 },
    stop: { kind: "storage", message },
    updatedAt: modifiedAt,
    tornBytes: 0,
  };
}

/** Reads both ends of the journal at `path`. */
export async function readEndsAt(disk: Disk, path: string): Promise<JournalEnds> {
  const file = await disk.open(path, "read");
  try {
    return await readEnds(file);
  } finally {
    await file.close();
  }
}
