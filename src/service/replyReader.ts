// Reads the bodies of replies: small ones at once, large ones in a thread of their own, so that no body can hold up the
// window or take its memory.
import { Worker } from "node:worker_threads";
import type { OperationName } from "./operations";
import { notParsed, readingOf, type ReplyReading } from "./replyParsing";
import { TransportFailure, type HttpReply } from "./wire";

export interface ReadingOptions {
  /** What was requested; absent when it only matters whether the body is a JSON object. */
  readonly operation?: OperationName | undefined;
  /** Ends the reading of a large body. */
  readonly signal?: AbortSignal | undefined;
}

/** Rejects with a `TransportFailure` when canceled. */
export type ReplyReader = (reply: HttpReply, options?: ReadingOptions) => Promise<ReplyReading>;

/** What the thread is started with; its only message is the `ReplyReading`. */
export interface ReadingJob {
  readonly reply: HttpReply;
  readonly operation?: OperationName | undefined;
}

/** In bytes. Starting a thread takes longer than parsing what is smaller. */
const largestInPlace = 64 * 1024;

/** Reads every body at once: for a process that has nothing else to do. */
export const readInPlace: ReplyReader = async (reply, { operation } = {}) => readingOf(reply, operation);

/**
 * A reader whose `script` runs in a thread for one large body at a time. A body that needs more memory than the thread
 * has counts as one with too many values.
 */
export function createReplyReader(script: URL): ReplyReader {
  let last: Promise<unknown> = Promise.resolve();
  return async (reply, { operation, signal } = {}) => {
    if (reply.body.byteLength <= largestInPlace) {
      return readingOf(reply, operation);
    }
    const reading = last.then(() => readInThread(script, { reply, operation }, signal));
    last = reading.catch(() => undefined);
    return reading;
  };
}

async function readInThread(
  script: URL,
  { reply, operation }: ReadingJob,
  signal?: AbortSignal,
): Promise<ReplyReading> {
  const cancelled = new TransportFailure("cancelled", true, "cancelled while reading");
  if (signal?.aborted === true) {
    throw cancelled;
  }
  // The caller saves the same bytes, so the thread gets a copy.
  const body = Uint8Array.prototype.slice.call(reply.body) as Uint8Array<ArrayBuffer>;
  const workerData: ReadingJob = { reply: { ...reply, body }, operation };
  let thread: Worker | undefined;
  let cancel = (): void => undefined;
  try {
    return await new Promise<ReplyReading>((resolve, reject) => {
      thread = new Worker(script, {
        workerData,
        transferList: [body.buffer],
        resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 16 },
        execArgv: [],
      });
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", () => reject(new Error("The thread ended without a result.")));
      cancel = () => reject(cancelled);
      signal?.addEventListener("abort", cancel, { once: true });
    });
  } catch (error) {
    if (error === cancelled) {
      throw error;
    }
    // Without a thread, a second of the window's time is better than a reply that was paid for and is lost.
    return (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY"
      ? notParsed("tooMany")
      : readingOf(reply, operation);
  } finally {
    signal?.removeEventListener("abort", cancel);
    await thread?.terminate().catch(() => undefined);
  }
}
