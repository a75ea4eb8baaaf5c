// Builds of unit and fault tests with the programs that they start, and runs of some of them.
// @ts-check
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { editorNode, nodeOptions } from "../host/editorNode.mjs";
import { outputFolder, projectFolder } from "../host/paths.mjs";
import { plainEnvironment, runToEnd } from "../host/processes.mjs";

/** Tests that take longer do not end. */
const secondsAtMost = 120;

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

/** @param {string} file */
const builtName = (file) => file.replace(/\.ts$/, "");

/**
 * Whether a test starts programs, which then have the same code as the test.
 * @param {readonly string[]} sources the files of which it is built
 */
export function startsPrograms(sources) {
  return sources.some(
    (file) =>
      file.startsWith("test/") && /"dist\/|Child\.js"/.test(readFileSync(path.join(projectFolder, file), "utf8")),
  );
}

/** The sources with which the programs begin. */
export const programSources = [...Object.values(programs), ...children];

/**
 * A folder like the project's, but for the built files: tests find there what they find in the project.
 * @param {string} folder
 * @param {readonly string[]} tests
 * @param {{ withPrograms: boolean, plugin?: import("esbuild").Plugin, banner?: string }} options
 */
export async function buildTestsIn(folder, tests, { withPrograms, plugin, banner = "" }) {
  const dist = path.join(folder, "dist");
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(projectFolder)) {
    if (!["dist", ".git", path.basename(outputFolder)].includes(name)) {
      symlinkSync(path.join(projectFolder, name), path.join(folder, name));
    }
  }
  symlinkSync(path.join(projectFolder, "dist", "schemas"), path.join(dist, "schemas"));
  const files = withPrograms ? [...tests, ...children] : tests;
  await build({
    ...testBuild,
    entryPoints: {
      ...(withPrograms && programs),
      ...Object.fromEntries(files.map((file) => [builtName(file), file])),
    },
    outdir: dist,
    banner: { js: `${requireForCommonJs}\n${banner}` },
    plugins: plugin === undefined ? [] : [plugin],
  });
}

/**
 * The files of which each of these is built, without those of packages.
 * @param {readonly string[]} files
 * @returns {Promise<ReadonlyMap<string, readonly string[]>>}
 */
export async function sourcesOf(files) {
  const { metafile } = await build({
    ...testBuild,
    entryPoints: Object.fromEntries(files.map((file) => [builtName(file), file])),
    outdir: outputFolder,
    metafile: true,
    write: false,
  });
  return new Map(
    files.map((file) => {
      const reached = new Set([file]);
      for (const one of reached) {
        for (const { path: imported } of metafile.inputs[one]?.imports ?? []) reached.add(imported);
      }
      return [file, [...reached].filter((one) => one in metafile.inputs && !one.includes("node_modules"))];
    }),
  );
}

/**
 * Runs test files that are built in such a folder, up to the first failure.
 * @param {readonly string[]} tests
 * @param {string} folder
 * @param {Record<string, string>} [environment]
 * @returns {Promise<{ failed: string | undefined, seconds: number }>} what failed; `undefined` when all passed
 */
export async function runMocha(tests, folder, environment = {}) {
  const built = tests.map((file) => path.join("dist", `${builtName(file)}.js`));
  const mocha = path.join("node_modules", "mocha", "bin", "mocha.js");
  const settings = ["--ui", "bdd", "--bail", "--exit", "--timeout", "30000", "--reporter", "dot"];
  const begin = performance.now();
  const { code, text, timedOut } = await runToEnd(await editorNode(), [...nodeOptions, mocha, ...settings, ...built], {
    ...{ cwd: folder, env: plainEnvironment(environment), output: "pipe", timeoutSeconds: secondsAtMost },
  });
  const seconds = (performance.now() - begin) / 1000;
  if (code === 0 && !timedOut) {
    return { failed: undefined, seconds };
  }
  const failed = timedOut ? "it did not end" : (/^ {2}1\) ([^]*?):\n/m.exec(text)?.[1] ?? "it did not load");
  return { failed, seconds };
}
