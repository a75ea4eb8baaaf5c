// Names of exported files.
import assert from "node:assert/strict";
import { exportName, freeName } from "../../../src/export/exportName";

const at = new Date(2026, 10, 20, 23, 59);

describe("the name of an export", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["Acme search", "Acme search 2026-11-20.csv"],
    ["Acme search.prospect.json", "Acme search 2026-11-20.csv"],
    ['a/b\\c:d*e?f"g<h>i|j', "a b c d e f g h i j 2026-11-20.csv"],
    ["../../etc/passwd", "etc passwd 2026-11-20.csv"],
    ["  dots... ", "dots 2026-11-20.csv"],
    ["CON", "_CON 2026-11-20.csv"],
    ["\u202eevil\u0000\n", "evil 2026-11-20.csv"],
    ["", "Export 2026-11-20.csv"],
    ["東京", "東京 2026-11-20.csv"],
  ];
  for (const [title, name] of cases) {
    it(`of ${JSON.stringify(title)} is ${name}`, () => {
      assert.equal(exportName(title, at, "csv"), name);
    });
  }

  it("is never too long for a disk, and never cut inside a character", () => {
    const name = exportName("😀".repeat(500), at, "ndjson");
    assert.ok(Buffer.byteLength(name) <= 150);
    assert.equal(Buffer.from(name).toString(), name);
  });

  it("gets a number when it is taken", async () => {
    const taken = new Set(["a 2026.csv", "a 2026 (2).csv"]);
    assert.equal(await freeName("a 2026.csv", (name) => taken.has(name)), "a 2026 (3).csv");
    assert.equal(await freeName("b.csv", async (name) => taken.has(name)), "b.csv");
  });
});
