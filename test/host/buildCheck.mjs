// Whether a build is whole: each file that one of its files imports is there.
// @ts-check
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { SetupError } from "./processes.mjs";

const imported = /\b(?:from|import\(?|require\()\s*"(\.{1,2}\/[^"\n]+\.js)"/g;

/**
 * @param {string} folder
 * @throws {SetupError} naming a file that is missing
 */
export function checkBuild(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (![".js", ".cjs"].includes(path.extname(name)) || name.startsWith(`test${path.sep}`)) {
      continue;
    }
    const file = path.join(folder, name);
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(imported)) {
      if (!existsSync(path.join(path.dirname(file), target))) {
        throw new SetupError(
          `The build in ${folder} is not complete: ${name} needs ${target}. Another build may have written to the ` +
            "same folder. Run the command again.",
        );
      }
    }
  }
}
