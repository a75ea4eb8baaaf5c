// The store's worker, which also says which content it has: a restore or a purge gives the database another one.
import { parentPort, workerData } from "node:worker_threads";
import { storeBackups } from "../../src/export/storeBackup";
import { storeExports } from "../../src/export/storeExport";
import { functions } from "../../src/store/functions";
import type { WorkerStart } from "../../src/store/protocol";
import type { StoreDb } from "../../src/store/storeDb";
import { serveStore } from "../../src/store/worker";

export const content = { id: (db: StoreDb): string => db.value<string>("select id from content") ?? "" };

if (parentPort !== null) {
  serveStore(parentPort, workerData as WorkerStart, {
    ...functions,
    exports: storeExports,
    backups: storeBackups,
    content,
  });
}
