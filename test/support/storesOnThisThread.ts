// Serves stores on this thread. A worker thread for each takes longer than most tests do, and has tests of its own.
import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import threads, { MessageChannel, type MessagePort, type WorkerOptions } from "node:worker_threads";
import { storeBackups } from "../../src/export/storeBackup";
import { storeExports } from "../../src/export/storeExport";
import { functions } from "../../src/store/functions";
import type { FromWorker, ToWorker, WorkerStart } from "../../src/store/protocol";
import { serveStore } from "../../src/store/worker";

const { Worker } = threads;
const storeWorker = pathToFileURL(path.resolve("dist/storeWorker.js")).href;

/** Has what the client of the store uses of a worker. */
class StoreOnThisThread extends EventEmitter {
  readonly #port: MessagePort;

  constructor(start: WorkerStart) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on("message", (message: FromWorker) => this.emit("message", message));
    port1.on("close", () => this.emit("exit", 0));
    serveStore(port2, start, { ...functions, exports: storeExports, backups: storeBackups });
  }

  postMessage(message: ToWorker): void {
    this.#port.postMessage(message);
  }
}

/** Hooks of the describe that calls it. */
export function useStoresOnThisThread(): void {
  const replace = (by: typeof Worker): void => {
    threads.Worker = by;
    syncBuiltinESMExports();
  };
  before(() =>
    replace(
      new Proxy(Worker, {
        construct: (target, [script, options]: [script: URL, options: WorkerOptions]) =>
          String(script) === storeWorker
            ? new StoreOnThisThread(options.workerData as WorkerStart)
            : new target(script, options),
      }),
    ),
  );
  after(() => replace(Worker));
}
