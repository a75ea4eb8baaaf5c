// What keeping every page costs: a run with fetch, validation and journal against fetch and JSON.parse alone; then the
// opening of a journal of a million records and windows of 50 of its rows.
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { Agent, request } from "undici";
import { realDisk, type Disk } from "../../src/runs/disk";
import { Budgets } from "../../src/runs/budget";
import { startRun, type RunParts } from "../../src/runs/engine";
import { openLedger } from "../../src/runs/ledger";
import { realProcesses } from "../../src/runs/processTable";
import { replySpans } from "../../src/runs/recordSpans";
import { openRunStore, type RunStore } from "../../src/runs/runStore";
import { createServiceClient } from "../../src/service/client";
import { createMemoryGate } from "../../src/service/rateLimitGate";
import { createSystemClock } from "../../src/service/systemClock";
import { createUndiciTransport } from "../../src/service/undiciTransport";

/** Short blocks, so that whatever else the machine does meets all that is compared. */
const pagesOfRun = 16;
const rounds = 40;
const million = 1_000_000;

const connection = { id: "bench", label: "Bench", origin: "http://127.0.0.1", workspaceId: "bench" };
const none: ReadonlySet<string> = new Set();

/** Answers a search with the page its cursor names; in a thread of its own, as a service would be elsewhere. */
const server = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const pages = workerData.map((page) => Buffer.from(page));
createServer((request, reply) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = pages[Number(JSON.parse(Buffer.concat(chunks).toString()).search_after ?? "0")];
    reply.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    reply.end(body);
  });
}).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port); });
`;

const sentence = "Led a group that built the systems behind the product and kept them running, from the first draft to the last migration. ";

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
      locations: { headquarters: { line2: "Hauptstraße 1, 10827 Berlin, DE", city: "Berlin", region: "Berlin", country: "Germany", country_code: "DE" }, offices: null },
      social_profiles: { professional_network: { id: 1000 + number, url: `https://network.example/company/northwind${number}`, handle: `northwind${number}`, connection_count: number } },
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
    social_profiles: { professional_network: { id: 7_000_000 + number, url: `https://network.example/in/zoe${number}`, handle: `zoe${number}`, connection_count: 500 } },
    languages: [{ language: "German", proficiency: "NATIVE_OR_BILINGUAL" }],
    skills: ["TypeScript", "PostgreSQL", "Kubernetes", "Leadership", "Hiring", "Distributed systems", "Observability"],
    employment: { current: all[0], all },
  };
}

function pageText(page: number, record: (number: number) => object): string {
  const people = Array.from({ length: 100 }, (_, number) => record(page * 100 + number));
  return JSON.stringify({ people, metadata: { total: million, credits: 25, offset: page * 100, search_after: String(page + 1) } });
}

const median = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function openStore(folder: string, disk: Disk): RunStore {
  return openRunStore({ folder, disk, clock: createSystemClock(), random: (bytes) => randomBytes(bytes), processes: realProcesses() });
}

