// The other thread of `pageCheck`, an entry point of its own. It is given pages and nothing else: no key, no disk, no network.
import { parentPort, workerData } from "node:worker_threads";
import type { PageAnswer, PageQuestion } from "./pageCheck";
import { isSoundPage } from "./soundPage";

/** Without a page for so long, in ms, it ends, and gives its memory back. */
const { idleMs = 60_000 } = (workerData ?? {}) as { readonly idleMs?: number };

const idle = setTimeout(() => parentPort?.close(), idleMs);

parentPort?.on("message", ({ call, kind, type, bytes }: PageQuestion) => {
  const answer: PageAnswer = { call, isSound: isSoundPage(kind, { headers: type === undefined ? {} : { "content-type": type }, body: bytes }) };
  parentPort?.postMessage(answer);
  idle.refresh();
});
