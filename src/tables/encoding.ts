// Detects the encoding of a text file: by its byte-order mark, as UTF-8, or by its words. Decodes with TextDecoder.
import type { ByteSource } from "./bytes";
import { refuseOtherFormats, refuseUtf32 } from "./disguise";
import { legacyEncoding } from "./legacyEncoding";

export interface TextEncoding {
  /** A label of the Encoding Standard, such as "utf-8" or "shift_jis". */
  readonly encoding: string;
  /** It begins with a byte-order mark. */
  readonly hasMark: boolean;
}

const marks: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** More letters do not make the detection more reliable. */
const enoughLetters = 2_000;
const sampleBytes = 256 * 1024;

/** The label of an encoding; `undefined` if TextDecoder does not support it. */
export function encodingLabel(name: string): string | undefined {
  try {
    return new TextDecoder(name.trim()).encoding;
  } catch {
    return undefined;
  }
}

/** Reads enough of a file to detect its encoding. Rejects with a `CsvError` for another format. */
export async function detectEncoding(source: ByteSource): Promise<TextEncoding> {
  const start: Uint8Array[] = [];
  const sample: Uint8Array[] = [];
  const utf8 = new Utf8Check();
  let read = 0;
  let sampled = 0;
  for await (const piece of source()) {
    if (read < sampleBytes) {
      start.push(piece);
    }
    if (sampled < sampleBytes && (sampled > 0 || piece.some((byte) => byte >= 0x80))) {
      sample.push(piece);
      sampled += piece.length;
    }
    utf8.add(piece);
    read += piece.length;
    if (read >= sampleBytes && utf8.letters + utf8.broken > enoughLetters) {
      break;
    }
  }
  utf8.add();
  return encodingOf(Buffer.concat(start), Buffer.concat(sample), utf8);
}

function encodingOf(start: Uint8Array, sample: Uint8Array, { isValid, letters, broken }: Utf8Check): TextEncoding {
  refuseUtf32(start);
  const [marked] = marks.find(([, mark]) => mark.every((byte, at) => start[at] === byte)) ?? [];
  if (marked !== undefined) {
    refuseOtherFormats(Buffer.from(new TextDecoder(marked).decode(start)), true);
    return { encoding: marked, hasMark: true };
  }
  const wide = wideEncoding(start);
  refuseOtherFormats(start, wide !== undefined);
  if (wide === undefined && Buffer.from(start).includes("\u001b$")) {
    return { encoding: "iso-2022-jp", hasMark: false };
  }
  const isUtf8 = isValid || letters >= broken;
  const encoding = wide ?? (isUtf8 ? "utf-8" : legacyEncoding(sample));
  return { encoding, hasMark: false };
}

/** UTF-16 without a mark: every other byte of most texts is zero. */
function wideEncoding(start: Uint8Array): string | undefined {
  const pairs = Math.min(start.length, 4_000) >> 1;
  let even = 0;
  let odd = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    even += start[2 * pair] === 0 ? 1 : 0;
    odd += start[2 * pair + 1] === 0 ? 1 : 0;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.1) {
    return "utf-16le";
  }
  return even > pairs * 0.4 && odd < pairs * 0.1 ? "utf-16be" : undefined;
}

/** Whether bytes are UTF-8, and how many of the letters beyond ASCII are broken. */
class Utf8Check {
  isValid = true;
  letters = 0;
  broken = 0;
  readonly #strict = new TextDecoder("utf-8", { fatal: true });
  readonly #lenient = new TextDecoder("utf-8");

  /** Adds a piece; without one, ends the text. */
  add(piece?: Uint8Array): void {
    const stream = piece !== undefined;
    const text = this.#lenient.decode(piece, { stream });
    this.letters += text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
    this.broken += text.match(/\ufffd/gu)?.length ?? 0;
    try {
      this.#strict.decode(piece, { stream });
    } catch {
      this.isValid = false;
    }
  }
}

/** The text of a file in pieces, without byte-order marks. */
export async function* decodedText(source: ByteSource, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let isStart = true;
  const withoutMarks = (text: string): string => (isStart ? text.replace(/^\ufeff+/u, "") : text);
  for await (const piece of source()) {
    const text = withoutMarks(decoder.decode(piece, { stream: true }));
    isStart &&= text === "";
    yield text;
  }
  yield withoutMarks(decoder.decode());
}

/** `undefined` when the encoding may lack a letter: in encodings other than Unicode, only ASCII is written. */
export function encodeText(text: string, encoding: string): Uint8Array | undefined {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text, "utf8");
    case "utf-16le":
      return Buffer.from(text, "utf16le");
    case "utf-16be":
      return Buffer.from(text, "utf16le").swap16();
    default:
      return /^\p{ASCII}*$/u.test(text) ? Buffer.from(text, "latin1") : undefined;
  }
}