async function pipeline(folder: string, report: (line: string) => void): Promise<void> {
  const pages = Array.from({ length: pagesOfRun }, (_, page) => pageText(page, person));
  const worker = new Worker(server, { eval: true, workerData: pages });
  const [port] = (await once(worker, "message")) as [number];
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent();
  const transport = createUndiciTransport(origin, {});
  const clock = createSystemClock();
  const ledger = openLedger({ folder: path.join(folder, "ledger"), disk: realDisk });
  // What the user agreed to draws on one sum, as most long runs do.
  const budgets = new Budgets({ ledger, clock, confirmAbove: () => 0, exclusively: (work) => work() });
  const parts: RunParts = {
    store: openStore(path.join(folder, "runs"), realDisk),
    budget: await budgets.agreed(million),
    client: createServiceClient({ transport, key: "bench-key", userAgent: "prospect-desk/0.0.0", clock, random: Math.random, gate: createMemoryGate(clock) }),
    clock,
  };
  const fetchAndParse = async (): Promise<void> => {
    for (let page = 0; page < pagesOfRun; page += 1) {
      const { body } = await request(`${origin}/`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ limit: 100, search_after: String(page) }), dispatcher: agent });
      JSON.parse(Buffer.from(await body.bytes()).toString("utf8"));
    }
  };
  const clientAlone = async (): Promise<void> => {
    for (let page = 0; page < pagesOfRun; page += 1) {
      await parts.client.peopleSearch({ limit: 100, search_after: String(page) }, { onReply: async () => undefined });
    }
  };
  /** From the first page told to the last: beginning and ending a run is not the cost of a page. */
  const wholeRun = async (): Promise<number> => {
    const told: number[] = [];
    const order = { title: "Bench", task: { kind: "peopleSearch", filters: {} }, connection, limits: { records: pagesOfRun * 100 } } as const;
    const summary = await startRun(parts, order, new AbortController().signal, ({ kind }) => {
      if (kind === "page") {
        told.push(performance.now());
      }
    });
    if (summary.records !== pagesOfRun * 100) {
      throw new Error(`The run holds ${summary.records} records: ${JSON.stringify(summary.stop)}`);
    }
    return ((told.at(-1) ?? 0) - (told[0] ?? 0)) / (pagesOfRun - 1);
  };
  const times: { readonly parse: number[]; readonly client: number[]; readonly run: number[]; readonly ratio: number[] } = { parse: [], client: [], run: [], ratio: [] };
  for (let round = -4; round < rounds; round += 1) {
    const before = (await timed(fetchAndParse)) / pagesOfRun;
    const client = (await timed(clientAlone)) / pagesOfRun;
    const run = await wholeRun();
    const parse = (before + (await timed(fetchAndParse)) / pagesOfRun) / 2;
    if (round >= 0) {
      times.parse.push(parse);
      times.client.push(client);
      times.run.push(run);
      times.ratio.push(run / parse);
    }
    await parts.store.purge();
  }
  const finding: number[] = [];
  for (const page of pages.map((text) => Buffer.from(text))) {
    finding.push(await timed(async () => replySpans(page, "person")));
  }
  const spans = median(finding);
  const [parse, client, run] = [median(times.parse), median(times.client), median(times.run)];
  report(`pages of 100 people, ${(Buffer.byteLength(pages[0] ?? "") / 1000).toFixed(0)} kB, runs of ${pagesOfRun} pages, ${rounds} interleaved rounds, medians in ms per page`);
  report(`fetch + JSON.parse ${parse.toFixed(2)}, client (fetch, validate) ${client.toFixed(2)}, run (fetch, validate, journal, ledger, index) ${run.toFixed(2)}; finding the records ${spans.toFixed(2)}`);
  report(`run ÷ (fetch + JSON.parse) = ${median(times.ratio).toFixed(2)}, median over the rounds (target 1.25)`);
  await transport.close();
  await agent.close();
  await ledger.close();
  await worker.terminate();
}

/** A journal of `records` records, synced once at its end: only reading is measured. */
async function writeJournal(folder: string, records: number, record: (number: number) => object): Promise<string> {
  const unsynced: Disk = {
    ...realDisk,
    async open(file, mode) {
      const opened = await realDisk.open(file, mode);
      return { ...opened, writeDurably: (...pieces) => opened.write(Buffer.concat(pieces)), datasync: async () => undefined };
    },
  };
  const store = openStore(folder, unsynced);
  const owned = await store.create({ title: "Bench", task: { kind: "peopleSearch", filters: {} }, recordKind: "person", connection, limits: { records } });
  for (let page = 0; page * 100 < records; page += 1) {
    const body = Buffer.from(pageText(page, record));
    await owned.writer.page({ request: { limit: 100, cursor: String(page) }, status: 200, body, spans: replySpans(body, "person"), receivedAt: 0 }, none);
  }
  await owned.writer.stop({ kind: "limitReached" });
  await store.release(owned);
  // A run leaves nothing to be written behind it; here the disk would be busy with it while reading is measured.
  for (const name of await realDisk.names(folder)) {
    const file = await realDisk.open(path.join(folder, name), "update");
    await file.datasync();
    await file.close();
  }
  return owned.writer.id;
}

