// Packages the extension as a user would install it, and installs the package for tests.
// @ts-check
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { installExtension } from "./codeServer.mjs";
import { build } from "./dependencies.mjs";
import { describeSize } from "./packageCheck.mjs";
import { outputFolder, projectFolder, readManifest, vsixFile } from "./paths.mjs";
import { run, SetupError } from "./processes.mjs";
import { step } from "./progress.mjs";

let isPackaged = false;

/**
 * Builds for release and writes `prospect-desk.vsix`, once in this process.
 * @returns {Promise<string>} the file
 */
export async function packageExtension() {
  if (isPackaged) {
    return vsixFile;
  }
  await build("production");
  rmSync(vsixFile, { force: true });
  const repository = readManifest().repository.url;
  await step("Packaging the extension", () =>
    run(
      process.execPath,
      [
        path.join("node_modules", "@vscode", "vsce", "vsce"),
        "package",
        "--no-dependencies",
        // Pictures of the README stay outside the package; the Marketplace shows them from the repository.
        "--baseContentUrl",
        `${repository}/blob/main`,
        "--baseImagesUrl",
        `${repository}/raw/main`,
        "--out",
        vsixFile,
      ],
      { cwd: projectFolder, timeoutSeconds: 120 },
    ),
  );
  console.log(`  ${describeSize(vsixFile)}`);
  isPackaged = true;
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
