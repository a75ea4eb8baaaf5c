// Bundles source files of the workbench so that they import a test's `vscode`.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type OutputFile } from "esbuild";
import type { ScriptedVscode } from "./scriptedVscode";

const shared = globalThis as { vscodeOfTest?: object };

/** A suite's product: these files, built with this `vscode`, whose messages and answers each test begins without. */
export function useVscode<Product extends object>(
  files: readonly string[],
  vscode: object | Pick<ScriptedVscode, "api" | "shown" | "answers">,
): Product {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-vscode-"));
  let product: Product;
  before(async () => {
    product = (await importWithVscode(files, folder, "api" in vscode ? vscode.api : vscode)) as Product;
  });
  beforeEach(() => {
    if ("api" in vscode) {
      vscode.shown.length = 0;
      vscode.answers.clear();
    }
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return new Proxy({} as Product, { get: (_target, name) => Reflect.get(product, name) as unknown });
}

/** All names that files in the folder import from vscode. */
function importedNames(folder: string): readonly string[] {
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const names = files.flatMap((file) =>
    [...fs.readFileSync(path.join(folder, file), "utf8").matchAll(/import \{([^}]*)\} from "vscode"/g)].flatMap(
      ([, list]) =>
        (list ?? "")
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "" && !name.startsWith("type ")),
    ),
  );
  return [...new Set(names)];
}

/** What was built of each list of files: most tests of a file, and several files, import the same ones. */
const built = new Map<string, Promise<readonly OutputFile[]>>();

/** Writes the built files into `folder` and imports them as one module with all exports, which use this `vscode`. */
export async function importWithVscode(files: readonly string[], folder: string, vscode: object): Promise<unknown> {
  const key = files.join("\n");
  const building = built.get(key) ?? buildWithVscode(files);
  built.set(key, building);
  fs.mkdirSync(folder, { recursive: true });
  for (const { path: name, contents } of await building) {
    fs.writeFileSync(path.join(folder, path.basename(name)), contents);
  }
  shared.vscodeOfTest = vscode;
  try {
    return (await import(pathToFileURL(path.join(folder, "stdin.mjs")).href)) as unknown;
  } finally {
    delete shared.vscodeOfTest;
  }
}

async function buildWithVscode(files: readonly string[]): Promise<readonly OutputFile[]> {
  const { outputFiles } = await build({
    stdin: {
      contents: files.map((file) => `export * from "./${file}";`).join("\n"),
      resolveDir: process.cwd(),
      sourcefile: "bundle.ts",
      loader: "ts",
    },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    outdir: "built",
    write: false,
    outExtension: { ".js": ".mjs" },
    logLevel: "silent",
    banner: {
      js:
        'import { createRequire as __createRequire } from "node:module"; ' +
        "const require = __createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: "vscode-of-test",
        setup(plugin) {
          plugin.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "vscode-of-test" }));
          plugin.onLoad({ filter: /.*/, namespace: "vscode-of-test" }, () => ({
            contents: `export const { ${importedNames("src").join(", ")} } = globalThis.vscodeOfTest;`,
            loader: "js",
          }));
        },
      },
    ],
  });
  return outputFiles;
}
