// The text of a record that the quick filter searches: the columns that are visible by default.
import { columnsOf } from "../rows/columns";
import type { RecordKind } from "../service/operations";
import { listValue } from "../rows/listColumns";
import { companySql } from "./companySql";
import { mainColumns } from "./mainColumns";

/** Columns whose texts are in `search`. */
export function searchedColumns(kind: RecordKind): readonly string[] {
  return columnsOf(kind)
    .filter(({ visible }) => visible)
    .map(({ id }) => id);
}

/** The text of a main column as SQL over its table `m`; `undefined` for other columns. */
export function mainText(kind: RecordKind, id: string, m = "m"): string | undefined {
  const ofList = kind === "person" ? listValue(id) : undefined;
  if (ofList !== undefined) {
    return companySql(ofList, m);
  }
  const columns = mainColumns(kind);
  // Ids may come from a page or a file, so only known ones may become SQL.
  if (columns.some((column) => column.id === `${id}_exact`)) {
    return `coalesce(${m}.${id}_exact, ${m}.${id}_range)`;
  }
  const main = columns.find((column) => column.id === id);
  if (main === undefined) {
    return id === "id" && kind !== "contact" ? `${m}.id` : undefined;
  }
  return main.type === "list"
    ? `(select group_concat(value, '; ') from json_each(${m}.${id}) where value is not null and value <> '')`
    : `${m}.${id}`;
}

/** Joined by spaces, so that no word matches across two columns. */
export function searchedSql(kind: RecordKind, m: string): string {
  const texts = searchedColumns(kind).flatMap((id) => mainText(kind, id, m) ?? []);
  return `concat_ws(' ', ${texts.join(", ")})`;
}