async function reading(folder: string, name: string, records: number, record: (number: number) => object, report: (line: string) => void): Promise<void> {
  const id = await writeJournal(folder, records, record);
  const store = openStore(folder, realDisk);
  const opens: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    opens.push(await timed(async () => (await store.open(id)).close()));
  }
  const journal = await store.open(id);
  const windows: number[] = [];
  for (let round = 0; round < 300; round += 1) {
    const start = Math.floor(Math.random() * (records - 50));
    windows.push(await timed(() => journal.read(start, 50)));
  }
  const sorted = [...windows].sort((one, other) => one - other);
  report(`${name}: open ${median(opens).toFixed(1)} ms (first ${(opens[0] ?? 0).toFixed(1)}; target 50), window of 50 rows at random ${median(windows).toFixed(2)} ms, 95th percentile ${(sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(2)} (target 1)`);
  await journal.close();
  await store.purge();
}

interface Sqlite {
  readonly DatabaseSync: new (file: string) => {
    exec(sql: string): void;
    prepare(sql: string): { run(...values: unknown[]): unknown; all(...values: unknown[]): unknown };
    close(): void;
  };
}

function nodeSqlite(): Sqlite | undefined {
  try {
    return createRequire(import.meta.url)("node:sqlite") as Sqlite;
  } catch {
    return undefined;
  }
}

/** The same pages in SQLite with the same promise: on the medium before the next is asked for. */
async function besideSqlite(folder: string, report: (line: string) => void): Promise<void> {
  const sqlite = nodeSqlite();
  if (sqlite === undefined) {
    report(`node:sqlite: not in Node ${process.versions.node}`);
    return;
  }
  const count = 100;
  const bodies = Array.from({ length: count }, (_, page) => Buffer.from(pageText(page, person)));
  const database = new sqlite.DatabaseSync(path.join(folder, "bench.sqlite"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE pages (page INTEGER PRIMARY KEY, body BLOB); CREATE TABLE rows (row INTEGER PRIMARY KEY, body BLOB)");
  const addPage = database.prepare("INSERT INTO pages VALUES (?, ?)");
  const addRow = database.prepare("INSERT INTO rows VALUES (?, ?)");
  const asBlob: number[] = [];
  const asRows: number[] = [];
  for (const [page, body] of bodies.entries()) {
    asBlob.push(await timed(async () => addPage.run(page, body)));
    const { spans } = replySpans(body, "person");
    asRows.push(
      await timed(async () => {
        database.exec("BEGIN");
        for (let at = 0; at < spans.length; at += 2) {
          addRow.run(page * 100 + at / 2, body.subarray(spans[at], spans[at + 1]));
        }
        database.exec("COMMIT");
      }),
    );
  }
  const window = database.prepare("SELECT body FROM rows WHERE row >= ? ORDER BY row LIMIT 50");
  const windows: number[] = [];
  for (let round = 0; round < 300; round += 1) {
    windows.push(await timed(async () => window.all(Math.floor(Math.random() * (count * 100 - 50)))));
  }
  database.close();
  const store = openStore(path.join(folder, "beside"), realDisk);
  const owned = await store.create({ title: "Bench", task: { kind: "peopleSearch", filters: {} }, recordKind: "person", connection, limits: { records: count * 100 } });
  const asFrames: number[] = [];
  for (const [page, body] of bodies.entries()) {
    const spans = replySpans(body, "person");
    asFrames.push(await timed(() => owned.writer.page({ request: { limit: 100, cursor: String(page) }, status: 200, body, spans, receivedAt: 0 }, none)));
  }
  await store.release(owned);
  report(`durable write of a page, ms: journal ${median(asFrames).toFixed(2)}, node:sqlite (WAL, FULL) page as a blob ${median(asBlob).toFixed(2)}, a row for each record ${median(asRows).toFixed(2)}; its window of 50 rows ${median(windows).toFixed(2)}`);
}

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "runs-bench-"));
  try {
    await pipeline(folder, report);
    await reading(path.join(folder, "large"), "20,000 people of full size", 20_000, person, report);
    await reading(path.join(folder, "million"), "1,000,000 small records", million, (number) => ({ id: `person-${number}`, full_name: `Zoë Example ${number}` }), report);
    await besideSqlite(folder, report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
