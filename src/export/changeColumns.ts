// The columns that tell how records differ from an earlier run: what a record is (new, changed, gone), and the earlier
// value of each compared column. They exist only in views that compare.
import { columnOf, type CellValue, type ColumnType } from "../rows/columns";
import type { ProfileColumn } from "../searches/columnProfiles";
import type { RecordKind } from "../service/operations";
import { comparedColumns } from "../store/changes";

const changeId = "change";
const beforePrefix = "before.";

export interface ChangeColumn {
  readonly id: string;
  /** English in every language, like all headers. */
  readonly header: string;
  readonly type: ColumnType;
  readonly value: (change: RecordChange) => CellValue;
}

/** How one record differs. */
export interface RecordChange {
  readonly change: string | undefined;
  /** Earlier values of changed columns, by column; null if the value was unknown. */
  readonly before: Readonly<Record<string, string | null>>;
}

/** `undefined` for other columns. */
export function changeColumn(kind: RecordKind, id: string): ChangeColumn | undefined {
  if (id === changeId) {
    return { id, header: "Change", type: "text", value: ({ change }) => change };
  }
  const compared = id.startsWith(beforePrefix) ? id.slice(beforePrefix.length) : undefined;
  const column =
    compared !== undefined && comparedColumns(kind).includes(compared) ? columnOf(kind, compared) : undefined;
  return (
    column && {
      id,
      header: `Previous ${column.header.charAt(0).toLowerCase()}${column.header.slice(1)}`,
      type: column.type,
      value: ({ before }) => typedText(column.type, before[column.id] ?? undefined),
    }
  );
}

/** All columns about changes, for a profile. */
export function changeColumnsOf(kind: RecordKind): readonly ProfileColumn[] {
  return [{ id: changeId }, ...comparedColumns(kind).map((id) => ({ id: beforePrefix + id }))];
}

/** Earlier values are texts; a number becomes one again if nothing of it is lost. */
function typedText(type: ColumnType, text: string | undefined): CellValue {
  return type === "number" && text !== undefined && String(Number(text)) === text ? Number(text) : text;
}
