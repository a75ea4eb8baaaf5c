// Entry of the thread that reads one large reply and ends.
import { parentPort, workerData } from "node:worker_threads";
import { readingOf } from "./service/replyParsing";
import type { ReadingJob } from "./service/replyReader";

const { reply, operation } = workerData as ReadingJob;
parentPort?.postMessage(readingOf(reply, operation));
