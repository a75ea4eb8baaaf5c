// Exports on a disk that fails or goes away at every single operation: the old file or the new one, never half of one.
import assert from "node:assert/strict";
import * as realDisk from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { appendNewRecords } from "../../src/export/appendNew";
import { csvPresets } from "../../src/export/csvWriter";
import { exportRecords, type ExportFormat } from "../../src/export/exportRun";
import type { RecordSource } from "../../src/runs/run";
import { DiskFailure, type Disk, type OpenFile } from "../../src/searches/atomicFile";
import { memorySource, testPace } from "../unit/rows/memorySource";

/** Every write takes at most this much, so that writes come in many parts and each part can be the last. In bytes. */
const shortWrite = 4096;

/** What happens at the chosen operation: a refusal, after which all works again, or the end of the process. */
type Cut = { readonly at: number; readonly code: string; readonly dies: boolean };

/** A real disk whose operations are counted and cut. Reading what is there is not counted: it changes nothing. */
function cutDisk(cut: Cut | undefined): { readonly disk: Disk; readonly operations: () => number } {
  let operations = 0;
  let dead = false;
  const step = async <T>(work: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> => {
    if (dead) {
      throw Object.assign(new Error("the process is gone"), { code: "EIO" });
    }
    operations += 1;
    if (operations - 1 === cut?.at) {
      dead = cut.dies;
      await half?.();
      throw Object.assign(new Error(`${cut.code}: cut`), { code: cut.code });
    }
    return work();
  };
  const file = (handle: realDisk.FileHandle): OpenFile => ({
    write: (bytes, offset, length, position) => {
      const most = Math.min(length, shortWrite);
      return step(
        () => handle.write(bytes, offset, most, position),
        () => handle.write(bytes, offset, most >> 1, position),
      );
    },
    read: (bytes, offset, length, position) => handle.read(bytes, offset, length, position),
    chmod: (mode) => step(() => handle.chmod(mode)),
    sync: () => step(() => handle.sync()),
    close: () => (dead ? handle.close() : step(() => handle.close(), () => handle.close())),
  });
  const disk: Disk = {
    open: (name, flags, mode) => step(async () => file(await realDisk.open(name, flags, mode))),
    rename: (from, to) => step(() => realDisk.rename(from, to)),
    link: (existing, name) => step(() => realDisk.link(existing, name)),
    unlink: (name) => step(() => realDisk.unlink(name)),
    stat: (name) => realDisk.stat(name),
    realpath: (name) => realDisk.realpath(name),
    readdir: (folder) => realDisk.readdir(folder),
    readFile: (name, encoding) => realDisk.readFile(name, encoding),
    mkdir: (folder, options) => realDisk.mkdir(folder, options),
  };
  return { disk, operations: () => operations };
}

const source: RecordSource = memorySource("company", Array.from({ length: 500 }, (_, index) => ({ id: `c${index}`, name: `Company ${index}`, description: "x".repeat(300) })));
const profile = { name: "x", lists: "joined", columns: [{ id: "id" }, { id: "name" }, { id: "description" }] } as const;
const csv = { kind: "csv", profile, options: csvPresets.Plain } as const;

interface Scenario {
  readonly name: string;
  /** What the file holds before; absent when there is none. */
  readonly old: string | undefined;
  run(disk: Disk, file: string): Promise<unknown>;
}

const exporting = (format: ExportFormat, replace: boolean) => (disk: Disk, file: string) => exportRecords({ source, format, target: { kind: "file", disk, file, replace }, pace: testPace() });
const scenarios: readonly Scenario[] = [
  { name: "CSV over an old file", old: "Id,Name,Description\nold,,\n", run: exporting(csv, true) },
  { name: "CSV to a new file", old: undefined, run: exporting(csv, false) },
  { name: "JSON over an old file", old: "[]", run: exporting({ kind: "json" }, true) },
  { name: "an addition to an old file", old: "Id,Name,Description\nold,,\n", run: (disk, file) => appendNewRecords({ source, format: csv, disk, file, pace: testPace() }) },
];

describe("an export cut at any operation of the disk", () => {
  let folder = "";
  let cuts = 0;
  let whole = 0;
  beforeEach(async () => {
    folder = await realDisk.mkdtemp(path.join(os.tmpdir(), "cut-"));
  });
  afterEach(async () => {
    await realDisk.rm(folder, { recursive: true, force: true });
  });
  const prepare = async ({ old }: Scenario): Promise<string> => {
    const file = path.join(folder, "out");
    await realDisk.rm(folder, { recursive: true, force: true });
    await realDisk.mkdir(folder);
    if (old !== undefined) {
      await realDisk.writeFile(file, old);
    }
    return file;
  };

  for (const scenario of scenarios) {
    for (const dies of [false, true]) {
      it(`${scenario.name}, ${dies ? "the process gone" : "the operation refused"}`, async () => {
        const file = await prepare(scenario);
        const counter = cutDisk(undefined);
        await scenario.run(counter.disk, file);
        const fresh = await realDisk.readFile(file, "utf8");
        assert.notEqual(fresh, scenario.old);
        for (let at = 0; at < counter.operations(); at += 1) {
          await prepare(scenario);
          const { disk } = cutDisk({ at, code: "ENOSPC", dies });
          const failure = await scenario.run(disk, file).then(() => undefined, (error: unknown) => error);
          cuts += 1;
          const found = await realDisk.readFile(file, "utf8").catch(() => undefined);
          assert.ok(found === scenario.old || found === fresh, `cut ${at}: ${String(found?.length)} of ${fresh.length} characters`);
          assert.ok(failure === undefined ? found === fresh : failure instanceof DiskFailure, `cut ${at}: ${String(failure)}`);
          if (!dies && failure !== undefined) {
            // A refusal leaves nothing behind; only the end of the process may leave its temporary file.
            assert.deepEqual(await realDisk.readdir(folder), scenario.old === undefined ? [] : ["out"]);
            assert.equal(found, scenario.old);
          }
          whole += 1;
        }
      });
    }
  }

  after(() => {
    assert.ok(cuts >= 200, `only ${cuts} cuts`);
    assert.equal(whole, cuts);
  });
});

describe("a disk that refuses", () => {
  const sentences: readonly (readonly [string, RegExp])[] = [
    ["ENOSPC", /The disk is full, so “people\.csv” was not written\. Free some space/],
    ["EROFS", /read-only.*Choose another folder/],
    ["ENOENT", /The folder “.*” is not there any more/],
    ["EACCES", /You may not write to “.*”/],
    ["EBUSY", /“people\.csv” is open in another program\. Close it there/],
    ["EPERM", /open in another program\. Close it there/],
    ["EDQUOT", /quota is used up/],
    ["ENAMETOOLONG", /is too long/],
    ["EXYZ", /the system said EXYZ/],
  ];
  for (const [code, sentence] of sentences) {
    it(`with ${code} is explained in a sentence`, async () => {
      const folder = await realDisk.mkdtemp(path.join(os.tmpdir(), "refuse-"));
      try {
        const disk: Disk = {
          ...(realDisk as Disk),
          rename: async () => {
            throw Object.assign(new Error(code), { code });
          },
        };
        const running = exporting(csv, true)(disk, path.join(folder, "people.csv"));
        await assert.rejects(running, (error) => error instanceof DiskFailure && error.code === code && sentence.test(error.message));
        assert.deepEqual(await realDisk.readdir(folder), []);
      } finally {
        await realDisk.rm(folder, { recursive: true, force: true });
      }
    });
  }

  it("since the folder has vanished, or is a file, says so", async () => {
    const folder = await realDisk.mkdtemp(path.join(os.tmpdir(), "gone-"));
    await realDisk.rm(folder, { recursive: true });
    await assert.rejects(exporting(csv, true)(realDisk, path.join(folder, "people.csv")), /is not there any more/);
    await realDisk.writeFile(folder, "");
    await assert.rejects(exporting(csv, true)(realDisk, path.join(folder, "people.csv")), /is not a folder/);
    await realDisk.unlink(folder);
  });

  it("to make links still never replaces another file", async () => {
    const folder = await realDisk.mkdtemp(path.join(os.tmpdir(), "nolink-"));
    try {
      const disk: Disk = {
        ...(realDisk as Disk),
        link: async () => {
          throw Object.assign(new Error("no links here"), { code: "ENOTSUP" });
        },
      };
      await realDisk.writeFile(path.join(folder, "people.csv"), "mine");
      await exporting(csv, false)(disk, path.join(folder, "people.csv"));
      assert.equal(await realDisk.readFile(path.join(folder, "people.csv"), "utf8"), "mine");
      assert.deepEqual((await realDisk.readdir(folder)).sort(), ["people (2).csv", "people.csv"]);
    } finally {
      await realDisk.rm(folder, { recursive: true, force: true });
    }
  });
});
