// Packages the extension as a user would install it.
// @ts-check
import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "./dependencies.mjs";
import { describeSize } from "./packageCheck.mjs";
import { projectFolder, readManifest, vsixFile } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

/**
 * Builds for release and writes `prospect-desk.vsix`.
 * @returns {Promise<string>} the file
 */
export async function packageExtension() {
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
  return vsixFile;
}
