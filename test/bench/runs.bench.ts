// Measures runs through the worker against fetch and JSON.parse alone: elapsed time, and time on this thread.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { Agent, request } from "undici";
import { Budgets } from "../../src/runs/budget";
import type { Execution } from "../../src/runs/execution";
import { startRun } from "../../src/runs/loop";
import { RunStore } from "../../src/runs/runStore";
import { createServiceClient } from "../../src/service/client";
import { createSystemClock } from "../../src/service/systemClock";
import { createUndiciTransport } from "../../src/service/undiciTransport";
import { MemoryGate } from "../support/memoryGate";
import { unstopped } from "../unit/runs/runRig";
import { openStore } from "../unit/store/inProcess";
import { median, ms, type Report } from "./figures";
import { pagesOfPeople, readPage } from "./storedPeople";

/** Short alternating blocks, so that other load on the machine affects both sides equally. */
const pagesOfRun = 16;
const rounds = 40;
const million = 1_000_000;

const connection = { id: "bench", label: "Bench", origin: "http://127.0.0.1", workspaceId: "bench" };

/** Answers a search with the page that its cursor names, in a thread of its own, since a real service is remote. */
const server = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const pages = workerData.pages.map((page) => Buffer.from(page));
createServer((request, reply) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const search = request.method === "POST" && JSON.parse(Buffer.concat(chunks).toString());
    const body = search ? pages[Number(search.search_after ?? "0")] : Buffer.from('{"balance":1000000}');
    reply.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    reply.end(body);
  });
}).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port); });
`;

interface Bench {
  readonly deps: Pick<Execution, "runs" | "budgets" | "client" | "budget">;
  readonly fetchAndParse: () => Promise<void>;
  close(): Promise<void>;
}

async function openBench(folder: string, pages: readonly string[]): Promise<Bench> {
  const worker = new Worker(server, { eval: true, workerData: { pages } });
  const [port] = (await once(worker, "message")) as [number];
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent();
  const transport = createUndiciTransport(origin, {});
  const clock = createSystemClock();
  const opened = await openStore(pathToFileURL(path.resolve("dist/storeWorker.js")), {
    file: path.join(folder, "bench.db"),
  });
  const { store } = opened;
  // One approval for the whole run, as in most long runs.
  const budgets = new Budgets({ calls: store.calls, clock, confirmAbove: () => 0 });
  return {
    deps: {
      runs: new RunStore({ store, clock, random: () => crypto.getRandomValues(new Uint8Array(6)), owner: "bench" }),
      budgets,
      budget: await budgets.agreed(million),
      client: createServiceClient({
        transport,
        key: "bench-key",
        userAgent: "prospect-desk/0.0.0",
        clock,
        random: Math.random,
        gate: new MemoryGate(clock),
      }),
    },
    fetchAndParse: async () => {
      for (let page = 0; page < pages.length; page += 1) {
        const { body } = await request(`${origin}/`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ limit: 100, search_after: String(page) }),
          dispatcher: agent,
        });
        JSON.parse(Buffer.from(await body.bytes()).toString("utf8"));
      }
    },
    async close() {
      await transport.close();
      await agent.close();
      await opened.close();
      await worker.terminate();
    },
  };
}

/** Per page: elapsed ms, and ms this thread was busy. For a run without its start and end, which are not per page. */
interface Cost {
  readonly ms: number;
  readonly busy: number;
}

async function costOf(work: () => Promise<number>): Promise<Cost> {
  const before = performance.eventLoopUtilization();
  const start = performance.now();
  const pages = await work();
  const { active } = performance.eventLoopUtilization(before);
  return { ms: (performance.now() - start) / pages, busy: active / pages };
}

async function wholeRun(deps: Bench["deps"]): Promise<Cost> {
  let first: { readonly at: number; readonly elu: ReturnType<typeof performance.eventLoopUtilization> } | undefined;
  let cost: Cost = { ms: 0, busy: 0 };
  const order = {
    purpose: "search",
    title: "Bench",
    task: { kind: "peopleSearch", filters: {} },
    connection,
    limits: { records: pagesOfRun * 100 },
  } as const;
  const onProgress: Execution["onProgress"] = ({ kind }) => {
    if (kind === "page") {
      first ??= { at: performance.now(), elu: performance.eventLoopUtilization() };
      const pages = pagesOfRun - 1;
      cost = {
        ms: (performance.now() - first.at) / pages,
        busy: performance.eventLoopUtilization(first.elu).active / pages,
      };
    }
  };
  const summary = await startRun({ ...deps, ...unstopped, onProgress }, order);
  if (summary.records !== pagesOfRun * 100) {
    throw new Error(`The run has ${summary.records} records: ${JSON.stringify(summary.stop)}`);
  }
  await deps.runs.delete(summary.header.id);
  return cost;
}

export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "runs-bench-"));
  const pages: string[] = [];
  for await (const body of pagesOfPeople(pagesOfRun)) {
    const metadata = { total: million, credits: 25, search_after: String(pages.length + 1) };
    pages.push(JSON.stringify({ ...readPage(body), metadata }));
  }
  try {
    const bench = await openBench(folder, pages);
    const measured: { readonly parse: Cost; readonly run: Cost }[] = [];
    for (let round = -4; round < rounds; round += 1) {
      const parse = await costOf(() => bench.fetchAndParse().then(() => pagesOfRun));
      const run = await wholeRun(bench.deps);
      if (round >= 0) {
        measured.push({ parse, run });
      }
    }
    await bench.close();
    const of = (value: (one: (typeof measured)[number]) => number): number => median(measured.map(value));
    report.line(
      `a page of 100 people, ${(Buffer.byteLength(pages[0] ?? "") / 1000).toFixed(0)} kB, compared with fetch and ` +
        `JSON.parse: ${ms(of(({ parse }) => parse.ms))}`,
    );
    report.ratio(
      "page of a run",
      of(({ run, parse }) => run.ms / parse.ms),
    );
    report.ratio(
      "the same, this thread",
      of(({ run, parse }) => run.busy / parse.ms),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
