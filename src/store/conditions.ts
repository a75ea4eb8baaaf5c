// The conditions of a view as SQL: the quick filter, and filters of single columns. A record must meet all of them;
// within one condition, any value is enough.
import { columnSql, quoted, shownSql, type ColumnContext, type ColumnSql } from "./columnSql";
import type { Value } from "./storeDb";
import { searchedColumns } from "./storedColumns";
import { folded, foldedSql, sortableSql } from "./text";
import { dateSql, pickedColumn } from "./valueGroups";

export type Condition =
  /** Any of these values or groups, or with `exclude` none of them; for a list, any item. "" for unknown values. */
  | {
      readonly kind: "oneOf";
      readonly column: string;
      readonly values: readonly string[];
      readonly exclude?: boolean | undefined;
      /** Ignores case and accents. */
      readonly anyCase?: boolean | undefined;
    }
  | { readonly kind: "contains"; readonly column: string; readonly text: string }
  /** Inclusive. Dates in ms since 1970. */
  | {
      readonly kind: "range";
      readonly column: string;
      readonly min?: number | undefined;
      readonly max?: number | undefined;
    }
  | { readonly kind: "empty"; readonly column: string; readonly isEmpty: boolean }
  /** An object that has all these fields, at any of these paths of the JSON; a path ending in `[]` means list items. */
  | { readonly kind: "item"; readonly places: readonly string[]; readonly fields: readonly FieldCondition[] }
  /** Any of these. */
  | { readonly kind: "any"; readonly of: readonly Condition[] };

export type FieldCondition =
  /** This text, ignoring case. */
  | { readonly field: string; readonly is: string }
  /** Any other value, or none. */
  | { readonly field: string; readonly isNot: string }
  /** A non-empty text. */
  | { readonly field: string; readonly isFilled: true };

export interface Sql {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The sort key: numbers as numbers, dates as days, text in natural order; null when unknown. */
export function sortSql(context: ColumnContext, id: string): Sql {
  const column = columnSql(context, id);
  const { sql, type } = column;
  const key = (found: string): Sql => ({ sql: found, values: [] });
  if (id === "name") {
    // Computed when the record was stored, because computing it takes longer than sorting.
    return key("m.name_key");
  }
  if (id.endsWith("headcount_range")) {
    return key(`iif(${sql} glob '[0-9]*', cast(replace(${sql}, ',', '') as integer), ${sql})`);
  }
  switch (type) {
    case "number":
      // A headcount may be the label of a range, which is sorted by its lower end.
      return key(`(select case typeof(k) when 'integer' then k when 'real' then k when 'text' then
        iif(k glob '[0-9.-]*', cast(replace(k, ',', '') as real), null) end from (select ${sql} as k limit -1))`);
    case "date":
      return key(`(select ${dateSql("k")} from (select ${sql} as k limit -1))`);
    default:
      return key(`(select ${sortableSql("k")} from (select ${shownSql(column)} as k limit -1)) collate nocase`);
  }
}

/** Every word must occur in one of the displayed columns. */
export function filterSql(context: ColumnContext, filter: string, shown: readonly string[]): Sql {
  const words = folded(filter)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) {
    return { sql: "1", values: [] };
  }
  const searched = searchedColumns(context.kind);
  const others = shown.filter((id) => !searched.has(id));
  const isAllShown = [...searched].every((id) => shown.includes(id));
  const columns = (ids: readonly string[]): string => {
    const texts = ["''", ...ids.map((id) => shownSql(columnSql(context, id)))].join(", ");
    return `(select ${foldedSql("t")} from (select concat_ws(' ', ${texts}) as t limit -1))`;
  };
  const parts = words.map((word) => {
    const inAll = containsSql("m.search", word);
    const inShown = containsSql(columns(shown.filter((id) => searched.has(id))), word);
    const inSearched = isAllShown ? inAll : joinedSql("and", [inAll, inShown]);
    return others.length === 0 ? inSearched : joinedSql("or", [inSearched, containsSql(columns(others), word)]);
  });
  return joinedSql("and", parts);
}

const joinedSql = (operator: "and" | "or", parts: readonly Sql[]): Sql => ({
  sql: `(${parts.map(({ sql }) => sql).join(` ${operator} `)})`,
  values: parts.flatMap(({ values }) => values),
});

