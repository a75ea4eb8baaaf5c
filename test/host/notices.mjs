// The licenses of the libraries that are bundled into the extension, as one text.
// @ts-check
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const introduction = `Third-party notices

Prospect Desk contains the following libraries, each under its own license.
`;

/**
 * @param {readonly string[]} files the source files in the bundles, relative to the project
 * @returns {string}
 * @throws {Error} naming the packages without a license text
 */
export function thirdPartyNotices(files) {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  const packages = [...folders].map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1));
  const unlicensed = packages.filter(({ text }) => text === undefined).map(({ name }) => name);
  if (unlicensed.length > 0) {
    throw new Error(`No license text was found for ${unlicensed.join(", ")}. See test/host/notices.mjs.`);
  }
  /** @type {Map<string, string[]>} license text → the packages under it */
  const byText = new Map([[mitLicense("Copyright Fedor Indutny, 2018."), ["llhttp (MIT), compiled into undici"]]]);
  for (const { name, version, license, text = "" } of packages) {
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const line = "-".repeat(80);
  return [introduction, ...[...byText].map(([text, titles]) => `${line}\n${titles.join("\n")}\n\n${text}\n`)].join(
    "\n",
  );
}

/**
 * @param {string} file
 * @returns {string | undefined} the npm package that the file belongs to
 */
function packageFolder(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll("\\", "/"))?.[0];
}

/**
 * @param {string} folder
 * @returns {{ name: string, version: string, license: string, text: string | undefined }}
 */
function readPackage(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return { name, version, license, text: licenseText(folder) ?? standardText(license, author) };
}

/**
 * @param {string} folder
 * @returns {string | undefined}
 */
function licenseText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)\b/i.test(name));
  return file && readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
}

/**
 * Some packages name the MIT license without including its text.
 * @param {string} license
 * @param {string | { name?: string } | undefined} author
 * @returns {string | undefined}
 */
function standardText(license, author) {
  const holder = typeof author === "string" ? author : author?.name;
  return license === "MIT" && holder !== undefined ? mitLicense(`Copyright (c) ${holder}`) : undefined;
}

/** @param {string} copyright */
function mitLicense(copyright) {
  return `MIT License

${copyright}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}
