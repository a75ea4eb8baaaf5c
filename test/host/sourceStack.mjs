// Names the places of the sources in the stack of a failed test. Node's own `--enable-source-maps` reads the map of
// every file that is loaded, again in each worker thread: it took a third of the start of a store.
// @ts-check
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { projectFolder } from "./paths.mjs";

const comment = "\n//# sourceMappingURL=";

/** @type {Map<string, { map: SourceMap, folder: string } | undefined>} by the address of a built file */
const maps = new Map();

/**
 * @param {string} stack
 * @returns {string}
 */
export function sourceStack(stack) {
  return stack.replace(/[^\s()]+/g, (place) => {
    const parts = place.split(":");
    const [line, column] = parts.splice(-2).map(Number);
    const built = parts.join(":");
    const known = built.endsWith(".js") ? mapOf(built) : undefined;
    const entry = known?.map.findEntry(Number(line) - 1, Number(column) - 1);
    if (known === undefined || entry === undefined || !("originalSource" in entry)) {
      return place;
    }
    const source = path.relative(projectFolder, path.resolve(known.folder, entry.originalSource));
    return `${source.split(path.sep).join("/")}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** @param {string} built */
function mapOf(built) {
  if (!maps.has(built)) {
    maps.set(built, readMap(built));
  }
  return maps.get(built);
}

/**
 * @param {string} built by esbuild: its map is at its end, or beside it
 */
function readMap(built) {
  try {
    const file = built.startsWith("file:") ? fileURLToPath(built) : built;
    const folder = path.dirname(file);
    const text = readFileSync(file, "utf8");
    const address = text.slice(text.lastIndexOf(comment) + comment.length).trim();
    const map = address.startsWith("data:")
      ? Buffer.from(address.slice(address.indexOf(",") + 1), "base64").toString("utf8")
      : readFileSync(path.resolve(folder, address), "utf8");
    return { map: new SourceMap(JSON.parse(map)), folder };
  } catch {
    return undefined; // not a built file
  }
}
