// What client and worker say to each other, and the types of both sides, made from the functions themselves.
import type { PageLanguage } from "../language/language";
import type { StoreDb } from "./database";
import { StoreError, type StoreErrorCode } from "./storeError";
import type { Task } from "./task";

/** A function of the store takes the database first; a long one takes its task last. */
export type StoreFunction = (db: StoreDb, ...values: never[]) => unknown;
export type Subjects = Readonly<Record<string, Readonly<Record<string, StoreFunction>>>>;

/** How a caller follows a long call, and gives it up. */
export interface CallWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

type Called<F> = F extends (db: StoreDb, ...values: infer A) => infer R
  ? A extends [...infer B, Task]
    ? (...values: [...B, watch?: CallWatch]) => Promise<Awaited<R>>
    : (...values: A) => Promise<R>
  : never;

/** The functions as their callers see them: without the database, and asynchronous. All reject with a `StoreError`. */
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
  readonly setAside?: string | undefined;
}

export type FromWorker =
  /** The database is open; a damaged one was set aside before. */
  | { readonly kind: "opened"; readonly setAside?: ErrorData | undefined }
  | { readonly kind: "refused"; readonly error: ErrorData }
  | { readonly kind: "result"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: ErrorData }
  | { readonly kind: "progress"; readonly id: number; readonly done: number; readonly total: number };

export interface WorkerStart {
  readonly file: string;
  readonly walAllowed?: boolean | undefined;
  readonly busyMs?: number | undefined;
  readonly language?: PageLanguage | undefined;
  /** Of the database's `generation`: higher than any of a worker before, so that versions and numbers of views are never used again. */
  readonly firstGeneration?: number | undefined;
}

export const errorData = ({ code, message, setAside }: StoreError): ErrorData => ({
  code,
  message,
  ...(setAside !== undefined && { setAside }),
});
export const errorFrom = ({ code, message, setAside }: ErrorData): StoreError =>
  new StoreError(code, message, setAside);

/** Whether a function takes a task: it says so by being asynchronous. */
export const isLong = (call: StoreFunction): boolean => call.constructor.name === "AsyncFunction";
