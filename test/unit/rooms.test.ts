// The rooms of the house: a core room that imports vscode or a room above it does not pass the lint.
import assert from "node:assert/strict";
import { ESLint } from "eslint";

const rooms: Readonly<Record<string, readonly string[]>> = {
  language: [],
  service: ["language"],
  sandbox: ["service", "language"],
  searches: ["service", "language"],
  rows: ["service", "language"],
  store: ["rows", "service", "language"],
  runs: ["store", "searches", "service", "language"],
  lookups: ["runs", "store", "searches", "service", "language"],
  enrichments: ["runs", "store", "searches", "service", "language"],
  export: ["store", "rows", "runs", "searches", "service", "language"],
};
const roomRules = new Set(["no-restricted-imports", "no-restricted-syntax"]);
const everyRoom = [...Object.keys(rooms), "editor"];

describe("the rooms", function () {
  this.timeout(60_000);
  let eslint: ESLint;

  before(() => {
    // Only the rule of the rooms is asked; rules that need type information would read the whole project for a snippet.
    eslint = new ESLint({ cwd: process.cwd(), overrideConfig: { languageOptions: { parserOptions: { projectService: false } } }, ruleFilter: ({ ruleId }) => roomRules.has(ruleId) });
  });

  const complaints = async (room: string, code: string): Promise<readonly string[]> => {
    const [result] = await eslint.lintText(code, { filePath: `src/${room}/snippet.ts` });
    return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? "none"}: ${message}`);
  };

  for (const [room, allowed] of Object.entries(rooms)) {
    it(`${room} does not import vscode nor the pages`, async () => {
      for (const code of ['import * as vscode from "vscode"; void vscode;', 'import type { Uri } from "vscode"; export type X = Uri;', 'import { page } from "../../webview-ui/results/page"; void page;']) {
        const found = await complaints(room, code);
        assert.ok(found.length === 1 && found[0]?.startsWith("no-restricted-imports"), `${code}: ${found.join("; ")}`);
      }
    });

    it(`${room} does not load anything on first use, where no rule sees the arrow`, async () => {
      const found = await complaints(room, 'export const load = () => import("vscode");');
      assert.ok(found.length === 1 && found[0]?.startsWith("no-restricted-syntax"), found.join("; "));
    });

    for (const other of everyRoom.filter((name) => name !== room)) {
      const may = allowed.includes(other);
      it(`${room} ${may ? "may" : "does not"} import ${other}`, async () => {
        for (const from of [`../${other}/part`, `../../src/${other}/part`]) {
          const found = await complaints(room, `import { part } from "${from}"; void part;`);
          assert.equal(found.length, may ? 0 : 1, `${from}: ${found.join("; ")}`);
          assert.ok(may || found[0]?.startsWith("no-restricted-imports"));
        }
      });
    }
  }

  it("the editor imports vscode and every room", async () => {
    const code = ['import * as vscode from "vscode"; void vscode;', ...Object.keys(rooms).map((room) => `import { part as ${room}Part } from "../${room}/part"; void ${room}Part;`)].join("\n");
    assert.deepEqual(await complaints("editor", code), []);
  });
});
