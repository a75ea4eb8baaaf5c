// Stores the reply to a paid call. While the database refuses it, it stays in memory and is tried again; if its run is
// stopped first, it becomes a file, which the next start stores.
import type { HttpReply } from "../service/wire";
import { mayBeStoredLater, writeKept } from "../store/keptPages";
import { StoreError } from "../store/storeError";
import type { StoredPage } from "../store/storePage";
import { abortReason, type ExecutedRun } from "./execution";
import type { PageRequest } from "./run";

/** How often a refused reply is tried again, in ms. */
const retryMs = 5_000;
const inMemoryText =
  "The last reply is paid for and only in memory: saving it is tried again every " + `${retryMs / 1_000} seconds.`;

/** The call that was paid for, its request with the actual limit, and the row that it answers. */
export interface AnsweredCall {
  readonly call: number;
  readonly request: PageRequest;
  readonly row: number | undefined;
}

/** Rejects with a `StoreError` that names the file with the reply, or says that it is lost. */
export async function storeReply(
  { run, runs, balance, signal, onProgress }: ExecutedRun,
  answered: AnsweredCall,
  { status, body }: HttpReply,
): Promise<StoredPage> {
  const { keeper = { folders: [], waits: true }, clock } = runs.deps;
  const page = { ...answered, status, receivedAt: clock.now(), body };
  let said = "";
  for (;;) {
    let refusal: StoreError;
    try {
      return await run.storePage(page);
    } catch (error) {
      if (!mayBeStoredLater(error)) {
        throw error;
      }
      refusal = error;
    }
    const isStopped = !keeper.waits || signal.aborted;
    if (isStopped) {
      const file = writeKept(keeper.folders, { ...page, run: run.id, owner: run.owner, balance: balance?.credits });
      if (file !== undefined) {
        throw refused(refusal, `kept in ${file}. Resume or start again to save it to the database.`);
      }
      if (signal.aborted && abortReason(signal) === "windowClosed") {
        throw refused(refusal, "is lost: it could not be written to a file either.");
      }
    }
    const sentences = `${refusal.message} ${inMemoryText}${isStopped ? "" : " Stop the run to keep it in a file."}`;
    if (sentences !== said) {
      said = sentences;
      onProgress({ kind: "unsaved", sentences });
    }
    await clock.sleep(retryMs, isStopped ? undefined : signal).catch(() => undefined);
  }
}

const refused = (refusal: StoreError, end: string): StoreError =>
  new StoreError(refusal.code, `${refusal.message} The last reply is paid for and ${end}`, { cause: refusal });
