// The lint must find regular expressions that are slow for some texts, and leave alone those that are not.
import assert from "node:assert/strict";
import { ESLint } from "eslint";

const slow = [
  ...["/(a+)+$/", "/^(?:a|a)*$/", "/^(?:a|ab|b)*$/u", String.raw`/^(\w+\s?)*$/`, "/(.*)*=/", "/(x*)*y/y"],
  ...[String.raw`/\s+$/`, String.raw`/^(.*?),*$/`, String.raw`/^\s*(.*?)\s*$/`, String.raw`/\d+(?:,\d+)*$/g`],
  ...["/a*b?a*x/", String.raw`/^[^@]+@[^@]+\.[^@]+$/u`, "/<!--.*?-->/gs", String.raw`/\s#.*$/u`, "/^x*x*x*$/"],
  ...[String.raw`/(?:\r\n|\r|\n)+$/`, 'new RegExp("(?:a+)" + "+$", "u")', String.raw`/https?:\/\/\S*?\/id\/\d+/gi`],
  String.raw`/^[\p{L}]*[\p{L}\d]*!$/v`,
];
const linear = [
  ...[String.raw`/(?<!\s)\s+$/`, "/^a+b+$/", "/[a-z]+/gi", String.raw`/^"(?:[^"\\]|\\.)*"$/`, "/^[^@]+@[^@]+$/u"],
  ...[String.raw`/^(?:\d{1,3})(?:,\d{3})*$/`, "/^<!--[^>]*-->$/", String.raw`/"(?:[^"\\]|\\.)*"?|\d+/g`, "/a{2,5}b/"],
  ...["/abc/", String.raw`/^\p{L}+(?: \p{L}+)*$/u`, "new RegExp(String(Math.random()))", "new RegExp('^a+$')"],
];

describe("the lint of regular expressions", function () {
  this.timeout(180_000);
  let eslint: ESLint;

  before(() => {
    eslint = new ESLint({
      cwd: process.cwd(),
      overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
      ruleFilter: ({ ruleId }) => ruleId === "prospect/linear-patterns",
    });
  });

  const found = async (patterns: readonly string[]): Promise<readonly (string | undefined)[]> => {
    const code = patterns.map((pattern) => `void ${pattern};`).join("\n");
    const [result] = await eslint.lintText(code, { filePath: "src/service/snippet.ts" });
    return (result?.messages ?? []).map(({ line }) => patterns[line - 1]);
  };

  it(`finds all of ${slow.length} slow ones`, async () => {
    assert.deepEqual(await found(slow), slow);
  });

  it(`finds none of ${linear.length} linear ones`, async () => {
    assert.deepEqual(await found(linear), []);
  });
});
