// A window that looks up the rows of a file over HTTP until it is killed, or to the end, and then writes the result.
// Started by the test of killed batches with its job as its one argument; loaded in any other way it does nothing.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { createBatch, doneOf, existingBatch, readIntoBatch, runBatch } from "../../src/runs/batchRun";
import { Budgets } from "../../src/runs/budget";
import type { RunProgress } from "../../src/runs/run";
import { RunStore } from "../../src/runs/runStore";
import { StoreRateLimitGate } from "../../src/runs/storeRateLimitGate";
import { createServiceClient } from "../../src/service/client";
import { createSystemClock } from "../../src/service/systemClock";
import { createUndiciTransport } from "../../src/service/undiciTransport";
import { writeBatchResult } from "../../src/tables/batchResult";
import { pieceSize } from "../../src/tables/bytes";
import { openCsvTable } from "../../src/tables/table";
import { storeWorker } from "../faults/storeJob";
import { random } from "../support/testDesk";
import { unstopped } from "../unit/runs/runRig";
import { openStore } from "../unit/store/inProcess";
import { databaseName, mapping, price, resultName, tableName, type BatchJob } from "./batchKilledPlan";

async function main(text: string): Promise<void> {
  const { folder, origin, batch, again } = JSON.parse(text) as BatchJob;
  const clock = createSystemClock();
  const owner = `window-${process.pid}`;
  const never = new AbortController().signal;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const { store, close } = await openStore(storeWorker, { file: path.join(folder, databaseName) });
  const runs = new RunStore({ store, clock, random, owner });
  const table = await openCsvTable(() => createReadStream(path.join(folder, tableName), { highWaterMark: pieceSize }));
  const connection = { id: "c1", label: "Sandbox", origin, workspaceId: "workspace-synthetic" };
  const definition = { title: tableName, source: "", table, mapping, columns: ["name"], connection };
  const id = batch ?? (await createBatch(runs, definition)).run.id;
  say(`batch ${id}`);
  const { toAsk, possiblyCharged = 0 } = await readIntoBatch(runs, id, table, mapping, never, () => undefined);
  say(`ask ${toAsk}`);
  const client = createServiceClient({
    transport: createUndiciTransport(origin),
    key: "sandbox-key",
    userAgent: "prospect-desk/test",
    clock,
    random: Math.random,
    gate: new StoreRateLimitGate({ pauses: store.pauses, keyHash: "key", clock, owner }),
  });
  const budgets = new Budgets({ calls: store.calls, clock, confirmAbove: () => 0 });
  const budget = await budgets.agreed((toAsk + (again === true ? possiblyCharged : 0)) * price);
  const before = doneOf(await existingBatch(runs, id));
  const onProgress = (progress: RunProgress): void => {
    if (progress.kind === "rows") {
      say(`answered ${before + progress.done}`);
    }
  };
  const summary = await runBatch({ runs, budgets, client, budget, ...unstopped, onProgress }, id, { again });
  const result = await open(path.join(folder, resultName), "w");
  await writeBatchResult({
    store,
    id,
    table,
    mapping,
    columns: { headers: ["Found"], cells: (record) => [String((record as { readonly domain: string }).domain)] },
    write: async (bytes) => void (await result.write(bytes)),
  });
  await result.close();
  say(`ended ${JSON.stringify([summary.stop?.kind, summary.credits, summary.possibleCredits])}`);
  await close();
}

if (process.argv[1]?.includes("batchKilledChild") === true && process.argv[2] !== undefined) {
  await main(process.argv[2]);
  process.exit(0);
}
