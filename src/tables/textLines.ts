// Reads the lines of a text file in pieces: reading a large text at once would block the thread.
import { pieceSize, type ByteSource } from "./bytes";
import { decodedText, detectEncoding } from "./encoding";

/** Work between two pauses, in ms. During a pause, the host answers other requests. */
const pauseAfterMs = 15;

/** Yields to the event loop if enough time has passed since the last pause. */
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

/** The source of a file in memory. */
export const bytesSource =
  (bytes: Uint8Array): ByteSource =>
  () =>
    piecesOf(bytes, createPause());

/** The lines of a file without line ends, in groups. */
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
