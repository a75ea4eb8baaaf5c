// Records as a JSON array or as NDJSON. Their bytes are copied, never made anew: unknown fields and all digits stay.
import type { RecordWriter } from "./exportRun";

/** What stands around records that are copied as they came; as bytes, which are copied several times faster than so short a text is encoded. */
export interface CopiedFormat {
  readonly begin: Uint8Array;
  readonly beforeFirst: Uint8Array;
  readonly beforeOthers: Uint8Array;
  readonly behindEach: Uint8Array;
  readonly end: Uint8Array;
  /** The end when there was no record. */
  readonly endOfNone: Uint8Array;
  /** Each record is to be on one line. */
  readonly oneLine: boolean;
}

const nothing = Buffer.from("");

/** `[`, a record a line, `]`; `[]` when there is none. */
export const jsonArray: CopiedFormat = {
  begin: Buffer.from("["),
  beforeFirst: Buffer.from("\n"),
  beforeOthers: Buffer.from(",\n"),
  behindEach: nothing,
  end: Buffer.from("\n]\n"),
  endOfNone: Buffer.from("]\n"),
  oneLine: false,
};

/** One record a line. */
export const ndjson: CopiedFormat = { begin: nothing, beforeFirst: nothing, beforeOthers: nothing, behindEach: Buffer.from("\n"), end: nothing, endOfNone: nothing, oneLine: true };

/** Copies records that come one by one. */
export function copyingWriter(format: CopiedFormat): RecordWriter {
  let records = 0;
  return {
    begin: (sink) => {
      sink.addBytes(format.begin);
    },
    record: (sink, bytes) => {
      // What belongs here depends on the records written, never on what a buffer happens to hold.
      sink.addBytes(records === 0 ? format.beforeFirst : format.beforeOthers);
      sink.addBytes(format.oneLine && holdsBreak(bytes) ? withoutBreaks(Uint8Array.prototype.slice.call(bytes)) : bytes);
      sink.addBytes(format.behindEach);
      records += 1;
    },
    end: (sink) => {
      sink.addBytes(records === 0 ? format.endOfNone : format.end);
    },
  };
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

function holdsBreak(bytes: Uint8Array): boolean {
  return bytes.includes(lineFeed) || bytes.includes(carriageReturn);
}

/** Puts spaces in their place, in these very bytes: inside JSON texts line breaks are escaped, so the raw ones are but layout. */
export function withoutBreaks(bytes: Uint8Array): Uint8Array {
  for (const lineBreak of [lineFeed, carriageReturn]) {
    for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) {
      bytes[at] = space;
    }
  }
  return bytes;
}
