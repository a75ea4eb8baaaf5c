// Decodes UTF-8 in pieces, so that a large text does not block the extension host.
import { setImmediate } from "node:timers/promises";

/** Takes a few milliseconds. */
const bytesAtOnce = 256 * 1024;

/** Rejects when the signal is aborted. */
export async function decodeText(bytes: Uint8Array, signal?: AbortSignal): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    if (start > 0) {
      await setImmediate(undefined, { signal });
    }
    text += decoder.decode(bytes.subarray(start, start + bytesAtOnce), { stream: true });
  }
  return text + decoder.decode();
}
