// The store for the rest of the extension: asynchronous functions that run in a worker thread.
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

/** The name of the database file, in the folder "store" of the global storage or of the command line's data. */
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

const closedError = (): StoreError => new StoreError("CLOSED", "The database is closed.");
const stoppedUnexpectedly = (reason: string, cause?: Error): StoreError =>
  new StoreError("FAILED", `The database stopped unexpectedly: ${reason}`, { cause });

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
  readonly onProgress?: CallWatch["onProgress"];
}

/** One worker thread, and its unanswered calls. */
interface Living {
  readonly thread: Worker;
  readonly pending: Map<number, PendingCall>;
}

export interface StoreEvents {
  /** The file was opened. `earlier`: a database of an earlier version beside it, if it is new. */
  readonly onOpened?: ((earlier: string | undefined) => void) | undefined;
  /** A call found the file damaged. `message`: the message of its error. */
  readonly onDamaged?: ((message: string) => void) | undefined;
}

/**
 * A store whose worker is started by the first call. A call rejects with a `StoreError`: NOT_AVAILABLE if this Node has
 * no SQLite, or the reason why the file could not be opened; the next call tries again. When the worker dies, pending
 * calls reject with FAILED, the next call restarts it, and open views are VIEW_CLOSED.
 */
export class StoreClient<S = Store> {
  readonly store: S;
  private living: Living | undefined;
  private lastId = 0;
  /** The reason why calls are no longer answered. */
  private ended: StoreError | undefined;

  constructor(
    private readonly script: URL,
    private readonly start: WorkerStart,
    private readonly events: StoreEvents = {},
  ) {
    this.store = storeProxy((subject, method, given) => this.call(subject, method, given)) as S;
  }

  /** Ends the worker after all earlier calls. */
  async close(): Promise<void> {
    this.ended ??= closedError();
    const thread = this.living?.thread;
    if (thread !== undefined) {
      const exited = new Promise((resolve) => thread.once("exit", resolve));
      post(thread, { kind: "close" });
      await exited;
    }
  }

  private startWorker(): Living {
    const thread = new Worker(this.script, { ...options, workerData: this.start });
    const living: Living = { thread, pending: new Map() };
    const end = (error: StoreError): void => {
      if (this.living === living) {
        this.living = undefined;
      }
      for (const { reject } of living.pending.values()) {
        reject(this.ended ?? error);
      }
      living.pending.clear();
    };
    thread.on("error", (error: NodeJS.ErrnoException) => {
      if (isMissingSqlite(error)) {
        this.ended ??= notAvailable();
      }
      end(stoppedUnexpectedly(error.message, error));
    });
    thread.on("exit", (code) => end(stoppedUnexpectedly(String(code))));
    thread.on("message", (message: FromWorker) => this.receive(living, message));
    return living;
  }

  private receive({ pending }: Living, message: FromWorker): void {
    if (message.kind === "opened") {
      this.events.onOpened?.(message.earlier);
      return;
    }
    const call = pending.get(message.id);
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
    pending.delete(message.id);
  }

  private async call(subject: string, method: string, given: readonly unknown[]): Promise<unknown> {
    const { values, watch } = withoutWatch(given);
    if (this.ended !== undefined) {
      throw this.ended;
    }
    if (watch?.signal?.aborted === true) {
      throw canceledError();
    }
    this.living ??= this.startWorker();
    const { thread, pending } = this.living;
    this.lastId += 1;
    const id = this.lastId;
    const cancel = (): void => post(thread, { kind: "cancel", id });
    const result = new Promise((resolve, reject) =>
      pending.set(id, { resolve, reject, onProgress: watch?.onProgress }),
    );
    watch?.signal?.addEventListener("abort", cancel, { once: true });
    post(thread, { kind: "call", id, subject, method, values, watched: watch?.onProgress !== undefined });
    try {
      return await result;
    } finally {
      watch?.signal?.removeEventListener("abort", cancel);
    }
  }
}

const post = (thread: Worker, message: ToWorker): void => thread.postMessage(message);

function isMissingSqlite(error: NodeJS.ErrnoException): boolean {
  return error.code === "ERR_UNKNOWN_BUILTIN_MODULE" || /node:sqlite/.test(error.message);
}
