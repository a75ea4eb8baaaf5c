// Decodes UTF-8 in pieces, so that a large text does not block the extension host.
import { setImmediate } from "node:timers/promises";

/** Takes a few milliseconds. */
const bytesAtOnce = 256 * 1024;

export async function decodeText(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    if (start > 0) {
      await setImmediate();
    }
    text += decoder.decode(bytes.subarray(start, start + bytesAtOnce), { stream: true });
  }
  return text + decoder.decode();
}
