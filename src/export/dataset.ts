// Everything fetched as a dataset: Parquet files in partitions, one for each run, beside tables of runs, payments and
// lists. Several databases can write into one folder, because no file of one has the name of a file of another.
import { createHash } from "node:crypto";
import path from "node:path";
import type { CellValue } from "../rows/columns";
import { textOf } from "../rows/record";
import { codeOf, type AtomicFile, type Disk } from "../searches/atomicFile";
import { recordKinds, type RecordKind } from "../service/operations";
import { erasedRuns } from "../store/eraseRecord";
import { activeLists, listsOfRun } from "../store/leaveOut";
import type { StoreDb } from "../store/storeDb";
import { StoreError } from "../store/storeError";
import type { Task } from "../store/task";
import { close, open, readerOf, unreadable, type ViewReader } from "../store/views";
import { columnReader } from "./columnReader";
import {
  fittingValue,
  listRows,
  paymentsOfDeleted,
  paymentsOfRun,
  recordColumns,
  runRow,
  type DatasetTable,
} from "./datasetTables";
import type { ExportFiles } from "./exportFiles";
import { parquetRows, type ParquetColumn } from "./parquetFormat";
import { jsonBytes, writeView, type RowWriter } from "./writeView";

export interface WrittenDataset {
  /** Runs that are new or have changed. */
  readonly runs: number;
  /** Of these runs. */
  readonly records: number;
  /** Runs that were written before and are as they were. */
  readonly unchanged: number;
  /** Damaged records, which were not written. */
  readonly unreadable: number;
  /** Runs that were deleted here before somebody was erased: their files may name them, so they were removed. */
  readonly removed: number;
}

/** With another number all files are written again. */
const version = 1;
const markerName = "_prospect.json";
const marker = { format: "prospect-desk-dataset" };

interface WrittenRun {
  readonly no: number;
  readonly stamp: string;
  readonly records: number;
  /** How many had been erased from the database when it was written. */
  readonly erased?: number;
}

/** The files that one database writes into a folder. */
export class DatasetWriter {
  /** What was written of each run, by its id. */
  private written: Record<string, WrittenRun> = {};
  private unreadable = 0;
  /** Reports nothing: progress is counted in runs. */
  private readonly quiet: Task;

  constructor(
    private readonly db: StoreDb,
    private readonly task: Task,
    private readonly disk: Disk,
    private readonly files: ExportFiles,
    private readonly folder: string,
  ) {
    this.quiet = { breathe: () => task.breathe(), progress: () => undefined };
  }

  /** Writes what is new or has changed. Other databases may write to the folder meanwhile. */
  async write(): Promise<WrittenDataset> {
    const { db, task } = this;
    await this.openFolder();
    const database = db.get<{ readonly id: string }>("select database as id from content")?.id ?? "";
    // Files whose names begin so are none of the dataset for its readers.
    const state = `_prospect-${database}.json`;
    this.written = ((await this.readJson(state)) ?? {}) as Record<string, WrittenRun>;
    const runs = runsOf(db);
    const erased = erasedRuns(db);
    const mayName = this.mayNameErased(new Set([...runs.map(({ id }) => id), ...erased]));
    let [written, records] = [0, 0];
    try {
      await this.removeRecordsOf(new Set([...erased, ...mayName.map(([id]) => id)]));
      Object.assign(this.written, Object.fromEntries(mayName.map(([id, run]) => [id, { ...run, records: 0 }])));
      for (const [nth, run] of runs.entries()) {
        if (!(await this.isWritten(run))) {
          records += await this.writeRun(run);
          written += 1;
        }
        task.progress(nth + 1, runs.length);
        await task.breathe();
      }
      const inDataset = Object.values(this.written).map(({ no }) => no);
      await this.writeTable(`payments/deleted-${database}`, paymentsOfDeleted(db, inDataset));
      await this.writeTable(`lists/${database}`, listRows(db));
    } finally {
      await this.writeText(state, JSON.stringify(this.written));
    }
    const { unreadable } = this;
    return { runs: written, records, unchanged: runs.length - written, unreadable, removed: mayName.length };
  }

