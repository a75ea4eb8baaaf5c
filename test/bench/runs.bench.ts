// Measures runs through the worker against fetch and JSON.parse alone: elapsed time, and time on this thread; then
// against a service that takes 150 ms per page.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { Agent, request } from "undici";
import { Budgets } from "../../src/runs/budget";
import { startRun } from "../../src/runs/engine";
import type { Execution } from "../../src/runs/execution";
import type { RunProgress } from "../../src/runs/run";
import { RunStore } from "../../src/runs/runStore";
import { createServiceClient } from "../../src/service/client";
import { createSystemClock } from "../../src/service/systemClock";
import { createUndiciTransport } from "../../src/service/undiciTransport";
import { MemoryGate } from "../support/memoryGate";
import { unfollowed } from "../unit/runs/runRig";
import { openStore } from "../unit/store/inProcess";
import { median } from "./figures";

/** Short alternating blocks, so that other load on the machine affects both sides equally. */
const pagesOfRun = 16;
const rounds = 40;
const million = 1_000_000;
const serviceMs = 150;

const connection = { id: "bench", label: "Bench", origin: "http://127.0.0.1", workspaceId: "bench" };

/** Answers a search with the page that its cursor names, in a thread of its own, since a real service is remote. */
const server = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const pages = workerData.pages.map((page) => Buffer.from(page));
const { delay } = workerData;
createServer((request, reply) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = pages[Number(JSON.parse(Buffer.concat(chunks).toString()).search_after ?? "0")];
    const answer = () => {
      reply.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      reply.end(body);
    };
    if (delay === 0) answer();
    else setTimeout(answer, delay);
  });
}).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port); });
`;

const sentence =
  "Led a group that built the systems behind the product and kept them running, " +
  "from the first draft to the last migration. ";

function person(number: number): object {
  const position = (which: number): object => ({
    title: "Head of Engineering",
    seniority: "Head",
    job_functions: [{ function: "Engineering", sub_function: "Platform Engineering" }],
    description: sentence.repeat(1 + (which % 2)),
    company: {
      id: `company-${number + which}`,
      name: `Northwind ${number + which}`,
      domain: `northwind${number}.example`,
      year_founded: 1950 + (number % 70),
      headcount: number % 9000,
      locations: {
        headquarters: {
          line2: "Hauptstraße 1, 10827 Berlin, DE",
          city: "Berlin",
          region: "Berlin",
          country: "Germany",
          country_code: "DE",
        },
        offices: null,
      },
      social_profiles: {
        professional_network: {
          id: 1000 + number,
          url: `https://network.example/company/northwind${number}`,
          handle: `northwind${number}`,
          connection_count: number,
        },
      },
      industry: { main_industry: "Software Development" },
    },
    is_current: which === 0,
    start_at: "2015-03-01T00:00:00Z",
  });
  const all = [0, 1, 2, 3, 4].map(position);
  return {
    id: `person-${number}`,
    full_name: `Zoë Example ${number}`,
    headline: "Head of Engineering at Northwind",
    description: sentence.repeat(2),
    location: { country: "Germany", country_code: "DE", city: "Köln", region: "North Rhine-Westphalia" },
    social_profiles: {
      professional_network: {
        id: 7_000_000 + number,
        url: `https://network.example/in/zoe${number}`,
        handle: `zoe${number}`,
        connection_count: 500,
      },
    },
    languages: [{ language: "German", proficiency: "NATIVE_OR_BILINGUAL" }],
    skills: ["TypeScript", "PostgreSQL", "Kubernetes", "Leadership", "Hiring", "Distributed systems", "Observability"],
    employment: { current: all[0], all },
  };
}

function pageText(page: number, record: (number: number) => object): string {
  const people = Array.from({ length: 100 }, (_, number) => record(page * 100 + number));
  return JSON.stringify({
    people,
    metadata: { total: million, credits: 25, offset: page * 100, search_after: String(page + 1) },
  });
}

interface Bench {
  readonly deps: Pick<Execution, "runs" | "client" | "budget">;
  readonly fetchAndParse: () => Promise<void>;
  close(): Promise<void>;
}

async function openBench(folder: string, pages: readonly string[], delay: number): Promise<Bench> {
  const worker = new Worker(server, { eval: true, workerData: { pages, delay } });
  const [port] = (await once(worker, "message")) as [number];
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent();
  const transport = createUndiciTransport(origin, {});
  const clock = createSystemClock();
  const opened = await openStore(pathToFileURL(path.resolve("dist/storeWorker.js")), {
    file: path.join(folder, `bench-${delay}.db`),
  });
  const { store } = opened;
  // One approval for the whole run, as in most long runs.
  const budgets = new Budgets({ calls: store.calls, clock, confirmAbove: () => 0 });
  return {
    deps: {
      runs: new RunStore({ store, clock, random: () => crypto.getRandomValues(new Uint8Array(6)), owner: "bench" }),
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
  const onProgress = ({ kind }: RunProgress): void => {
    if (kind === "page") {
      first ??= { at: performance.now(), elu: performance.eventLoopUtilization() };
      const pages = pagesOfRun - 1;
      cost = {
        ms: (performance.now() - first.at) / pages,
        busy: performance.eventLoopUtilization(first.elu).active / pages,
      };
    }
  };
  const summary = await startRun({ ...deps, ...unfollowed, onProgress }, order);
  if (summary.records !== pagesOfRun * 100) {
    throw new Error(`The run has ${summary.records} records: ${JSON.stringify(summary.stop)}`);
  }
  await deps.runs.delete(summary.header.id);
  return cost;
}

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "runs-bench-"));
  const pages = Array.from({ length: pagesOfRun }, (_, page) => pageText(page, person));
  try {
    const quick = await openBench(folder, pages, 0);
    const measured: { readonly parse: Cost; readonly run: Cost }[] = [];
    for (let round = -4; round < rounds; round += 1) {
      const parse = await costOf(() => quick.fetchAndParse().then(() => pagesOfRun));
      const run = await wholeRun(quick.deps);
      if (round >= 0) {
        measured.push({ parse, run });
      }
    }
    await quick.close();
    const of = (value: (one: (typeof measured)[number]) => number): string => median(measured.map(value)).toFixed(2);
    report(
      `pages of 100 people, ${(Buffer.byteLength(pages[0] ?? "") / 1000).toFixed(0)} kB, ` +
        `runs of ${pagesOfRun} pages, ${rounds} interleaved rounds, medians in ms per page`,
    );
    report(
      `fetch + JSON.parse ${of(({ parse }) => parse.ms)}, ` +
        `run (fetch, reserve, store, settle) ${of(({ run }) => run.ms)}`,
    );
    report(
      `run ÷ (fetch + JSON.parse) = ${of(({ run, parse }) => run.ms / parse.ms)} (target 2.2); ` +
        `this thread ${of(({ run, parse }) => run.busy / parse.ms)} (target 0.5)`,
    );

    const slow = await openBench(folder, pages, serviceMs);
    const slowRuns: number[] = [];
    const own: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      own.push((await costOf(() => slow.fetchAndParse().then(() => pagesOfRun))).ms);
      slowRuns.push((await wholeRun(slow.deps)).ms);
    }
    await slow.close();
    report(
      `against a service that takes ${serviceMs} ms per page: ` +
        `run ${median(slowRuns).toFixed(1)} ÷ the service's own time ${serviceMs} = ` +
        `${(median(slowRuns) / serviceMs).toFixed(3)} (target 1.05); fetch + JSON.parse ${median(own).toFixed(1)}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
