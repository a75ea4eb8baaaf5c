// Reads the lines of a text file in pieces: a large text at once would hold the thread that reads it.
import { bytesPerUnit, decodeText, type CsvEncoding } from "./encoding";
import { pieceSize, type ByteSource } from "./rows";
import { detectEncoding } from "./table";

/** Work between two pauses, in ms: the host answers other requests in between. */
const pauseAfterMs = 15;
const lineFeed = 0x0a;

/** Lets the event loop run when enough was done since the last pause. */
export type Pause = () => Promise<void>;

export function createPause(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since > pauseAfterMs) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
  };
}

/** The bytes of a file in pieces. */
export async function* piecesOf(bytes: Uint8Array, pause: Pause): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceSize) {
    yield bytes.subarray(from, from + pieceSize);
    await pause();
  }
}

/** A file in memory. */
export const bytesSource =
  (bytes: Uint8Array): ByteSource =>
  () =>
    piecesOf(bytes, createPause());

/** The lines of a file without their ends, some at a time. Without a mark it is UTF-8, or else Windows-1252. */
export async function* textLines(bytes: Uint8Array, pause: Pause): AsyncGenerator<readonly string[]> {
  const { encoding, mark } = await detectEncoding(() => piecesOf(bytes, pause));
  for (let from = mark.length; from < bytes.length;) {
    const end = lineEndAfter(bytes, from + pieceSize, encoding);
    yield linesIn(decodeText(bytes, encoding, from, end));
    from = end;
    await pause();
  }
}

function linesIn(text: string): readonly string[] {
  const lines: string[] = [];
  // A pattern for whole lines would take all of the stack for a line of some megabytes.
  const lineEnds = /\r\n?|\n/g;
  for (let at = 0; at < text.length;) {
    const lineEnd = lineEnds.exec(text);
    lines.push(text.slice(at, lineEnd?.index));
    at = lineEnd === null ? text.length : lineEnds.lastIndex;
  }
  return lines;
}

/** The end of the first line feed at `from` or later; of the file when there is none. */
function lineEndAfter(bytes: Uint8Array, from: number, encoding: CsvEncoding): number {
  const unit = bytesPerUnit(encoding);
  const low = encoding === "utf-16be" ? 1 : 0;
  for (let at = bytes.indexOf(lineFeed, from); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    if (unit === 1 || (at % 2 === low && bytes[low === 0 ? at + 1 : at - 1] === 0)) {
      return at - low + unit;
    }
  }
  return bytes.length;
}
