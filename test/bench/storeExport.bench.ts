// Measures exports from the database: processor time against other CSV libraries, each in its own process, and the
// memory used for a million records.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { Store } from "../../src/store/client";
import { openInProcess, type InProcessStore } from "../unit/store/inProcess";
import { median } from "./figures";
import { beginRun, bodyOf, pagesOfPeople, sandboxWith, storePage } from "./storedPeople";
import {
  columnContenders,
  storeChildFlag,
  type StoreContender,
  type StoreExportFigures,
  type StoreExportTask,
} from "./storeExportChild";

const people = 100_000;
const million = 1_000_000;
const rounds = 3;
const contenders: readonly StoreContender[] = [
  "floor",
  ...columnContenders,
  "papaparse",
  "csv-stringify",
  "own JSON",
  "own NDJSON",
];
/** Formats whose memory is measured with many records. */
const ofMillion = [
  "own csv, 40 columns",
  "own csv, 14 columns",
  "own xlsx, 14 columns",
  "own sqlite, 14 columns",
  "own parquet, 14 columns",
  "own JSON",
  "own NDJSON",
] as const satisfies readonly StoreContender[];

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "store-export-bench-"));
  try {
    const file = path.join(folder, "bench.db");
    const opened = openInProcess({ file });
    await makePeople(opened);
    await opened.close();
    const { child, worker } = await buildChild(folder);
    const measure = (contender: StoreContender, of = "person", database = file): Promise<StoreExportFigures> =>
      inChild(child, { file: database, run: of, contender, worker });
    const all = new Map<StoreContender, StoreExportFigures[]>(contenders.map((contender) => [contender, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of contenders) {
        all.get(contender)?.push(await measure(contender));
      }
    }
    const speed = (contender: StoreContender): number =>
      median((all.get(contender) ?? []).map(({ perCpuSecond }) => perCpuSecond));
    const peakOf = (contender: StoreContender): number =>
      Math.max(...(all.get(contender) ?? []).map((one) => one.peak));
    const ratio = (one: StoreContender, other: StoreContender): string => (speed(one) / speed(other)).toFixed(2);
    for (const contender of contenders) {
      report(
        `${contender}: ${Math.round(speed(contender)).toLocaleString("en")} records per CPU second, ` +
          `${ratio(contender, "floor")} × JSON.parse alone, ${ratio(contender, "papaparse")} × papaparse, ` +
          `${ratio(contender, "csv-stringify")} × csv-stringify, peak ${Math.round(peakOf(contender))} MB`,
      );
    }
    const large = path.join(folder, "million.db");
    const second = openInProcess({ file: large });
    await makeMillion(second);
    await second.close();
    const idle = (await measure("nothing", "million", large)).peak;
    for (const contender of ofMillion) {
      const { peak, records } = await measure(contender, "million", large);
      report(
        `${contender}, ${records.toLocaleString("en")} records: peak ${Math.round(peak)} MB, ` +
          `${Math.round(peak - idle)} MB above the idle process with the database open`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makePeople(opened: InProcessStore<Store>): Promise<void> {
  await beginRun(opened.store, "person");
  for await (const body of pagesOfPeople(sandboxWith(people), people / 100)) {
    await storePage(opened.store, "person", body);
  }
}

/** Smaller than real records, so that a million of them fit on the disk. */
async function makeMillion(opened: InProcessStore<Store>): Promise<void> {
  opened.db.exec("pragma synchronous = off");
  await beginRun(opened.store, "million");
  const person = (n: number): object => ({
    id: `p${n}`,
    full_name: `Person ${n}`,
    summary: "x".repeat(300),
    skills: ["one", "two"],
    employment: {
      current: { title: "Engineer", company: { name: `Company ${n % 9999}`, domain: `c${n % 9999}.example` } },
    },
  });
  for (let from = 0; from < million; from += 1000) {
    const records = Array.from({ length: 1000 }, (_, n) => person(from + n));
    await storePage(opened.store, "million", bodyOf(records));
  }
}

/** Builds only what an export needs, minified like the release: loaded code counts as memory of the process. */
async function buildChild(folder: string): Promise<{ readonly child: string; readonly worker: string }> {
  const outdir = path.join(folder, "child");
  await build({
    entryPoints: { child: "test/bench/storeExportChild.ts", worker: "src/storeWorker.ts" },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node22.19",
    logLevel: "warning",
    banner: {
      js:
        'import { createRequire as __createRequire } from "node:module"; ' +
        "const require = __createRequire(import.meta.url);",
    },
  });
  return { child: path.join(outdir, "child.mjs"), worker: path.join(outdir, "worker.mjs") };
}

async function inChild(child: string, task: StoreExportTask): Promise<StoreExportFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...process.execArgv,
    child,
    storeChildFlag,
    JSON.stringify(task),
  ]);
  return JSON.parse(stdout) as StoreExportFigures;
}
