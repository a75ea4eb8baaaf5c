// Files as URIs, written as VS Code writes them: runs are found again by the URI of their saved search.
import { createReadStream } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pieceSize, type ByteSource } from "../../csv/rows";

/** For an absolute path. */
export function fileUriOf(file: string, flavor: path.PlatformPath = path): string {
  const { host, pathname } = pathToFileURL(flavor.resolve(file), { windows: flavor.sep === "\\" });
  const segments = decodeURIComponent(pathname)
    .replace(/^\/([A-Z]):/u, (_whole, drive: string) => `/${drive.toLowerCase()}:`)
    .split("/");
  return `file://${host}${segments.map(encoded).join("/")}`;
}

const encoded = (segment: string): string =>
  encodeURIComponent(segment).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The bytes of a file of this machine. Throws for another URI. */
export function fileBytes(uri: string): ByteSource {
  const file = fileURLToPath(uri);
  return () => createReadStream(file, { highWaterMark: pieceSize }) as AsyncIterable<Uint8Array>;
}
