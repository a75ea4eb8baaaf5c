// Reads an exported NDJSON file to append records to it.
import * as l10n from "@vscode/l10n";
import { recordId, textOf } from "../rows/record";
import { parseExact } from "../service/exactJson";
import { appendRefused, type OpenExisting } from "./appendNew";
import { addNdjson, recordSql } from "./jsonFormats";

export const openExistingNdjson: OpenExisting = async ({ copy, ...request }) => {
  const keyOf = (record: unknown): string => recordId(request.reader.kind, record) ?? JSON.stringify(record);
  const known = new Set<string>();
  const decoder = new TextDecoder("utf-8");
  let lastLine = "";
  let lineNumber = 0;
  const addLine = (text: string): void => {
    lineNumber += 1;
    if (text.trim() !== "") {
      known.add(keyOf(parseLine(text, lineNumber)));
    }
  };
  for await (const piece of copy()) {
    const lines = (lastLine + decoder.decode(piece, { stream: true })).split("\n");
    lastLine = lines.pop() ?? "";
    lines.forEach(addLine);
  }
  lastLine += decoder.decode();
  addLine(lastLine);
  return {
    known,
    columns: recordSql(request),
    withJson: true,
    endLastLine: (sink) => sink.addText(lastLine === "" ? "" : "\n"),
    row: ([json]) => ({
      key: keyOf(parseExact(textOf(json as Uint8Array))),
      add: (sink) => addNdjson(sink, json as Uint8Array),
    }),
  };
};

function parseLine(text: string, lineNumber: number): object {
  let record: unknown;
  try {
    record = parseExact(text);
  } catch {
    record = undefined;
  }
  if (typeof record !== "object" || record === null) {
    throw appendRefused(
      l10n.t(
        "Line {0} of the file is not a JSON record, so nothing was added. Choose a file that was exported as NDJSON.",
        lineNumber,
      ),
    );
  }
  return record;
}
