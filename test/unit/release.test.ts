// What may be published, and what the extension's page shows.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isPreRelease, listingReadme, releaseProblems } from "../host/release.mjs";

const manifest = {
  version: "1.2.0",
  homepage: "https://desk.test",
  repository: { url: "https://github.test/desk/desk" },
  bugs: { url: "https://github.test/desk/desk/issues" },
};
const changelog = "# Changelog\n\n## 1.2.0 - 2026-11-25\n\n## 1.1.0 - 2026-10-01\n";

describe("a release", () => {
  it("is refused where tag, version, and change log differ, or the version has no date", () => {
    const problems = (tag: string, text = changelog): readonly string[] =>
      releaseProblems({ tag, changelog: text, manifest });
    assert.deepEqual(problems("v1.2.0"), []);
    assert.equal(problems("v1.2.1").length, 1);
    assert.equal(problems("v1.2.0", "## 1.3.0 - 2026-11-25\n").length, 1);
    assert.equal(problems("v1.2.0", "## 1.2.0\n").length, 1);
    assert.equal(problems("v1.2.0", "").length, 2);
  });

  it("is refused with the placeholders of this repository, which are in package.json alone", () => {
    const ours = JSON.parse(readFileSync("package.json", "utf8")) as typeof manifest;
    const problems = releaseProblems({
      tag: `v${ours.version}`,
      changelog: readFileSync("CHANGELOG.md", "utf8"),
      manifest: ours,
    });
    assert.deepEqual(
      problems.filter((problem) => !problem.includes("is the placeholder")),
      [],
    );
    for (const file of ["README.md", "CHANGELOG.md", ".github/SECURITY.md"]) {
      assert.ok(!readFileSync(file, "utf8").includes("prospect-desk.example"), file);
    }
  });

  it("is a pre-release where the minor number is odd", () => {
    assert.deepEqual(["0.1.0", "0.2.0", "1.13.4", "2.10.0"].map(isPreRelease), [true, false, true, false]);
  });

  it("shows its pictures and links only where the repository is real", () => {
    const readme = "# Desk\n\n![A picture](media/a.webp)\n\nSee [below](#x), [the log](CHANGELOG.md), and `a[0]`.\n";
    assert.equal(listingReadme(readme, "https://github.test/desk"), readme);
    assert.equal(
      listingReadme(readme, "https://desk.example/repository"),
      "# Desk\n\nSee [below](#x), the log, and `a[0]`.\n",
    );
    const ours = listingReadme(readFileSync("README.md", "utf8"), "https://desk.example");
    assert.ok(!ours.includes("!["));
    assert.ok(!/\]\((?!#)/u.test(ours));
  });
});
