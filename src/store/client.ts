// The store as everybody else sees it: asynchronous functions that are run by the worker.
import { Worker, type WorkerOptions } from "node:worker_threads";
import * as l10n from "@vscode/l10n";
import type { StoreFunctions } from "./functions";
import { errorFrom, type Asynchronous, type CallWatch, type FromWorker, type ToWorker, type WorkerStart } from "./protocol";
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
  resourceLimits: { maxOldGenerationSizeMb: 512 },
  // In this thread alone: `node:sqlite` is "experimental" in Node 22, and others' warnings are not hidden.
  execArgv: ["--disable-warning=ExperimentalWarning"],
};

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
  readonly onProgress?: CallWatch["onProgress"];
}

/**
 * Starts the worker and opens the database in it. Rejects with a `StoreError`: NOT_AVAILABLE where this Node has no
 * SQLite, else whatever keeps the file from being opened.
 */
export async function openStore<S = Store>(worker: URL, start: WorkerStart): Promise<OpenedStore<S>> {
  const thread = new Worker(worker, { ...options, workerData: start });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: StoreError | undefined;

  const setAside = await new Promise<StoreError | undefined>((resolve, reject) => {
    const end = (error: StoreError): void => {
      ended = error;
      reject(error);
      for (const { reject: refuse } of waiting.values()) {
        refuse(error);
      }
      waiting.clear();
    };
    thread.on("error", (error: NodeJS.ErrnoException) => end(isMissingSqlite(error) ? notAvailable() : new StoreError("FAILED", l10n.t("The database stopped unexpectedly: {0}", error.message), undefined, { cause: error })));
    thread.on("exit", () => end(ended ?? new StoreError("CLOSED", l10n.t("The database is closed."))));
    thread.on("message", (message: FromWorker) => {
      switch (message.kind) {
        case "opened":
          resolve(message.setAside === undefined ? undefined : errorFrom(message.setAside));
          break;
        case "refused":
          end(errorFrom(message.error));
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

  const post = (message: ToWorker, transfer: readonly ArrayBuffer[] = []): void => thread.postMessage(message, transfer as ArrayBuffer[]);

  const call = (subject: string, method: string, given: readonly unknown[]): Promise<unknown> => {
    const { values, watch } = withoutWatch(given);
    if (ended !== undefined) {
      return Promise.reject(ended);
    }
    if (watch?.signal?.aborted === true) {
      return Promise.reject(new StoreError("CANCELLED", l10n.t("Cancelled.")));
    }
    lastId += 1;
    const id = lastId;
    const cancel = (): void => post({ kind: "cancel", id });
    const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject, onProgress: watch?.onProgress }));
    watch?.signal?.addEventListener("abort", cancel, { once: true });
    const transfer: ArrayBuffer[] = [];
    post({ kind: "call", id, subject, method, values: values.map((value) => copyBytes(value, transfer)), watched: watch?.onProgress !== undefined }, transfer);
    return answered.finally(() => watch?.signal?.removeEventListener("abort", cancel));
  };

  return {
    store: proxyOf(call) as S,
    setAside,
    async close() {
      if (ended === undefined) {
        post({ kind: "close" });
        await new Promise((resolve) => thread.once("exit", resolve));
      }
    },
  };
}

/** `store.runs.list(…)` calls the function `list` of the subject `runs`. */
export function proxyOf(call: (subject: string, method: string, values: readonly unknown[]) => Promise<unknown>): object {
  return new Proxy({}, {
    get: (_subjects, subject) =>
      typeof subject === "symbol" || subject === "then"
        ? undefined
        : new Proxy({}, { get: (_methods, method) => (typeof method === "symbol" || method === "then" ? undefined : (...values: readonly unknown[]) => call(subject, method, values)) }),
  });
}

/** A watch is told from other values by what only it can have. */
export function withoutWatch(given: readonly unknown[]): { readonly values: readonly unknown[]; readonly watch?: CallWatch | undefined } {
  const last = given.at(-1);
  const isWatch = typeof last === "object" && last !== null && ((last as CallWatch).signal instanceof AbortSignal || typeof (last as CallWatch).onProgress === "function");
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
    return Object.values(value).some((one) => one instanceof Uint8Array) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, one instanceof Uint8Array ? copyBytes(one, transfer) : one])) : value;
  }
  return value;
}

function isMissingSqlite(error: NodeJS.ErrnoException): boolean {
  return error.code === "ERR_UNKNOWN_BUILTIN_MODULE" || /node:sqlite/.test(error.message);
}
