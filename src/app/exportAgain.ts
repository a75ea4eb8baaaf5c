// Repeats the last export of a search, list or other source: the same format and file, with the same filter and order,
// for the current records.
import { fileURLToPath } from "node:url";
import type { RunStore } from "../runs/runStore";
import { countText } from "../text/numbers";
import { Refusal, type App, type Question } from "./app";
import { runBefore } from "./compareRuns";
import { isOfFormat } from "./exportFormat";
import { lastExport, lastSelection, type LastExport, type SelectionExport } from "./lastExports";
import { withView } from "./readRecords";
import { rowsInOrder, type RowsOrder, type RowSource } from "./rowSource";
import { agree, type Agreed } from "./spending";
import { neutral } from "./untrusted";
import type { WriteRequest } from "./writeRecords";

/** `shown` is `undefined` for all records. */
export type RepeatedExport = Pick<LastExport, "format" | "file" | "shown">;

/**
 * "first" if there was no export before. A selection of records cannot be repeated: one question offers all `records`,
 * or the export before. Rejects with a `Refusal`.
 */
export async function exportToRepeat(
  app: App,
  source: RowSource,
  records: number,
  agreed: Agreed,
): Promise<RepeatedExport | "first"> {
  const [last, selection] = await Promise.all([lastExport(app.store, source), lastSelection(app.store, source)]);
  if (selection !== undefined && (last === undefined || last.at < selection.at)) {
    const chosen = await agree(app, selectionQuestion(selection, last, records), agreed);
    if (chosen === "all") {
      return { format: selection.format, file: selection.file };
    }
  }
  return last === undefined ? "first" : { ...last, shown: await orderNow(app.runs, source, last.shown) };
}

export interface RepeatRequest extends WriteRequest {
  /** The named file, or the absolute path of the last one. */
  readonly file: string;
}

/** The last export as a request for the current records, to another file if one is named. */
export async function requestToRepeat(
  app: App,
  source: RowSource,
  { named, records, ...agreed }: Agreed & { readonly named: string | undefined; readonly records: number },
): Promise<RepeatRequest> {
  const repeated = await exportToRepeat(app, source, records, agreed);
  if (repeated === "first") {
    const what = source.list === undefined ? "search" : "list";
    throw new Refusal(`Nothing of this ${what} was exported before. Choose a file and columns.`, "notFound");
  }
  const { format, shown } = repeated;
  await (shown && countInOrder(app, source, shown, agreed.signal));
  const file = named ?? fileOf(repeated);
  if (named !== undefined && named !== "-" && !isOfFormat(named, format)) {
    throw new Refusal(`The last export was ${format.kind}: name a file with that ending.`);
  }
  return { ...rowsInOrder(source, shown, app.clock.now()), format, shown, file };
}

function fileOf({ file }: RepeatedExport): string {
  if (!file.startsWith("file:")) {
    throw new Refusal("The last export was not to a file of this machine: name one.", "file");
  }
  return fileURLToPath(file);
}

/** Compares this run with its own earlier run, which is not the earlier run of the last export. */
async function orderNow(
  runs: RunStore,
  { run }: RowSource,
  shown: RowsOrder | undefined,
): Promise<RowsOrder | undefined> {
  if (shown?.since === undefined || run === undefined) {
    return shown;
  }
  const earlier = await runBefore(runs, run);
  if (earlier === undefined) {
    throw new Refusal(noEarlierRunText);
  }
  return { ...shown, since: earlier.header.id };
}

export const noEarlierRunText = "There is no earlier run of this search to compare with.";

/** How many records the order includes. Rejects with a `Refusal` if there are none. */
export async function countInOrder(
  app: App,
  source: RowSource,
  shown: RowsOrder,
  signal: AbortSignal,
): Promise<number> {
  const rows = rowsInOrder(source, shown, app.clock.now());
  const count = await withView(app, rows, async (view) => view.count, { signal });
  if (count === 0) {
    throw new Refusal(
      "None of these records matches the filter of the last export. Open the results to choose another filter.",
      "notFound",
    );
  }
  return count;
}

function selectionQuestion(selection: SelectionExport, last: LastExport | undefined, records: number): Question {
  const all = records === 1 ? "Export the 1 Fetched Record" : `Export All ${countText(records)} Fetched Records`;
  const name = decodeURIComponent(last?.file.split("/").at(-1) ?? "");
  return {
    about: "selection",
    title:
      selection.records === 1
        ? "The last export of this search contained 1 selected record. " +
          "A selection cannot be repeated with new results."
        : `The last export of this search contained ${countText(selection.records)} selected records. ` +
          "A selection cannot be repeated with new results.",
    sentences: [],
    choices: [
      { id: "all", label: all, credits: 0 },
      ...(last === undefined ? [] : [{ id: "before", label: `Repeat the Export to ${neutral(name)}`, credits: 0 }]),
    ],
  };
}
