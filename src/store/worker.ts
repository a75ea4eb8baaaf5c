// The worker thread: opens the database and runs calls one by one; long ones let others run in between.
import { setImmediate } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import { useLanguage } from "../language/language";
import { openDatabase, type DatabaseFile } from "./database";
import { errorData, isLong, type FromWorker, type Subjects, type ToWorker, type WorkerStart } from "./protocol";
import type { StoreDb } from "./storeDb";
import { canceledError, StoreError, storeError } from "./storeError";
import type { Progress } from "./task";

/** How often, in ms, a window without calls looks whether its file was replaced. */
const watchMs = 1_000;

/** Answers calls on the port until it is closed. */
export function serveStore(port: MessagePort, start: WorkerStart, subjects: Subjects): void {
  const send = (message: FromWorker): void => port.postMessage(message);
  if (start.language !== undefined) {
    useLanguage(start.language);
  }
  let db: DatabaseFile;
  try {
    db = openDatabase({
      ...start,
      onNotice: (notice) => send({ kind: "notice", notice }),
      onRecovering: perPercent((progress) => send({ kind: "recovering", progress })),
    });
  } catch (error) {
    send({ kind: "refused", error: errorData(storeError(error, start.file)) });
    port.close();
    return;
  }
  const cancelled = new Set<number>();
  const running = new Set<number>();
  send({ kind: "opened" });
  const watching = setInterval(() => db.watch(), watchMs);

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
        clearInterval(watching);
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
      send({ kind: "error", id, error: errorData(db.failure(error)) });
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
      },
    };
    return (called(db, ...values, task) as Promise<unknown>).finally(() => {
      running.delete(id);
      cancelled.delete(id);
    });
  }
}

type OnProgress = (progress?: Progress) => void;

/** Passes on at most one message for each percent. */
function perPercent(report: OnProgress): OnProgress {
  let last = -1;
  return (progress) => {
    const percent = progress === undefined ? -1 : Math.floor((100 * progress.done) / Math.max(1, progress.total));
    if (percent !== last || progress === undefined) {
      last = percent;
      report(progress);
    }
  };
}
