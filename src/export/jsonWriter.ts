// Records as a JSON array or as NDJSON. Their bytes are copied, never made anew: unknown fields and all digits stay.
import type { ByteSink } from "./byteSink";

/** Adds records to a sink in one format; what goes between them is up to it. */
export interface RecordWriter {
  begin(sink: ByteSink): void;
  /** `record` is its JSON. */
  record(sink: ByteSink, record: Uint8Array): void;
  end(sink: ByteSink): void;
}

// As bytes, which are copied several times faster than so short a text is encoded.
const [comma, lineEnd] = [Buffer.from(",\n"), Buffer.from("\n")];

/** `[`, a record a line, `]`. */
export function jsonWriter(): RecordWriter {
  let isFirst = true;
  return {
    begin: (sink) => sink.addText("["),
    record: (sink, record) => {
      sink.addBytes(isFirst ? lineEnd : comma);
      sink.addBytes(record);
      isFirst = false;
    },
    end: (sink) => sink.addText(isFirst ? "]\n" : "\n]\n"),
  };
}

/** One record a line: the database keeps JSON without the line breaks between its tokens. */
export const ndjsonWriter: RecordWriter = {
  begin: () => undefined,
  record: (sink, record) => {
    sink.addBytes(record);
    sink.addBytes(lineEnd);
  },
  end: () => undefined,
};
