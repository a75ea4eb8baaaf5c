// The store's worker, with ways to die.
import { parentPort, workerData } from "node:worker_threads";
import { storeExports } from "../../src/export/storeExport";
import { functions } from "../../src/store/functions";
import type { WorkerStart } from "../../src/store/protocol";
import type { StoreDb } from "../../src/store/storeDb";
import type { Task } from "../../src/store/task";
import { serveStore } from "../../src/store/worker";

export const deaths = {
  exit: (): void => process.exit(7),
  /** With a lock that nobody else can have while it lasts. */
  inTransaction: (db: StoreDb): void =>
    db.write(() => {
      db.run("update run set title = 'half'");
      process.exit(8);
    }),
  uncaught: async (_db: StoreDb, task: Task): Promise<void> => {
    setImmediate(() => {
      throw new Error("a fault of the worker");
    });
    for (;;) {
      await task.breathe();
    }
  },
  outOfMemory: (): void => {
    const all: number[][] = [];
    for (;;) {
      all.push(new Array<number>(1_000_000).fill(0.5));
    }
  },
};

if (parentPort !== null) {
  serveStore(parentPort, workerData as WorkerStart, { ...functions, exports: storeExports, deaths });
}
