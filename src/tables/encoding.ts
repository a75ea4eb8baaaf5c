// Detects the encoding of a text file: by its byte-order mark, as UTF-8, or with chardet. Decodes with TextDecoder.
import { analyse } from "chardet";
import type { ByteSource } from "./bytes";
import { refuseOtherFormats, refuseUtf32 } from "./disguise";

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
  const encoding = wide ?? (isUtf8 ? "utf-8" : narrowEncoding(sample, letters * 4 >= broken));
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

const separators: ReadonlySet<number> = new Set(Buffer.from(',;\t\r\n"'));

/** The cells with letters beyond ASCII, repeated: chardet counts letters, and a table has few. */
function cellsBeyondAscii(sample: Uint8Array): Buffer {
  const cells: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at <= sample.length; at += 1) {
    if (at === sample.length || separators.has(sample[at] ?? 0)) {
      const cell = sample.subarray(start, at);
      if (cell.some((byte) => byte >= 0x80)) {
        cells.push(cell, Buffer.from("\n"));
      }
      start = at + 1;
    }
  }
  const once = Buffer.concat(cells);
  return Buffer.concat(Array.from({ length: Math.ceil(400 / Math.max(once.length, 1)) }, () => once));
}

const leastConfidence = 50;
const singleByte = [
  ...["windows-1252", "windows-1251", "windows-1250", "koi8-r", "windows-1253", "windows-1255"],
  "macintosh", // Older versions of Excel for Mac.
];
const alike: Readonly<Record<string, string>> = {
  "iso-8859-2": "windows-1250",
  "iso-8859-5": "windows-1251",
  "iso-8859-7": "windows-1253",
  "iso-8859-8": "windows-1255",
};

/** UTF-8 that is read as Windows-1252: `Ã¼` instead of `ü`. No words have such letters side by side. */
const garbled = /[\u00c2\u00c3][\u0080-\u00bf]/u;

/**
 * Detects with chardet; for short texts in single-byte encodings also by how plausible their words are.
 * `isPartlyUtf8`: some letters are UTF-8, as in files that were joined.
 */
function narrowEncoding(sample: Uint8Array, isPartlyUtf8: boolean): string {
  const cells = cellsBeyondAscii(sample);
  const western = decoded("windows-1252", cells);
  const latin = isTurkish(western) ? "windows-1254" : "windows-1252";
  // One letter shows chardet nothing: `Niño` could be `Nińo`, and `50 °C` Chinese.
  if (sample.filter((byte) => byte >= 0x80).length === 1 && plausibleShare(western) === 1) {
    return latin;
  }
  const found = analyse(cells).flatMap(({ name, confidence }) => {
    const encoding = encodingLabel(name);
    return encoding === undefined ? [] : [{ encoding, confidence, text: decoded(encoding, cells) }];
  });
  const wide = found.find(
    ({ encoding, confidence, text }) =>
      /jis|euc|gb|big5|2022/u.test(encoding) &&
      confidence >= leastConfidence &&
      // Chinese letters between Korean ones are Chinese alone.
      (encoding !== "euc-kr" || shareOf(text, /\p{Script=Hangul}/gu) > 0.8 * shareOf(text, /[^\p{ASCII}]/gu)),
  );
  if (wide !== undefined) {
    return wide.encoding;
  }
  if (isPartlyUtf8 && garbled.test(cells.toString("latin1"))) {
    return "utf-8";
  }
  const others = found.map(({ encoding }) => encoding).filter((encoding) => /^(?:windows|koi8)/u.test(encoding));
  const [best] = [...new Set([...singleByte, ...others])]
    .map((encoding, nth) => {
      const confidence = found
        .filter((one) => one.encoding === encoding || alike[one.encoding] === encoding)
        .reduce((most, one) => Math.max(most, one.confidence), 0);
      const bonus = [15, 5][nth] ?? 0;
      const plausible = plausibleShare(decoded(encoding, cells));
      return { encoding, plausible, score: 300 * plausible + confidence + bonus };
    })
    .sort((one, other) => other.score - one.score);
  // chardet is not reliable for a few letters.
  const ofFewLetters = ["shift_jis", "gb18030", "big5"].find((encoding) => isEastAsian(decoded(encoding, cells)));
  const encoding = best !== undefined && best.plausible >= 0.5 ? best.encoding : ofFewLetters;
  return encoding === undefined || decoded(encoding, cells) === western ? latin : encoding;
}

/** Six letters of Turkish are where Windows-1252 has those of Icelandic, whose texts have vowels with accents, too. */
const isTurkish = (western: string): boolean => /[ðþý]/iu.test(western) && !/[áéíóúæ]/iu.test(western);

/** As a stream, because Node 22 decodes Windows-1252 as Latin-1 otherwise. */
const decoded = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

/** Whether all letters beyond ASCII are Chinese or Japanese; half-width ones are rare. */
const isEastAsian = (text: string): boolean =>
  /^[\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\u3000-\u303f\u30a0-\u30ff\uff00-\uff5e]+$/u.test(text);

const shareOf = (text: string, pattern: RegExp): number => Array.from(text.matchAll(pattern)).length / text.length;

const scripts = ["Latin", "Cyrillic", "Greek", "Hebrew", "Arabic"].map(
  (script) => new RegExp(`^[\\p{Script=${script}}\\p{M}'’.-]+$`, "u"),
);

const longestWord = 60;

/** The share of words in one script with capitals first or everywhere; Latin words have few accents in a row. */
function plausibleShare(text: string): number {
  const words = text.split(/[\s\d!"#$%&()*+,/:;<=>?@[\\\]^_`{|}~]+/u).filter((word) => /[^\p{ASCII}]/u.test(word));
  const isPlausible = (word: string): boolean =>
    word.length <= longestWord &&
    (scripts.some((script) => script.test(word.replace(/[©®™°]/gu, ""))) || /^[\p{P}\p{Sc}©®™°]+$/u.test(word)) &&
    !/^(?:\p{M}|[Ђ-Џ]$)|[ךםןףץ](?!$)/u.test(word) &&
    !/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word) &&
    !/[\u00c0-\u024f]{3}/u.test(word);
  return words.length === 0 ? 0 : words.filter(isPlausible).length / words.length;
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
