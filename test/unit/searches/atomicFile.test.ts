// A file that is replaced survives a power cut at any moment: the old or the new content, and the new one once `commit`
// has resolved. The disk of this test loses what was not synced.
import assert from "node:assert/strict";
import { createTemporary, writeFileAtomically, type Disk, type OpenFile } from "../../../src/searches/atomicFile";

interface Node {
  written: string;
  synced: string;
}

class FragileDisk {
  readonly #names = new Map<string, Node>();
  #durableNames = new Map<string, Node>();
  readonly #afterStep: () => void;

  constructor(afterStep: (disk: FragileDisk) => void) {
    this.#afterStep = () => afterStep(this);
  }

  put(name: string, content: string): void {
    this.#names.set(name, { written: content, synced: content });
    this.#durableNames = new Map(this.#names);
  }

  /** What a file has after a power cut. File systems can keep a new name without the content, or lose both. */
  afterCut(name: string, keepsNames: boolean): string | undefined {
    return (keepsNames ? this.#names : this.#durableNames).get(name)?.synced;
  }

  readonly disk: Disk = {
    open: async (name, flags) => {
      if (name === "/w") {
        return this.#handle({ written: "", synced: "" }, () => (this.#durableNames = new Map(this.#names)));
      }
      if (flags === "wx" && this.#names.has(name)) {
        throw Object.assign(new Error("taken"), { code: "EEXIST" });
      }
      const node: Node = this.#names.get(name) ?? { written: "", synced: "" };
      this.#names.set(name, node);
      this.#afterStep();
      return this.#handle(node, () => (node.synced = node.written));
    },
    rename: async (from, to) => this.#link(from, to, true),
    link: async (from, to) => this.#link(from, to, false),
    unlink: async (name) => {
      this.#names.delete(name);
      this.#afterStep();
    },
    lstat: async (name) => {
      if (!this.#names.has(name)) {
        throw Object.assign(new Error("none"), { code: "ENOENT" });
      }
      return { mode: 0o100600, size: 0, mtimeMs: 0 };
    },
    realpath: async (name) => name,
    readdir: async () => [...this.#names.keys()],
    readFile: async (name) => this.#names.get(name)?.written ?? "",
    mkdir: async () => undefined,
  };

  #link(from: string, to: string, moves: boolean): void {
    const node = this.#names.get(from);
    assert.ok(node !== undefined, from);
    this.#names.set(to, node);
    if (moves) {
      this.#names.delete(from);
    }
    this.#afterStep();
  }

  #handle(node: Node, sync: () => unknown): OpenFile {
    return {
      write: async (bytes, offset, length) => {
        node.written += Buffer.from(bytes.subarray(offset, offset + length)).toString();
        this.#afterStep();
        return { bytesWritten: length };
      },
      read: async () => ({ bytesRead: 0 }),
      chmod: async () => undefined,
      sync: async () => {
        sync();
        this.#afterStep();
      },
      close: async () => this.#afterStep(),
    };
  }
}

describe("a temporary file", () => {
  it("is made new, can be read only by this user, and is closed again", async () => {
    const opened: unknown[] = [];
    const { disk } = new FragileDisk(() => opened.push("step"));
    const open: Disk["open"] = (name, flags, mode) => {
      opened.push([flags, mode]);
      return disk.open(name, flags, mode);
    };
    await createTemporary({ ...disk, open }, "/w/a.csv");
    assert.deepEqual(opened, [["wx", 0o600], "step", "step"]);
  });
});

describe("a file that is written atomically", () => {
  for (const replace of [true, false]) {
    it(`is whole after a power cut at any moment, ${replace ? "over an old file" : "under a new name"}`, async () => {
      const old = replace ? "old" : undefined;
      let cuts = 0;
      const fragile = new FragileDisk((disk) => {
        for (const keepsNames of [true, false]) {
          assert.ok([old, "new"].includes(disk.afterCut("/w/a.csv", keepsNames)), `cut ${cuts}`);
          cuts += 1;
        }
      });
      if (old !== undefined) {
        fragile.put("/w/a.csv", old);
      }
      assert.equal(await writeFileAtomically(fragile.disk, "/w/a.csv", "new", { replace }), "/w/a.csv");
      assert.equal(fragile.afterCut("/w/a.csv", false), "new");
      assert.ok(cuts >= 10, String(cuts));
    });
  }

  const failing =
    (code: string): (() => Promise<never>) =>
    () =>
      Promise.reject(Object.assign(new Error(code), { code }));

  for (const code of ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL"]) {
    it(`takes a free name on a file system without links, which reports ${code}`, async () => {
      const fragile = new FragileDisk(() => undefined);
      const disk = { ...fragile.disk, link: failing(code) };
      assert.equal(await writeFileAtomically(disk, "/w/a.csv", "new", { replace: false }), "/w/a.csv");
      assert.equal(fragile.afterCut("/w/a.csv", false), "new");
      const second = await writeFileAtomically(disk, "/w/a.csv", "second", { replace: false });
      assert.notEqual(second, "/w/a.csv");
      assert.deepEqual([fragile.afterCut("/w/a.csv", false), fragile.afterCut(second, false)], ["new", "second"]);
    });
  }

  it("reports any other failure, and leaves nothing under the name", async () => {
    const fragile = new FragileDisk(() => undefined);
    const disk = { ...fragile.disk, link: failing("EIO") };
    await assert.rejects(writeFileAtomically(disk, "/w/a.csv", "new", { replace: false }));
    assert.equal(fragile.afterCut("/w/a.csv", true), undefined);
    assert.deepEqual(await fragile.disk.readdir("/w"), []);
  });
});
