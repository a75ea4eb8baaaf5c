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
  end: () => undefined,
};

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

/** A record that came over several lines: inside JSON texts line breaks are escaped, so the raw ones are but layout. */
function onOneLine(bytes: Uint8Array): Uint8Array {
  return bytes.includes(lineFeed) || bytes.includes(carriageReturn) ? bytes.map((byte) => (byte === lineFeed || byte === carriageReturn ? space : byte)) : bytes;
}
