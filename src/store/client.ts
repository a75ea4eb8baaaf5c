// The store as the rest of the extension sees it: asynchronous functions that run in a worker thread.
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { StoreFunctions } from "./functions";
import {
  errorFrom,
  storeProxy,
  withoutWatch,
  type Asynchronous,
  type CallWatch,
  type FromWorker,
  type ToWorker,
  type WorkerStart,
} from "./protocol";
import { canceledError, notAvailable, StoreError } from "./storeError";

/** The name of the database file, in the folder "store" of the global storage or of the data of the command line. */
export const databaseName = "desk.db";

/** Every function rejects with a `StoreError`. */
export type Store = Asynchronous<StoreFunctions>;

/** The worker needs a few megabytes: database pages, one reply, one chunk of an export. */
const options: WorkerOptions = {
  // Objects are short-lived: a larger young generation would take memory and save no time.
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
  // `node:sqlite` is experimental in Node 22. Suppresses the warning in this thread only.
  execArgv: ["--disable-warning=ExperimentalWarning"],
};

/** How often a worker that died is restarted; a cause that kills it each time must not loop for ever. */
const mostRestarts = 5;
/** More than one worker ever uses; see `WorkerStart.firstGeneration`. */
const generationsOfWorker = 100_000;

const closedError = (): StoreError => new StoreError("CLOSED", "The database is closed.");
const stoppedUnexpectedly = (reason: string, cause?: Error): StoreError =>
  new StoreError("FAILED", `The database stopped unexpectedly: ${reason}`, { cause });

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
  readonly onProgress?: CallWatch["onProgress"];
}

/** One worker thread, from its start until it exits. */
class StoreWorker {
  readonly pending = new Map<number, PendingCall>();
  private readonly thread: Worker;
  private endedWith: { readonly error: StoreError; readonly died: boolean } | undefined;

  constructor(
    worker: URL,
    start: WorkerStart,
    private readonly events: StoreEvents,
  ) {
    this.thread = new Worker(worker, { ...options, workerData: start });
    this.thread.on("error", (error: NodeJS.ErrnoException) =>
      isMissingSqlite(error)
        ? this.end(notAvailable(), false)
        : this.end(stoppedUnexpectedly(error.message, error), true),
    );
    this.thread.on("exit", (code) => this.end(stoppedUnexpectedly(String(code)), true));
    this.thread.on("message", (message: FromWorker) => {
      if (message.kind === "opened") {
        events.onOpened?.(message.earlier);
      } else {
        this.settle(message);
      }
    });
  }

  /** Why it ended; `died` unless it was closed or has no SQLite. */
  get ended(): { readonly error: StoreError; readonly died: boolean } | undefined {
    return this.endedWith;
  }

  post(message: ToWorker): void {
    this.thread.postMessage(message);
  }

  async close(): Promise<void> {
    if (this.endedWith === undefined) {
      this.endedWith = { error: closedError(), died: false };
      const exited = new Promise((resolve) => this.thread.once("exit", resolve));
      this.post({ kind: "close" });
      await exited;
    }
  }

  private settle(message: Extract<FromWorker, { readonly id: number }>): void {
    const call = this.pending.get(message.id);
    switch (message.kind) {
      case "progress":
        call?.onProgress?.(message.done, message.total);
        return;
      case "result":
        call?.resolve(message.value);
        break;
      case "error":
        call?.reject(errorFrom(message.error));
        if (message.error.code === "CORRUPT") {
          this.events.onDamaged?.(message.error.message);
        }
        break;
    }
    this.pending.delete(message.id);
  }

  private end(error: StoreError, died: boolean): void {
    this.endedWith ??= { error, died };
    for (const { reject } of this.pending.values()) {
      reject(this.endedWith.error);
    }
    this.pending.clear();
  }
}

export interface StoreEvents {
  /** The file was opened, with a database of an earlier version beside it if it is new. */
  readonly onOpened?: ((earlier: string | undefined) => void) | undefined;
  /** A call found the file damaged. `message`: that of its error. */
  readonly onDamaged?: ((message: string) => void) | undefined;
}

/**
 * A store whose worker is started by the first call. A call rejects with a `StoreError`: NOT_AVAILABLE where this Node
 * has no SQLite, else whatever prevents opening the file; the next call tries again. When the worker dies, pending
 * calls reject with FAILED, the next call restarts it, and views that were open are VIEW_CLOSED.
 */
export class StoreClient<S = Store> {
  readonly store: S;
  private worker: StoreWorker | undefined;
  private lastId = 0;
  private restarts = 0;
  private isClosed = false;

  constructor(
    private readonly script: URL,
    private readonly start: WorkerStart,
    private readonly events: StoreEvents = {},
  ) {
    this.store = storeProxy((subject, method, given) => this.call(subject, method, given)) as S;
  }

  /** Ends the worker after the calls that were made before. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker?.close();
  }

  private startWorker(): StoreWorker {
    const firstGeneration = this.restarts * generationsOfWorker;
    this.worker = new StoreWorker(this.script, { ...this.start, firstGeneration }, this.events);
    return this.worker;
  }

  /** The current worker, or a new one if it ended. */
  private livingWorker(): StoreWorker {
    if (this.isClosed) {
      throw closedError();
    }
    if (this.worker === undefined) {
      return this.startWorker();
    }
    const { ended } = this.worker;
    if (ended === undefined) {
      return this.worker;
    }
    if (ended.error.code === "NOT_AVAILABLE") {
      throw ended.error;
    }
    if (ended.died) {
      if (this.restarts === mostRestarts) {
        throw new StoreError(
          "FAILED",
          "The database stopped unexpectedly several times. Reload the window to start it again.",
          { cause: ended.error },
        );
      }
      this.restarts += 1;
    }
    return this.startWorker();
  }

  private async call(subject: string, method: string, given: readonly unknown[]): Promise<unknown> {
    const { values, watch } = withoutWatch(given);
    const worker = this.livingWorker();
    if (watch?.signal?.aborted === true) {
      throw canceledError();
    }
    this.lastId += 1;
    const id = this.lastId;
    const cancel = (): void => worker.post({ kind: "cancel", id });
    const result = new Promise((resolve, reject) =>
      worker.pending.set(id, { resolve, reject, onProgress: watch?.onProgress }),
    );
    watch?.signal?.addEventListener("abort", cancel, { once: true });
    worker.post({ kind: "call", id, subject, method, values, watched: watch?.onProgress !== undefined });
    try {
      return await result;
    } finally {
      watch?.signal?.removeEventListener("abort", cancel);
    }
  }
}

function isMissingSqlite(error: NodeJS.ErrnoException): boolean {
  return error.code === "ERR_UNKNOWN_BUILTIN_MODULE" || /node:sqlite/.test(error.message);
}
