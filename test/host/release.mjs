// `node test/host/release.mjs TAG`: whether this version can be published under that tag; used by the release workflow.
// @ts-check
import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder, readManifest } from "./paths.mjs";

/**
 * The addresses in package.json are placeholders until the project has a home.
 * @param {string} address
 * @returns {boolean}
 */
const isPlaceholder = (address) => new URL(address).hostname.endsWith(".example");

/**
 * Versions with an odd minor number are pre-releases, as VS Code recommends.
 * @param {string} version
 * @returns {boolean}
 */
export const isPreRelease = (version) => Number(version.split(".")[1]) % 2 === 1;

/**
 * The README for the extension's page. Where the repository is a placeholder, pictures and links to files lead nowhere,
 * so they are left out.
 * @param {string} readme
 * @param {string} repository
 * @returns {string}
 */
export const listingReadme = (readme, repository) =>
  isPlaceholder(repository)
    ? readme.replace(/^!\[.*\n\n/gm, "").replace(/\[([^[\]\n]+)\]\((?!#)[^)\n]+\)/g, "$1")
    : readme;

/**
 * @param {{ tag: string, changelog: string, manifest: Manifest }} release
 * @typedef {{ version: string, homepage: string, repository: { url: string }, bugs: { url: string } }} Manifest
 * @returns {string[]} one sentence for each problem
 */
export function releaseProblems({ tag, changelog, manifest }) {
  const { version, homepage, repository, bugs } = manifest;
  const [, newest, date = ""] = /^## (\S+)(?: - (\d{4}-\d\d-\d\d))?$/m.exec(changelog) ?? [];
  const addresses = { homepage, repository: repository.url, bugs: bugs.url };
  return [
    ...(tag === `v${version}` ? [] : [`The tag is ${tag}, but package.json has the version ${version}.`]),
    ...(newest === version ? [] : [`The newest version in CHANGELOG.md is ${newest}, not ${version}.`]),
    ...(Number.isNaN(Date.parse(date)) ? [`Version ${newest} has no date in CHANGELOG.md.`] : []),
    ...Object.entries(addresses)
      .filter(([, address]) => isPlaceholder(address))
      .map(([name, address]) => `"${name}" in package.json is the placeholder ${address}.`),
  ];
}

const [, script = "", tag] = process.argv;
if (path.basename(script) === "release.mjs" && tag !== undefined) {
  const changelog = readFileSync(path.join(projectFolder, "CHANGELOG.md"), "utf8");
  const manifest = readManifest();
  const problems = releaseProblems({ tag, changelog, manifest });
  problems.forEach((problem) => console.error(problem));
  process.exitCode = problems.length === 0 ? 0 : 1;
  if (process.env.GITHUB_OUTPUT) {
    appendFileSync(process.env.GITHUB_OUTPUT, `prerelease=${isPreRelease(manifest.version)}\n`);
  }
}
