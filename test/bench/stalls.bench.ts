// The longest time for which hostile or large input keeps the thread of the extension host busy at once.
import { randomBytes } from "node:crypto";
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { pieceSize } from "../../src/csv/rows";
import { openCsvTable } from "../../src/csv/table";
import { EnrichmentList } from "../../src/enrichments/enrichmentList";
import { saveResults } from "../../src/enrichments/saveResults";
import type { DeskStore } from "../../src/export/storeExport";
import { readLeaveOutList } from "../../src/lookups/leaveOutList";
import { RunStore } from "../../src/runs/runStore";
import { parseSearch } from "../../src/searches/parseSearch";
import { createServiceClient } from "../../src/service/client";
import { largestReply } from "../../src/service/exchange";
import { parseKey } from "../../src/service/keyFormat";
import { createSystemClock } from "../../src/service/systemClock";
import { copiedRecords } from "../../src/workbench/resultsEditor/copyText";
import { documentState } from "../../src/workbench/searchEditor/documentState";
import { MemoryGate } from "../support/memoryGate";
import { openStore } from "../unit/store/inProcess";
import { addPage, beginRun, connection, owner } from "../unit/store/rig";
import { Uri } from "../unit/workbench/scriptedVscode";
import { importSearchFiles } from "../unit/workbench/searchFilesRig";

const records = 10_000;
/** About 3 kB of JSON. */
const company = (nth: number): object => ({
  id: `c${nth}`,
  name: `Company ${nth} – Müller & Söhne`,
  description: "A text as records have it. ".repeat(90),
  specialties: Array.from({ length: 30 }, (_, at) => `specialty ${at}`),
});

