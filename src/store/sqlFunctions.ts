// Functions that SQL of the store can call. Views and indexes must not use them, because other programs lack them.
import type { DatabaseSync } from "node:sqlite";
import { cellText, columnOf, itemText, type Column } from "../rows/columns";
import type { LookupKind, RecordKind } from "../service/operations";
import { entriesOfQuestion } from "./leaveOut";
import { folded, normalizedAddress, sortable, type Identifiers } from "./text";
import { parseExact } from "../service/exactJson";

/** A record may have an integer that no JavaScript number holds where a text is expected. */
const deterministic = { deterministic: true, useBigIntArguments: true } as const;

export function defineFunctions(database: DatabaseSync): void {
  const columns = new Map<string, Column | undefined>();
  const column = (kind: unknown, id: unknown): Column | undefined => {
    const key = `${String(kind)} ${String(id)}`;
    if (!columns.has(key)) {
      columns.set(key, columnOf(kind as RecordKind, String(id)));
    }
    return columns.get(key);
  };
  database.function("fold", deterministic, (text) => (text === null ? null : folded(String(text))));
  database.function("sortable", deterministic, (text) => (text === null ? null : sortable(String(text))));
  database.function("address", deterministic, (text) =>
    text === null ? null : normalizedAddress(String(text)) || null,
  );
  database.function("question_entries", deterministic, (kind, identifiers) =>
    JSON.stringify(
      entriesOfQuestion(kind as LookupKind, JSON.parse(String(identifiers)) as Identifiers).map((entry) => [
        entry.kind,
        entry.value,
      ]),
    ),
  );
  // Text and sort key of columns that are not main columns.
  database.function(
    "column_text",
    deterministic,
    (kind, id, json) => cellText(column(kind, id)?.value(parseExact(String(json)))) || null,
  );
  database.function(
    "column_key",
    deterministic,
    (kind, id, json) => column(kind, id)?.sortKey(parseExact(String(json))) ?? null,
  );
  database.function("column_list", deterministic, (kind, id, json) => {
    const value = column(kind, id)?.value(parseExact(String(json)));
    return value === undefined ? null : JSON.stringify((Array.isArray(value) ? value : [value]).map(itemText));
  });
}
