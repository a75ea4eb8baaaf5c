// `npm test`: sets everything up, runs the layers of tests, and ends with "N passed, N failed".
// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium } from "./host/chromium.mjs";
import { ensureWebHost } from "./host/codeServerInstall.mjs";
import { build, ensureDependencies } from "./host/dependencies.mjs";
import { fetchedNode, oldestNodeVersion } from "./host/editorNode.mjs";
import { runMocha } from "./host/mocha.mjs";
import { packageProblems } from "./host/packageCheck.mjs";
import { outputFolder, projectFolder } from "./host/paths.mjs";
import { run, runScript, runToEnd, SetupError } from "./host/processes.mjs";
import { step } from "./host/progress.mjs";
import { installPackage, packageExtension } from "./host/vsix.mjs";
import { runWorkbench } from "./host/workbenchSuite.mjs";

/** @typedef {import("./host/mocha.mjs").Counts} Counts */

/**
 * Two lanes run these, one after the other, several files at a time: one lane from the top, the other from the bottom,
 * where the windows are, until they meet.
 * @type {readonly (readonly [layer: string, run: () => Promise<Counts>])[]}
 */
const parts = [
  ["lint", lint],
  ["types", types],
  ["unit", storeOnOldestNode],
  ...inPieces("unit", 3),
  ...inPieces("faults", 4),
  ["nightly", () => mocha("nightly", testsIn("nightly"))],
  ["browser", browser],
  ["workbench", workbench],
];
const names = [...new Set(parts.map(([name]) => name))];

const help = `npm test -- [options]

Runs ${names.filter((name) => name !== "nightly").join(", ")} after all the set-up they need.

  --only LAYER    that layer alone; may be repeated, or several with commas; nightly runs only if it is named
  --grep TEXT     only tests whose title has this text (a regular expression)
  --file PATH     lint of this file, all types, and the tests that name it, or else those of its folder;
                  may be repeated. Tests in windows run only if they are named.
  --changed       the same for everything that differs from the last commit
  --help          this text

Screenshots of failed tests are in .test-output/failed.`;

const { grep, only, file, changed, help: isHelp } = readOptions();
/** @type {readonly string[] | undefined} the files whose checks and tests run; everything if undefined */
let files;
/** @type {readonly string[]} the test files of these */
let concerned = [];

/**
 * A layer that cannot run, or runs no test, has failed; it is never skipped.
 * @param {() => Promise<Counts>} layer
 */
