// Functions that SQL of the store can call. Views and indexes must not use them, because other programs lack them.
import type { DatabaseSync } from "node:sqlite";
import { pathColumn } from "../rows/column";
import { cellText, itemText, type CellValue, type Column } from "../rows/columns";
import { storedValue } from "../rows/storedValue";
import type { LookupKind } from "../service/operations";
import { entriesOfQuestion } from "./identifiers";
import { folded, normalizedAddress, sortable, type Identifiers } from "./text";
import { parseExact } from "../service/exactJson";

/** A record may have an integer that no JavaScript number holds where a text is expected. */
const deterministic = { deterministic: true, useBigIntArguments: true } as const;

export function defineFunctions(database: DatabaseSync): void {
  const fields = new Map<unknown, Column>();
  const read = (path: unknown, json: unknown): CellValue => {
    const field = fields.get(path) ?? pathColumn(String(path));
    fields.set(path, field);
    return field.value(parseExact(String(json)));
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
  // Fields that are no known columns, by their paths.
  database.function("field", deterministic, (json, path) => {
    const value = read(path, json);
    return typeof value === "number" ? storedValue("number", value) : cellText(value) || null;
  });
  database.function("field_items", deterministic, (json, path) => {
    const value = read(path, json);
    return value === undefined ? null : JSON.stringify((Array.isArray(value) ? value : [value]).map(itemText));
  });
}
