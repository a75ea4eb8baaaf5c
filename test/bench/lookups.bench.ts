// A batch of 100,000 lookups through the worker: reading and counting its table (start), what one lookup costs with a
// service that answers at once and with a slow one, reading its table again (resume), its result, and its deletion.
import { randomBytes } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { pieceSize } from "../../src/csv/rows";
import { openCsvTable } from "../../src/csv/table";
import { writeBatchResult } from "../../src/lookups/batchResult";
import { createBatch, readIntoBatch, runBatch, type BatchCount } from "../../src/runs/batchRun";
import { Budgets } from "../../src/runs/budget";
import { RunStore } from "../../src/runs/runStore";
import { StoreRateLimitGate } from "../../src/runs/storeRateLimitGate";
import { createServiceClient } from "../../src/service/client";
import { createSystemClock } from "../../src/service/systemClock";
import type { Transport } from "../../src/service/wire";
import { openStore } from "../unit/store/inProcess";

const tableRows = 100_000;
const measuredLookups = 3_000;
/** Lookups that take as long as over a network, in ms each. */
const slowLookups = 400;
const latencyMs = 150;
const connection = { id: "bench", label: "Bench", origin: "https://bench.example", workspaceId: "bench" };
const mapping = { kind: "company", columns: { domain: 1 } } as const;

const csvLine = (nth: number): string => `Company ${nth},https://www.company-${nth}.example/,a remark\n`;

let latency = 0;

/** Finds every second company. */
const transport: Transport = async ({ body }) => {
  if (latency > 0) {
    await new Promise((resolve) => setTimeout(resolve, latency));
  }
  const { domain } = JSON.parse(Buffer.from(body ?? []).toString()) as { readonly domain: string };
  const nth = Number(/\d+/.exec(domain)?.[0]);
  const company = {
    id: `c${nth}`,
    name: `Company ${nth}`,
    domain,
    headcount: nth,
    description: "x".repeat(500),
    specialties: ["a", "b", "c"],
  };
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ companies: nth % 2 === 0 ? [company] : [], metadata: { credits: 1 } })),
  };
};

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "lookups-bench-"));
  const clock = createSystemClock();
  const { store, close } = await openStore(pathToFileURL(path.resolve("dist/storeWorker.js")), {
    file: path.join(folder, "bench.db"),
  });
  try {
    const runs = new RunStore({ store, clock, random: (bytes) => randomBytes(bytes), owner: "bench" });
    const budget = await new Budgets({ calls: store.calls, clock, confirmAbove: () => 0 }).agreed(tableRows);
    const gate = new StoreRateLimitGate({ pauses: store.pauses, keyHash: "bench", clock, owner: "bench" });
    const client = createServiceClient({
      transport,
      key: "bench-key",
      userAgent: "bench",
      clock,
      random: Math.random,
      gate,
    });
    const text = Buffer.from(
      `Name,Website,Remark\n${Array.from({ length: tableRows }, (_, nth) => csvLine(nth)).join("")}`,
    );
    const file = path.join(folder, "bench.csv");
    writeFileSync(file, text);
    const table = await openCsvTable(() => createReadStream(file, { highWaterMark: pieceSize }));
    const never = new AbortController().signal;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const timed = async (work: () => Promise<unknown>, times = 1): Promise<string> => {
      delay.reset();
      delay.enable();
      const [begin, before] = [performance.now(), process.cpuUsage()];
      await work();
      const [took, { user, system }] = [performance.now() - begin, process.cpuUsage(before)];
      delay.disable();
      const ms = (sum: number): string => `${(sum / times).toFixed(times === 1 ? 0 : 2)} ms`;
      return (
        `${ms(took)}, processor time of both threads ${ms((user + system) / 1000)}, ` +
        `99.9% of this thread's delays below ${(delay.percentile(99.9) / 1e6).toFixed(1)} ms`
      );
    };
    const read = (id: string): Promise<BatchCount> => readIntoBatch(runs, id, table, mapping, never, () => undefined);

    let id = "";
    const start = await timed(async () => {
      id = (
        await createBatch(runs, {
          title: "bench.csv",
          source: "file:///bench.csv",
          mapping,
          columns: ["name"],
          connection,
        })
      ).run.id;
      await read(id);
    });
    const lookUp = (lookups: number): Promise<unknown> => {
      const stop = new AbortController();
      let first: number | undefined;
      return runBatch(
        {
          runs,
          client,
          budget,
          signal: stop.signal,
          onProgress: () => undefined,
        },
        id,
        {
          onAnswered: (answered) => {
            first ??= answered;
            if (answered === first + lookups) {
              stop.abort();
            }
          },
        },
      );
    };
    const each = await timed(() => lookUp(measuredLookups), measuredLookups);
    latency = latencyMs;
    const slow = await timed(() => lookUp(slowLookups), slowLookups);
    latency = 0;
    const resume = await timed(() => read(id));
    const list = await timed(() => store.batches.list(clock.now()));
    const result = await timed(() =>
      writeBatchResult({
        store,
        id,
        table,
        mapping,
        columns: { headers: ["Name"], cells: (record) => [String((record as { readonly name: string }).name)] },
        write: async () => undefined,
      }),
    );
    const deletion = await timed(() => runs.delete(id));
    report(`a batch of ${tableRows.toLocaleString("en")} lookups: start ${start}`);
    report(`a lookup: ${each}`);
    report(`a lookup of a service that takes ${latencyMs} ms: ${slow}`);
    report(`resume: ${resume}`);
    report(`list: ${list}`);
    report(`its result: ${result}`);
    report(`delete: ${deletion}`);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
