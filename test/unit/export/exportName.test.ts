// Names of exported files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { exportFolder, exportName, freeName } from "../../../src/export/exportName";

const at = new Date(2026, 10, 20, 23, 59);

describe("the name of an export", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["Acme search", "Acme search 2026-11-20.csv"],
    ["Acme search.prospect.json", "Acme search 2026-11-20.csv"],
    ['a/b\\c:d*e?f"g<h>i|j', "a b c d e f g h i j 2026-11-20.csv"],
    ["../../etc/passwd", "etc passwd 2026-11-20.csv"],
    ["  dots... ", "dots 2026-11-20.csv"],
    ["CON", "_CON 2026-11-20.csv"],
    ["nul.txt", "_nul.txt 2026-11-20.csv"],
    ["\u202eevil\u0000\n", "evil 2026-11-20.csv"],
    ["", "Export 2026-11-20.csv"],
    ["東京", "東京 2026-11-20.csv"],
    ["Große Łódź – “Søren’s” Café & Co.", "Grosse Lodz - Sorens Cafe Co 2026-11-20.csv"],
    ["Software · Germany · ≥ 1,001 people (new)", "Software Germany 1 001 people new 2026-11-20.csv"],
    ["가나다 \ud83d\ude00 C#", "가나다 C 2026-11-20.csv"],
  ];
  for (const [title, name] of cases) {
    it(`of ${JSON.stringify(title)} is ${name}`, () => {
      assert.equal(exportName(title, at, "csv"), name);
    });
  }

  it("says which records are in it", () => {
    assert.equal(exportName("Acme search", at, "csv", "new"), "Acme search new 2026-11-20.csv");
  });

  it("is never too long for a disk, and never cut inside a character", () => {
    const name = exportName("😀".repeat(500), at, "ndjson");
    assert.ok(Buffer.byteLength(name) <= 150);
    assert.equal(Buffer.from(name).toString(), name);
  });

  it("has at most 120 bytes before the date", () => {
    for (const length of [119, 120, 121]) {
      assert.equal(exportName("a".repeat(length), at, "csv"), `${"a".repeat(Math.min(120, length))} 2026-11-20.csv`);
    }
  });

  it("gets a number when it is taken", async () => {
    const taken = new Set(["a 2026.csv", "a 2026 (2).csv"]);
    assert.equal(await freeName("a 2026.csv", (name) => taken.has(name)), "a 2026 (3).csv");
    assert.equal(await freeName("b.csv", async (name) => taken.has(name)), "b.csv");
  });

  it("continues the number that it has, but not a year", async () => {
    const taken = new Set(["a (2).csv", "a (3).csv", "Fair (2026).csv"]);
    assert.equal(await freeName("a (2).csv", (name) => taken.has(name)), "a (4).csv");
    assert.equal(await freeName("Fair (2026).csv", (name) => taken.has(name)), "Fair (2026) (2).csv");
  });
});

describe("the export folder of the setting", () => {
  const allowed: readonly (readonly [string, string])[] = [
    ["exports", "exports"],
    ["data/out", "data/out"],
    ["data\\out\\", "data/out"],
    [" Ünïcode 東京 ", "Ünïcode 東京"],
    [".hidden", ".hidden"],
    ["a..b", "a..b"],
    [".gitlab", ".gitlab"],
    ["", ""],
  ];
  const refused = [
    ..."/tmp \\\\server\\share C:\\x c:x ~ ~/x / .. ../x a/../b a\\..\\b a/.. .git .git/hooks a/.GIT/x".split(" "),
    ..."$HOME `id` a;b a&b a|b a>b a<b 'a' \"a\" {a,b} [a] !x #x %TEMP% a^b a* a?".split(" "),
    " /tmp",
    "$(touch x)",
    "a\nb",
    "a\u0000b",
    "a\u0085b",
    "a/ .git /x",
  ];
  const { pattern = "" } =
    (
      JSON.parse(readFileSync("package.json", "utf8")) as {
        contributes: { configuration: { properties: Record<string, { pattern?: string }> } };
      }
    ).contributes.configuration.properties["prospectDesk.exports.folder"] ?? {};
  // The settings editor tests patterns like this.
  const shownAsValid = (value: string): boolean => new RegExp(pattern, "u").test(value);

  it("is a folder inside the workspace", () => {
    for (const [setting, folder] of allowed) {
      assert.equal(exportFolder(setting), folder, setting);
      assert.ok(shownAsValid(setting), setting);
    }
  });

  it("is the default for anything else, and the settings editor says so", () => {
    for (const setting of refused) {
      assert.equal(exportFolder(setting), "exports", setting);
      assert.equal(shownAsValid(setting), false, setting);
    }
    assert.deepEqual(
      [undefined, null, 3, ["x"], {}].map((setting) => exportFolder(setting)),
      Array.from({ length: 5 }, () => "exports"),
    );
  });

  it("does not count in Restricted Mode", () => {
    const { capabilities } = JSON.parse(readFileSync("package.json", "utf8")) as {
      capabilities: { untrustedWorkspaces: { restrictedConfigurations: readonly string[] } };
    };
    assert.deepEqual(capabilities.untrustedWorkspaces.restrictedConfigurations, ["prospectDesk.exports.folder"]);
  });
});
