// Backs up the database to one file, and replaces it with a backup after a check and a question.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { BackupRequest, WrittenBackup } from "../export/storeBackup";
import { recordsText, runsText } from "../runs/amounts";
import type { DatabaseContents } from "../store/backup";
import type { CallWatch } from "../store/protocol";
import { canceledError, StoreError } from "../store/storeError";
import { momentText } from "../text/numbers";
import type { App, Question } from "./app";
import { agree, type Agreed } from "./spending";
import { neutral } from "./untrusted";

/** `earlier`: the path of that database. */
export const earlierDatabaseText = (earlier: string): string =>
  `This version of Prospect Desk cannot read the database of an earlier one, ${earlier}. It was left as it is, and a ` +
  "new database was created beside it. Saved searches are not affected.";

/** Creates missing folders, checks the file, and writes it completely or not at all. Rejects with a `StoreError`. */
export async function backUpDatabase({ store }: App, request: BackupRequest, watch: CallWatch): Promise<WrittenBackup> {
  await mkdir(path.dirname(request.file), { recursive: true });
  return store.backups.write(request, watch);
}

/** Shows the progress of a step to the user under a title. */
export type WithProgress = <T>(title: string, work: (watch: CallWatch) => Promise<T>) => Promise<T>;

/**
 * Keeps the current content of the database in a copy. Rejects with a `Declined`, and for a file that is not a backup.
 */
export async function restoreDatabase(app: App, file: string, agreed: Agreed, during: WithProgress) {
  const { store, runs, clock } = app;
  const { backups } = store;
  const { copy, backup, current } = await during("Checking the backup", (watch) => backups.prepareRestore(file, watch));
  try {
    await agree(app, restoreQuestion(file, backup, current), agreed);
    if (current !== undefined) {
      // They belong to runs that the backup may not have, so the copy of the present content must have them.
      await runs.saveKeptPages();
    }
    const before = current === undefined ? [] : await runs.list();
    const { kept } = await whenIdle(app, "Restoring the database", during, (watch) =>
      backups.restore({ copy, now: clock.now() }, watch),
    );
    const after = new Set((await runs.list()).map(({ header }) => header.id));
    const gone = before.map(({ header }) => header.id).filter((id) => !after.has(id));
    gone.forEach((id) => runs.notify({ id, kind: "deleted" }));
    return { contents: backup, kept };
  } finally {
    await backups.discardRestore(copy);
  }
}

export interface Purged {
  /** The ids of the runs. */
  readonly runs: readonly string[];
  /** Whether others still read the database, so that deleted bytes are left in it. */
  readonly isInUse: boolean;
}

/** Deletes all personal data, and the copies beside the database. */
export async function purgeDatabase(app: App, during: WithProgress): Promise<Purged> {
  const all = await app.runs.list();
  const isInUse = await whenIdle(app, "Purging", during, (watch) =>
    app.store.retention.purgeEverything({ now: app.clock.now() }, watch),
  );
  return { runs: all.map(({ header }) => header.id), isInUse };
}

const idlePollMs = 1_000;

/** Does the work when no run is in progress in any process; until then the title of the progress names one. */
async function whenIdle<T>(
  { store, clock }: App,
  title: string,
  during: WithProgress,
  work: (watch: CallWatch) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await during(title, work);
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "IN_USE")) {
        throw error;
      }
      await during(`${error.message} Waiting for its end`, async ({ signal }) => {
        while (await store.retention.isInProgress(clock.now())) {
          await clock.sleep(idlePollMs, signal).catch(() => Promise.reject(canceledError()));
        }
      });
    }
  }
}

/** "12 runs · 2,340 records · last changed 25/11/2026, 08:19:56" */
export function contentsText({ runs, records, changedAt }: DatabaseContents): string {
  const counts = `${runsText(runs)} · ${recordsText(records)}`;
  return changedAt === undefined ? counts : `${counts} · last changed ${momentText(changedAt)}`;
}

const restoreQuestion = (file: string, backup: DatabaseContents, current: DatabaseContents | undefined): Question => ({
  about: "restore",
  title: `Restore “${neutral(path.basename(file))}”?`,
  sentences: [
    `In the backup: ${contentsText(backup)}.`,
    current === undefined
      ? "The database is damaged. The damaged file is moved to the folder “backups” beside it."
      : `In the database now: ${contentsText(current)}.`,
    current === undefined
      ? "Payments made since the backup stay in the list of costs if they can be read."
      : "All windows show the backup then. What the database contains now is first copied to the folder “backups” " +
        "beside it, and payments made since the backup stay in the list of costs.",
  ],
  choices: [{ id: "restore", label: "Restore", credits: 0 }],
});
