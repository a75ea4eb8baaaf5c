// Takes up a journal where it ended: what is torn is cut off, and the rest is known again before anything is added.
import type { Clock } from "../service/wire";
import type { Disk } from "./disk";
import { intentOf } from "./journalMeta";
import { readEnds } from "./journalSummary";
import { walk } from "./journalWalk";
import { createWriter, type JournalWriter, type WriterPlaces } from "./journalWriter";
import type { RunConnection, RunLimits } from "./run";
import { onDisk } from "./storageFailure";

/** What changes when a run is taken up again: its limits, and who pays from here on. */
export interface ResumeChange {
  readonly limits?: RunLimits | undefined;
  readonly connection?: RunConnection | undefined;
}

/** Rejects with a `StorageFailure`, and then no file stays open. Whoever calls holds the run's lock. */
export async function reopenJournal(disk: Disk, clock: Clock, places: WriterPlaces, { limits, connection }: ResumeChange): Promise<JournalWriter> {
  const file = await onDisk(() => disk.open(places.path, "append"));
  try {
    const { head, last, tally, size } = await onDisk(() => readEnds(file));
    const walked = await onDisk(() => walk(file, head.salt, last.next));
    const torn = size - last.next;
    if (torn > 0) {
      await onDisk(() => file.truncate(last.next));
    }
    const writer = createWriter(disk, clock, places, file, {
      head,
      tally,
      end: last.next,
      lastType: last.type,
      index: walked.index,
      ids: new Set(walked.pages.flatMap(({ meta }) => [...meta.ids, ...meta.skippedIds]).filter((known) => known !== "")),
      cursors: new Set(walked.pages.flatMap(({ meta }) => meta.request.cursor ?? [])),
    });
    await writer.resumed({ limits: limits ?? tally.limits, connection, torn, possibleCredits: intentOf(last)?.reserved ?? 0 });
    return writer;
  } catch (error) {
    await file.close();
    throw error;
  }
}
