// The line of a .gitignore for exported files, checked with git itself.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ignoreLine, isIgnored, withIgnoreLine } from "../../../src/export/gitignore";

describe("a .gitignore", () => {
  it("gets one line at its end, with its own line endings, and keeps the rest", () => {
    assert.equal(withIgnoreLine("", "/exports/"), "# Exported records contain personal data.\n/exports/\n");
    assert.equal(
      withIgnoreLine("node_modules", "/exports/"),
      "node_modules\n# Exported records contain personal data.\n/exports/\n",
    );
    assert.equal(withIgnoreLine("a\r\n", "/b/"), "a\r\n# Exported records contain personal data.\r\n/b/\r\n");
  });

  const judged: readonly (readonly [string, string, boolean])[] = [
    ["", "exports", false],
    ["exports", "exports", true],
    ["/exports/", "exports", true],
    ["exports/**", "exports", true],
    ["# exports", "exports", false],
    ["/exports/\n!/exports/", "exports", false],
    ["/data", "data/exports", true],
    ["exports/", "data/exports", true],
    ["/exports/", "data/exports", false],
    ["data/exports", "other/data/exports", false],
    ["my exports  ", "my exports", true],
  ];
  for (const [text, folder, expected] of judged) {
    it(`${JSON.stringify(text)} ${expected ? "covers" : "does not cover"} ${folder}/`, () => {
      assert.equal(isIgnored(text, folder), expected);
    });
  }

  it("makes git ignore the folder, whatever its name", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "ignore-"));
    try {
      execFileSync("git", ["init", "-q", folder]);
      for (const name of ["exports", "[old] *", "a b ", "#1", "!x", "data/out?"]) {
        mkdirSync(path.join(folder, name), { recursive: true });
        writeFileSync(path.join(folder, name, "people.csv"), "x");
        writeFileSync(path.join(folder, ".gitignore"), withIgnoreLine("", ignoreLine(name)));
        assert.equal(spawnSync("git", ["-C", folder, "check-ignore", "-q", `${name}/people.csv`]).status, 0, name);
        assert.equal(spawnSync("git", ["-C", folder, "check-ignore", "-q", "kept.csv"]).status, 1);
        assert.ok(isIgnored(ignoreLine(name), name), name);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
