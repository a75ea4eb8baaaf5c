// A disk that is full, read-only or loses the file: a clear message, nothing paid for lost, and the run resumes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { realDisk, type Disk, type DiskFile } from "../../src/runs/disk";
import { stopSentence } from "../../src/runs/stopSentences";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox";
import { removeFolder, runRig, temporaryFolder, testClock, type Rig, type RigOptions } from "../unit/runs/runRig";

type Refuse = (operation: "open" | "write" | "sync", file: string, bytes: Uint8Array) => string | undefined;

/** A disk that refuses what it is told to, half of a write having landed. */
function failingDisk(refuse: Refuse): Disk {
  const fail = (code: string): never => {
    throw Object.assign(new Error(`${code}: refused`), { code });
  };
  const failing = (file: string, inner: DiskFile): DiskFile => {
    const write = async (bytes: Uint8Array, work: () => Promise<void>): Promise<void> => {
      const code = refuse("write", file, bytes);
      if (code !== undefined) {
        await inner.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
        fail(code);
      }
      await work();
    };
    return {
      ...inner,
      write: (bytes, position) => write(bytes, () => inner.write(bytes, position)),
      writeDurably: (...pieces) => write(Buffer.concat(pieces), () => inner.writeDurably(...pieces)),
    };
  };
  return {
    ...realDisk,
    async open(file, mode) {
      const code = mode === "read" ? undefined : refuse("open", file, new Uint8Array());
      return code === undefined ? failing(file, await realDisk.open(file, mode)) : fail(code);
    },
  };
}

const isFrame = (file: string, bytes: Uint8Array, type: number): boolean => file.endsWith(".run") && bytes[3] === type;
const intentFrame = 1;
const pageFrame = 2;
const stopFrame = 3;

