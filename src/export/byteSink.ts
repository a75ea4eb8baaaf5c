// Collects what an export writes in half a megabyte that is used again and again, so that memory stays flat.

/** Takes bytes for good: a file under way, or memory. Resolves when the buffer may be used again. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

export interface ByteSink {
  /** Bytes handed over so far, those still collected included. */
  readonly bytes: number;
  /** Whether `flush` is due before more is added. */
  readonly full: boolean;
  addText(text: string): void;
  addBytes(bytes: Uint8Array): void;
  flush(): Promise<void>;
}

const capacity = 1 << 19;
/** Text is collected as text first: encoding a few thousand characters at once costs far less than cell by cell. */
const textAtOnce = 1 << 14;
/** A UTF-16 code unit is three bytes of UTF-8 at most. */
const bytesPerUnit = 3;

export function createByteSink(write: WriteBytes): ByteSink {
  const buffer = Buffer.allocUnsafe(capacity);
  /** Single pieces longer than the buffer's rest, in their place between what the buffer held before. */
  let pieces: Uint8Array[] = [];
  let text = "";
  let from = 0;
  let used = 0;
  let bytes = 0;
  const addOwn = (piece: Uint8Array): void => {
    if (used > from) {
      pieces.push(buffer.subarray(from, used));
      from = used;
    }
    pieces.push(piece);
  };
  const encode = (): void => {
    if (text === "") {
      return;
    }
    if (used + text.length * bytesPerUnit <= capacity) {
      used += buffer.write(text, used);
    } else {
      addOwn(Buffer.from(text));
    }
    text = "";
  };
  const held = (): number => used + pieces.reduce((sum, piece) => sum + (piece.buffer === buffer.buffer ? 0 : piece.length), 0);
  return {
    get bytes() {
      encode();
      return bytes + held();
    },
    get full() {
      return pieces.length > 0 || used + text.length * bytesPerUnit > capacity - textAtOnce * bytesPerUnit;
    },
    addText: (more) => {
      text += more;
      if (text.length >= textAtOnce) {
        encode();
      }
    },
    addBytes: (more) => {
      encode();
      if (used + more.length <= capacity) {
        buffer.set(more, used);
        used += more.length;
      } else {
        // The caller's memory may change once it goes on, so what is kept is a copy.
        addOwn(Uint8Array.prototype.slice.call(more));
      }
    },
    flush: async () => {
      encode();
      bytes += held();
      const due = used > from ? [...pieces, buffer.subarray(from, used)] : pieces;
      pieces = [];
      for (const piece of due) {
        await write(piece);
      }
      used = 0;
      from = 0;
    },
  };
}