async function counted(layer) {
  try {
    const counts = await layer();
    const isEmpty = counts.passed + counts.failed === 0 && grep === undefined && files === undefined;
    return isEmpty ? { passed: 0, failed: 1 } : counts;
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

/** @returns {Promise<Counts>} */
async function lint() {
  const code = files?.filter((name) => /\.(?:ts|mjs|js)$/.test(name));
  const product = files?.filter((name) => /^(?:src|webview-ui)\/.*\.ts$/.test(name)) ?? ["src", "webview-ui"];
  const checks = [
    await passes("oxfmt", ["--check", "--no-error-on-unmatched-pattern", ...(files ?? ["."])]),
    product.length === 0 || (await passes("eslint", product)),
    code?.length === 0 || (await passes("oxlint", code ?? ["."])),
    code?.length === 0 || (await passes("oxlint", ["--type-aware", "src", "webview-ui"])),
  ];
  if (files === undefined) {
    checks.push(
      await passes("knip", ["--no-progress"]),
      await passes("knip", ["--no-progress", "--production", "--include=exports,files,types"]),
    );
    const problems = packageProblems(await packageExtension());
    problems.forEach((problem) => console.log(problem));
    checks.push(problems.length === 0);
  }
  return sumOf(checks.map((isPassed) => ({ passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 })));
}

/** TypeScript 7 is several times faster. Version 5 is what the lint rules with types are made for. */
async function types() {
  const counts = [];
  for (const project of files?.every((name) => !name.endsWith(".ts")) === true ? [] : ["test", ".", "webview-ui"]) {
    const name = project === "." ? "src" : project;
    const buildInfo = path.resolve(projectFolder, "node_modules/.cache/prospect-desk", `${name}.tsbuildinfo`);
    const isPassed = await passes("tsc", ["-p", project, "--incremental", "--tsBuildInfoFile", buildInfo]);
    counts.push({ passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 });
  }
  return sumOf(counts);
}

/** @param {string} test */
const isOfStore = (test) => test.startsWith("test/unit/store/");

/**
 * The tests of the store run on the Node of the oldest supported VS Code, whose SQLite can do the least. All that uses
 * the store runs on the current one.
 */
async function storeOnOldestNode() {
  const tests = testsIn("unit").filter(isOfStore);
  const node = tests.length > 0 ? await fetchedNode(oldestNodeVersion) : process.execPath;
  return mocha(`store on Node ${oldestNodeVersion}`, tests, { node });
}

/**
 * The tests of a layer in several parts, so that both lanes end at about the same time.
 * @param {string} layer
 * @param {number} count
 * @returns {[string, () => Promise<Counts>][]}
 */
function inPieces(layer, count) {
  return Array.from({ length: count }, (_none, piece) => [
    layer,
    () => {
      const tests = testsIn(layer).filter((test) => !isOfStore(test));
      return mocha(
        `${layer} ${piece + 1} of ${count}`,
        tests.filter((_test, nth) => nth % count === piece),
      );
    },
  ]);
}

/** @returns {Promise<Counts>} */
async function workbench() {
  const tests = testsIn("workbench");
  if (tests.length === 0) {
    return sumOf([]);
  }
  await buildTests();
  return runWorkbench(tests.map(builtFile), grep);
}

/** The packaged extension in real VS Code windows, and the webview pages alone. */
async function browser() {
  const all = testsIn("browser");
  if (all.length === 0) {
    return sumOf([]);
  }
  // The windows first, because they take longest: a long file at the end would run alone.
  const isPage = (/** @type {string} */ test) => test.startsWith("test/browser/pages/");
  const tests = [...all.filter((test) => !isPage(test)), ...all.filter(isPage)];
  await ensureChromium();
  await ensureWebHost();
  await packageExtension();
  const env = { PROSPECT_TEST_EXTENSIONS: await installPackage() };
  // VS Code alone takes a minute to reload where ten other programs are busy; a third window would slow all of them.
  return mocha("browser", tests, { env, timeoutMs: 240_000, jobs: 2 });
}

/** @type {Promise<void> | undefined} */
let building;

/** Builds the tests, once in this process. */
function buildTests() {
  return (building ??= build("tests"));
}

/**
 * @param {string} title
 * @param {readonly string[]} tests
 * @param {Parameters<typeof runMocha>[2]} [options]
 * @returns {Promise<Counts>}
 */
async function mocha(title, tests, options) {
  if (tests.length === 0) {
    return sumOf([]);
  }
  await buildTests();
  return runMocha(title, tests.map(builtFile), { ...options, grep });
}

/** @param {string} test */
const builtFile = (test) => `dist/${test.replace(/\.ts$/, ".js")}`;

const tools = {
  oxfmt: "oxfmt/bin/oxfmt",
  eslint: "eslint/bin/eslint.js",
  oxlint: "oxlint/bin/oxlint",
  knip: "knip/bin/knip.js",
  tsc: "typescript-native/bin/tsc",
};

/**
 * @param {keyof typeof tools} tool
 * @param {readonly string[]} args
 */
async function passes(tool, args) {
  const shown = args.filter((arg) => !arg.startsWith("--") && !path.isAbsolute(arg)).join(" ");
  const { code, text } = await step(`${tool} ${shown}`.trim(), () =>
    runToEnd(process.execPath, [path.join("node_modules", tools[tool]), ...args], {
      cwd: projectFolder,
      timeoutSeconds: 300,
    }),
  );
  if (code !== 0) {
    console.log(text.trimEnd());
  }
  return code === 0;
}

/**
 * The test files of a layer that run.
 * @param {string} layer
 * @returns {readonly string[]}
 */
const testsIn = (layer) => testFiles(layer).filter((name) => files === undefined || concerned.includes(name));

/**
 * @param {string} layer
 * @returns {readonly string[]} relative to the project
 */
function testFiles(layer) {
  return readdirSync(path.join(projectFolder, "test", layer), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${layer}/${name.split(path.sep).join("/")}`)
    .sort();
}

/**
 * The tests that name a file, or else those of its folder.
 * @param {string} name relative to the project
 * @returns {readonly string[]}
 */
function testsOf(name) {
  if (name.endsWith(".test.ts")) {
    return [name];
  }
  const quick = ["unit", "faults"].flatMap(testFiles);
  const base = path.basename(name);
  const naming = quick.filter((test) => {
    const text = readFileSync(path.join(projectFolder, test), "utf8");
    return base.endsWith(".ts") ? text.includes(`/${base.slice(0, -3)}"`) : text.includes(base);
  });
  const folder = path.basename(path.dirname(name));
  return naming.length > 0 ? naming : quick.filter((test) => path.basename(path.dirname(test)) === folder);
}

/** @returns {Promise<string[]>} what differs from the last commit, also new files, relative to the project */
async function changedFiles() {
  const git = (/** @type {string[]} */ ...args) => run("git", args, { cwd: projectFolder });
  const lists = [
    await git("diff", "--name-only", "--relative", "HEAD"),
    await git("ls-files", "--others", "--exclude-standard"),
  ];
  return lists.flatMap((list) => list.split("\n")).filter((name) => name && existsSync(path.join(projectFolder, name)));
}

/** @param {string} name */
function inProject(name) {
  if (!existsSync(name)) {
    throw new SetupError(`--file ${name}: there is no such file.`);
  }
  return path.relative(projectFolder, path.resolve(name)).split(path.sep).join("/");
}

/**
 * @param {readonly Counts[]} counts
 * @returns {Counts}
 */
function sumOf(counts) {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: "string", multiple: true, default: [] },
        grep: { type: "string" },
        file: { type: "string", multiple: true, default: [] },
        changed: { type: "boolean", default: false },
        help: { type: "boolean", short: "h" },
      },
    });
    const layers = values.only.flatMap((value) => value.split(","));
    const unknown = layers.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new Error(`There is no layer "${unknown}". The layers are ${names.join(", ")}.`);
    }
    return { ...values, only: layers };
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n\n${help}`);
    process.exit(1);
  }
}

await runScript(async () => {
  if (isHelp) {
    console.log(help);
    return 0;
  }
  await ensureDependencies();
  rmSync(outputFolder, { recursive: true, force: true });
  mkdirSync(outputFolder, { recursive: true });
  if (changed || file.length > 0) {
    files = [...new Set([...file.map(inProject), ...(changed ? await changedFiles() : [])])];
    concerned = [...new Set(files.flatMap(testsOf))].sort();
    console.log(`Changed: ${files.join(", ") || "nothing"}\nTests: ${concerned.join(", ") || "none"}`);
  }
  const begin = performance.now();
  const queue = parts.filter(([name]) => (only.length === 0 ? name !== "nightly" : only.includes(name)));
  /** @type {(Counts & { name: string, seconds: number })[]} */
  const results = [];
  /** @param {() => typeof queue[number] | undefined} next */
  const lane = async (next) => {
    for (let part = next(); part !== undefined; part = next()) {
      const [name, layer] = part;
      const counts = await counted(layer);
      results.push({ name, ...counts, seconds: (performance.now() - begin) / 1000 });
    }
  };
  await Promise.all([lane(() => queue.shift()), lane(() => queue.pop())]);
  const total = sumOf(results);
  // Again at the end, because a long log is often shown by its last lines only.
  for (const { name, failures } of results) {
    if (failures !== undefined) {
      console.log(`\n=== ${name}: ${failures}`);
    }
  }
  const summary = names.flatMap((name) => {
    const ofLayer = results.filter((result) => result.name === name);
    const { passed, failed } = sumOf(ofLayer);
    const seconds = Math.max(...ofLayer.map((result) => result.seconds)).toFixed(1);
    const mark = failed > 0 ? "✗" : "✓";
    const line = `${mark} ${name.padEnd(10)} ${passed} passed, ${failed} failed, ended after ${seconds} s`;
    return passed + failed > 0 ? [line] : [];
  });
  console.log(["\n=== summary", ...summary].join("\n  "));
  if (total.passed + total.failed === 0 && grep !== undefined) {
    console.log(`  No test's title matches ${JSON.stringify(grep)}.`);
    total.failed = 1;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});
