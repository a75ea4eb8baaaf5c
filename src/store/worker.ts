// The worker thread: runs calls on the database one by one; long ones let others run in between.
import { setImmediate } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import { DatabaseFile } from "./database";
import { errorData, isLong, type FromWorker, type Subjects, type ToWorker, type WorkerStart } from "./protocol";
import type { StoreDb } from "./storeDb";
import { canceledError, contentReplaced, StoreError, storeError } from "./storeError";

/** Answers calls on the port until it is closed. The first call opens the file; if that fails, the next one retries. */
export function serveStore(port: MessagePort, start: WorkerStart, subjects: Subjects): void {
  const send = (message: FromWorker): void => port.postMessage(message);
  const db = new DatabaseFile({ ...start, onOpened: (earlier) => send({ kind: "opened", earlier }) });
  const cancelled = new Set<number>();
  const running = new Set<number>();

  port.on("message", (message: ToWorker) => {
    switch (message.kind) {
      case "call":
        void answer(message);
        break;
      case "cancel":
        if (running.has(message.id)) {
          cancelled.add(message.id);
        }
        break;
      case "close":
        db.close();
        port.close();
        break;
    }
  });

  async function answer({ id, subject, method, values, watched }: ToWorker & { readonly kind: "call" }): Promise<void> {
    try {
      const value = await db.answer(() => run(id, subject, method, values, watched));
      send({ kind: "result", id, value });
    } catch (error) {
      send({ kind: "error", id, error: errorData(storeError(error, start.file)) });
    }
  }

  /** Not asynchronous, so that a short call finishes before the next message is read. */
  function run(id: number, subject: string, method: string, values: readonly unknown[], watched: boolean): unknown {
    const called = subjects[subject]?.[method] as ((db: StoreDb, ...values: unknown[]) => unknown) | undefined;
    if (called === undefined) {
      throw new StoreError("FAILED", `The store has no function ${subject}.${method}.`);
    }
    if (!isLong(called)) {
      return called(db, ...values);
    }
    running.add(id);
    const { generation } = db;
    const task = {
      progress: (done: number, total: number): void => {
        if (watched) {
          send({ kind: "progress", id, done, total });
        }
      },
      breathe: async (): Promise<void> => {
        await setImmediate();
        if (cancelled.has(id)) {
          throw canceledError();
        }
        // The call's records no longer exist, and their numbers may refer to other data now.
        if (db.generation !== generation) {
          throw contentReplaced();
        }
      },
    };
    return (called(db, ...values, task) as Promise<unknown>).finally(() => {
      running.delete(id);
      cancelled.delete(id);
    });
  }
}
