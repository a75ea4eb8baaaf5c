// Which versions of Node can run the command line.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { nodeProblem } from "../../../src/cli/nodeProblem";

describe("the version of Node", () => {
  it("is the one that the package names", () => {
    const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly engines: { node: string } };
    const oldest = engines.node.replace(">=", "");
    assert.equal(
      nodeProblem(oldest, () => true),
      undefined,
    );
    assert.match(
      nodeProblem("22.18.9", () => true) ?? "",
      new RegExp(`needs Node ${oldest.replace(/\.0$/u, "")} `, "u"),
    );
  });

  const has = (name: string): boolean => name === "node:sqlite";
  for (const version of ["22.19.0", "22.20.1", "23.4.0", "24.0.0", "100.1.0"]) {
    it(`can be ${version}`, () => {
      assert.equal(nodeProblem(version, has), undefined);
    });
  }
  for (const version of ["8.17.0", "20.19.5", "22.9.0", "22.18.0"]) {
    it(`must not be ${version}`, () => {
      const expected = new RegExp(`^Prospect Desk needs Node 22\\.19 or newer with SQLite; this is Node ${version}\\.`);
      assert.match(nodeProblem(version, has) ?? "", expected);
    });
  }

  it("must have SQLite, which 23.0 to 23.3 and some builds do not", () => {
    assert.notEqual(
      nodeProblem("23.1.0", () => false),
      undefined,
    );
    assert.notEqual(nodeProblem("24.0.0", undefined), undefined);
  });
});
