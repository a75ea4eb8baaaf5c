// Exports on a disk that fails or goes away at every single operation: the old file or the new one, never half of one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as realDisk from "node:fs/promises";
import path from "node:path";
import type { ExportFormat } from "../../src/export/formats";
import { exportsOver } from "../../src/export/storeExport";
import type { Disk, OpenFile } from "../../src/searches/atomicFile";
import { functions } from "../../src/store/functions";
import { StoreError, type StoreErrorCode } from "../../src/store/storeError";
import { csvPresets } from "../../src/tables/writer";
import { openInProcess, type InProcessStore } from "../unit/store/inProcess";
import { addPage, beginRun, newFolder, now, removeFolders, type TestStore } from "../unit/store/rig";
import { exportProcess, type ExportJob } from "./exportJob";
import { canMount, mountSmallDisk } from "./support/smallDisk";

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
    close: () =>
      dead
        ? handle.close()
        : step(
            () => handle.close(),
            () => handle.close(),
          ),
  });
  const disk: Disk = {
    open: (name, flags, mode) => step(async () => file(await realDisk.open(name, flags, mode))),
    rename: (from, to) => step(() => realDisk.rename(from, to)),
    link: (existing, name) => step(() => realDisk.link(existing, name)),
    unlink: (name) => step(() => realDisk.unlink(name)),
    lstat: (name) => realDisk.lstat(name),
    realpath: (name) => realDisk.realpath(name),
    readdir: (folder) => realDisk.readdir(folder),
    readFile: (name, encoding) => realDisk.readFile(name, encoding),
    mkdir: (folder, options) => realDisk.mkdir(folder, options),
  };
  return { disk, operations: () => operations };
}

const companies = Array.from({ length: 500 }, (_, index) => ({
  id: `c${index}`,
  name: `Company ${index}`,
  description: "x".repeat(300),
}));
const profile = { name: "x", lists: "joined", columns: [{ id: "id" }, { id: "name" }, { id: "description" }] } as const;
const csv = { kind: "csv", profile, options: csvPresets.Plain } as const;
const typedFormats = (["xlsx", "sqlite", "parquet"] as const).map((kind) => ({ ...csv, kind }));

interface Scenario {
  readonly name: string;
  /** What the file contains before; absent when there is none. */
  readonly old: string | undefined;
  run(exports: TestStore["exports"], view: number, file: string): Promise<unknown>;
}

const exporting =
  (format: ExportFormat, replace: boolean): Scenario["run"] =>
  (exports, view, file) =>
    exports.toFile({ view, format, file, replace });
const scenarios: readonly Scenario[] = [
  { name: "CSV over an old file", old: "Id,Name,Description\nold,,\n", run: exporting(csv, true) },
  { name: "CSV to a new file", old: undefined, run: exporting(csv, false) },
  { name: "SQLite over an old file", old: "old", run: exporting({ ...csv, kind: "sqlite" }, true) },
];

/** One database for all tests; the disk of its exports is chosen for each. */
let disk: Disk = realDisk;
let opened: InProcessStore<TestStore>;
let view = 0;
/** A view of more data than fits on the small disk. */
let large = 0;
let folder = "";
const exportsTo = (chosen: Disk): TestStore["exports"] => {
  disk = chosen;
  return opened.store.exports;
};

