// Checks that the packaged extension contains all required files and no others.
// @ts-check
import { readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The maximum size of the package, in bytes. */
const largestPackage = 875_000;

/** @typedef {{ readonly name: string, readonly bytes: number }} Entry a file in the package and its compressed size */

/**
 * @param {string} vsix
 * @returns {string}
 */
export function describeSize(vsix) {
  return `${path.basename(vsix)}, ${kilobytes(statSync(vsix).size)} of at most ${kilobytes(largestPackage)}`;
}

/**
 * @param {string} vsix
 * @returns {string[]} one sentence for each problem
 */
export function packageProblems(vsix) {
  const entries = readEntries(readFileSync(vsix));
  const problems = [];
  if (statSync(vsix).size > largestPackage) {
    const largest = [...entries].sort((a, b) => b.bytes - a.bytes).slice(0, 10);
    problems.push(
      `The package is too large: ${describeSize(vsix)}. The largest files are`,
      ...largest.map(({ name, bytes }) => `  ${kilobytes(bytes).padStart(7)} ${name}`),
    );
  }
  const names = new Set(entries.map(({ name }) => name));
  for (const name of ["dist/ThirdPartyNotices.txt", "LICENSE.txt", "readme.md", "changelog.md"]) {
    if (!names.has(`extension/${name}`)) {
      problems.push(`${name} is missing from the package.`);
    }
  }
  for (const name of names) {
    if (/\.map$|\/(test|src|node_modules)\/|\/media\/readme\//.test(name)) {
      problems.push(`${name} does not belong in the package.`);
    }
  }
  return problems;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
}

/**
 * The central directory of a ZIP file.
 * @param {Buffer} zip
 * @returns {Entry[]}
 */
function readEntries(zip) {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const count = zip.readUInt16LE(end + 10);
  const entries = [];
  for (let at = zip.readUInt32LE(end + 16); entries.length < count;) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    entries.push({ name: zip.toString("utf8", at + 46, nameEnd), bytes: zip.readUInt32LE(at + 20) });
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
