// Text from bytes, without holding the extension host's thread.
import { setImmediate } from "node:timers/promises";

/** A few milliseconds' work. */
const bytesAtOnce = 256 * 1024;

/** UTF-8 as text. */
export async function decodedText(bytes: Uint8Array): Promise<string> {
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