describe("an export to a disk", () => {
  before(async () => {
    const delegate = new Proxy({} as Disk, { get: (_, name) => Reflect.get(disk, name) as unknown });
    opened = openInProcess<TestStore>(
      { file: path.join(newFolder(), "store", "desk.db") },
      { ...functions, exports: exportsOver(delegate, () => now) },
    );
    const run = await beginRun(opened.store, "company");
    await addPage(opened.store, run, companies);
    ({ view } = await opened.store.views.open({ kind: "run", run: run.id }, { columns: [], now }));
    const noise = await beginRun(opened.store, "company");
    await addPage(
      opened.store,
      noise,
      companies.map((company) => ({ ...company, description: randomBytes(4000).toString("base64") })),
    );
    ({ view: large } = await opened.store.views.open({ kind: "run", run: noise.id }, { columns: [], now }));
  });
  after(async () => {
    await opened.close();
    removeFolders();
  });
  beforeEach(() => {
    folder = newFolder();
  });

  describe("that is cut at any operation", () => {
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
          await scenario.run(exportsTo(counter.disk), view, file);
          const fresh = await realDisk.readFile(file, "utf8");
          assert.notEqual(fresh, scenario.old);
          assert.ok(counter.operations() >= 10, `only ${counter.operations()} cuts`);
          for (let at = 0; at < counter.operations(); at += 1) {
            await prepare(scenario);
            const cut = cutDisk({ at, code: "ENOSPC", dies });
            const failure = await scenario.run(exportsTo(cut.disk), view, file).then(
              () => undefined,
              (error: unknown) => error,
            );
            const found = await realDisk.readFile(file, "utf8").catch(() => undefined);
            assert.ok(
              found === scenario.old || found === fresh,
              `cut ${at}: ${String(found?.length)} of ${fresh.length} characters`,
            );
            assert.ok(
              failure === undefined ? found === fresh : failure instanceof StoreError,
              `cut ${at}: ${String(failure)}`,
            );
            if (!dies && failure !== undefined) {
              // A refusal leaves nothing behind; only the end of the process may leave its temporary file.
              assert.deepEqual(await realDisk.readdir(folder), scenario.old === undefined ? [] : ["out"]);
              assert.equal(found, scenario.old);
            }
          }
        });
      }
    }
  });

  describe("that refuses", () => {
    const failing = (name: "rename" | "link", code: string): Disk => ({
      ...(realDisk as Disk),
      [name]: async () => {
        throw Object.assign(new Error(code), { code });
      },
    });
    const sentences: readonly (readonly [string, StoreErrorCode, RegExp])[] = [
      ["ENOSPC", "FULL", /The disk is full, so “people\.csv” was not written\. Free some space/],
      ["EROFS", "READONLY", /read-only.*Choose another folder/],
      ["ENOENT", "FAILED", /The folder “.*” no longer exists/],
      ["EACCES", "READONLY", /You have no permission to write to “.*”/],
      ["EBUSY", "FAILED", /“people\.csv” is open in another program\. Close it there/],
      ["EPERM", "READONLY", /open in another program\. Close it there/],
      ["EDQUOT", "FULL", /quota is used up/],
      ["ENAMETOOLONG", "FAILED", /is too long/],
      ["EXYZ", "FAILED", /the system reported EXYZ/],
    ];
    for (const [code, storeCode, sentence] of sentences) {
      it(`with ${code} is explained in a sentence`, async () => {
        const running = exportsTo(failing("rename", code)).toFile({
          view,
          format: csv,
          file: path.join(folder, "people.csv"),
          replace: true,
        });
        await assert.rejects(
          running,
          (error) => error instanceof StoreError && error.code === storeCode && sentence.test(error.message),
        );
        assert.deepEqual(await realDisk.readdir(folder), []);
      });
    }

    if (canMount()) {
      for (const format of [csv, ...typedFormats]) {
        it(`since it is full, for ${format.kind}, leaves the old file`, async () => {
          const unmount = mountSmallDisk(folder, 1);
          try {
            const file = path.join(folder, "people");
            await realDisk.writeFile(file, "old");
            const running = exportsTo(realDisk).toFile({ view: large, format, file, replace: true });
            await assert.rejects(
              running,
              (error) => error instanceof StoreError && error.code === "FULL" && /“people” was not/.test(error.message),
            );
            assert.equal(await realDisk.readFile(file, "utf8"), "old");
            assert.deepEqual(await realDisk.readdir(folder), ["people"]);
          } finally {
            unmount();
          }
        });
      }
    }

    it("since the folder has vanished, or is a file, says so", async () => {
      const gone = path.join(folder, "gone");
      const running = (): Promise<unknown> =>
        exportsTo(realDisk).toFile({ view, format: csv, file: path.join(gone, "people.csv"), replace: true });
      await assert.rejects(running(), /no longer exists/);
      await realDisk.writeFile(gone, "");
      await assert.rejects(running(), /is not a folder/);
    });

    if (process.platform !== "win32") {
      it("to replace a pipe, a device, or what a link to them leads to, and leaves them as they are", async () => {
        const file = path.join(folder, "people.csv");
        const pipe = path.join(folder, "pipe");
        const device = path.join(folder, "device");
        assert.equal(spawnSync("mkfifo", [pipe]).status, 0);
        const hasDevice = spawnSync("mknod", [device, "c", "1", "3"]).status === 0;
        // Never a device of the system: an administrator's test could replace it.
        const places = [pipe, ...(hasDevice ? [device] : []), path.join(folder, "missing")];
        const refusal = (error: unknown): boolean =>
          error instanceof StoreError && /is a link, a device, or a pipe, so it was not written/.test(error.message);
        const kinds = await Promise.all(places.slice(0, -1).map(async (place) => (await realDisk.lstat(place)).mode));
        for (const place of places) {
          await realDisk.symlink(place, file);
          for (const target of place === places.at(-1) ? [file] : [place, file]) {
            const { toFile } = exportsTo(realDisk);
            await assert.rejects(toFile({ view, format: csv, file: target, replace: true }), refusal, target);
          }
          assert.equal(await realDisk.readlink(file), place);
          await realDisk.unlink(file);
        }
        assert.deepEqual(
          await Promise.all(places.slice(0, -1).map(async (place) => (await realDisk.lstat(place)).mode)),
          kinds,
        );
        assert.deepEqual((await realDisk.readdir(folder)).sort(), [...(hasDevice ? ["device"] : []), "pipe"]);
      });

      it("to replace a pipe that takes the file's place while it is written", async () => {
        const file = path.join(folder, "people.csv");
        await realDisk.writeFile(file, "old");
        const swapping: Disk = {
          ...(realDisk as Disk),
          open: async (name, flags, mode) => {
            await realDisk.rm(file, { force: true });
            spawnSync("mkfifo", [file]);
            return realDisk.open(name, flags, mode);
          },
        };
        await assert.rejects(
          exportsTo(swapping).toFile({ view, format: csv, file, replace: true }),
          /is a link, a device, or a pipe/,
        );
        assert.ok((await realDisk.lstat(file)).isFIFO());
        assert.deepEqual(await realDisk.readdir(folder), ["people.csv"]);
      });

      it("no link to a regular file: the link stays, and its file is replaced", async () => {
        const [file, target] = [path.join(folder, "people.csv"), path.join(folder, "real.csv")];
        await realDisk.writeFile(target, "old", { mode: 0o640 });
        await realDisk.symlink(target, file);
        await exportsTo(realDisk).toFile({ view, format: csv, file, replace: true });
        assert.equal(await realDisk.readlink(file), target);
        assert.match(await realDisk.readFile(target, "utf8"), /^Id,Name/);
        assert.equal((await realDisk.stat(target)).mode & 0o777, 0o640);
      });
    }

    it("to make links still never replaces another file", async () => {
      const file = path.join(folder, "people.csv");
      await realDisk.writeFile(file, "mine");
      await exportsTo(failing("link", "ENOTSUP")).toFile({ view, format: csv, file, replace: false });
      assert.equal(await realDisk.readFile(file, "utf8"), "mine");
      assert.deepEqual((await realDisk.readdir(folder)).sort(), ["people (2).csv", "people.csv"]);
    });
  });

  describe("of a window that is killed", function () {
    const kills = 4;

    it(`at ${kills} moments leaves the old file or the new one, and the next export removes what is left`, async () => {
      const file = path.join(folder, "exported", "companies.csv");
      const job: ExportJob = { database: path.join(folder, "store", "desk.db"), file };
      await realDisk.mkdir(path.dirname(file));
      await exportProcess(job);
      const versions = [await realDisk.readFile(file, "utf8"), "old\n"];
      let leftovers = 0;
      for (let nth = 0; nth < kills; nth += 1) {
        await realDisk.writeFile(file, "old\n");
        await exportProcess({ ...job, killAfter: nth * 4 });
        assert.ok(versions.includes(await realDisk.readFile(file, "utf8")));
        const left = (await realDisk.readdir(path.dirname(file))).filter((name) => name !== "companies.csv");
        await Promise.all(left.map((name) => realDisk.utimes(path.join(path.dirname(file), name), 1, 1)));
        leftovers += left.length;
      }
      assert.ok(leftovers > 0, "no export was cut off in the middle");
      await exportProcess(job);
      assert.deepEqual(await realDisk.readdir(path.dirname(file)), ["companies.csv"]);
      assert.equal(await realDisk.readFile(file, "utf8"), versions[0]);
    });
  });
});
