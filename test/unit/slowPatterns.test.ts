// The lint must find regular expressions that are slow for some texts, and leave alone those that are not.
import assert from "node:assert/strict";
import { ESLint } from "eslint";
import { linearSamples, slowSamples } from "../host/patternSamples.mjs";
import { nameOf, storedVerdicts } from "../host/patternVerdicts.mjs";

describe("the lint of regular expressions", () => {
  let eslint: ESLint;

  before(() => {
    eslint = new ESLint({
      cwd: process.cwd(),
      overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
      ruleFilter: ({ ruleId }) => ruleId === "prospect/linear-patterns",
    });
  });

  /** What the rule reports for each of these expressions. */
  const reported = async (expressions: readonly string[]): Promise<readonly (string | undefined)[]> => {
    const code = ['const ends = ["b", "c"];', ...expressions.map((expression) => `void ${expression};`)].join("\n");
    const [result] = await eslint.lintText(code, { filePath: "src/service/snippet.ts" });
    return expressions.map((_, at) => result?.messages.find(({ line }) => line === at + 2)?.messageId);
  };

  it(`has stored verdicts of the current judge: slow for ${slowSamples.length} slow patterns`, () => {
    const verdicts = storedVerdicts();
    const found = slowSamples.filter((pattern) => verdicts.get(nameOf(pattern)) !== undefined);
    assert.deepEqual(found, slowSamples);
  });

  it(`… and linear for ${linearSamples.length} linear ones`, () => {
    const verdicts = storedVerdicts();
    const names = linearSamples.map(nameOf);
    assert.deepEqual(
      names.filter((name) => verdicts.has(name) && verdicts.get(name) === undefined),
      names,
    );
  });

  it("reports slow patterns in every way of writing them", async () => {
    const slow = ["/(a+)+$/", "new RegExp('(a+)' + '+$')", "RegExp(`(a+)+$`, '')", "new RegExp(/(a+)+$/.source)"];
    assert.deepEqual(
      await reported(slow),
      slow.map(() => "slow"),
    );
  });

  it("accepts linear patterns, also composed of constants", async () => {
    assert.deepEqual(await reported(["/^a+b+$/", 'new RegExp("^a+" + "b+$")']), [undefined, undefined]);
  });

  it("reports patterns without a verdict, and patterns that only the running program knows", async () => {
    assert.deepEqual(await reported(["/^not stored: a+$/", 'new RegExp(ends.join("|"))']), ["unjudged", "unjudged"]);
    assert.deepEqual(await reported(["new RegExp(String(Math.random()))", "new RegExp('a', ends.pop())"]), [
      "composed",
      "composed",
    ]);
  });
});
