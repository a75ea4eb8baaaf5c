// Reads the pages of a database file without SQLite, which refuses a damaged one: the file with its write-ahead log,
// the cells of b-tree pages, and the values of their records. See "Database File Format" at sqlite.org.
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { readLog, type LogFrames, type LogId } from "./logFile";

export type SqlValue = string | number | bigint | Uint8Array | null;

export interface Cell {
  /** Of a table with row ids; 0 in an index. */
  readonly rowid: number;
  /** In the order in which they are stored; `undefined` for those that lie on a page that is gone. */
  readonly values: readonly (SqlValue | undefined)[];
}

const tableLeaf = 13;
const tableInterior = 5;
const indexLeaf = 10;
const indexInterior = 2;
const defaultPageBytes = 8192;
/** Longer chains are a loop. */
const mostOverflowPages = 1_000_000;
/** SQLite keeps no data on the page with this byte. */
const pendingByte = 2 ** 30;

export interface TreePage {
  readonly isIndex: boolean;
  /** It has records: of a table only leaves do, of an index all pages. */
  readonly hasCells: boolean;
  /** The pages that it refers to. */
  readonly children: readonly number[];
  cells(): readonly Cell[];
}

export class DamagedPages {
  readonly pageBytes: number;
  /** Pages are numbered from 1. */
  readonly count: number;
  private readonly opened: number;
  private readonly log: LogFrames | undefined;
  private readonly usable: number;
  /** Databases with auto-vacuum have it. */
  private readonly hasPointerMap: boolean;

  /** `salts` are those of its log, as noted, in case the log's header is lost. */
  constructor(file: string, salts?: LogId) {
    this.opened = openSync(file, "r");
    this.log = existsSync(`${file}-wal`) ? readLog(`${file}-wal`, salts) : undefined;
    const header = Buffer.alloc(100);
    readSync(this.opened, header, 0, 100, 0);
    const stated = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const isSound = header.toString("latin1", 0, 15) === "SQLite format 3" && stated >= 512;
    this.pageBytes = this.log?.pageBytes ?? (isSound && (stated & (stated - 1)) === 0 ? stated : defaultPageBytes);
    this.usable = this.pageBytes - (isSound ? header.readUInt8(20) : 0);
    const inFile = Math.floor(fstatSync(this.opened).size / this.pageBytes);
    this.count = this.log?.pages ?? inFile;
    this.hasPointerMap = !isSound || header.readUInt32BE(52) > 0;
  }

  close(): void {
    closeSync(this.opened);
  }

  /** Zeros where the file has no such page. */
  private page(no: number): Buffer {
    const logged = this.log?.page(no);
    if (logged !== undefined) {
      return logged;
    }
    const page = Buffer.alloc(this.pageBytes);
    try {
      readSync(this.opened, page, 0, this.pageBytes, (no - 1) * this.pageBytes);
    } catch {
      // A bad sector: as if it were empty.
    }
    return page;
  }

  /** `undefined` for what is no page of a b-tree. */
  read(no: number): TreePage | undefined {
    const page = this.page(no);
    const at = no === 1 ? 100 : 0;
    const type = page.readUInt8(at);
    const count = page.readUInt16BE(at + 3);
    const isInterior = type === tableInterior || type === indexInterior;
    const isOfTree = isInterior || type === tableLeaf || type === indexLeaf;
    if (
      !isOfTree ||
      count === 0 ||
      count > this.usable / 4 ||
      (no > 1 && this.hasPointerMap && this.mapOf(no) === no)
    ) {
      return undefined;
    }
    const pointers = at + (isInterior ? 12 : 8);
    const starts = Array.from({ length: count }, (_, n) => page.readUInt16BE(pointers + 2 * n)).filter(
      (start) => start >= pointers + 2 * count && start < this.usable - 3,
    );
    const children = isInterior ? [...starts, at + 8].map((start) => page.readUInt32BE(start)) : [];
    return {
      isIndex: type === indexLeaf || type === indexInterior,
      hasCells: type !== tableInterior,
      children: children.filter((child) => child > 1 && child <= this.count),
      cells: () => (type === tableInterior ? [] : starts.flatMap((start) => this.cell(page, start, type))),
    };
  }

