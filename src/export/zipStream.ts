// Writes a ZIP file in one pass: text is compressed while it is added, so memory does not grow with the file.
import { constants, crc32, deflateRawSync } from "node:zlib";
import { Zip, type AsyncFlateStreamHandler, type ZipInputFile } from "fflate";
import type { ByteSink } from "../tables/byteSink";

/** The length of text that is compressed at once: a few milliseconds of work. */
const pieceLength = 1 << 18;
/** Higher levels take more than twice the time for a few percent. */
const level = 3;
/** A size or offset above this would need ZIP64, which not every spreadsheet reads. */
const largest = 0xffff_ffff;

/** A file inside the ZIP. Node compresses it: fflate would take three times as long. */
class ZipText implements ZipInputFile {
  readonly compression = 8;
  /** A fixed date, so that equal records make equal files. */
  readonly mtime = new Date(1980, 0, 1);
  crc = 0;
  size = 0;
  ondata?: AsyncFlateStreamHandler;
  private pending = "";

  constructor(readonly filename: string) {}

  /** Pieces are compressed on their own; `Z_SYNC_FLUSH` ends each at a byte, so that together they are one stream. */
  add(text: string, isLast = false): void {
    this.pending += text;
    if (!isLast && this.pending.length < pieceLength) {
      return;
    }
    const bytes = Buffer.from(this.pending);
    this.pending = "";
    if (bytes.length > 0) {
      // In Node 22, `crc32` of no bytes can return 0 instead of the checksum so far.
      this.crc = crc32(bytes, this.crc);
    }
    this.size += bytes.length;
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata?.(null, deflateRawSync(bytes, { level, finishFlush }), isLast);
  }
}

export class ZipStream {
  private readonly zip: Zip;
  private file: ZipText | undefined;

  /** Throws `tooLarge()` when an entry or the file exceeds 4 GB. */
  constructor(
    private readonly sink: ByteSink,
    private readonly tooLarge: () => Error,
  ) {
    this.zip = new Zip((_error, bytes) => sink.addBytes(bytes));
  }

  /** Begins a file inside the ZIP; the previous file must have been ended. */
  begin(name: string): void {
    this.file = new ZipText(name);
    this.zip.add(this.file);
  }

  /** Adds text to the current file; `isLast` ends it. */
  add(text: string, isLast = false): void {
    this.file?.add(text, isLast);
    if ((this.file?.size ?? 0) > largest || this.sink.bytes > largest) {
      throw this.tooLarge();
    }
  }

  /** Adds a whole file at once. */
  addFile(name: string, text: string): void {
    this.begin(name);
    this.add(text, true);
  }

  /** Writes the directory; nothing may be added afterwards. */
  finish(): void {
    this.zip.end();
  }
}
