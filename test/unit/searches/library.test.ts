// The personal library on a real disk.
import assert from "node:assert/strict";
import * as disk from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Disk } from "../../../src/searches/atomicFile";
import { Library, searchNameProblem, uniqueName } from "../../../src/searches/library";

describe("the name of a saved search", () => {
  for (const name of ["Acme", "Ünïcode 東京", "a.b", "com10", "console", "x".repeat(200)]) {
    it(`may be ${JSON.stringify(name.slice(0, 20))}`, () => {
      assert.equal(searchNameProblem(name), undefined);
    });
  }
  for (const name of [
    "",
    "  ",
    "a/b",
    "a\\b",
    "..",
    "../x",
    "a:b",
    "what?",
    'a"b',
    "end.",
    " end",
    "CON",
    "nul.x",
    "Com1",
    "a\u0000b",
    "a\nb",
    "a\u202eb",
    "x".repeat(201),
    "ü".repeat(101),
  ]) {
    it(`cannot be ${JSON.stringify(name.slice(0, 20))}`, () => {
      assert.match(searchNameProblem(name) ?? "", /^[A-Z“].*\.$/);
    });
  }

  it("is refused with the reason", () => {
    for (const [name, message] of [
      ["  ", "Enter a name."],
      ['a"b', "A name cannot contain a double quote. Remove it."],
      ["what?", "A name cannot contain ?. Remove it."],
      ["end ", "A name cannot begin or end with a space."],
      [".end", "A name cannot begin or end with a dot."],
      ["end.", "A name cannot begin or end with a dot."],
      ["nul.x", "“nul.x” is a reserved name on Windows. Choose another name."],
      ["a\u202eb", "This name contains an invisible character. Enter it again."],
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

  it("is empty before its folder exists, and lists only searches, by name", async () => {
    const library = new Library(folder, disk);
    assert.deepEqual(await library.list(), []);
    await library.create("Search 10", "{}");
    await library.create("search 9", "{}");
    await disk.writeFile(path.join(folder, "notes.txt"), "");
    await disk.writeFile(path.join(folder, ".half.prospect.json"), "");
    assert.deepEqual(
      (await library.list()).map(({ name }) => name),
      ["search 9", "Search 10"],
    );
  });

  it("creates with a number when the name is taken, and never replaces", async () => {
    const library = new Library(folder, disk);
    const made = [
      await library.create("Acme", "1"),
      await library.create("ACME", "2"),
      await library.create("Acme", "3"),
    ];
    assert.deepEqual(
      made.map(({ name }) => name),
      ["Acme", "ACME 2", "Acme 3"],
    );
    assert.deepEqual(await Promise.all(made.map(({ file }) => library.read(file))), ["1", "2", "3"]);
  });

  it("creates under different names when many do so at once", async () => {
    const libraries = Array.from({ length: 8 }, () => new Library(folder, disk));
    const made = await Promise.all(libraries.map((library, index) => library.create("Acme", String(index))));
    assert.equal(new Set(made.map(({ file }) => file)).size, 8);
    assert.deepEqual(
      await Promise.all(made.map(({ file }) => disk.readFile(file, "utf8"))),
      made.map((_, index) => String(index)),
    );
  });

  it("renames, also only in case, and refuses a name that is taken", async () => {
    const library = new Library(folder, disk);
    const first = await library.create("Acme", "1");
    await library.create("Other", "2");
    const renamed = await library.rename(first.file, "acme");
    assert.equal(renamed.name, "acme");
    await assert.rejects(library.rename(renamed.file, "OTHER"), { name: "LibraryProblem", message: /already/ });
    for (const name of ["a/b", "../acme", ".acme", "con", ""]) {
      await assert.rejects(library.rename(renamed.file, name), { name: "LibraryProblem" }, name);
    }
    assert.equal((await library.rename(renamed.file, "Third")).name, "Third");
    assert.deepEqual(
      (await library.list()).map(({ name }) => name),
      ["Other", "Third"],
    );
  });

  it("renames without replacing a file that another window has just created", async () => {
    const library = new Library(folder, { ...(disk as Disk), readdir: async () => [] });
    const first = await new Library(folder, disk).create("Acme", "1");
    const second = await new Library(folder, disk).create("Other", "2");
    await assert.rejects(library.rename(first.file, "Other"), { name: "LibraryProblem" });
    assert.equal(await disk.readFile(second.file, "utf8"), "2");
  });

  it("takes the next number when another window has just taken the first one that seemed free", async () => {
    const others = new Library(folder, disk);
    for (const name of ["Acme", "Acme 2", "Acme 7"]) {
      await others.create(name, "theirs");
    }
    const library = new Library(folder, { ...(disk as Disk), readdir: async () => ["Acme.prospect.json"] });
    assert.equal((await library.create("Acme", "ours")).name, "Acme 3");
    assert.equal((await library.create("Acme 7", "ours")).name, "Acme 7 2");
    assert.equal(await others.read(path.join(folder, "Acme 2.prospect.json")), "theirs");
  });

  it("creates nothing under a name that is not allowed", async () => {
    const library = new Library(folder, disk);
    await assert.rejects(library.create("../Acme", "1"), { name: "LibraryProblem" });
    assert.deepEqual(await disk.readdir(path.dirname(folder)), []);
  });

  it("can be read by its owner only", async function () {
    if (process.platform === "win32") {
      this.skip();
    }
    await new Library(folder, disk).create("Acme", "1");
    assert.equal((await disk.stat(folder)).mode & 0o777, 0o700);
  });

  it("does not touch the disk to give a search the name it has", async () => {
    const { file } = await new Library(folder, disk).create("Acme", "1");
    const fail = async (): Promise<never> => assert.fail("Nothing has to be moved.");
    const library = new Library(folder, { ...(disk as Disk), link: fail, rename: fail, unlink: fail });
    assert.deepEqual(await library.rename(file, "Acme"), { name: "Acme", file });
  });

  it("renames on disks without links, and reports what fails there", async () => {
    const failing = (code: string) => async (): Promise<never> =>
      Promise.reject(Object.assign(new Error(code), { code }));
    const { file } = await new Library(folder, disk).create("Acme", "1");
    const withoutLinks = { ...(disk as Disk), link: failing("EPERM") };
    const readOnly = new Library(folder, { ...withoutLinks, rename: failing("EROFS") });
    await assert.rejects(readOnly.rename(file, "Other"), { name: "DiskFailure" });
    const renamed = await new Library(folder, withoutLinks).rename(file, "Other");
    assert.deepEqual(renamed, { name: "Other", file: path.join(folder, "Other.prospect.json") });
    assert.deepEqual(await disk.readdir(folder), ["Other.prospect.json"]);
    const unreadable = new Library(folder, {
      ...(disk as Disk),
      readFile: failing("EACCES"),
      readdir: failing("EACCES"),
    });
    await assert.rejects(unreadable.read(renamed.file), { name: "DiskFailure" });
    await assert.rejects(unreadable.list(), { name: "DiskFailure" });
  });

  it("duplicates under a different name", async () => {
    const library = new Library(folder, disk);
    const { file } = await library.create("Founded 2015", "text");
    const copies = [await library.duplicate(file), await library.duplicate(file)];
    assert.deepEqual(
      copies.map(({ name }) => name),
      ["Founded 2015 copy", "Founded 2015 copy 2"],
    );
    assert.equal(await library.read(copies[1]?.file ?? ""), "text");
  });

  it("saves completely, leaves no other files, and reports a missing file", async () => {
    const library = new Library(folder, disk);
    const { file } = await library.create("Acme", "1");
    await library.save(file, "2");
    assert.equal(await library.read(file), "2");
    assert.deepEqual(await disk.readdir(folder), ["Acme.prospect.json"]);
    await disk.unlink(file);
    await assert.rejects(library.read(file), /no longer exists/);
    await assert.rejects(library.rename(file, "New"), /no longer exists/);
  });
});
