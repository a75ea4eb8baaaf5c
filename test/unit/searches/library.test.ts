// The personal library on a real disk.
import assert from "node:assert/strict";
import * as disk from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Disk } from "../../../src/searches/atomicFile";
import { addToLibrary, searchNameProblem, uniqueName } from "../../../src/searches/library";

describe("the name of a saved search", () => {
  for (const name of ["Acme", "Ünïcode 東京", "a.b", "com10", "console", "x".repeat(200)]) {
    it(`may be ${JSON.stringify(name.slice(0, 20))}`, () => {
      assert.equal(searchNameProblem(name), undefined);
    });
  }
  it("is refused with the reason", () => {
    for (const [name, message] of [
      ["", "Enter a name."],
      ["  ", "Enter a name."],
      ["../x", "A name cannot contain /. Remove it."],
      ["a\\b", "A name cannot contain \\. Remove it."],
      ["a:b", "A name cannot contain :. Remove it."],
      ['a"b', "A name cannot contain a double quote. Remove it."],
      ["what?", "A name cannot contain ?. Remove it."],
      ["end ", "A name cannot begin or end with a space."],
      [".end", "A name cannot begin or end with a dot."],
      ["end.", "A name cannot begin or end with a dot."],
      ["Com1", "“Com1” is a reserved name on Windows. Choose another name."],
      ["nul.x", "“nul.x” is a reserved name on Windows. Choose another name."],
      ["a\u202eb", "This name contains an invisible character. Enter it again."],
      ["a\nb", "This name contains an invisible character. Enter it again."],
      ["ü".repeat(101), "This name is too long. Shorten it."],
      ["x".repeat(201), "This name is too long. Shorten it."],
    ] as const) {
      assert.equal(searchNameProblem(name), message);
    }
  });

  it("gets the first free number, whatever its case", () => {
    assert.equal(uniqueName("Acme", ["acme", "Acme 3"]), "Acme 2");
    assert.equal(uniqueName("Acme", []), "Acme");
  });
});

describe("the library", () => {
  let folder = "";
  beforeEach(async () => {
    folder = path.join(await disk.mkdtemp(path.join(os.tmpdir(), "library-")), "searches");
  });
  afterEach(async () => {
    await disk.rm(path.dirname(folder), { recursive: true, force: true });
  });

  const add = (name: string, text: string): Promise<string> => addToLibrary(disk, folder, name, text);
  const read = (file: string): Promise<string> => disk.readFile(file, "utf8");
  const nameOf = (file: string): string => path.basename(file, ".prospect.json");

  it("creates with a number when the name is taken, and never replaces", async () => {
    const made = [await add("Acme", "1"), await add("ACME", "2"), await add("Acme", "3")];
    assert.deepEqual(made.map(nameOf), ["Acme", "ACME 2", "Acme 3"]);
    assert.deepEqual(await Promise.all(made.map(read)), ["1", "2", "3"]);
    assert.deepEqual((await disk.readdir(folder)).sort(), made.map((file) => path.basename(file)).sort());
  });

  it("creates under different names when many do so at once", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, (_, index) => add("Acme", String(index))));
    assert.equal(new Set(made).size, 8);
    assert.deepEqual(
      await Promise.all(made.map(read)),
      made.map((_, index) => String(index)),
    );
  });

  it("takes the next number when another window has just taken the first one that seemed free", async () => {
    for (const name of ["Acme", "Acme 2", "Acme 7"]) {
      await add(name, "theirs");
    }
    const late: Disk = { ...(disk as Disk), readdir: async () => ["Acme.prospect.json"] };
    assert.equal(nameOf(await addToLibrary(late, folder, "Acme", "ours")), "Acme 3");
    assert.equal(nameOf(await addToLibrary(late, folder, "Acme 7", "ours")), "Acme 7 2");
    assert.equal(await read(path.join(folder, "Acme 2.prospect.json")), "theirs");
  });

  it("creates nothing under a name that is not allowed", async () => {
    await assert.rejects(add("../Acme", "1"), { message: /cannot contain/ });
    assert.deepEqual(await disk.readdir(path.dirname(folder)), []);
  });

  it("can be read by its owner only", async function () {
    if (process.platform === "win32") {
      this.skip();
    }
    await add("Acme", "1");
    assert.equal((await disk.stat(folder)).mode & 0o777, 0o700);
  });

  it("reports what the disk refuses", async () => {
    const failing = async (): Promise<never> => Promise.reject(Object.assign(new Error("EACCES"), { code: "EACCES" }));
    for (const refused of ["mkdir", "readdir", "open"]) {
      const broken: Disk = { ...(disk as Disk), [refused]: failing };
      await assert.rejects(addToLibrary(broken, folder, "Acme", "1"), { name: "DiskFailure" }, refused);
    }
  });
});
