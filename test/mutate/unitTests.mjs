// Builds of unit tests, and runs of some of them.
// @ts-check
import path from "node:path";
import { editorNode, nodeOptions } from "../host/editorNode.mjs";
import { projectFolder } from "../host/paths.mjs";
import { plainEnvironment, runToEnd } from "../host/processes.mjs";

/** Tests that take longer do not end. */
const secondsAtMost = 120;

/** @type {import("esbuild").BuildOptions} */
export const testBuild = {
  bundle: true,
  write: true,
  logLevel: "silent",
  outbase: "test",
  platform: "node",
  target: "node22.19",
  format: "esm",
  splitting: true,
  absWorkingDir: projectFolder,
  external: ["vscode", "mocha", "playwright-core", "esbuild", "eslint", "typescript", "@vscode/*", "@duckdb/*"],
  banner: {
    js:
      'import { createRequire as __createRequire } from "node:module"; ' +
      "const require = __createRequire(import.meta.url);",
  },
};

/**
 * Runs test files that are built in a folder, up to the first failure.
 * @param {readonly string[]} tests
 * @param {string} folder
 * @param {Record<string, string>} [environment]
 * @returns {Promise<{ failed: string | undefined, seconds: number }>} what failed; `undefined` when all passed
 */
export async function runMocha(tests, folder, environment = {}) {
  const built = tests.map((file) => path.join(folder, path.relative("test", file).replace(/\.ts$/, ".js")));
  const mocha = path.join("node_modules", "mocha", "bin", "mocha.js");
  const settings = ["--ui", "bdd", "--bail", "--exit", "--timeout", "30000", "--reporter", "dot"];
  const begin = performance.now();
  const { code, text, timedOut } = await runToEnd(await editorNode(), [...nodeOptions, mocha, ...settings, ...built], {
    ...{ cwd: projectFolder, env: plainEnvironment(environment), output: "pipe", timeoutSeconds: secondsAtMost },
  });
  const seconds = (performance.now() - begin) / 1000;
  if (code === 0 && !timedOut) {
    return { failed: undefined, seconds };
  }
  const failed = timedOut ? "it did not end" : (/^ {2}1\) ([^]*?):\n/m.exec(text)?.[1] ?? "it did not load");
  return { failed, seconds };
}
