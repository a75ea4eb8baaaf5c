// Detects other formats in files that are called .csv, to refuse them with their name.
import { CsvError } from "./bytes";

const signatures: readonly (readonly [string, string])[] = [
  ["\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "an old Excel workbook"],
  ["\u001f\u008b", "compressed with gzip"],
  ["BZh", "compressed with bzip2"],
  ["\u00fd7zXZ\u0000", "compressed with xz"],
  ["\u0028\u00b5\u002f\u00fd", "compressed with Zstandard"],
  ["7z\u00bc\u00af\u0027\u001c", "a 7-Zip archive"],
  ["Rar!\u001a\u0007", "a RAR archive"],
  ["%PDF-", "a PDF"],
  ["PAR1", "a Parquet file"],
  ["SQLite format 3\u0000", "a SQLite database"],
  ["{\\rtf", "a rich text document"],
  ["\u0089PNG", "a picture"],
  ["\u00ff\u00d8\u00ff", "a picture"],
  ["GIF8", "a picture"],
];

/** Throws a `CsvError` that names the format of the file. */
export function refuseOtherFormats(start: Uint8Array, isWide: boolean): void {
  const bytes = latin1(start);
  const found = signatures.find(([signature]) => bytes.startsWith(signature))?.[1] ?? formatOf(bytes);
  if (found !== undefined) {
    throw refused(found);
  }
  if (!isWide) {
    refuseNul(bytes);
  }
}

/** Refuses UTF-32: its byte-order mark would be mistaken for that of UTF-16. */
export function refuseUtf32(start: Uint8Array): void {
  const letters = Array.from({ length: Math.min(16, start.length >> 2) }, (_, nth) =>
    start.subarray(4 * nth, 4 * nth + 4),
  );
  const are = (one: number, other: number): boolean =>
    letters.length > 0 && letters.every((bytes) => bytes[one] === 0 && bytes[other] === 0);
  if (are(0, 1) || are(2, 3)) {
    throw new CsvError("This file is text in UTF-32, which is not read. Save it as UTF-8 and try again.");
  }
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

function formatOf(bytes: string): string | undefined {
  if (["PK\u0003\u0004", "PK\u0005\u0006"].some((signature) => bytes.startsWith(signature))) {
    return zipFormat(bytes);
  }
  const text = bytes.trimStart().slice(0, 2_000).toLowerCase();
  if (/^(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|body|meta|table|style|script|div)\b/su.test(text)) {
    return "a web page (HTML)";
  }
  if (/^<(?:\?xml|[a-z][\w:-]*[\s>/])/u.test(text)) {
    if (text.includes("urn:schemas-microsoft-com:office:spreadsheet")) {
      return "an Excel workbook (XML)";
    }
    return /<(?:tr|td|br)\b/u.test(text) ? "a web page (HTML)" : "an XML file";
  }
  if (/^(?:\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[{[\]"]|\d+\s*[,\]]))/u.test(text)) {
    return "JSON";
  }
  return undefined;
}

/** A text with a stray NUL has no other control characters, and few of these. */
function refuseNul(bytes: string): void {
  const at = bytes.indexOf("\u0000");
  if (at < 0) {
    return;
  }
  const controls = Array.from(bytes).filter((letter) => letter < " " && !"\r\n\t\f\u001a".includes(letter));
  if (controls.length > bytes.length / 10 || controls.some((letter) => letter !== "\u0000")) {
    throw refused("binary");
  }
  const row = Array.from(bytes.slice(0, at).matchAll(/\r\n|\n|\r/gu)).length + 1;
  throw new CsvError(`Row ${row} has a NUL character, which no text has. Remove it and try again.`);
}

const refused = (what: string): CsvError =>
  new CsvError(`This file is ${what}, not a CSV table. Save it as CSV and try again.`);

/** Names of the files in an archive are not compressed. */
function zipFormat(bytes: string): string {
  if (/application\/vnd\.oasis\.opendocument\.spreadsheet/u.test(bytes)) {
    return "an OpenDocument spreadsheet";
  }
  if (/Index\/(?:Document|Tables)/u.test(bytes)) {
    return "a Numbers spreadsheet";
  }
  return /(?:xl\/|\[Content_Types\]\.xml)/u.test(bytes) ? "an Excel workbook" : "a ZIP archive";
}
