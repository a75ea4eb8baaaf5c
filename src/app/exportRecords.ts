// What an export writes of a run: format and columns by their names, and the chosen records.
import { endingsOf, hasColumns, type ExportFormat } from "../export/formats";
import { columnsOf } from "../rows/columns";
import { changeColumnId } from "../rows/besideColumns";
import type { SearchDocument } from "../searches/searchDocument";
import { rowChanges, type RowChange } from "../store/changes";
import type { ViewOrder } from "../store/viewSource";
import { Refusal, type App } from "./app";
import { changesToWrite, isOneOf } from "./compareRuns";
import { exportFormatOf, fileKinds, formatToAppend, type FileKind, type WantedFormat } from "./exportFormat";
import { ownProfiles } from "./exportProfiles";
import { checkColumns, orderOf, type ChosenRecords, type RecordChoice } from "./readRecords";
import { besidesOf, type RowSource } from "./rowSource";
import type { WriteRequest } from "./writeRecords";

export interface ExportChoice extends RecordChoice {
  readonly format: FileKind;
  /** Name of a column profile, when no columns are given. */
  readonly profile?: string | undefined;
  /** The file whose own columns are written: its name. */
  readonly appendTo?: string | undefined;
}

/** What to write of a source. Rejects with a `Refusal`. */
export async function requestOf(app: App, source: RowSource, choice: ExportChoice): Promise<WriteRequest> {
  const { format: kind, columns, profile, appendTo } = choice;
  const wanted = { kind, columns, profile: columns === undefined ? profile : undefined };
  const format =
    appendTo === undefined ? await formatOf(app, source, wanted) : formatToAppend(source.recordKind, appendTo);
  const chosen = hasColumns(format) && format.profile.columns !== "everything" ? format.profile.columns : undefined;
  if (chosen !== undefined && hasColumns(format) && format.profile.name === "") {
    await checkColumns(
      app,
      source,
      chosen.map(({ id }) => id),
    );
  }
  // Words are looked for in the columns, and a whole record has all of them.
  const ids = (chosen ?? columnsOf(source.recordKind)).map(({ id }) => id);
  return { source, format, order: await orderToWrite(app, { source, format }, { ...choice, columns: ids }) };
}

/**
 * Which records of the source are written, in which order: of a comparison only what differs. `changes`: which of it;
 * see `changesToWrite` when absent, unless a condition names the column.
 */
export function orderToWrite(
  app: App,
  { source, format }: Omit<WriteRequest, "order">,
  { changes, conditions = [], ...choice }: ChosenRecords & { readonly changes?: readonly RowChange[] | undefined },
): Promise<ViewOrder> {
  const isNamed = conditions.some((one) => "column" in one && one.column === changeColumnId);
  const wanted = changes ?? (isNamed ? rowChanges : changesToWrite(source.recordKind, format));
  const compared = besidesOf(source).isCompared === true ? [isOneOf(wanted)] : [];
  return orderOf(app, source, { ...choice, conditions: [...conditions, ...compared] });
}

/** Throws a `Refusal` for an ending that no format has. */
export function formatOfFile(file: string): FileKind {
  const found = fileKinds.find((kind) => endingsOf(kind).some((ending) => file.toLowerCase().endsWith(`.${ending}`)));
  if (found === undefined) {
    const endings = fileKinds.flatMap((kind) => endingsOf(kind).map((ending) => `.${ending}`)).join(", ");
    throw new Refusal(`The name of the file must end with one of ${endings}.`);
  }
  return found;
}

/**
 * `search`: that of the records, where they do not exist yet. Rejects with a `Refusal` that names what there is.
 */
export async function formatOf(
  app: App,
  source: Pick<RowSource, "recordKind" | "run">,
  wanted: WantedFormat,
  search?: SearchDocument,
): Promise<ExportFormat> {
  const isNamed = wanted.columns !== undefined || wanted.profile !== undefined;
  const { thisSearch = [], everySearch = [] } = isNamed ? await ownProfiles(app, source, search) : {};
  const format = { besides: besidesOf(source), ...wanted };
  return exportFormatOf(source.recordKind, format, [...thisSearch, ...everySearch]);
}
