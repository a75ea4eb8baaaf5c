// The store without a worker, for tests: the same interface over the same functions.
import * as l10n from "@vscode/l10n";
import { openDatabase, type OpenOptions, type StoreDb } from "./database";
import { proxyOf, withoutWatch, type OpenedStore, type Store } from "./client";
import { functions } from "./functions";
import { isLong, type Subjects } from "./protocol";
import { StoreError } from "./storeError";

export interface InProcessStore<S> extends OpenedStore<S> {
  readonly db: StoreDb;
}

/** Throws a `StoreError`, as `openStore` rejects with one. */
export function openInProcess<S = Store>(options: OpenOptions, subjects: Subjects = functions): InProcessStore<S> {
  const { db, setAside } = openDatabase(options);
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
          throw new StoreError("CANCELLED", l10n.t("Cancelled."));
        }
      },
    };
    try {
      db.refresh();
      return await (isLong(called) ? called(db, ...values, task) : called(db, ...values));
    } catch (error) {
      throw db.failure(error);
    }
  };
  return { db, setAside, store: proxyOf(call) as S, close: async () => db.close() };
}
