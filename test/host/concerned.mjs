// Which tests concern a change: those that import a changed file, or are nearest to it.
// @ts-check
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "./paths.mjs";
import { run } from "./processes.mjs";

/** Written by esbuild.js: the files that each file of the tests' build imports, all relative to the project. */
const importsFile = path.join(projectFolder, "dist", "test", "imports.json");

/** Tests with windows take minutes: they run only when they are named. */
const quickLayers = ["unit", "faults"].map((layer) => `test/${layer}/`);

/** @returns {Promise<string[]>} what differs from the last commit, also new files, relative to the project */
export async function changedFiles() {
  const git = (/** @type {string[]} */ ...args) => run("git", args, { cwd: projectFolder });
  const lists = await Promise.all([
    git("diff", "--name-only", "--relative", "HEAD"),
    git("ls-files", "--others", "--exclude-standard"),
  ]);
  return lists
    .flatMap((list) => list.split("\n"))
    .filter((file) => file !== "" && existsSync(path.join(projectFolder, file)));
}

/**
 * @param {string} test built
 * @param {string} source
 * @returns {boolean} whether the test imports that source itself
 */
export function imports(test, source) {
  const built = path.relative(path.join(projectFolder, "dist"), test).split(path.sep).join("/");
  return readImports()[built.replace(".test.js", ".test.ts")]?.includes(source) ?? false;
}

/** @returns {Readonly<Record<string, readonly string[]>>} */
function readImports() {
  return JSON.parse(readFileSync(importsFile, "utf8"));
}

/**
 * @param {readonly string[]} changed relative to the project, with forward slashes
 * @returns {string[]} test files, relative to the project
 */
export function concernedTests(changed) {
  const imports = readImports();
  return [...new Set(changed.flatMap((file) => testsNearest(file, imports)))].sort();
}

/**
 * @param {string} changed
 * @param {Readonly<Record<string, readonly string[]>>} imports
 * @returns {readonly string[]}
 */
function testsNearest(changed, imports) {
  if (changed.endsWith(".test.ts")) {
    return [changed];
  }
  const seen = new Set([changed]);
  for (let files = [changed]; files.length > 0;) {
    const importers = Object.keys(imports).filter(
      (file) => !seen.has(file) && files.some((one) => imports[file]?.includes(one) || names(file, one)),
    );
    const tests = importers.filter(
      (file) => file.endsWith(".test.ts") && quickLayers.some((start) => file.startsWith(start)),
    );
    if (tests.length > 0) {
      return tests;
    }
    importers.forEach((file) => seen.add(file));
    files = importers;
  }
  return [];
}

/**
 * Whether a file of the tests names a file that it reads or starts, such as `package.json` or `storeChild.js`.
 * @param {string} file
 * @param {string} named
 */
function names(file, named) {
  const isModule = named.endsWith(".ts") && !/^test\/|^src\/[^/]+$/.test(named);
  return (
    !isModule &&
    file.startsWith("test/") &&
    readFileSync(path.join(projectFolder, file), "utf8").includes(path.basename(named).replace(/\.ts$/, ".js"))
  );
}
