// Reads CSV text as it comes, piece by piece: enough to know the header and the rows of a file written earlier.

export interface CsvReader {
  push(text: string): void;
  end(): void;
}

/** Calls `onRow` with the cells of each row. Quoted cells may hold delimiters, line breaks and doubled quotes. */
export function createCsvReader(delimiter: string, onRow: (cells: readonly string[]) => void): CsvReader {
  let cells: string[] = [];
  let cell = "";
  let state: "start" | "plain" | "quoted" | "quoteSeen" = "start";
  let afterReturn = false;
  const endCell = (): void => {
    cells.push(cell);
    cell = "";
    state = "start";
  };
  const endRow = (): void => {
    if (cells.length > 0 || cell !== "" || state !== "start") {
      endCell();
      onRow(cells);
      cells = [];
    }
  };
  return {
    push: (text) => {
      for (let at = 0; at < text.length; at += 1) {
        const character = text[at] ?? "";
        if (state === "quoted") {
          const close = text.indexOf('"', at);
          cell += text.slice(at, close < 0 ? text.length : close);
          at = close < 0 ? text.length : close;
          state = close < 0 ? "quoted" : "quoteSeen";
          continue;
        }
        if (character === '"' && state === "quoteSeen") {
          cell += '"';
          state = "quoted";
        } else if (character === '"' && state === "start") {
          state = "quoted";
        } else if (character === delimiter) {
          endCell();
        } else if (character === "\r" || (character === "\n" && !afterReturn)) {
          endRow();
        } else if (character !== "\n") {
          cell += character;
          state = "plain";
        }
        afterReturn = character === "\r";
      }
    },
    end: endRow,
  };
}

/** The delimiter of a file by its first line: the one of the three that occurs most outside quotes. */
export function delimiterOf(firstLine: string): "," | ";" | "\t" {
  const outside = firstLine.replace(/"(?:[^"]|"")*"/g, "");
  const count = (delimiter: string): number => outside.split(delimiter).length;
  return ([";", "\t"] as const).reduce<"," | ";" | "\t">(
    (best, next) => (count(next) > count(best) ? next : best),
    ",",
  );
}
