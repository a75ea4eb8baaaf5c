// Everything fetched as a dataset: Parquet files in partitions, one for each run, beside one row about each run. The
// metadata of a file says which database wrote it and from what, so several can write into one folder.
import { createHash } from "node:crypto";
import path from "node:path";
import type { CellValue } from "../records/columns";
import { textOf } from "../records/record";
import { codeOf, type AtomicFile, type Disk } from "../searches/atomicFile";
import { recordKinds, type RecordKind } from "../service/operations";
import { activeLists, listsOfRun } from "../store/leaveOut";
import type { StoreDb } from "../store/storeDb";
import { StoreError } from "../store/storeError";
import type { Task } from "../store/task";
import { close, open, readerOf, unreadable, type ViewReader } from "../store/views";
import { columnReader } from "./columnReader";
import { fittingValue } from "./columnTypes";
import { recordColumns, runColumns, runValues } from "./datasetTables";
import type { ExportFiles } from "./exportFiles";
import { parquetRows, type ParquetColumn } from "./parquetFormat";
import { jsonBytes, writeView, type ExportInfo, type RowWriter } from "./writeView";

export interface WrittenDataset {
  /** Runs that are new or have changed. */
  readonly runs: number;
  /** Records in these runs. */
  readonly records: number;
  /** Runs that were written before and have not changed. */
  readonly unchanged: number;
  /** Damaged records, which were not written. */
  readonly unreadable: number;
  /** Runs that were deleted here since they were written. */
  readonly removed: number;
}

/** Changing this number makes every file be written again. */
const version = 2;

/** The files that one database writes into a folder. */
export class DatasetWriter {
  private unreadable = 0;
  /** Reports nothing: progress is counted in runs. */
  private readonly quiet: Task;
  private readonly database: string;

  constructor(
    private readonly db: StoreDb,
    private readonly task: Task,
    private readonly disk: Disk,
    private readonly files: ExportFiles,
    private readonly folder: string,
  ) {
    this.quiet = { breathe: () => task.breathe(), progress: () => undefined };
    this.database = String(db.value("select database from content"));
  }

  /** Writes new and changed runs and removes deleted ones. Other processes may write to the folder meanwhile. */
  async write(): Promise<WrittenDataset> {
    const { db, task, disk, folder } = this;
    await disk.mkdir(path.dirname(folder), { recursive: true });
    await this.makeFolder(folder);
    const runs = runsOf(db);
    let written = 0;
    let records = 0;
    for (const [nth, run] of runs.entries()) {
      if (!(await this.isWritten(run))) {
        records += await this.writeRun(run);
        written += 1;
      }
      task.progress(nth + 1, runs.length);
      await task.breathe();
    }
    const removed = await this.removeDeleted(new Set(runs.map(({ id }) => id)));
    return { runs: written, records, unchanged: runs.length - written, unreadable: this.unreadable, removed };
  }

  /** The row about a run is written last. */
  private async isWritten(run: DatasetRun): Promise<boolean> {
    const origin = this.originOf(run);
    const isOf = async (file: string): Promise<boolean> => (await this.footerOf(file)).includes(origin);
    return (await isOf(`runs/${run.id}`)) && isOf(recordsFile(run));
  }

  private async writeRun(run: DatasetRun): Promise<number> {
    const { no, id } = run;
    const info: ExportInfo = [["Prospect Desk", this.originOf(run)]];
    const { view, count } = await open(this.db, { kind: "run", run: id }, { columns: [], now: 0 }, this.quiet);
    try {
      const reader = readerOf(this.db, view);
      await this.writeFile(recordsFile(run), reader, await recordWriter(reader, run, info, this.quiet));
      this.unreadable += unreadable(this.db, view).count;
    } finally {
      close(this.db, view);
    }
    const values = runValues(this.db, no);
    const row = parquetRows(runColumns, info, () => (column) => values[column]);
    await this.writeFile(`runs/${id}`, { count: 1, read: () => [[]] }, { columns: "", ...row });
    return count;
  }

  private originOf({ stamp }: DatasetRun): string {
    return `${this.database} ${stamp}`;
  }