  /** Written runs that can no longer be written without whoever was erased since then. */
  private mayNameErased(known: ReadonlySet<string>): readonly (readonly [string, WrittenRun])[] {
    const erased = erasedCount(this.db);
    return Object.entries(this.written).filter(
      ([id, run]) => !known.has(id) && run.records > 0 && (run.erased ?? 0) !== erased,
    );
  }

  /** Makes the folder a dataset. Rejects if it is a link, or has files of somebody else. */
  private async openFolder(): Promise<void> {
    const { disk, folder } = this;
    const name = path.basename(folder);
    await disk.mkdir(path.dirname(folder), { recursive: true });
    await this.makeFolder(folder);
    const found = await this.readJson(markerName);
    if ((found as typeof marker | undefined)?.format === marker.format) {
      return;
    }
    if (found !== undefined || (await disk.readdir(folder)).some((one) => !one.startsWith("."))) {
      throw new StoreError(
        "FAILED",
        `The folder ${name} has other files. Choose an empty folder, or one that a dataset was written to before.`,
      );
    }
    await this.writeText(markerName, `${JSON.stringify(marker)}\n`);
  }

  private async isWritten({ id, stamp, kind, startedAt }: DatasetRun): Promise<boolean> {
    const before = this.written[id];
    const exists = (file: string): Promise<boolean> =>
      this.disk.lstat(path.join(this.folder, file)).then(
        () => true,
        () => false,
      );
    return (
      before?.stamp === stamp &&
      (await exists(`runs/${id}.parquet`)) &&
      (before.records === 0 || (await exists(`${partitionOf(kind, startedAt)}/${id}.parquet`)))
    );
  }

  private async writeRun(run: DatasetRun): Promise<number> {
    const { no, id, kind, startedAt, stamp } = run;
    const { view, count } = await open(this.db, { kind: "run", run: id }, { columns: [], now: 0 }, this.quiet);
    const file = `${partitionOf(kind, startedAt)}/${id}`;
    try {
      const reader = readerOf(this.db, view);
      await (count === 0
        ? this.remove(file)
        : this.writeFile(file, reader, await recordWriter(reader, run, this.quiet)));
      this.unreadable += unreadable(this.db, view).count;
    } finally {
      close(this.db, view);
    }
    await this.writeTable(`payments/${id}`, paymentsOfRun(this.db, no));
    await this.writeTable(`runs/${id}`, runRow(this.db, no));
    this.written[id] = { no, stamp, records: count, erased: erasedCount(this.db) };
    return count;
  }

  /** Without rows there is no file. */
  private async writeTable(file: string, { columns, rows }: DatasetTable): Promise<void> {
    if (rows.length === 0) {
      return this.remove(file);
    }
    const reader = { count: rows.length, read: (_sql: string, from: number, to: number) => indexes(from, to) };
    const cells =
      ([at]: readonly unknown[]) =>
      (column: number) =>
        rows[at as number]?.[column];
    const writer = { columns: "", ...parquetRows(columns, [], cells) };
    return this.writeFile(file, reader, writer);
  }

  private writeFile(file: string, reader: Pick<ViewReader, "count" | "read">, writer: RowWriter): Promise<void> {
    return this.replace(`${file}.parquet`, async (target) => {
      await writeView(reader, writer, (bytes) => target.write(bytes), this.quiet);
    });
  }

  private writeText(file: string, text: string): Promise<void> {
    return this.replace(file, (target) => target.write(Buffer.from(text)));
  }

  /** Writes a file whole or not at all, never through a link. */
  private async replace(file: string, write: (target: AtomicFile) => Promise<void>): Promise<void> {
    const place = path.join(this.folder, file);
    const folders = file.split("/").slice(0, -1);
    for (const nth of folders.keys()) {
      await this.makeFolder(path.join(this.folder, ...folders.slice(0, nth + 1)));
    }
    await this.files.withFile(place, { followLink: false }, async (target) => {
      await write(target);
      await target.commit();
    });
  }

