// Records as a JSON array or as NDJSON. Their bytes are copied, never made anew: unknown fields and all digits stay.
import type { RecordWriter } from "./exportRun";

// As bytes, which are copied several times faster than so short a text is encoded.
const between = Buffer.from(",\n");
const lineEnd = Buffer.from("\n");

/** `[`, a record a line, `]`; `[]` when there is none. */
export function jsonArrayWriter(): RecordWriter {
  let records = 0;
  return {
    begin: (sink) => {
      sink.addText("[");
    },
    record: (sink, bytes) => {
      // Whether a comma belongs here depends on the records written, never on what a buffer happens to hold.
      sink.addBytes(records === 0 ? lineEnd : between);
      sink.addBytes(bytes);
      records += 1;
    },
    batch: (sink, { bytes, at, length }, count) => {
      for (let which = 0; which < count; which += 1) {
        const size = length[which] as number;
        if (size > 0) {
          sink.addBytes(records === 0 ? lineEnd : between);
          sink.addSpan(bytes, at[which] as number, size);
          records += 1;
        }
      }
    },
    end: (sink) => {
      sink.addText(records === 0 ? "]\n" : "\n]\n");
    },
  };
}

/** One record a line. */
export const ndjsonWriter: RecordWriter = {
  begin: () => undefined,
  record: (sink, bytes) => {
    sink.addBytes(onOneLine(bytes));
    sink.addBytes(lineEnd);
  },
  batch: (sink, { bytes, at, length }, count) => {
    const breaks = [lineFeed, carriageReturn].map((byte) => byteFinder(bytes, byte));
    for (let which = 0; which < count; which += 1) {
      const begin = at[which] as number;
      const size = length[which] as number;
      if (size > 0) {
        if (breaks.some((isIn) => isIn(begin, begin + size))) {
          sink.addBytes(onOneLine(bytes.subarray(begin, begin + size)));
        } else {
          sink.addSpan(bytes, begin, size);
        }
        sink.addBytes(lineEnd);
      }
    }
  },
  end: () => undefined,
};

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

/** A record that came over several lines: inside JSON texts line breaks are escaped, so the raw ones are but layout. */
function onOneLine(bytes: Uint8Array): Uint8Array {
  return bytes.includes(lineFeed) || bytes.includes(carriageReturn) ? bytes.map((byte) => (byte === lineFeed || byte === carriageReturn ? space : byte)) : bytes;
}

/** Tells whether a stretch holds the byte; asked in the order they lie in, it looks at every byte once. */
function byteFinder(bytes: Uint8Array, byte: number): (at: number, end: number) => boolean {
  let from = 0;
  let found = -1;
  return (at, end) => {
    if (at < from || found < at) {
      from = at;
      const next = bytes.indexOf(byte, at);
      found = next < 0 ? bytes.length : next;
    }
    return found < end;
  };
}