describe("a run on a failing disk", function () {
  this.timeout(60_000);
  const rigs: Rig[] = [];
  let sandbox: Sandbox;
  const rig = (options: RigOptions): Rig => {
    const made = runRig({ sandbox, ...options });
    rigs.push(made);
    return made;
  };
  const charged = (): number => sandbox.charges.reduce((sum, { records }) => sum + records, 0);

  beforeEach(() => {
    sandbox = createSandbox({ clock: testClock(), companies: 40, people: 400 });
  });
  afterEach(async () => {
    for (const { ledger, folder } of rigs.splice(0)) {
      await ledger.close().catch(() => undefined);
      removeFolder(folder);
    }
  });

  it("keeps a paid page in memory when it cannot be written, and writes it first on resume", async () => {
    let full = true;
    let pages = 0;
    const one = rig({ disk: failingDisk((operation, file, bytes) => (full && operation === "write" && isFrame(file, bytes, pageFrame) && (pages += 1) === 3 ? "ENOSPC" : undefined)) });
    const summary = await one.run({ limits: { records: 350 } });
    assert.equal(summary.stop?.kind, "storage");
    assert.equal(summary.records, 200);
    assert.match(stopSentence(summary, { now: 0 }).sentence, /The disk is full\. Free some space.*held in memory/);
    assert.deepEqual((await one.store.list())[0]?.stop, summary.stop);
    full = false;
    const again = await one.resume(summary.header.id);
    assert.deepEqual([again.stop?.kind, again.records], ["limitReached", 350]);
    assert.equal(charged(), 350);
    const ids = await one.rowIds(summary.header.id);
    assert.equal(new Set(ids).size, 350);
    const journal = await one.store.open(summary.header.id);
    assert.deepEqual(await journal.verify(), []);
    await journal.close();
  });

  it("sends nothing when the intent cannot be written, and keeps what it has though the stop cannot be written either", async () => {
    let full = false;
    const one = rig({ disk: failingDisk((operation, file, bytes) => (full && operation === "write" && (isFrame(file, bytes, intentFrame) || isFrame(file, bytes, stopFrame)) ? "ENOSPC" : undefined)) });
    const summary = await one.run({ limits: { records: 300 } }, ({ kind }) => {
      full = kind === "page";
    });
    assert.deepEqual([summary.stop?.kind, summary.records, charged()], ["storage", 100, 100]);
    full = false;
    const again = await one.resume(summary.header.id);
    assert.deepEqual([again.stop?.kind, again.records, charged()], ["limitReached", 300, 300]);
  });

  it("sends nothing when the ledger cannot be written", async () => {
    const one = rig({ disk: failingDisk((operation, file) => (operation === "write" && file.endsWith(".ndjson") ? "EDQUOT" : undefined)) });
    const summary = await one.run();
    assert.deepEqual([summary.stop?.kind, charged()], ["storage", 0]);
  });

  it("begins no run in a read-only folder, says why, and sends nothing", async () => {
    const one = rig({ disk: failingDisk((operation) => (operation === "open" ? "EROFS" : undefined)) });
    await assert.rejects(one.run(), { name: "StorageFailure", code: "EROFS", message: /read-only/ });
    assert.deepEqual([charged(), one.seen], [0, []]);
  });

  it("leaves no file of a run that could not be begun", async () => {
    const one = rig({ disk: failingDisk((operation, file, bytes) => (operation === "write" && isFrame(file, bytes, 0) ? "ENOSPC" : undefined)) });
    await assert.rejects(one.run(), { code: "ENOSPC" });
    assert.deepEqual(readdirSync(path.join(one.folder, "runs")), []);
  });

  for (const [what, remove] of [
    ["file", (one: Rig, id: string) => rmSync(path.join(one.folder, "runs", `${id}.run`))],
    ["folder", (one: Rig) => rmSync(path.join(one.folder, "runs"), { recursive: true })],
  ] as const) {
    it(`writes the journal again when its ${what} vanishes`, async () => {
      const one = rig({});
      let pages = 0;
      const summary = await one.run({ limits: { records: 350 } }, (progress) => {
        if (progress.kind === "page" && (pages += 1) === 2) {
          remove(one, progress.summary.header.id);
        }
      });
      assert.equal(summary.stop?.kind, "storage");
      const [listed] = await one.store.list();
      assert.equal(listed?.records, charged());
      const again = await one.resume(summary.header.id);
      assert.deepEqual([again.stop?.kind, again.records, charged()], ["limitReached", 350, 350]);
      assert.equal(new Set(await one.rowIds(summary.header.id)).size, 350);
    });
  }

  describe("of a real full disk", () => {
    const mount = temporaryFolder();
    let mounted = false;
    before(function () {
      try {
        execFileSync("mount", ["-t", "tmpfs", "-o", "size=1500k,mode=0700", "tmpfs", mount], { stdio: "ignore" });
        mounted = true;
      } catch {
        // Only root may, and not everywhere; the refusals above stand for it then.
        this.skip();
      }
    });
    after(() => {
      if (mounted) {
        execFileSync("umount", [mount], { stdio: "ignore" });
      }
      removeFolder(mount);
    });

    it("loses no paid record, and goes on when there is space again", async () => {
      const ballast = path.join(mount, "ballast");
      writeFileSync(ballast, Buffer.alloc(700 * 1024));
      const one = rig({ folder: path.join(mount, "data") });
      const summary = await one.run({ limits: { records: 400 } });
      assert.equal(summary.stop?.kind, "storage");
      assert.ok(summary.records < 400);
      rmSync(ballast);
      let again = await one.resume(summary.header.id, { records: charged() });
      assert.deepEqual([again.stop?.kind, again.records], ["limitReached", charged()]);
      const journal = await one.store.open(summary.header.id);
      assert.deepEqual(await journal.verify(), []);
      await journal.close();
      again = (await one.store.list())[0] ?? again;
      assert.equal(again.records, charged());
      await one.ledger.close();
      await one.store.delete(summary.header.id);
      assert.equal(existsSync(path.join(mount, "data", "runs", `${summary.header.id}.run`)), false);
    });
  });
});
