// Entry point of the worker thread: serves the functions of the store, exports, and backups.
import { parentPort, workerData } from "node:worker_threads";
import { storeBackups } from "./export/storeBackup";
import { storeExports } from "./export/storeExport";
import { functions } from "./store/functions";
import type { WorkerStart } from "./store/protocol";
import { serveStore } from "./store/worker";

if (parentPort !== null) {
  serveStore(parentPort, workerData as WorkerStart, { ...functions, exports: storeExports, backups: storeBackups });
}
