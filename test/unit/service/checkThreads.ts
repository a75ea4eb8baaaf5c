// Threads for the tests of the page check: the real one, from the file that ships, and one that does as told.
import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { createPageCheck, type CheckThread, type PageAnswer, type PageCheck, type PageQuestion } from "../../../src/service/pageCheck";
import type { HttpReply } from "../../../src/service/wire";

export const startRealThread = (workerData: { readonly idleMs?: number } = {}): Worker => new Worker(path.resolve("dist/pageCheckThread.js"), { env: {}, execArgv: [], workerData });

/** Larger than the smallest page that is sent to another thread. */
export function largePage(records: readonly unknown[], list: "companies" | "people" = "people"): HttpReply {
  return pageOf(JSON.stringify({ [list]: records, metadata: { total: records.length, credits: 1, filling: "x".repeat(70_000) } }));
}

export const pageOf = (body: string | Uint8Array, type = "application/json"): HttpReply => ({ status: 200, headers: { "content-type": type }, body: Buffer.from(body as string) });

/** A check whose real thread is running. */
export async function runningCheck(): Promise<PageCheck & { readonly thread: Worker }> {
  let thread: Worker | undefined;
  const check = createPageCheck(() => (thread = startRealThread()));
  check.isSound("person", largePage([]));
  check.isSound("person", largePage([]));
  if (thread === undefined) {
    throw new Error("The second large page starts the thread.");
  }
  await once(thread, "online");
  return { ...check, thread };
}

export interface ToldThread extends CheckThread {
  readonly questions: readonly PageQuestion[];
  readonly isKeptAlive: boolean;
  tell(event: "online" | "exit" | "error"): void;
  answer(answer: PageAnswer): void;
}

export function toldThread(): ToldThread {
  const questions: PageQuestion[] = [];
  const listeners = new Map<string, (answer: PageAnswer) => void>();
  let isKeptAlive = true;
  const tell = (event: string, answer?: PageAnswer): void => listeners.get(event)?.(answer as PageAnswer);
  return {
    questions,
    get isKeptAlive() {
      return isKeptAlive;
    },
    postMessage: (question, transfer) => void questions.push(structuredClone(question, { transfer: [...transfer] })),
    on: (event: string, listener: (answer: PageAnswer) => void) => void listeners.set(event, listener),
    ref: () => void (isKeptAlive = true),
    unref: () => void (isKeptAlive = false),
    terminate: async () => tell("exit"),
    tell: (event) => tell(event),
    answer: (answer) => tell("message", answer),
  };
}
