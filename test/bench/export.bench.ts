// Exports of 100,000 people × 40 columns from a journal, against two libraries and the floor: reading and parsing alone.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as nodeDisk from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { createSandbox } from "../../src/sandbox/sandbox";
import { replySpans } from "../../src/runs/recordSpans";
import { createSystemClock } from "../../src/service/systemClock";
import { childFlag, storeIn, type Contender, type Figures, type Task } from "./exportChild";

const key = "bench-key";
const people = 100_000;
const rounds = 3;

const contenders = ["floor", "own CSV", "papaparse", "csv-stringify", "own JSON", "own NDJSON"] as const satisfies readonly Contender[];

/** One line for each figure; each contender in a process of its own, in turns. */
export async function run(report: (line: string) => void): Promise<void> {
  const folder = await nodeDisk.mkdtemp(path.join(os.tmpdir(), "export-bench-"));
  try {
    const id = await makeJournal(folder, report);
    const child = await buildChild(folder);
    const measure = (contender: Contender, records: number): Promise<Figures> => inChild(child, { folder, id, contender, records });
    const idle = await promisify(execFile)(process.execPath, ["-e", "console.log(process.resourceUsage().maxRSS / 1000)"]);
    report(`an idle Node process: ${Math.round(Number(idle.stdout))} MB; with the exporting part loaded and the journal open: ${Math.round((await measure("nothing", 0)).peak)} MB`);
    const all = new Map<Contender, Figures[]>(contenders.map((contender) => [contender, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of contenders) {
        all.get(contender)?.push(await measure(contender, people));
      }
    }
    const floor = median(all.get("floor") ?? [], "perCpuSecond");
    for (const [contender, figures] of all) {
      const speed = median(figures, "perCpuSecond");
      const stalls = contender.startsWith("own") ? `, event loop held 99% below ${median(figures, "p99").toFixed(1)} ms, at worst ${median(figures, "worst").toFixed(1)} ms` : "";
      report(`${contender}: ${Math.round(speed).toLocaleString("en")} records per CPU second (${Math.round(median(figures, "perSecond")).toLocaleString("en")}/s by the clock), ${(speed / floor).toFixed(2)} × floor, peak ${Math.round(median(figures, "peak"))} MB${stalls}`);
    }
    const own = median(all.get("own CSV") ?? [], "perCpuSecond");
    report(`own CSV: ${(own / median(all.get("papaparse") ?? [], "perCpuSecond")).toFixed(2)} × papaparse, ${(own / median(all.get("csv-stringify") ?? [], "perCpuSecond")).toFixed(2)} × csv-stringify`);
    for (const contender of ["own CSV", "own JSON", "own NDJSON"] as const) {
      const { perSecond, peak, p99, worst } = await measure(contender, 1_000_000);
      report(`${contender}, a million records: ${Math.round(perSecond).toLocaleString("en")} records/s, peak ${Math.round(peak)} MB, event loop held 99% below ${p99.toFixed(1)} ms, at worst ${worst.toFixed(1)} ms`);
    }
  } finally {
    await nodeDisk.rm(folder, { recursive: true, force: true });
  }
}

function median(figures: readonly Figures[], which: keyof Figures): number {
  return figures.map((one) => one[which]).sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

async function makeJournal(folder: string, report: (line: string) => void): Promise<string> {
  const sandbox = createSandbox({ clock: createSystemClock(), companies: 10_000, people, keys: [{ key, workspaceId: "bench", balance: 1e9 }] });
  const store = storeIn(folder, (bytes) => randomBytes(bytes));
  const run = await store.create({
    title: "bench",
    task: { kind: "peopleSearch", filters: {} },
    recordKind: "person",
    connection: { id: "bench", label: "bench", origin: "https://sandbox.example", workspaceId: "bench" },
    limits: { records: people },
  });
  let cursor: string | undefined;
  let bytes = 0;
  for (let page = 0; page < people / 100; page += 1) {
    const request = { limit: 100, ...(cursor === undefined ? {} : { search_after: cursor }) };
    const reply = await sandbox.handle({ method: "POST", path: "/api/v2/people/search", headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }, body: Buffer.from(JSON.stringify(request)) });
    const spans = replySpans(reply.body, "person");
    await run.writer.intent({ limit: 100, cursor }, 100);
    await run.writer.page({ request: { limit: 100, cursor }, status: reply.status, body: reply.body, spans, receivedAt: Date.now() }, new Set());
    bytes += reply.body.length;
    cursor = (JSON.parse(Buffer.from(reply.body).toString()) as { readonly metadata: { readonly search_after?: string } }).metadata.search_after;
  }
  await run.writer.stop({ kind: "complete" });
  await store.release(run);
  report(`a journal of ${people.toLocaleString("en")} people: ${Math.round(bytes / 1e6)} MB`);
  return run.writer.id;
}

/** The exporting part as it ships, minified and with nothing beside it, for what a process loads is part of its memory. */
async function buildChild(folder: string): Promise<string> {
  const outdir = path.join(folder, "child");
  await build({
    entryPoints: ["test/bench/exportChild.ts"],
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    logLevel: "warning",
    // As the extension is built; see esbuild.js.
    alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
    banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
  });
  return path.join(outdir, "exportChild.mjs");
}

async function inChild(child: string, task: Task): Promise<Figures> {
  const { stdout } = await promisify(execFile)(process.execPath, [child, childFlag, JSON.stringify(task)]);
  return JSON.parse(stdout) as Figures;
}