  /**
   * The page that refers to this one by the pointer map, which databases with auto-vacuum have; 0 for a root, and
   * `undefined` when it does not say or this is no page of a b-tree.
   */
  mappedParent(no: number): number | undefined {
    const map = this.mapOf(no);
    if (no === map || !this.hasPointerMap || map > this.count) {
      return undefined;
    }
    const entry = this.mapPage(map).subarray(5 * (no - map - 1));
    const parent = entry.length < 5 ? 0 : entry.readUInt32BE(1);
    return entry[0] === 1 ? 0 : entry[0] === 5 && parent > 0 && parent <= this.count ? parent : undefined;
  }

  /** The page of the pointer map with the entry of this page; it is one itself if it is that page. */
  private mapOf(no: number): number {
    const pagesOfMap = Math.floor(this.usable / 5) + 1;
    const map = Math.floor((no - 2) / pagesOfMap) * pagesOfMap + 2;
    return map === Math.floor(pendingByte / this.pageBytes) + 1 ? map + 1 : map;
  }

  private lastMap: { readonly no: number; readonly page: Buffer } | undefined;
  private mapPage(no: number): Buffer {
    if (this.lastMap?.no !== no) {
      this.lastMap = { no, page: this.page(no) };
    }
    return this.lastMap.page;
  }

  private cell(page: Buffer, start: number, type: number): readonly Cell[] {
    try {
      const bytes = new Varints(page, type === indexInterior ? start + 4 : start);
      const size = bytes.next();
      const rowid = type === tableLeaf ? bytes.next() : 0;
      return [{ rowid, values: recordValues(this.payload(page, bytes.at, size, type === tableLeaf)) }];
    } catch {
      return []; // Its bytes are no cell.
    }
  }

  /** As much of it as can be read. */
  private payload(page: Buffer, at: number, size: number, isTable: boolean): Buffer {
    const most = isTable ? this.usable - 35 : Math.floor(((this.usable - 12) * 64) / 255) - 23;
    if (size <= most) {
      return page.subarray(at, at + size);
    }
    const least = Math.floor(((this.usable - 12) * 32) / 255) - 23;
    const surplus = least + ((size - least) % (this.usable - 4));
    const local = surplus <= most ? surplus : least;
    const parts = [page.subarray(at, at + local)];
    let next = page.readUInt32BE(at + local);
    for (let left = size - local, pages = 0; left > 0 && pages < mostOverflowPages; pages += 1) {
      if (next < 2 || next > this.count) {
        break;
      }
      const overflow = this.page(next);
      const part = overflow.subarray(4, 4 + Math.min(left, this.usable - 4));
      if (part.every((byte) => byte === 0)) {
        break;
      }
      parts.push(part);
      left -= part.length;
      next = overflow.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }
}

class Varints {
  constructor(
    private readonly bytes: Buffer,
    public at: number,
  ) {}

  /** Throws a RangeError behind the last byte. */
  next(): number {
    let value = 0n;
    for (let n = 0; n < 9; n += 1) {
      const byte = this.bytes.readUInt8(this.at);
      this.at += 1;
      if (n === 8) {
        return Number(BigInt.asIntN(64, (value << 8n) | BigInt(byte)));
      }
      value = (value << 7n) | BigInt(byte & 0x7f);
      if (byte < 0x80) {
        break;
      }
    }
    return Number(value);
  }
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8];

/** Those that `payload` contains as a whole; the others are `undefined`. */
function recordValues(payload: Buffer): readonly (SqlValue | undefined)[] {
  const header = new Varints(payload, 0);
  const end = header.next();
  const types: number[] = [];
  while (header.at < end) {
    types.push(header.next());
  }
  let at = end;
  return types.map((type) => {
    const size = type < 7 ? (integerBytes[type] ?? 0) : type === 7 ? 8 : type < 12 ? 0 : Math.floor((type - 12) / 2);
    const start = at;
    at += size;
    return at > payload.length ? undefined : valueOf(type, payload.subarray(start, at));
  });
}

function valueOf(type: number, bytes: Buffer): SqlValue | undefined {
  switch (type) {
    case 0:
      return null;
    case 6: {
      const value = bytes.readBigInt64BE();
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }
    case 7:
      return bytes.readDoubleBE();
    case 8:
    case 9:
      return type - 8;
    case 10:
    case 11:
      return undefined;
    default:
      return type < 6
        ? bytes.readIntBE(0, bytes.length)
        : type % 2 === 0
          ? Uint8Array.prototype.slice.call(bytes)
          : bytes.toString("utf8");
  }
}
