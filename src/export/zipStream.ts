// Writes a ZIP file in one pass: text is compressed while it is added, so memory does not grow with the file.
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { ByteSink } from "../csv/byteSink";

interface Entry {
  readonly name: string;
  readonly offset: number;
  crc: number;
  size: number;
  compressed: number;
}

/** Text that is compressed at once: some milliseconds of work. */
const pieceLength = 1 << 18;
/** Higher levels take more than twice the time for a few percent. */
const level = 3;
/** Sizes follow the data of an entry. */
const sizesFollow = 0x0008;
const deflated = 8;
const version = 20;
/** January 1, 1980: equal records make equal files. */
const date = 0x0021;
/** A size or offset above this would need ZIP64, which not every spreadsheet reads. */
const largest = 0xffff_ffff;

export class ZipStream {
  private readonly entries: Entry[] = [];
  private readonly pending: string[] = [];
  private pendingLength = 0;

  /** Throws `tooLarge()` when an entry or the file exceeds 4 GB. */
  constructor(
    private readonly sink: ByteSink,
    private readonly tooLarge: () => Error,
  ) {}

  /** Begins a file inside the ZIP; its name is ASCII. */
  begin(name: string): void {
    this.entries.push({ name, offset: this.sink.bytes, crc: 0, size: 0, compressed: 0 });
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(version, 4);
    writeCommon(header, 6, { name, crc: 0, size: 0, compressed: 0 });
    this.sink.addBytes(header);
    this.sink.addBytes(Buffer.from(name, "latin1"));
  }

  add(text: string): void {
    this.pending.push(text);
    this.pendingLength += text.length;
    if (this.pendingLength >= pieceLength) {
      this.compress(constants.Z_SYNC_FLUSH);
    }
  }

  /** Ends the file that was begun last. */
  end(): void {
    const entry = this.compress(constants.Z_FINISH);
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50, 0);
    sizes.writeUInt32LE(entry.crc, 4);
    sizes.writeUInt32LE(entry.compressed, 8);
    sizes.writeUInt32LE(entry.size, 12);
    this.sink.addBytes(sizes);
  }

  /** A whole file. */
  addFile(name: string, text: string): void {
    this.begin(name);
    this.add(text);
    this.end();
  }

  /** Writes the directory; nothing may be added afterwards. */
  finish(): void {
    const start = this.sink.bytes;
    for (const entry of this.entries) {
      const header = Buffer.alloc(46);
      header.writeUInt32LE(0x02014b50, 0);
      header.writeUInt16LE(version, 4);
      header.writeUInt16LE(version, 6);
      writeCommon(header, 8, entry);
      header.writeUInt32LE(entry.offset, 42);
      this.sink.addBytes(header);
      this.sink.addBytes(Buffer.from(entry.name, "latin1"));
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.entries.length, 8);
    end.writeUInt16LE(this.entries.length, 10);
    end.writeUInt32LE(this.sink.bytes - start, 12);
    end.writeUInt32LE(start, 16);
    this.sink.addBytes(end);
  }

  /** Pieces are compressed on their own; `Z_SYNC_FLUSH` ends each at a byte, so that together they are one stream. */
  private compress(finishFlush: number): Entry {
    const entry = this.entries.at(-1);
    if (entry === undefined) {
      throw new TypeError("No file was begun.");
    }
    const bytes = Buffer.from(this.pending.join(""));
    this.pending.length = 0;
    this.pendingLength = 0;
    const compressed = deflateRawSync(bytes, { level, finishFlush });
    if (bytes.length > 0) {
      // In Node 22, `crc32` of no bytes can return 0 instead of the checksum so far.
      entry.crc = crc32(bytes, entry.crc);
    }
    entry.size += bytes.length;
    entry.compressed += compressed.length;
    this.sink.addBytes(compressed);
    if (entry.size > largest || this.sink.bytes > largest) {
      throw this.tooLarge();
    }
    return entry;
  }
}

/** What the headers before the data and in the directory have in common. */
function writeCommon(header: Buffer, at: number, { name, crc, size, compressed }: Omit<Entry, "offset">): void {
  header.writeUInt16LE(sizesFollow, at);
  header.writeUInt16LE(deflated, at + 2);
  // The time before the date stays 0: midnight.
  header.writeUInt16LE(date, at + 6);
  header.writeUInt32LE(crc, at + 8);
  header.writeUInt32LE(compressed, at + 12);
  header.writeUInt32LE(size, at + 16);
  header.writeUInt16LE(name.length, at + 20);
}