  /** The end of a file, where its metadata is. Empty if there is no such file. */
  private async footerOf(file: string): Promise<Buffer> {
    const place = path.join(this.folder, `${file}.parquet`);
    const size = await this.sizeOf(place);
    if (size < 12) {
      return Buffer.alloc(0);
    }
    const handle = await this.disk.open(place, "r");
    try {
      const end = Buffer.alloc(8);
      await handle.read(end, 0, 8, size - 8);
      const footer = Buffer.alloc(Math.min(end.readUInt32LE(0), size - 8));
      await handle.read(footer, 0, footer.length, size - 8 - footer.length);
      return footer;
    } finally {
      await handle.close();
    }
  }

  /** 0 if it is not a file. */
  private sizeOf(place: string): Promise<number> {
    return this.disk.lstat(place).then(
      ({ mode, size }) => ((mode & fileTypeBits) === regularFile ? size : 0),
      () => 0,
    );
  }

  /** Removes the files of runs that this database wrote and no longer has. Resolves to the number of runs. */
  private async removeDeleted(existing: ReadonlySet<string>): Promise<number> {
    const removed = new Set<string>();
    for (const folder of await this.foldersWithRuns()) {
      const ids = (await this.namesIn(folder)).map((name) => path.basename(name, ".parquet"));
      for (const id of ids.filter((one) => !existing.has(one))) {
        if ((await this.footerOf(`${folder}/${id}`)).includes(`${this.database} `)) {
          await this.disk.unlink(path.join(this.folder, folder, `${id}.parquet`));
          removed.add(id);
        }
        await this.task.breathe();
      }
    }
    return removed.size;
  }

  private async foldersWithRuns(): Promise<readonly string[]> {
    const folders = ["runs"];
    for (const kind of recordKinds) {
      const months = await this.namesIn(`kind=${kind}`);
      folders.push(...months.map((month) => `kind=${kind}/${month}`));
    }
    return folders;
  }

  /** Empty for a link, because it may lead out of the folder. */
  private async namesIn(folder: string): Promise<readonly string[]> {
    const place = path.join(this.folder, folder);
    const isFolder = await this.disk.lstat(place).then(
      ({ mode }) => (mode & fileTypeBits) === folderType,
      () => false,
    );
    return isFolder ? this.disk.readdir(place) : [];
  }

  private writeFile(file: string, reader: Pick<ViewReader, "count" | "read">, writer: RowWriter): Promise<void> {
    return this.replace(`${file}.parquet`, async (target) => {
      await writeView(reader, writer, (bytes) => target.write(bytes), this.quiet);
    });
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
}

const fileTypeBits = 0o170000;
const folderType = 0o040000;
const regularFile = 0o100000;

interface DatasetRun {
  readonly no: number;
  readonly id: string;
  readonly kind: RecordKind;
  readonly startedAt: number;
  /** A hash of everything that is written about the run. */
  readonly stamp: string;
}

function runsOf(db: StoreDb): readonly DatasetRun[] {
  const rows = db.all<{ no: number; id: string; kind: RecordKind; startedAt: number; facts: string }>(
    `select no, id, record_kind as kind, started_at as startedAt, json_array(title, stop, records, returned,
       pages, credits, possible_credits, last_total, updated_at, (
         select json_array(count(*), total(credits), total(possible), max(settled_at)) from call c where c.run_no = r.no
       )) as facts
     from run r order by no`,
  );
  return rows.map(({ facts, ...run }) => {
    // Includes the leave-out lists, because they change which records are written.
    const content = JSON.stringify([version, facts, activeLists(db, listsOfRun(db, run.id))]);
    return { ...run, stamp: createHash("sha256").update(content).digest("hex").slice(0, 16) };
  });
}

/** The name of the file with the records of a run, without its extension. */
const recordsFile = ({ id, kind, startedAt }: DatasetRun): string =>
  `kind=${kind}/fetched=${new Date(startedAt).toISOString().slice(0, 7)}/${id}`;

/** When the page of a record was received. */
const receivedSql = `(select strftime('%Y-%m-%dT%H:%M:%fZ', p.received_at / 1000.0, 'unixepoch') from page p
  where p.run_no = m.key / 4294967296 and p.first_row <= m.key % 4294967296 and p.rows > 0
  order by p.first_row desc limit 1)`;

async function recordWriter(
  reader: ViewReader,
  { id, startedAt }: DatasetRun,
  info: ExportInfo,
  task: Task,
): Promise<RowWriter> {
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
    ...parquetRows(columns, info, cells),
  };
}
