// Looks at large pages in a thread of its own: this one stores them meanwhile, and never stands still for them.
import type { PageKind } from "./soundPage";
import type { HttpReply } from "./wire";

/** What the thread is asked. */
export interface PageQuestion {
  readonly call: number;
  readonly kind: PageKind;
  /** The reply's `content-type`. */
  readonly type: string | undefined;
  /** A copy of the reply's body, which the thread takes over. */
  readonly bytes: Uint8Array;
}

export interface PageAnswer {
  readonly call: number;
  readonly isSound: boolean;
}

/** The part of Node's `Worker` that is used; it runs `pageCheckThread`. */
export interface CheckThread {
  postMessage(question: PageQuestion, transfer: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (answer: PageAnswer) => void): unknown;
  on(event: "online" | "exit" | "error", listener: () => void): unknown;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

export interface PageCheck {
  /**
   * Whether the page is sound (see `isSoundPage`), or `undefined` at once when it must be read in this thread: it is not
   * worth the way to another one, or there is none. Never rejects; false also when the thread ends without an answer.
   */
  isSound(kind: PageKind, reply: HttpReply): Promise<boolean> | undefined;
  close(): Promise<void>;
}

/** Pages smaller than this are read sooner than sent, in bytes. */
const worthSending = 64 * 1024;

/** Starts the thread with the second page that is worth it, for many runs are one page long; pages are read here until it runs. */
export function createPageCheck(start: () => CheckThread): PageCheck {
  let pagesSeen = 0;
  let calls = 0;
  let thread: CheckThread | undefined;
  let isOnline = false;
  /** Closed, or failed: what failed once would fail with every page. */
  let isOff = false;
  const waiting = new Map<number, (isSound: boolean) => void>();

  const answered = (call: number, isSound: boolean): void => {
    waiting.get(call)?.(isSound);
    waiting.delete(call);
    if (waiting.size === 0) {
      thread?.unref();
    }
  };

  const ended = (): void => {
    thread = undefined;
    isOnline = false;
    for (const call of [...waiting.keys()]) {
      answered(call, false);
    }
  };

  const begin = (): void => {
    try {
      thread = start();
    } catch {
      isOff = true;
      return;
    }
    // It must not keep a process alive that has nothing to ask of it.
    thread.unref();
    thread.on("online", () => {
      isOnline = true;
    });
    thread.on("message", ({ call, isSound }) => answered(call, isSound));
    thread.on("error", () => {
      isOff = true;
    });
    // Comes after an error too, and when it was idle for long.
    thread.on("exit", ended);
  };

  return {
    isSound(kind, { headers, body }) {
      if (body.length < worthSending || isOff) {
        return undefined;
      }
      pagesSeen += 1;
      if (thread === undefined && pagesSeen > 1) {
        begin();
      }
      if (thread === undefined || !isOnline) {
        return undefined;
      }
      const asked = thread;
      const bytes = new Uint8Array(body);
      calls += 1;
      const call = calls;
      return new Promise((resolve) => {
        waiting.set(call, resolve);
        asked.ref();
        asked.postMessage({ call, kind, type: headers["content-type"], bytes }, [bytes.buffer]);
      });
    },
    async close() {
      isOff = true;
      await thread?.terminate();
    },
  };
}
