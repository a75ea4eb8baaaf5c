// The files below a folder that VS Code writes to meanwhile.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** The files that contain one of these texts. */
export function filesWith(texts: readonly string[], files: readonly string[]): readonly string[] {
  return files.filter((file) => {
    try {
      const bytes = readFileSync(file);
      return texts.some((text) => bytes.includes(text));
    } catch {
      return false; // it was deleted meanwhile
    }
  });
}
