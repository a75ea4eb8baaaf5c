// The checks that are no tests: format, lint rules, unused exports, the package, and types.
// @ts-check
import path from "node:path";
import { onCores } from "./cores.mjs";
import { layerSeconds } from "./mochaFiles.mjs";
import { packageProblems } from "./packageCheck.mjs";
import { projectFolder } from "./paths.mjs";
import { runToEnd } from "./processes.mjs";
import { step } from "./progress.mjs";
import { packageExtension } from "./vsix.mjs";

/** @typedef {import("./mochaFiles.mjs").LayerOutcome} LayerOutcome */

const cacheFolder = path.join("node_modules", ".cache", "prospect-desk");

const scripts = {
  oxfmt: "node_modules/oxfmt/bin/oxfmt",
  eslint: "node_modules/eslint/bin/eslint.js",
  oxlint: "node_modules/oxlint/bin/oxlint",
  knip: "node_modules/knip/bin/knip.js",
  // TypeScript 7 is several times faster. Version 5 is what the lint rules with types are made for.
  tsc: "node_modules/typescript-native/bin/tsc",
};

/**
 * @param {readonly string[] | undefined} changed files; everything if undefined
 * @returns {Promise<LayerOutcome>}
 */
export function rules(changed) {
  const files = changed?.filter((file) => /\.(?:ts|mjs|js)$/.test(file));
  return check(
    [
      ["eslint", "--no-warn-ignored", ...(files ?? ["."])],
      ["oxlint", ...(files ?? ["."])],
      ["oxlint", "--type-aware", "src", "webview-ui"],
    ],
    files,
  );
}

/**
 * @param {readonly string[] | undefined} changed
 * @returns {Promise<LayerOutcome>}
 */
export function format(changed) {
  return check([["oxfmt", "--check", "--no-error-on-unmatched-pattern", ...(changed ?? ["."])]], changed);
}

/** @returns {Promise<LayerOutcome>} */
export function knip() {
  return check([
    ["knip", "--no-progress"],
    ["knip", "--no-progress", "--production", "--include=exports,files,types"], // exports that only tests use
  ]);
}

/**
 * @param {readonly string[] | undefined} changed
 * @returns {Promise<LayerOutcome[]>}
 */
export function types(changed) {
  const files = changed?.filter((file) => file.endsWith(".ts") || file.endsWith("tsconfig.json"));
  return Promise.all(
    ["test", ".", "webview-ui"].map((project) => {
      const name = project === "." ? "src" : project;
      const buildInfo = path.resolve(projectFolder, cacheFolder, `${name}.tsbuildinfo`);
      return check([["tsc", "-p", project, "--incremental", "--tsBuildInfoFile", buildInfo]], files);
    }),
  );
}

/**
 * Runs commands that count as one check.
 * @param {ReadonlyArray<readonly [keyof typeof scripts, ...string[]]>} commands
 * @param {readonly string[] | undefined} [files] nothing is checked if there are none
 * @returns {Promise<LayerOutcome>}
 */
async function check(commands, files) {
  if (files?.length === 0) {
    return { passed: 0, failed: 0 };
  }
  let failed = 0;
  await onCores(1, async () => {
    for (const [tool, ...args] of commands) {
      const { code, text } = await step(
        `${tool} ${args.filter((arg) => !arg.startsWith("--") && !path.isAbsolute(arg)).join(" ")}`.trim(),
        () =>
          runToEnd(process.execPath, [scripts[tool], ...args], { cwd: projectFolder, timeoutSeconds: layerSeconds }),
      );
      if (code !== 0) {
        failed = 1;
        console.log(text.trimEnd());
      }
    }
  });
  return { passed: 1 - failed, failed };
}

/**
 * What the package contains and how large it is.
 * @returns {Promise<LayerOutcome>}
 */
export async function checkPackage() {
  const problems = packageProblems(await packageExtension());
  problems.forEach((problem) => console.log(problem));
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length === 0 ? 0 : 1 };
}
