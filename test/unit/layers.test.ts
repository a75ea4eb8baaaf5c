// The lint must reject a core layer that imports vscode or a layer above it. No files import each other in a circle.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ESLint } from "eslint";

type Allowed = Readonly<Record<string, readonly string[]>>;
// Not a part of the bundle, so that ESLint's plugins are loaded as ESLint loads them.
const config = pathToFileURL(path.resolve("eslint.config.js")).href;
const { layers, features } = (await import(config)) as { readonly layers: Allowed; readonly features: Allowed };
const layerRules = new Set(["no-restricted-imports", "no-restricted-syntax"]);
const everyLayer = [...Object.keys(layers), "workbench"];

describe("the layers", function () {
  this.timeout(60_000);
  let eslint: ESLint;

  before(() => {
    // Run only the layer rules: rules that need type information would read the whole project for a snippet.
    eslint = new ESLint({
      cwd: process.cwd(),
      overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
      ruleFilter: ({ ruleId }) => layerRules.has(ruleId),
    });
  });

  const complaints = async (layer: string, code: string): Promise<readonly string[]> => {
    const [result] = await eslint.lintText(code, { filePath: `src/${layer}/snippet.ts` });
    return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? "none"}: ${message}`);
  };

  for (const [layer, allowed] of Object.entries(layers)) {
    it(`${layer} does not import vscode or the pages`, async () => {
      for (const code of [
        'import * as vscode from "vscode"; void vscode;',
        'import type { Uri } from "vscode"; export type X = Uri;',
        'import { page } from "../../webview-ui/results/page"; void page;',
      ]) {
        const found = await complaints(layer, code);
        assert.ok(found.length === 1 && found[0]?.startsWith("no-restricted-imports"), `${code}: ${found.join("; ")}`);
      }
    });

    it(`${layer} does not import dynamically, which the import rule cannot check`, async () => {
      const found = await complaints(layer, 'export const load = () => import("vscode");');
      assert.ok(found.length === 1 && found[0]?.startsWith("no-restricted-syntax"), found.join("; "));
    });

    for (const other of everyLayer.filter((name) => name !== layer)) {
      const may = allowed.includes(other);
      it(`${layer} ${may ? "may" : "does not"} import ${other}`, async () => {
        for (const from of [`../${other}/part`, `../../src/${other}/part`]) {
          const found = await complaints(layer, `import { part } from "${from}"; void part;`);
          assert.equal(found.length, may ? 0 : 1, `${from}: ${found.join("; ")}`);
          assert.ok(may || found[0]?.startsWith("no-restricted-imports"));
        }
      });
    }
  }

  for (const [feature, allowed] of Object.entries(features)) {
    it(`workbench/${feature} imports only ${["files beside it", ...allowed].join(", ")}`, async () => {
      for (const other of Object.keys(features).filter((name) => name !== feature)) {
        const found = await complaints(`workbench/${feature}`, `import { part } from "../${other}/part"; void part;`);
        assert.equal(found.length, allowed.includes(other) ? 0 : 1, `${other}: ${found.join("; ")}`);
      }
      const found = await complaints("workbench", `import { part } from "./${feature}/part"; void part;`);
      assert.equal(found.length, 1, found.join("; "));
    });
  }

  it("folders of the workbench import each other in one direction, and each has its rule", () => {
    const before = new Set<string>();
    for (const [feature, allowed] of Object.entries(features)) {
      assert.ok(allowed.every((other) => before.has(other)));
      before.add(feature);
    }
    const folders = readdirSync(path.join("src", "workbench"), { withFileTypes: true });
    assert.deepEqual(
      folders
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort(),
      Object.keys(features).sort(),
    );
  });

  for (const layer of ["workbench", "workbench/commands", "agents", "cli", "enrichments"]) {
    it(`${layer} spends nothing without src/app`, async () => {
      for (const [file, name] of [
        ["runs/batchRun", "runBatch"],
        ["runs/lookUpOnce", "lookUpOnce"],
        ["runs/budget", "Budgets"],
        ["runs/engine", "startRun"],
      ] as const) {
        const from = `${layer.includes("/") ? "../" : ""}../${file}`;
        const found = await complaints(layer, `import { ${name} } from "${from}"; void ${name};`);
        assert.deepEqual(found.length, 1, found.join("; "));
        assert.deepEqual(await complaints(layer, `import { part } from "${from}"; void part;`), []);
      }
    });
  }

  it("the workbench may import vscode and every layer", async () => {
    const code = [
      'import * as vscode from "vscode"; void vscode;',
      ...Object.keys(layers).map(
        (layer) => `import { part as ${layer}Part } from "../${layer}/part"; void ${layer}Part;`,
      ),
    ].join("\n");
    assert.deepEqual(await complaints("workbench", code), []);
  });
});

/** Every file of these folders and the files that it imports, also those of which it imports types alone. */
function importsOf(folders: readonly string[]): Map<string, readonly string[]> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => path.join(folder, name)),
  );
  return new Map(
    files.map((file) => [
      file,
      [...readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
        .map(([, name = ""]) => `${path.join(path.dirname(file), name)}.ts`)
        .filter((imported) => existsSync(imported)),
    ]),
  );
}

/** Files that import each other in a circle: the first is also the last. `undefined` if there are none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const left = new Map(imports);
  const inCircles = (file: string): string | undefined => left.get(file)?.find((imported) => left.has(imported));
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    for (const file of [...left.keys()].filter((one) => inCircles(one) === undefined)) {
      left.delete(file);
    }
  }
  const way: string[] = [];
  for (let file = [...left.keys()][0]; file !== undefined; file = inCircles(file)) {
    if (way.includes(file)) {
      return [...way.slice(way.indexOf(file)), file];
    }
    way.push(file);
  }
  return undefined;
}

describe("the files", () => {
  it("do not import each other in a circle", () => {
    const imports = importsOf(["src", "webview-ui"]);
    assert.ok(imports.get(path.join("src", "storeWorker.ts"))?.includes(path.join("src", "store", "worker.ts")));
    assert.deepEqual(circleIn(imports), undefined);
  });

  it("of a circle are named", () => {
    const imports = { entry: ["a"], a: ["end", "b"], b: ["c"], c: ["a"], end: [] };
    assert.deepEqual(circleIn(new Map(Object.entries(imports))), ["a", "b", "c", "a"]);
  });
});
