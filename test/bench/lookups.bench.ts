// Measures a table of lookups against one of its replies parsed alone: until its first row is sent, each row beside
// the service, and until it goes on.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { createBatch, readIntoBatch, runBatch } from "../../src/runs/batchRun";
import { Budgets } from "../../src/runs/budget";
import { RunStore } from "../../src/runs/runStore";
import { createSystemClock } from "../../src/service/systemClock";
import { answeringClient } from "../unit/runs/answeringClient";
import { byDomain, tableOf } from "../unit/runs/batchRig";
import { openStore } from "../unit/store/inProcess";
import { ms, timed, type Report } from "./figures";

const rowsOfTable = 100_000;
const lookups = 4_000;
const connection = { id: "bench", label: "Bench", origin: "http://127.0.0.1", workspaceId: "bench" };

const record = {
  name: "Acme Instruments",
  website: "https://www.acme.example",
  industry: "Instruments",
  headcount: { exact: 1_240, range: "1001-5000" },
  location: { city: "Delft", country: "Netherlands", country_code: "NL" },
  specialties: ["optics", "sensors"],
  technologies: ["PostgreSQL", "Kubernetes"],
};

export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "lookups-bench-"));
  const clock = createSystemClock();
  const opened = await openStore(pathToFileURL(path.resolve("dist/storeWorker.js")), {
    file: path.join(folder, "bench.db"),
  });
  try {
    const { store } = opened;
    const runs = new RunStore({
      store,
      clock,
      random: (n) => crypto.getRandomValues(new Uint8Array(n)),
      owner: "bench",
    });
    const budgets = new Budgets({ calls: store.calls, clock, confirmAbove: () => 0 });
    const stop = new AbortController();
    const json = JSON.stringify({ companies: [record], metadata: { credits: 1 } });
    const parse = await timed(() => {
      for (let nth = 0; nth < 1_000; nth += 1) {
        JSON.parse(json);
      }
    });
    let [began, sent] = [0, 0];
    const { client } = answeringClient((_, nth) => {
      sent ||= performance.now();
      if (nth === lookups) {
        stop.abort();
      }
      return { ...record, id: `c${nth}`, domain: `d${nth}.example` };
    });
    const table = await tableOf(`Domain\n${Array.from({ length: rowsOfTable }, (_, n) => `d${n}.example\n`).join("")}`);
    const { run: batch } = await createBatch(runs, {
      ...{ title: "table.csv", source: "file:///table.csv", table, mapping: byDomain, columns: ["name"], connection },
    });
    /** How long it took until a row was sent, and each row after that. */
    const look = async (signal: AbortSignal): Promise<readonly [number, number]> => {
      [began, sent] = [performance.now(), 0];
      await readIntoBatch(runs, batch.id, table, byDomain, signal, () => undefined);
      const execution = { runs, budgets, client, budget: await budgets.agreed(1_000_000), signal };
      await runBatch({ ...execution, onProgress: () => undefined }, batch.id, {});
      return [sent - began, (performance.now() - sent) / lookups];
    };
    const [start, row] = await look(stop.signal);
    const again = new AbortController();
    const resuming = look(again.signal);
    while (sent === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    again.abort();
    const [resume] = await resuming;
    report.line(`a table of 100,000 rows: starts in ${ms(start)}, ${ms(row)} a row, goes on in ${ms(resume)}`);
    report.ratio("row of a table", (row * 1_000) / parse);
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
