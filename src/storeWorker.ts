// The worker thread of the store: hands its functions, and those that export, to the port. No logic.
import { parentPort, workerData } from "node:worker_threads";
import { storeExports } from "./export/storeExport";
import { functions } from "./store/functions";
import type { WorkerStart } from "./store/protocol";
import { serveStore } from "./store/worker";

if (parentPort !== null) {
  serveStore(parentPort, workerData as WorkerStart, { ...functions, exports: storeExports });
}
