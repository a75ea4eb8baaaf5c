// Builds everything that runs: the extension, its webview pages, the command-line tools and the tests.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, context } from "esbuild";
import { thirdPartyNotices } from "./test/host/notices.mjs";

const { values: flags } = parseArgs({
  options: {
    watch: { type: "boolean", default: false },
    production: { type: "boolean", default: false },
    tests: { type: "boolean", default: false },
    sandbox: { type: "boolean", default: false }, // only what `npm run sandbox` runs
    folder: { type: "string", default: "dist" }, // emptied first
  },
});
const { watch, production, folder: dist, tests: withTests, sandbox: onlySandbox } = flags;

/** The Node of the oldest supported VS Code. The scripts themselves may run on an older one. */
const hostTarget = "node22.19";

/** undici is CommonJS and requires Node's own modules, but an ES module has no `require`. */
const requireForCommonJs = {
  js:
    'import { createRequire as __createRequire } from "node:module"; ' +
    "const require = __createRequire(import.meta.url);",
};

const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : "linked",
  logLevel: "warning",
  target: "es2022",
};

/** Leaves out what the transport never uses of undici: a second copy of the HTTP parser, HTTP/2, and `fetch` bodies. */
const smallUndici = {
  name: "small undici",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ path: file, resolveDir }) => ({
      path: path.resolve(resolveDir, file).replace("llhttp_simd-wasm", "llhttp-wasm"),
    }));
    onResolve({ filter: /\/(client-h2|web\/fetch\/body)\.js$/ }, ({ path: file }) => ({
      path: file,
      namespace: "left-out",
    }));
    onLoad({ filter: /.*/, namespace: "left-out" }, ({ path: file }) => ({
      contents: `module.exports = () => { throw new Error(${JSON.stringify(`${file} is not in this build`)}); };`,
    }));
  },
};

/** The MCP server checks its input with its own schemas, so the JSON Schema validator of the library is not needed. */
const mcpWithoutValidator = {
  name: "MCP without a JSON Schema validator",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: "shims", namespace: "mcp" }));
    onLoad({ filter: /.*/, namespace: "mcp" }, () => ({
      contents:
        'export { default as process } from "node:process";\n' +
        "export class DefaultJsonSchemaValidator {\n" +
        "  getValidator() { return (data) => ({ valid: true, data, errorMessage: undefined }); }\n" +
        "}",
    }));
  },
};

/**
 * The extension except its entry, its threads, and the command line. They share chunks, so that no library is
 * in the package twice; an `import()` becomes a chunk that is loaded on first use.
 */
const host = {
  ...shared,
  entryPoints: {
    desk: "src/workbench/openDesk.ts",
    storeWorker: "src/storeWorker.ts",
    cli: "src/cli.ts",
  },
  outdir: dist,
  target: hostTarget,
  platform: "node",
  format: "esm",
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  external: ["vscode"],
  plugins: [smallUndici, mcpWithoutValidator],
  banner: requireForCommonJs,
};

/**
 * What VS Code loads at start-up. CommonJS, because `require` loads a file at once; an ES module is read asynchronously
 * and waits for all the other extensions that start at the same time.
 */
const entry = {
  ...shared,
  entryPoints: { extension: "src/extension.ts" },
  outdir: dist,
  outExtension: { ".js": ".cjs" },
  target: hostTarget,
  platform: "node",
  format: "cjs",
  external: ["vscode"],
  plugins: [
    {
      name: "the desk stays outside",
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/openDesk$/ }, ({ kind }) =>
          kind === "dynamic-import" ? { path: "./desk.js", external: true } : undefined,
        ),
    },
  ],
};

/** `npm run sandbox`: one file, which is no part of the extension. */
const sandboxServer = {
  ...host,
  entryPoints: { sandboxServer: "test/sandboxServer/commandLine.ts" },
  splitting: false,
};

/** The webview pages, with one shared chunk for Lit and the toolkit. */
const pages = {
  ...shared,
  entryPoints: {
    filterBuilder: "webview-ui/filter-builder/page.ts",
    results: "webview-ui/results/page.ts",
    creditUsage: "webview-ui/credit-usage/page.ts",
  },
  outdir: path.join(dist, "webview"),
  platform: "browser",
  format: "esm",
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  define: { "process.env.NODE_ENV": '"production"' },
  tsconfig: "webview-ui/tsconfig.json",
};

/** One bundle per test file, so that mocha can name and run them separately. */
const tests = () => {
  const files = testFiles("test").filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"));
  const inVscode = (file) => file.startsWith("test/workbench/");
  return [
    { ...test(files.filter(inVscode)), external: ["vscode", ...externalTools] },
    // Outside of VS Code, a `vscode` of the tests takes the place of the real one.
    { ...test(files.filter((file) => !inVscode(file))), alias: { vscode: path.resolve("test/support/vscode.ts") } },
  ];
};

const externalTools = [
  "mocha",
  "playwright-core",
  "axe-core",
  "esbuild",
  "eslint",
  "typescript",
  "@vscode/*",
  "fast-check",
];

const test = (entryPoints) => ({
  ...shared,
  sourcemap: "inline",
  entryPoints,
  outdir: path.join(dist, "test"),
  outbase: "test",
  target: hostTarget,
  platform: "node",
  format: "esm",
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  external: externalTools,
  plugins: [smallUndici],
  banner: requireForCommonJs,
});

function testFiles(folder) {
  return readdirSync(folder).flatMap((name) => {
    const file = path.posix.join(folder, name);
    return statSync(file).isDirectory() ? testFiles(file) : [file];
  });
}

/** The schema for the text editor is generated from the filter catalog. */
async function writeSchema() {
  const { outputFiles } = await build({
    ...shared,
    sourcemap: false,
    entryPoints: ["src/searches/searchSchema.ts"],
    platform: "node",
    format: "esm",
    write: false,
  });
  const module = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  mkdirSync(path.join(dist, "schemas"), { recursive: true });
  writeFileSync(path.join(dist, "schemas", "prospect-search.json"), JSON.stringify(module.searchJsonSchema()));
}

/** The licenses of everything that is in the packaged bundles. */
async function writeNotices(builds) {
  const bundles = (await Promise.all(builds)).flatMap(({ metafile }) => Object.values(metafile.outputs));
  const files = bundles.flatMap(({ inputs }) => Object.keys(inputs));
  writeFileSync(path.join(dist, "ThirdPartyNotices.txt"), thirdPartyNotices(files));
}

async function buildAll() {
  rmSync(dist, { recursive: true, force: true });
  if (onlySandbox) {
    await build(sandboxServer);
    return;
  }
  const packaged = [entry, host, pages];
  const options = [...packaged, ...(withTests ? tests() : [])];
  if (!watch) {
    const builds = options.map((option) => build({ ...option, metafile: production }));
    await Promise.all([...builds, writeSchema()]);
    if (production) {
      await writeNotices(builds.slice(0, packaged.length));
    }
    return;
  }
  await writeSchema();
  for (const option of options) {
    await (await context({ ...option, logLevel: "info" })).watch();
  }
}

try {
  await buildAll();
} catch (error) {
  // esbuild has already printed the file and line.
  console.error(error instanceof Error && "errors" in error ? "The build failed." : error);
  process.exitCode = 1;
}
