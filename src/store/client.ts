// The store as everybody else sees it: asynchronous functions that are run by the worker.
import { Worker, type WorkerOptions } from "node:worker_threads";
import * as l10n from "@vscode/l10n";
import type { StoreFunctions } from "./functions";
import {
  errorFrom,
  type Asynchronous,
  type CallWatch,
  type FromWorker,
  type ToWorker,
  type WorkerStart,
} from "./protocol";
import { notAvailable, StoreError } from "./storeError";

/** Every function rejects with a `StoreError`. */
export type Store = Asynchronous<StoreFunctions>;

export interface OpenedStore<S> {
  readonly store: S;
  /** Says that a damaged file was set aside when this one was opened. */
  readonly setAside?: StoreError | undefined;
  /** Ends the worker after the calls that were made before. */
  close(): Promise<void>;
}

/** The worker holds a few megabytes: pages of the database, one reply, one piece of an export. */
const options: WorkerOptions = {
  // Records live only for moments: a larger young generation would take memory and save no time.
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
  // In this thread alone: `node:sqlite` is "experimental" in Node 22, and others' warnings are not hidden.
  execArgv: ["--disable-warning=ExperimentalWarning"],
};

/** So often a worker that died is started again; what kills it each time must not go on for ever. */
const mostRestarts = 5;
/** More than a file is opened anew while one worker lives; see `WorkerStart.firstGeneration`. */
const generationsOfWorker = 100_000;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
  readonly onProgress?: CallWatch["onProgress"];
}

/** One life of the worker. */
interface Connected {
  readonly opened: Promise<StoreError | undefined>;
  readonly waiting: Map<number, Waiting>;
  /** Why it has ended; `died` unless it refused to open the file. */
  readonly ended: { readonly error: StoreError; readonly died: boolean } | undefined;
  post(message: ToWorker, transfer?: readonly ArrayBuffer[]): void;
  close(): Promise<void>;
}

function connect(worker: URL, start: WorkerStart): Connected {
  const thread = new Worker(worker, { ...options, workerData: start });
  const waiting = new Map<number, Waiting>();
  let ended: Connected["ended"];

  const opened = new Promise<StoreError | undefined>((resolve, reject) => {
    const end = (error: StoreError, died: boolean): void => {
      ended ??= { error, died };
      reject(ended.error);
      for (const { reject: refuse } of waiting.values()) {
        refuse(ended.error);
      }
      waiting.clear();
    };
    thread.on("error", (error: NodeJS.ErrnoException) =>
      isMissingSqlite(error) ? end(notAvailable(), false) : end(stoppedUnexpectedly(error.message, error), true),
    );
    thread.on("exit", (code) => end(stoppedUnexpectedly(String(code)), true));
    thread.on("message", (message: FromWorker) => {
      switch (message.kind) {
        case "opened":
          resolve(message.setAside === undefined ? undefined : errorFrom(message.setAside));
          break;
        case "refused":
          end(errorFrom(message.error), false);
          break;
        case "progress":
          waiting.get(message.id)?.onProgress?.(message.done, message.total);
          break;
        case "result":
          waiting.get(message.id)?.resolve(message.value);
          waiting.delete(message.id);
          break;
        case "error":
          waiting.get(message.id)?.reject(errorFrom(message.error));
          waiting.delete(message.id);
          break;
      }
    });
  });
  return {
    opened,
    waiting,
    get ended() {
      return ended;
    },
    post: (message, transfer = []) => thread.postMessage(message, transfer as ArrayBuffer[]),
    close: async () => {
      if (ended === undefined) {
        ended = { error: closedError(), died: false };
        const exited = new Promise((resolve) => thread.once("exit", resolve));
        thread.postMessage({ kind: "close" } satisfies ToWorker);
        await exited;
      }
    },
  };
}

const closedError = (): StoreError => new StoreError("CLOSED", l10n.t("The database is closed."));
const stoppedUnexpectedly = (reason: string, cause?: Error): StoreError =>
  new StoreError("FAILED", l10n.t("The database stopped unexpectedly: {0}", reason), undefined, { cause });

/** What a user must learn though no call of theirs may have failed. */
export interface StoreEvents {
  /** A worker has opened the file: the first one, or one that was started again. */
  readonly onOpened?: (() => void) | undefined;
  /** A damaged file was set aside, when it was opened or when it was read. */
  readonly onSetAside?: ((error: StoreError) => void) | undefined;
}

export interface LazyStore<S> {
  readonly store: S;
  /** Opens the database now; rejects as the first call would. */
  open(): Promise<void>;
  /** Ends the worker after the calls that were made before. */
  close(): Promise<void>;
}

/**
 * A store whose worker is started by the first call. A call rejects with a `StoreError`: NOT_AVAILABLE where this Node has no
 * SQLite, else whatever keeps the file from being opened; the next call tries again. When the worker dies, calls under way
 * reject with FAILED, and the next call starts it again; views of before are VIEW_CLOSED then.
 */
