// Collects the bytes of a file in one reused buffer, so that memory does not grow with the file.

/** Writes bytes. When it resolves, the buffer may be reused. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

const capacity = 1 << 19;
/** Encoding a few thousand characters together costs far less than encoding cell by cell. */
const textChunk = 1 << 14;
/** A UTF-16 code unit takes at most three bytes of UTF-8. */
const maxBytesPerUnit = 3;

export class ByteSink {
  private buffer = Buffer.allocUnsafe(capacity);
  private used = 0;
  private text = "";
  private flushed = 0;

  constructor(private readonly write: WriteBytes) {}

  /** Bytes written and collected so far. */
  get bytes(): number {
    this.encode();
    return this.flushed + this.used;
  }

  /** Call `flush` before more is added. */
  get isFull(): boolean {
    return this.used + this.text.length * maxBytesPerUnit > capacity - textChunk * maxBytesPerUnit;
  }

  addText(text: string): void {
    this.text += text;
    if (this.text.length >= textChunk) {
      this.encode();
    }
  }

  addBytes(bytes: Uint8Array): void {
    this.encode();
    this.makeRoom(bytes.length);
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  async flush(): Promise<void> {
    this.encode();
    if (this.used > 0) {
      await this.write(this.buffer.subarray(0, this.used));
    }
    this.flushed += this.used;
    this.used = 0;
    if (this.buffer.length > capacity) {
      this.buffer = Buffer.allocUnsafe(capacity);
    }
  }

  private encode(): void {
    if (this.text !== "") {
      this.makeRoom(this.text.length * maxBytesPerUnit);
      this.used += this.buffer.write(this.text, this.used);
      this.text = "";
    }
  }

  /** A single record can be larger than the buffer, which then grows until it is flushed. */
  private makeRoom(bytes: number): void {
    if (this.used + bytes > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.used + bytes, this.buffer.length * 2));
      this.buffer.copy(larger, 0, 0, this.used);
      this.buffer = larger;
    }
  }
}
