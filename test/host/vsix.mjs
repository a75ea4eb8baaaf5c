// Packages the extension as a user would install it.
// @ts-check
import { rmSync, statSync } from "node:fs";
import path from "node:path";
import { build } from "./dependencies.mjs";
import { projectFolder, vsixFile } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

/**
 * Builds for release and writes `prospect-desk.vsix`.
 * @returns {Promise<string>} the file
 */
export async function packageExtension() {
  await build("production");
  rmSync(vsixFile, { force: true });
  await step("Packaging the extension", () =>
    run(
      process.execPath,
      [
        path.join("node_modules", "@vscode", "vsce", "vsce"),
        "package",
        "--no-dependencies",
        "--allow-missing-repository",
        "--no-rewrite-relative-links",
        "--out",
        vsixFile,
      ],
      {
        cwd: projectFolder,
        timeoutSeconds: 120,
      },
    ),
  );
  console.log(`  ${path.basename(vsixFile)}, ${Math.ceil(statSync(vsixFile).size / 1024)} kB`);
  return vsixFile;
}
