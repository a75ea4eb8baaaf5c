// Backs up the database to one file, and replaces it by a backup after a check and a question.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { BackupRequest, WrittenBackup } from "../export/storeBackup";
import { momentText } from "../language/language";
import { recordsText, runsText } from "../runs/amounts";
import type { DatabaseContents } from "../store/backup";
import type { CallWatch } from "../store/protocol";
import type { App, Question } from "./app";
import { agree, type Agreed } from "./spending";
import { neutral } from "./untrusted";

/** Missing folders are made; the file is written whole or not at all, and checked. Rejects with a `StoreError`. */
export async function backUpDatabase({ store }: App, request: BackupRequest, watch: CallWatch): Promise<WrittenBackup> {
  await mkdir(path.dirname(request.file), { recursive: true });
  return store.backups.write(request, watch);
}

/** Follows a step of it. */
export type DuringRestore = <T>(step: "check" | "restore", work: (watch: CallWatch) => Promise<T>) => Promise<T>;

/**
 * The database before is kept beside it. Rejects with a `Declined`, and with a `StoreError` for a file that is no
 * backup and while a run is in progress.
 */
export async function restoreDatabase(app: App, file: string, agreed: Agreed, during: DuringRestore) {
  const { store, runs, clock } = app;
  const { backups } = store;
  const { copy, backup, current } = await during("check", (watch) => backups.prepareRestore(file, watch));
  try {
    await agree(app, () => restoreQuestion(file, backup, current), agreed);
    const before = await runs.list();
    const { kept } = await during("restore", (watch) => backups.restore({ copy, now: clock.now() }, watch));
    const after = new Set((await runs.list()).map(({ header }) => header.id));
    const gone = before.map(({ header }) => header.id).filter((id) => !after.has(id));
    gone.forEach((id) => runs.notify({ id, kind: "deleted" }));
    return {
      contents: backup,
      /** The file with the database as it was before. */
      kept,
      /** Ids of the runs that are not in the backup. */
      gone,
    };
  } finally {
    await backups.discardRestore(copy);
  }
}

/** "12 runs · 2,340 records · last changed 25/11/2026, 08:19:56" */
export function contentsText({ runs, records, changedAt }: DatabaseContents): string {
  const counts = `${runsText(runs)} · ${recordsText(records)}`;
  return changedAt === undefined ? counts : `${counts} · last changed ${momentText(changedAt)}`;
}

const restoreQuestion = (file: string, backup: DatabaseContents, current: DatabaseContents): Question => ({
  about: "restore",
  title: `Restore “${neutral(path.basename(file))}”?`,
  sentences: [
    `In the backup: ${contentsText(backup)}.`,
    `In the database now: ${contentsText(current)}.`,
    "The backup takes the place of the database in all windows. The database as it is now is kept beside it, and " +
      "payments made since the backup stay in the list of costs.",
  ],
  choices: [{ id: "restore", label: "Restore", credits: 0 }],
});
