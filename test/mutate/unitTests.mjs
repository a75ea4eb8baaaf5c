// Builds of unit and fault tests with the programs that they start.
// @ts-check
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { outputFolder, projectFolder } from "../host/paths.mjs";

/** @type {import("esbuild").BuildOptions} */
const testBuild = {
  bundle: true,
  logLevel: "silent",
  platform: "node",
  target: "node22.19",
  format: "esm",
  splitting: true,
  absWorkingDir: projectFolder,
  external: ["vscode", "mocha", "playwright-core", "esbuild", "eslint", "typescript", "@vscode/*", "@duckdb/*"],
};

const requireForCommonJs =
  'import { createRequire as __createRequire } from "node:module"; ' +
  "const require = __createRequire(import.meta.url);";

/** What is in dist/ of the project when tests run, by its name there: programs that tests start. */
const programs = { cli: "src/cli.ts", storeWorker: "src/storeWorker.ts" };

/** Programs that are files of the tests, such as a window that is killed. */
const children = ["test/faults", "test/unit/store"].flatMap((folder) =>
  readdirSync(path.join(projectFolder, folder))
    .filter((name) => /(?:Child|DyingWorker)\.ts$/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** @param {string} file a source, below the project's folder */
const builtName = (file) => file.replace(/\.ts$/, "");

/** @param {string} test a source */
export const builtTest = (test) => path.join("dist", `${builtName(test)}.js`);

/**
 * A folder like the project's, but for the built files: tests find there what they find in the project.
 * @param {string} folder
 * @param {readonly string[]} tests
 * @param {{ plugin: import("esbuild").Plugin, banner: string }} options
 */
export async function buildTestsIn(folder, tests, { plugin, banner }) {
  const dist = path.join(folder, "dist");
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(projectFolder)) {
    if (!["dist", ".git", path.basename(outputFolder)].includes(name)) {
      symlinkSync(path.join(projectFolder, name), path.join(folder, name));
    }
  }
  symlinkSync(path.join(projectFolder, "dist", "schemas"), path.join(dist, "schemas"));
  await build({
    ...testBuild,
    entryPoints: {
      ...programs,
      ...Object.fromEntries([...tests, ...children].map((file) => [builtName(file), file])),
    },
    outdir: dist,
    banner: { js: `${requireForCommonJs}\n${banner}` },
    plugins: [plugin],
  });
}

/**
 * The files of which tests are built, without those of packages, and those of all programs together.
 * @param {readonly string[]} tests
 * @returns {Promise<{ sources: ReadonlyMap<string, readonly string[]>, ofPrograms: readonly string[] }>}
 */
export async function sourcesOf(tests) {
  const begins = [...Object.values(programs), ...children];
  const { metafile } = await build({
    ...testBuild,
    entryPoints: Object.fromEntries([...tests, ...begins].map((file) => [builtName(file), file])),
    outdir: outputFolder,
    metafile: true,
    write: false,
  });
  /** @param {readonly string[]} files */
  const reachedFrom = (files) => {
    const reached = new Set(files);
    for (const one of reached) {
      for (const { path: imported } of metafile.inputs[one]?.imports ?? []) reached.add(imported);
    }
    return [...reached].filter((one) => one in metafile.inputs && !one.includes("node_modules"));
  };
  return {
    sources: new Map(tests.map((file) => [file, reachedFrom([file])])),
    ofPrograms: reachedFrom(begins),
  };
}
