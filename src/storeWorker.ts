// Entry of the worker thread: serves the functions of the store and of exports.
import { parentPort, workerData } from "node:worker_threads";
import { storeExports } from "./export/storeExport";
import { functions } from "./store/functions";
import type { WorkerStart } from "./store/protocol";
import { serveStore } from "./store/worker";

if (parentPort !== null) {
  serveStore(parentPort, workerData as WorkerStart, { ...functions, exports: storeExports });
}