const search = (filters: string): string => `{ "search": "company", "filters": { ${filters} } }`;
const searchOf = (values: number, more = 0): string => {
  const items = Array.from({ length: values }, (_, at) => `{ "value": "Company ${at}${"y".repeat(more)}" }`);
  return search(`"names": [${items.join(", ")}]`);
};
const repeatedKeys = (count: number): string => search(Array.from({ length: count }, () => '"names": []').join(","));

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "stalls-bench-"));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const measure = async (what: string, work: () => unknown): Promise<void> => {
    globalThis.gc?.();
    await setTimeout(50);
    delay.reset();
    delay.enable();
    const { rss } = process.memoryUsage();
    let most = rss;
    const sampling = setInterval(() => void (most = Math.max(most, process.memoryUsage.rss())), 5);
    await setTimeout(10);
    const begin = performance.now();
    const outcome = await work();
    const took = performance.now() - begin;
    await setTimeout(10);
    delay.disable();
    clearInterval(sampling);
    const memory = `${((most - rss) / 1e6).toFixed(0)} MB more, ${(most / 1e6).toFixed(0)} MB in all`;
    const end = typeof outcome === "string" ? `; ${outcome}` : "";
    report(`${what}: longest stall ${(delay.max / 1e6).toFixed(0)} ms of ${took.toFixed(0)} ms, ${memory}${end}`);
  };
  const { store, close } = await openStore<DeskStore>(pathToFileURL(path.resolve("dist/storeWorker.js")), {
    file: path.join(folder, "bench.db"),
  });
  try {
    await measure("nothing", () => setTimeout(500));
    for (const [what, text] of [
      ["5,000 values", searchOf(5_000)],
      ["7,000 repeated keys", repeatedKeys(7_000)],
      ["300,000 repeated keys", repeatedKeys(300_000)],
    ] as const) {
      await measure(`300 saved searches with ${what}, as the view reads them`, async () => {
        for (let nth = 0; nth < 300; nth += 1) {
          parseSearch(text);
          await setImmediate();
        }
      });
    }
    await measureSearches(folder, measure, report);
    for (const [what, text] of [
      ["5,000 values", searchOf(5_000)],
      ["20,000 values, 0.6 MB", searchOf(20_000)],
      ["28,000 repeated keys, 0.3 MB", repeatedKeys(28_000)],
      ["300,000 repeated keys, 3.6 MB", repeatedKeys(300_000)],
    ] as const) {
      await measure(`a saved search with ${what}, in the filter builder`, () => documentState("a", text));
    }
    for (const letter of ["k", " ", "k ", "\u200b", "="]) {
      await measure(`a key of 200 kB of ${JSON.stringify(letter)}`, () =>
        parseKey(letter.repeat(200_000 / letter.length)),
      );
    }
    await measureCsv(folder, measure);
    for (const isTable of [true, false]) {
      await measure(`a leave-out list of 10 MB of blank lines, as a ${isTable ? "table" : "text"}`, () =>
        readLeaveOutList(Buffer.from(`Domain\n${"\n".repeat(10e6)}`), isTable),
      );
    }
    const run = await beginRun(store, "company");
    await measure(`saving ${records.toLocaleString("en")} records in pages of 100`, async () => {
      for (let from = 0; from < records; from += 100) {
        await addPage(
          store,
          run,
          Array.from({ length: 100 }, (_, at) => company(from + at)),
        );
      }
    });
    const rows = { title: "", recordKind: "company", view: { kind: "run", run: run.id } } as const;
    const source = { store, source: rows, columns: ["name", "domain", "description"], now: 0 } as const;
    const { view } = await store.views.open({ kind: "run", run: run.id }, { columns: [], now: 0 });
    const keys = await store.views.keysAt(view);
    for (const format of ["json", "csv", "markdown"] as const) {
      await measure(`copying ${records.toLocaleString("en")} records as ${format}`, async () => {
        await copiedRecords(source, keys, format === "json" ? { format } : { format, headers: true }).catch(
          (error: unknown) => report(String(error)),
        );
      });
    }
    await measureReplies(measure, store);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Beside the time, the time until the first rows. */
async function measureSearches(folder: string, measure: Measure, report: (line: string) => void): Promise<void> {
  const files = Array.from({ length: 20_000 }, (_, nth) => {
    const place = path.join(folder, `region-${Math.floor(nth / 100)}`);
    mkdirSync(place, { recursive: true });
    const file = path.join(place, `Search ${nth % 100}.prospect.json`);
    writeFileSync(file, searchOf(1 + (nth % 40)));
    return Uri.file(file);
  });
  const { SearchFiles } = await importSearchFiles({
    find: (most) => files.slice(0, most),
    stat: async ({ fsPath }) => {
      const { size, mtimeMs } = await stat(fsPath);
      return { size, mtime: mtimeMs, type: 1 };
    },
    readFile: ({ fsPath }) => readFile(fsPath),
  });
  let [begin, first] = [0, 0];
  await measure("20,000 saved searches, of which the view shows 2,000", () => {
    begin = performance.now();
    return new SearchFiles(Uri.file(path.join(folder, "library")) as never).find(({ files: { length } }) => {
      first ||= length > 0 ? performance.now() - begin : 0;
    });
  });
  report(`its first rows: after ${first.toFixed(0)} ms`);
}

type Measure = (what: string, work: () => unknown) => Promise<void>;

async function measureCsv(folder: string, measure: Measure): Promise<void> {
  for (const [what, line, size] of [
    ["short rows", "Company,https://company.example,a remark\n", 40e6],
    ["blank lines", "\n", 20e6],
    ["rows of 3 MB", `${"x".repeat(3e6)}\n`, 40e6],
    ["quoted rows", '"a ""quoted"" text","b"\n', 40e6],
  ] as const) {
    const file = path.join(folder, "large.csv");
    writeFileSync(file, `Name\n${line.repeat(size / line.length)}`);
    await measure(`a CSV file of ${size / 1e6} MB with ${what}`, async () => {
      const table = await openCsvTable(() => createReadStream(file, { highWaterMark: pieceSize }));
      let rows = 0;
      for await (const batch of table.rows()) {
        rows += batch.length;
      }
      return rows;
    });
  }
}

/** `begin`, then as often as fits `item`, then `end`. */
function hostile(item: string | ((nth: number) => string), most = Infinity, begin = "[", end = "]"): Buffer {
  const body = Buffer.alloc(largestReply);
  let at = body.write(begin);
  for (let nth = 0; nth < most; nth += 1) {
    const text = (nth === 0 ? "" : ",") + (typeof item === "string" ? item : item(nth));
    if (at + text.length + end.length > body.length) {
      break;
    }
    at += body.write(text, at);
  }
  return body.subarray(0, at + body.write(end, at));
}

const contact = '{"input":{"first_name":"Ada","company_domain":"a.example"},"contact_info":{"work_emails":[]}}';
const [begin, end] = ['{"status":"FINISHED","data":[', "]}"];
const beside = '{"status":"FINISHED","data":[],"more":[';
const brackets = (depth: number): string => `{"status":"FINISHED","data":${"[".repeat(depth)}${"]".repeat(depth)}}`;

const hostileBodies: readonly (readonly [what: string, make: () => Buffer])[] = [
  ["5.6 million empty contacts", () => hostile("{}", Infinity, begin, end)],
  ["3.3 million nulls", () => hostile("null", Infinity, begin, end)],
  ["8 million nested lists", () => Buffer.from(brackets(largestReply / 2 - 20))],
  ["900,000 nested lists", () => Buffer.from(brackets(900_000))],
  ["16 million opened lists", () => Buffer.alloc(largestReply, "[")],
  ["one text", () => Buffer.from(`{"status":"FINISHED","data":[{"x":"${"x".repeat(largestReply - 50)}"}]}`)],
  ["one text of other alphabets", () => Buffer.from(`{"status":"FINISHED","data":[{"x":"${"é".repeat(8e6)}"}]}`)],
  ["one message", () => Buffer.from(`{"message":"${"not found ".repeat(1.6e6)}"}`)],
  ["8 million numbers", () => hostile("1", Infinity, begin, end)],
  ["900,000 long numbers", () => hostile("9007199254740993", 900_000, beside, end)],
  ["490,000 objects with different fields", () => hostile((nth) => `{"k${nth}":1}`, 490_000, beside, end)],
  ["one object with 900,000 fields", () => hostile((nth) => `"k${nth}":1`, 900_000, '{"status":"FINISHED",', "}")],
  ["100,000 empty contacts", () => hostile("{}", 100_000, begin, end)],
  ["100,000 nulls", () => hostile("null", 100_000, begin, end)],
  ["100,000 contacts", () => hostile(contact, 100_000, begin, end)],
  ["spaces", () => Buffer.alloc(largestReply, " ")],
  ["a web page", () => Buffer.alloc(largestReply, "<p>text</p>")],
];

async function measureReplies(measure: Measure, store: DeskStore): Promise<void> {
  const clock = createSystemClock();
  let reply = { status: 200, headers: { "content-type": "application/json" }, body: new Uint8Array() as Uint8Array };
  const client = createServiceClient({
    transport: async () => reply,
    key: "bench-key",
    userAgent: "bench",
    clock,
    random: Math.random,
    gate: new MemoryGate(clock),
  });
  const runs = new RunStore({ store, clock, owner: "bench", random: randomBytes });
  const list = new EnrichmentList({ store, clock, owner: "bench" });
  const said = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 120) : String(error));
  const body = Buffer.from(
    JSON.stringify({ companies: Array.from({ length: 3_300 }, (_, nth) => company(nth)), metadata: { credits: 1 } }),
  );
  reply = { ...reply, body };
  await measure(`a reply of ${(body.length / 1e6).toFixed(0)} MB`, () => client.companySearch({}));
  for (const [what, make] of hostileBodies) {
    const hostileBody = make();
    for (const status of [200, 402]) {
      reply = { ...reply, status, body: hostileBody };
      const [entry] = await list.add([`${what} ${status}`], connection);
      await measure(`an enrichment with ${what}, HTTP ${status}`, async () => {
        let received: typeof reply | undefined;
        try {
          const parsed = await client.enrichment("e", { onReply: async () => void (received = reply) });
          if (entry === undefined || received === undefined) {
            return "nothing to save";
          }
          const saved = await saveResults(runs, entry, { reply: received, parsed });
          return `${saved?.contacts ?? 0} contacts saved`;
        } catch (error) {
          return said(error);
        }
      });
    }
    const run = await beginRun(store, "company");
    reply = {
      ...reply,
      status: 200,
      body: Buffer.from(hostileBody.toString("latin1").replace('"data":', '"companies":')),
    };
    await measure(`a page with ${what}`, async () => {
      const { body: received } = await client.companySearch({});
      const { id } = run;
      const page = { run: id, owner, request: {}, status: 200, receivedAt: 0, body: received };
      const stored = await store.records.storePage(page);
      return stored.problem ?? `${stored.rows} records saved`;
    });
  }
}
