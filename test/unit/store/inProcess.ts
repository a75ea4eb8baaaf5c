// Two ways for tests and benches to open a store: in this thread, or at once with its worker.
import { StoreClient, type Store } from "../../../src/store/client";
import { openDatabase, type DatabaseFile } from "../../../src/store/database";
import { functions } from "../../../src/store/functions";
import {
  isLong,
  storeProxy,
  withoutWatch,
  type OpenOptions,
  type Subjects,
  type WorkerStart,
} from "../../../src/store/protocol";
import type { StoreDb } from "../../../src/store/storeDb";
import { StoreError } from "../../../src/store/storeError";

export interface OpenedStore<S> {
  readonly store: S;
  close(): Promise<void>;
}

/** Starts the worker and opens the database; rejects with a `StoreError` if that is impossible. */
export async function openStore<S = Store>(worker: URL, start: WorkerStart): Promise<OpenedStore<S>> {
  const client = new StoreClient<S & Store>(worker, start);
  await client.store.file.path();
  return { store: client.store, close: () => client.close() };
}

export interface InProcessStore<S> extends OpenedStore<S> {
  readonly db: DatabaseFile;
}

/** Throws a `StoreError`, as `openStore` rejects with one. */
export function openInProcess<S = Store>(options: OpenOptions, subjects: Subjects = functions): InProcessStore<S> {
  const db = openDatabase(options);
  const call = async (subject: string, method: string, given: readonly unknown[]): Promise<unknown> => {
    const { values, watch } = withoutWatch(given);
    const called = subjects[subject]?.[method] as ((db: StoreDb, ...values: unknown[]) => unknown) | undefined;
    if (called === undefined) {
      throw new StoreError("FAILED", `The store has no function ${subject}.${method}.`);
    }
    const task = {
      progress: (done: number, total: number) => watch?.onProgress?.(done, total),
      breathe: async (): Promise<void> => {
        if (watch?.signal?.aborted === true) {
          throw new StoreError("CANCELLED", "Canceled.");
        }
      },
    };
    return db.answer(() => (isLong(called) ? called(db, ...values, task) : called(db, ...values)));
  };
  return { db, store: storeProxy(call) as S, close: async () => db.close() };
}
