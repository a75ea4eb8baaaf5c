// Files that are called .csv and are something else: each is named, and nothing of it is read.
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

/** Throws a `CsvError` that says what the file is. */
export function refuseOtherFormats(start: Uint8Array, isWide: boolean): void {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString("latin1");
  const found = signatures.find(([signature]) => bytes.startsWith(signature))?.[1] ?? formatOf(bytes, isWide);
  if (found !== undefined) {
    throw new CsvError(`This file is ${found}, not a CSV table. Save it as CSV and try again.`);
  }
}

function formatOf(bytes: string, isWide: boolean): string | undefined {
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
  return !isWide && bytes.includes("\u0000") ? "binary" : undefined;
}

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
