// Reads the lines of a text file in pieces: a large text at once would hold the thread that reads it.
import { pieceSize, type ByteSource } from "./bytes";
import { decodedText, detectEncoding } from "./encoding";

/** Work between two pauses, in ms: the host answers other requests in between. */
const pauseAfterMs = 15;

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

/** The lines of a file without their ends, some at a time. */
export async function* textLines(bytes: Uint8Array, pause: Pause): AsyncGenerator<readonly string[]> {
  const source: ByteSource = () => piecesOf(bytes, pause);
  const { encoding } = await detectEncoding(source);
  let rest = "";
  // A line feed at the beginning of a piece may belong to the return before it.
  let isAfterReturn = false;
  for await (const piece of decodedText(source, encoding)) {
    const [first = "", ...others] = (isAfterReturn ? `\r${piece}` : piece).split(/\r\n|\r(?!$)|\n/u);
    const last = others.pop();
    if (last === undefined) {
      rest += first;
    } else {
      yield [rest + first, ...others];
      rest = last;
    }
    isAfterReturn = piece.endsWith("\r");
    if (isAfterReturn) {
      rest = rest.slice(0, -1);
    }
  }
  if (rest !== "" || isAfterReturn) {
    yield [rest];
  }
}
