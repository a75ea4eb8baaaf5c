// Runs ESLint on the whole project, or on the files that are named, and checks the stored verdicts about patterns.
// @ts-check
import { ESLint } from "eslint";
import { metPatterns } from "./linearPatterns.mjs";
import { projectFolder } from "./paths.mjs";
import { staleVerdicts } from "./patternVerdicts.mjs";

const files = process.argv.slice(2);
const eslint = new ESLint({ cwd: projectFolder, warnIgnored: false });
const results = await eslint.lintFiles(files.length === 0 ? ["."] : files);
const formatter = await eslint.loadFormatter("stylish");
console.log(await formatter.format(results));
const stale = files.length === 0 ? staleVerdicts(metPatterns) : [];
for (const name of stale) {
  console.log(`patternVerdicts.json has a verdict about ${name}, which is gone: run npm run patterns.`);
}
process.exitCode = stale.length > 0 || results.some(({ errorCount }) => errorCount > 0) ? 1 : 0;
