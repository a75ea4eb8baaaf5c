// `npm run patterns`: judges the regular expressions that have no stored verdict, and forgets those that are gone.
// @ts-check
import { spawnSync } from "node:child_process";
import { ESLint } from "eslint";
import { metPatterns } from "./linearPatterns.mjs";
import { projectFolder } from "./paths.mjs";
import { judgeFile, staleVerdicts, storedVerdicts, storeVerdicts, withSamples } from "./patternVerdicts.mjs";
import { requireNode } from "./prerequisites.mjs";
import { runScript, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";

await runScript(async () => {
  requireNode();
  await step("Finding the patterns", findPatterns);
  const wanted = withSamples(metPatterns);
  const stored = storedVerdicts();
  const stale = staleVerdicts(metPatterns);
  const unjudged = [...wanted].filter(([name]) => !stored.has(name));
  const judged = await step(`Judging ${unjudged.length} patterns`, async () => judge(unjudged.map(([, one]) => one)));
  const verdicts = new Map([...wanted.keys()].map((name) => [name, stored.get(name)]));
  unjudged.forEach(([name], index) => verdicts.set(name, judged[index] ?? undefined));
  storeVerdicts(verdicts);
  for (const [name] of unjudged) {
    const text = verdicts.get(name);
    console.log(text === undefined ? `linear: ${name}` : `SLOW:   ${name}\n        for ${text}`);
  }
  console.log(`${verdicts.size} patterns, ${unjudged.length} of them new; ${stale.length} are gone.`);
});

/** Lets the rule see every file, without the types that only other rules need. */
async function findPatterns() {
  const eslint = new ESLint({
    cwd: projectFolder,
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
    ruleFilter: ({ ruleId }) => ruleId === "prospect/linear-patterns",
  });
  await eslint.lintFiles(["src", "webview-ui", "test/host"]);
}

/**
 * @param {ReadonlyArray<import("./patternVerdicts.mjs").Pattern>} patterns
 * @returns {ReadonlyArray<string | null>} a text on which the pattern is slow
 */
function judge(patterns) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [judgeFile], {
    input: JSON.stringify(patterns),
    encoding: "utf8",
  });
  if (status !== 0) {
    throw new SetupError(`The patterns could not be judged: ${stderr}`);
  }
  return JSON.parse(stdout);
}
