// One contender of the export bench, alone in its process, over the database: `node storeExportChild.mjs FLAG TASK` prints its figures.
import { readFileSync } from "node:fs";
import * as nodeDisk from "node:fs/promises";
import path from "node:path";
import { builtInProfiles, createProfileLook, resolveProfile, type ColumnProfile, type ExportColumn } from "../../src/export/columnProfile";
import { csvPresets } from "../../src/export/csvWriter";
import type { ExportFormat } from "../../src/export/exportRun";
import { storeExports, type StoreExports } from "../../src/export/storeExport";
import { cellText } from "../../src/rows/columns";
import type { Store } from "../../src/store/client";
import { functions } from "../../src/store/functions";
import { openInProcess } from "../../src/store/inProcess";
import { readerOf } from "../../src/store/views";

/** `nothing` is the process with the database open and everything loaded that exporting needs. */
export type StoreContender = "nothing" | "floor" | "own CSV" | "own main columns" | "papaparse" | "csv-stringify" | "own JSON" | "own NDJSON";

export interface StoreExportTask {
  readonly file: string;
  readonly run: string;
  readonly contender: StoreContender;
}

export interface StoreExportFigures {
  readonly records: number;
  /** Records for each second of processor time: what others on a busy machine take away does not count. */
  readonly perCpuSecond: number;
  /** Peak resident memory of the process, MB. */
  readonly peak: number;
}

/** The first argument of a process that is to measure; what imports this file is not. */
export const storeChildFlag = "--store-export-bench-child";

const atOnce = 200;

const fortyColumns = (): ColumnProfile => ({ name: "forty", lists: "joined", columns: (builtInProfiles("person")[1]?.columns as readonly { readonly id: string }[]).slice(0, 40) });

async function child({ file, run, contender }: StoreExportTask): Promise<void> {
  const { db, store, close } = openInProcess<Store & StoreExports>({ file }, { ...functions, exports: storeExports });
  const { view, count } = await store.views.open({ kind: "run", run }, { columns: [], now: 0 });
  const target = path.join(path.dirname(file), `${contender}-${process.pid}`);
  const own = (format: ExportFormat): Promise<unknown> => store.exports.toFile({ view, format, file: target, replace: true });
  const csv = (profile: ColumnProfile): ExportFormat => ({ kind: "csv", profile, options: csvPresets.Plain });
  const eachPiece = async (use: (records: readonly unknown[]) => Promise<void>): Promise<void> => {
    const reader = readerOf(db, view);
    for (let from = 0; from < count; from += atOnce) {
      await use(reader.read("j.json", from, from + atOnce, true).map(([json]) => JSON.parse(String(json)) as unknown));
    }
  };
  const work: Readonly<Record<StoreContender, () => Promise<unknown>>> = {
    nothing: async () => undefined,
    floor: () => eachPiece(async () => undefined),
    "own CSV": () => own(csv(fortyColumns())),
    "own main columns": () => own(csv(builtInProfiles("person")[0] as ColumnProfile)),
    "own JSON": () => own({ kind: "json" }),
    "own NDJSON": () => own({ kind: "ndjson" }),
    papaparse: () => byPapaparse(eachPiece, target),
    "csv-stringify": () => byCsvStringify(eachPiece, target),
  };
  const before = process.cpuUsage();
  await work[contender]();
  const used = process.cpuUsage(before);
  const figures: StoreExportFigures = { records: count, perCpuSecond: count / ((used.user + used.system) / 1e6), peak: peakMemory() };
  await close();
  await nodeDisk.rm(target, { force: true });
  process.stdout.write(JSON.stringify(figures));
}

/** MB. Where the system tells the peak of this program apart from that of the process it was started from, that. */
function peakMemory(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1000;
  } catch {
    return process.resourceUsage().maxRSS / 1000;
  }
}

type EachPiece = (use: (records: readonly unknown[]) => Promise<void>) => Promise<void>;

function wantedColumns(): readonly ExportColumn[] {
  const profile = fortyColumns();
  return resolveProfile("person", profile, createProfileLook("person", profile).result());
}

/** It makes the same cells from the same records. */
async function byPapaparse(eachPiece: EachPiece, file: string): Promise<void> {
  const { default: Papa } = await import("papaparse");
  const columns = wantedColumns();
  const handle = await nodeDisk.open(file, "w");
  await eachPiece(async (records) => {
    await handle.write(`${Papa.unparse(records.map((record) => columns.map((column) => cellText(column.value(record)))), { header: false, escapeFormulae: true })}\r\n`);
  });
  await handle.sync();
  await handle.close();
}

/** Given the parsed records and the paths of the columns, as its own documentation does it. */
async function byCsvStringify(eachPiece: EachPiece, file: string): Promise<void> {
  const { stringify } = await import("csv-stringify");
  const columns = wantedColumns().map(({ id, header, paths }) => ({ key: (paths?.[0] ?? id).replace(/\[\].*$/, ""), header }));
  const handle = await nodeDisk.open(file, "w");
  const stream = stringify({ columns, cast: { object: (value) => cellText(value) }, escape_formulas: true, record_delimiter: "windows" });
  const written = (async () => {
    for await (const chunk of stream) {
      await handle.write(chunk as Buffer);
    }
  })();
  await eachPiece(async (records) => {
    for (const record of records) {
      if (!stream.write(record)) {
        await new Promise((resolve) => stream.once("drain", resolve));
      }
    }
  });
  stream.end();
  await written;
  await handle.sync();
  await handle.close();
}

if (process.argv[2] === storeChildFlag) {
  await child(JSON.parse(process.argv[3] ?? "{}") as StoreExportTask);
}