export function createStore<S = Store>(
  worker: URL,
  start: WorkerStart,
  { onOpened, onSetAside }: StoreEvents = {},
): LazyStore<S> {
  let connected: Connected | undefined;
  let [lastId, restarts, isClosed] = [0, 0, false];

  const begin = (): Connected => {
    const next = connect(worker, { ...start, firstGeneration: restarts * generationsOfWorker });
    next.opened.then(
      (damaged) => {
        if (damaged !== undefined) {
          onSetAside?.(damaged);
        }
        onOpened?.();
      },
      () => undefined,
    );
    connected = next;
    return next;
  };

  /** The worker that is there, or a new one. */
  const living = (): Connected => {
    if (isClosed) {
      throw closedError();
    }
    if (connected === undefined) {
      return begin();
    }
    const { ended } = connected;
    if (ended === undefined) {
      return connected;
    }
    if (ended.error.code === "NOT_AVAILABLE") {
      throw ended.error;
    }
    if (ended.died) {
      if (restarts === mostRestarts) {
        throw new StoreError(
          "FAILED",
          l10n.t("The database stopped unexpectedly several times. Reload the window to start it again."),
          undefined,
          { cause: ended.error },
        );
      }
      restarts += 1;
    }
    return begin();
  };

  const call = async (subject: string, method: string, given: readonly unknown[]): Promise<unknown> => {
    const { values, watch } = withoutWatch(given);
    const { waiting, post } = living();
    if (watch?.signal?.aborted === true) {
      throw new StoreError("CANCELLED", l10n.t("Cancelled."));
    }
    lastId += 1;
    const id = lastId;
    const cancel = (): void => post({ kind: "cancel", id });
    const answered = new Promise((resolve, reject) =>
      waiting.set(id, { resolve, reject, onProgress: watch?.onProgress }),
    );
    watch?.signal?.addEventListener("abort", cancel, { once: true });
    const transfer: ArrayBuffer[] = [];
    post(
      {
        kind: "call",
        id,
        subject,
        method,
        values: values.map((value) => copyBytes(value, transfer)),
        watched: watch?.onProgress !== undefined,
      },
      transfer,
    );
    try {
      return await answered;
    } catch (error) {
      if (error instanceof StoreError && error.setAside !== undefined) {
        onSetAside?.(error);
      }
      throw error;
    } finally {
      watch?.signal?.removeEventListener("abort", cancel);
    }
  };

  return {
    store: proxyOf(call) as S,
    async open() {
      await living().opened;
    },
    async close() {
      isClosed = true;
      await connected?.close();
    },
  };
}

/** Opens the database at once; rejects with a `StoreError` when that is impossible. */
export async function openStore<S = Store>(worker: URL, start: WorkerStart): Promise<OpenedStore<S>> {
  let setAside: StoreError | undefined;
  const { store, open, close } = createStore<S>(worker, start, { onSetAside: (error) => (setAside ??= error) });
  await open();
  return { store, setAside, close };
}

/** `store.runs.list(…)` calls the function `list` of the subject `runs`. */
export function proxyOf(
  call: (subject: string, method: string, values: readonly unknown[]) => Promise<unknown>,
): object {
  return new Proxy(
    {},
    {
      get: (_subjects, subject) =>
        typeof subject === "symbol" || subject === "then"
          ? undefined
          : new Proxy(
              {},
              {
                get: (_methods, method) =>
                  typeof method === "symbol" || method === "then"
                    ? undefined
                    : (...values: readonly unknown[]) => call(subject, method, values),
              },
            ),
    },
  );
}

/** A watch is told from other values by what only it can have; an absent one may be given as `undefined`. */
export function withoutWatch(given: readonly unknown[]): {
  readonly values: readonly unknown[];
  readonly watch?: CallWatch | undefined;
} {
  const last = given.at(-1);
  if (last === undefined) {
    return { values: given.slice(0, -1) };
  }
  const isWatch =
    typeof last === "object" &&
    last !== null &&
    ((last as CallWatch).signal instanceof AbortSignal || typeof (last as CallWatch).onProgress === "function");
  return isWatch ? { values: given.slice(0, -1), watch: last as CallWatch } : { values: given };
}

/**
 * Bytes are copied once and then handed over: the caller keeps its own, so that a page which the disk refuses can be
 * stored again.
 */
function copyBytes(value: unknown, transfer: ArrayBuffer[]): unknown {
  if (value instanceof Uint8Array) {
    const copy = Uint8Array.prototype.slice.call(value);
    const bytes = new Uint8Array(copy.buffer, copy.byteOffset, copy.byteLength);
    if (copy.buffer instanceof ArrayBuffer && copy.buffer.byteLength === copy.byteLength) {
      transfer.push(copy.buffer);
    }
    return bytes;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.values(value).some((one) => one instanceof Uint8Array)
      ? Object.fromEntries(
          Object.entries(value).map(([name, one]) => [
            name,
            one instanceof Uint8Array ? copyBytes(one, transfer) : one,
          ]),
        )
      : value;
  }
  return value;
}

function isMissingSqlite(error: NodeJS.ErrnoException): boolean {
  return error.code === "ERR_UNKNOWN_BUILTIN_MODULE" || /node:sqlite/.test(error.message);
}