/** Finds a phone number with any grouping of its digits, with or without its country code. */
function containsSql(found: string, typed: string): Sql {
  const isPlain = { sql: `instr(${found}, ?)`, values: [typed] };
  const phone = /^\+?[\d\s().\-/]+$/.test(typed) ? typed.replace(/^00/, "+").replace(/[^\d+]/g, "") : "";
  return phone.length < shortestPhone
    ? isPlain
    : joinedSql("or", [isPlain, { sql: `instr(replace(${found}, ' ', ''), ?)`, values: [phone] }]);
}

/** Shorter numbers could match across two columns. */
const shortestPhone = 7;

/** `now` in ms since 1970, for groups that count years. */
export function conditionSql(context: ColumnContext, condition: Condition, now: number): Sql {
  switch (condition.kind) {
    case "any": {
      const none: Sql = { sql: "0", values: [] };
      return joinedSql("or", [none, ...condition.of.map((one) => conditionSql(context, one, now))]);
    }
    case "item":
      return itemSql(condition.places, condition.fields);
    case "range": {
      const { sql } = sortSql(context, condition.column);
      const isDate = columnSql(context, condition.column).type === "date";
      const bound = (at: number | undefined): number | null =>
        at === undefined ? null : isDate ? at / 86_400_000 + 2_440_587.5 : at;
      return {
        // In SQLite, any text is greater than any number.
        sql: `(select typeof(k) in ('integer', 'real') and k >= coalesce(?, k) and k <= coalesce(?, k)
          from (select ${sql} as k limit -1))`,
        values: [bound(condition.min), bound(condition.max)],
      };
    }
    case "oneOf":
      return oneOfSql(context, condition, now);
    case "contains":
      return containsSql(foldedOnce(shownSql(columnSql(context, condition.column))), folded(condition.text));
    case "empty":
      return { sql: emptySql(columnSql(context, condition.column), condition.isEmpty), values: [] };
  }
}

const foldedOnce = (sql: string): string => `(select ${foldedSql("t")} from (select ${sql} as t limit -1))`;
const emptySql = (column: ColumnSql, isEmpty: boolean): string =>
  `coalesce(${shownSql(column)}, '') ${isEmpty ? "=" : "<>"} ''`;

function oneOfSql(
  context: ColumnContext,
  { column: id, values, exclude = false, anyCase = false }: Condition & { readonly kind: "oneOf" },
  now: number,
): Sql {
  const column = columnSql(context, id);
  const { sql: picked, isList, isGrouped } = pickedColumn(context, id, now);
  const compared = (found: string): string =>
    `${anyCase ? foldedOnce(found) : found} in (select value from json_each(?))`;
  const known = isList
    ? [`exists (select 1 from json_each(${picked}) e where ${compared("cast(e.value as text)")})`]
    : [compared(picked), ...(isGrouped ? [compared(shownSql(column))] : [])];
  const alternatives: string[] = [...known];
  if (values.includes("")) {
    alternatives.push(emptySql(column, true));
  }
  const sql = `(${alternatives.join(" or ")})`;
  const wanted = values.filter((value) => value !== "").map((value) => (anyCase ? folded(value) : value));
  return { sql: exclude ? `not coalesce(${sql}, 0)` : sql, values: known.map(() => wanted) };
}

function itemSql(places: readonly string[], fields: readonly FieldCondition[]): Sql {
  const all = (json: string, path: string): string =>
    fields.map((one) => fieldSql(json, quoted(`${path}.${one.field}`), one)).join(" and ");
  const parts = places.map((place) => {
    const path = `$.${place.replace(/\[\]$/, "")}`;
    const isOf = (type: string): string => `json_type(j.json, ${quoted(path)}) = '${type}'`;
    return place.endsWith("[]")
      ? `exists (select 1
          from (select iif(type = 'object', value, null) as item
            from json_each(iif(${isOf("array")}, j.json -> ${quoted(path)}, null)))
          where ${all("item", "$")})`
      : `(${isOf("object")} and ${all("j.json", path)})`;
  });
  const values = fields.flatMap((one) =>
    "is" in one ? [one.is.toUpperCase()] : "isNot" in one ? [one.isNot.toUpperCase()] : [],
  );
  return { sql: `coalesce(${parts.join(" or ")}, 0)`, values: places.flatMap(() => values) };
}

function fieldSql(json: string, path: string, field: FieldCondition): string {
  const isText = `json_type(${json}, ${path}) = 'text'`;
  const value = `${json} ->> ${path}`;
  return "isFilled" in field
    ? `${isText} and ${value} <> ''`
    : "is" in field
      ? `${isText} and upper(${value}) = ?`
      : `not coalesce(${isText} and upper(${value}) = ?, 0)`;
}
