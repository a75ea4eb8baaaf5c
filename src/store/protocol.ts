// The messages between client and worker, and the types of both sides, derived from the functions of the store.
import type { StoreDb } from "./storeDb";
import { StoreError, type StoreErrorCode } from "./storeError";
import type { Task } from "./task";

/** Takes the database as its first parameter; a long function takes its task as the last one. */
export type StoreFunction = (db: StoreDb, ...values: never[]) => unknown;
export type Subjects = Readonly<Record<string, Readonly<Record<string, StoreFunction>>>>;

/** Progress and cancellation of a long call. */
export interface CallWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

type Called<F> = F extends (db: StoreDb, ...values: infer A) => infer R
  ? A extends [...infer B, Task]
    ? (...values: [...B, watch?: CallWatch]) => Promise<Awaited<R>>
    : (...values: A) => Promise<R>
  : never;

/** The functions for callers: without the database parameter, asynchronous, rejecting with a `StoreError`. */
export type Asynchronous<S> = {
  readonly [Subject in keyof S]: { readonly [Method in keyof S[Subject]]: Called<S[Subject][Method]> };
};

export type ToWorker =
  | {
      readonly kind: "call";
      readonly id: number;
      readonly subject: string;
      readonly method: string;
      readonly values: readonly unknown[];
      readonly watched: boolean;
    }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "close" };

export interface ErrorData {
  readonly code: StoreErrorCode;
  readonly message: string;
}

export type FromWorker =
  /** The file is open. `earlier`: it was created beside this database of an earlier version. */
  | { readonly kind: "opened"; readonly earlier: string | undefined }
  | { readonly kind: "result"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: ErrorData }
  | { readonly kind: "progress"; readonly id: number; readonly done: number; readonly total: number };

export interface WorkerStart {
  /** Path of the database; its folder is created if missing, readable only by the user. */
  readonly file: string;
  /** How long to wait for another program's lock, in ms; ten seconds when absent. */
  readonly busyMs?: number | undefined;
}

export interface OpenOptions extends WorkerStart {
  /** Returns the type of a folder's file system; asks the operating system when absent. */
  readonly statfs?: ((folder: string) => { readonly type: number }) | undefined;
  readonly onOpened?: ((earlier: string | undefined) => void) | undefined;
}

export const errorData = ({ code, message }: StoreError): ErrorData => ({ code, message });
export const errorFrom = ({ code, message }: ErrorData): StoreError => new StoreError(code, message);

/** Whether a function takes a task: only asynchronous functions do. */
export const isLong = (call: StoreFunction): boolean => call.constructor.name === "AsyncFunction";

/** `store.runs.list(…)` calls the function `list` of the subject `runs`. */
export function storeProxy(
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

/** Also accepts a watch without signal and callback: callers may pass on a signal that is `undefined`. */
function isWatch(value: unknown): value is CallWatch {
  if (typeof value !== "object" || value === null || !("signal" in value || "onProgress" in value)) {
    return false;
  }
  const { signal, onProgress } = value as Readonly<Record<keyof CallWatch, unknown>>;
  return (
    (signal === undefined || signal instanceof AbortSignal) &&
    (onProgress === undefined || typeof onProgress === "function")
  );
}

/** Splits off the watch, which is the last value and may be `undefined`. */
export function withoutWatch(given: readonly unknown[]): {
  readonly values: readonly unknown[];
  readonly watch?: CallWatch | undefined;
} {
  const last = given.at(-1);
  if (last === undefined) {
    return { values: given.slice(0, -1) };
  }
  return isWatch(last) ? { values: given.slice(0, -1), watch: last } : { values: given };
}
