// Builds everything that runs: the extension, its webview pages, the command-line parts and the tests.
import { build, context } from "esbuild";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const watch = process.argv.includes("--watch");
const production = process.argv.includes("--production");
const withTests = process.argv.includes("--tests");

/** The Node of the oldest editors that are supported; what only the scripts run on may be older. */
const hostTarget = "node22.19";

/** undici is CommonJS and requires Node's own modules; an ES module has no `require` unless it is made. */
const requireForCommonJs = {
  js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
};

const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : "linked",
  logLevel: "warning",
  target: "es2022",
};

/** The build without what reads bundles from files and addresses: ours come from the editor, and that part loads all of TLS. */
const l10nWithoutReaders = { "@vscode/l10n": "@vscode/l10n/dist/browser.js" };

/** The extension host's part. Code splitting puts what is imported with `import()` in files loaded on first use. */
const host = {
  ...shared,
  entryPoints: { extension: "src/extension.ts" },
  outdir: "dist",
  target: hostTarget,
  platform: "node",
  format: "esm",
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  external: ["vscode"],
  alias: l10nWithoutReaders,
  banner: requireForCommonJs,
};

/** The store's worker thread, a file of its own: it imports what the oldest hosts lack, and nothing of the extension's. */
const worker = { ...host, entryPoints: { storeWorker: "src/storeWorker.ts" }, splitting: false };

/** `npm run sandbox`: not part of the extension's package, hence a folder of its own. */
const commandLine = {
  ...host,
  entryPoints: { sandboxServer: "src/sandbox/commandLine.ts" },
  outdir: "dist/cli",
  splitting: false,
};

/** The pages, one file each: a webview loads nothing else. */
const pages = {
  ...shared,
  entryPoints: {
    filterBuilder: "webview-ui/filter-builder/page.ts",
    results: "webview-ui/results/page.ts",
    creditUsage: "webview-ui/credit-usage/page.ts",
  },
  outdir: "dist/webview",
  platform: "browser",
  format: "esm",
  define: { "process.env.NODE_ENV": '"production"' },
  tsconfig: "webview-ui/tsconfig.json",
};

/** Every test file on its own, so that mocha can name and run them one by one. */
const tests = () => ({
  ...shared,
  sourcemap: "inline",
  entryPoints: testFiles("test").filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts")),
  outdir: "dist/test",
  outbase: "test",
  target: hostTarget,
  platform: "node",
  format: "esm",
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  external: [
    "vscode",
    "mocha",
    "playwright-core",
    "axe-core",
    "esbuild",
    "eslint",
    "typescript",
    "@vscode/*",
    "fast-check",
  ],
  banner: requireForCommonJs,
});

function testFiles(folder) {
  return readdirSync(folder).flatMap((name) => {
    const file = path.posix.join(folder, name);
    return statSync(file).isDirectory() ? testFiles(file) : [file];
  });
}

/** The JSON schema of the saved-search document comes from the filter catalogue, like everything else about filters. */
async function writeSearchSchema() {
  const { outputFiles } = await build({
    ...shared,
    sourcemap: false,
    entryPoints: ["src/searches/searchSchema.ts"],
    platform: "node",
    format: "esm",
    write: false,
  });
  const module = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  mkdirSync("dist/schemas", { recursive: true });
  writeFileSync("dist/schemas/prospect-search.json", JSON.stringify(module.searchJsonSchema(), null, 2));
}

async function buildAll() {
  const options = withTests ? [host, worker, commandLine, pages, tests()] : [host, worker, commandLine, pages];
  rmSync("dist", { recursive: true, force: true });
  if (!watch) {
    await Promise.all([...options.map((option) => build(option)), writeSearchSchema()]);
    return;
  }
  await writeSearchSchema();
  for (const option of options) {
    await (await context({ ...option, logLevel: "info" })).watch();
  }
}

try {
  await buildAll();
} catch (error) {
  // esbuild has said what is wrong, file and line; its stack would only bury it.
  console.error(error instanceof Error && "errors" in error ? "The build failed." : error);
  process.exitCode = 1;
}
