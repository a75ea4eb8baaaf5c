// Packages the extension as a user would install it, and installs the package for tests.
// @ts-check
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { installExtension } from "./codeServer.mjs";
import { build } from "./dependencies.mjs";
import { takeLock } from "./lock.mjs";
import { describeSize } from "./packageCheck.mjs";
import { hostFolder, outputFolder, projectFolder, readManifest, vsixFile } from "./paths.mjs";
import { run, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";
import { isPreRelease, listingReadme } from "./release.mjs";

/** The folder in which the package is assembled, so that `dist/` does not change for running processes. */
const packageFolder = path.join(hostFolder, "package");
const parts = ["media", "package.json", "README.md", "CHANGELOG.md", "LICENSE", ".vscodeignore"];

/** @type {Promise<string> | undefined} */
let packaging;

/**
 * Builds for release and writes `prospect-desk.vsix`, once in this process.
 * @returns {Promise<string>} the file
 */
export function packageExtension() {
  return (packaging ??= packageAlone());
}

async function packageAlone() {
  mkdirSync(hostFolder, { recursive: true });
  const lock = path.join(hostFolder, "package.lock");
  const release = await takeLock(lock, "The extension is being packaged by another command; waiting");
  try {
    return await writePackage();
  } finally {
    release();
  }
}

async function writePackage() {
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(packageFolder, { recursive: true });
  for (const name of readdirSync(projectFolder)) {
    if (parts.includes(name) || /^package\.nls.*\.json$/.test(name)) {
      cpSync(path.join(projectFolder, name), path.join(packageFolder, name), { recursive: true });
    }
  }
  await build("production", path.join(packageFolder, "dist"));
  const { repository, version } = readManifest();
  const readme = path.join(packageFolder, "README.md");
  const written = path.join(packageFolder, path.basename(vsixFile));
  writeFileSync(readme, listingReadme(readFileSync(readme, "utf8"), repository.url));
  await step("Packaging the extension", () =>
    run(
      process.execPath,
      [
        path.join(projectFolder, "node_modules", "@vscode", "vsce", "vsce"),
        "package",
        "--no-dependencies",
        ...(isPreRelease(version) ? ["--pre-release"] : []),
        // Pictures of the README stay outside the package; the Marketplace shows them from the repository.
        "--baseContentUrl",
        `${repository.url}/blob/main`,
        "--baseImagesUrl",
        `${repository.url}/raw/main`,
        "--out",
        written,
      ],
      { cwd: packageFolder, timeoutSeconds: 120 },
    ),
  );
  renameSync(written, vsixFile); // at once, because another command may be installing the old one
  console.log(`  ${describeSize(vsixFile)}`);
  return vsixFile;
}

/**
 * Installs the package for tests.
 * @returns {Promise<string>} the folder of extensions; servers only read it, so several can use it
 */
export async function installPackage() {
  if (!existsSync(vsixFile)) {
    throw new SetupError("The extension is not packaged yet: run npm run package.");
  }
  const extensions = path.join(outputFolder, "installed-extensions");
  rmSync(extensions, { recursive: true, force: true });
  const userData = mkdtempSync(path.join(os.tmpdir(), "pd-"));
  await step("Installing the extension", () => installExtension(vsixFile, { userData, extensions }));
  rmSync(userData, { recursive: true, force: true });
  return extensions;
}