  private async makeFolder(folder: string): Promise<void> {
    const { disk } = this;
    await disk.mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") {
        throw error;
      }
    });
    if (((await disk.lstat(folder)).mode & fileTypeBits) !== folderType) {
      const message = `${path.basename(folder)} is a link or a file, so nothing is written there.`;
      throw new StoreError("FAILED", message);
    }
  }

  private async remove(file: string): Promise<void> {
    await this.disk.unlink(path.join(this.folder, `${file}.parquet`)).catch((error: unknown) => {
      if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") {
        throw error;
      }
    });
  }

  /** In whatever partition they are. What they have cost stays. */
  private async removeRecordsOf(erased: ReadonlySet<string>): Promise<void> {
    const namesIn = (folder: string): Promise<readonly string[]> =>
      erased.size === 0 ? Promise.resolve([]) : this.disk.readdir(path.join(this.folder, folder)).catch(() => []);
    for (const kind of recordKinds) {
      for (const month of await namesIn(`kind=${kind}`)) {
        const ids = (await namesIn(`kind=${kind}/${month}`)).map((name) => path.basename(name, ".parquet"));
        for (const id of ids.filter((one) => erased.has(one))) {
          await this.remove(`kind=${kind}/${month}/${id}`);
        }
      }
    }
  }

  /** `undefined` if there is no such file, or it was not written by us. */
  private async readJson(file: string): Promise<object | undefined> {
    try {
      const found: unknown = JSON.parse(await this.disk.readFile(path.join(this.folder, file), "utf8"));
      return typeof found === "object" && found !== null ? found : {};
    } catch (error) {
      return codeOf(error) === "ENOENT" ? undefined : {};
    }
  }
}

const erasedCount = (db: StoreDb): number => db.get<{ readonly n: number }>("select count(*) as n from erased")?.n ?? 0;

const fileTypeBits = 0o170000;
const folderType = 0o040000;

const indexes = (from: number, to: number): number[][] => Array.from({ length: to - from }, (_, at) => [from + at]);

interface DatasetRun {
  readonly no: number;
  readonly id: string;
  readonly kind: RecordKind;
  readonly startedAt: number;
  /** Changes with everything that is written of the run. */
  readonly stamp: string;
}

function runsOf(db: StoreDb): readonly DatasetRun[] {
  const rows = db.all<{ no: number; id: string; kind: RecordKind; startedAt: number; facts: string }>(
    `select no, id, record_kind as kind, started_at as startedAt, json_array(title, stop, records, returned, erased,
       pages, credits, possible_credits, last_total, updated_at, (
         select json_array(count(*), total(credits), total(possible), max(settled_at)) from call c where c.run_no = r.no
       )) as facts
     from run r order by no`,
  );
  return rows.map(({ facts, ...run }) => {
    // With the lists that leave out some of its records.
    const content = JSON.stringify([version, facts, activeLists(db, listsOfRun(db, run.id))]);
    return { ...run, stamp: createHash("sha256").update(content).digest("hex").slice(0, 16) };
  });
}

const partitionOf = (kind: RecordKind, startedAt: number): string =>
  `kind=${kind}/fetched=${new Date(startedAt).toISOString().slice(0, 7)}`;

/** When the page of a record was received. */
const receivedSql = `(select strftime('%Y-%m-%dT%H:%M:%fZ', p.received_at / 1000.0, 'unixepoch') from page p
  where p.run_no = m.key / 4294967296 and p.first_row <= m.key % 4294967296 and p.rows > 0
  order by p.first_row desc limit 1)`;

async function recordWriter(reader: ViewReader, { id, startedAt }: DatasetRun, task: Task): Promise<RowWriter> {
  const own = recordColumns(reader.kind);
  const profile = { name: "", columns: own.map(({ name }) => ({ id: name })), lists: "joined" } as const;
  const source = await columnReader({ reader, profile }, task);
  const columns: readonly ParquetColumn[] = [
    { name: "run", type: "text" },
    { name: "fetched_at", type: "timestamp" },
    ...own,
    { name: "json", type: "text" },
  ];
  const cells = (values: readonly unknown[]): ((column: number) => CellValue) => {
    const [received, json] = values.slice(-2) as [string | null, Uint8Array];
    const cell = source.cells(values.slice(0, -2) as Parameters<typeof source.cells>[0]);
    const given: readonly CellValue[] = [id, received ?? new Date(startedAt).toISOString()];
    return (at) =>
      at < given.length
        ? given[at]
        : at === columns.length - 1
          ? textOf(json)
          : fittingValue(columns[at]?.type ?? "text", cell(at - given.length));
  };
  return {
    columns: `${source.sql}, ${receivedSql}, ${jsonBytes}`,
    ...parquetRows(columns, [], cells),
  };
}
