// The conditions of a view as SQL: quick filter, facets, and filters of single columns. A record must meet all of them;
// within one condition any value is enough.
import { columnOf, type ColumnType } from "../rows/columns";
import { listValue } from "../rows/listColumns";
import type { Value } from "./statements";
import type { RecordKind } from "../service/operations";
import { dateSql, facetOf } from "./facetDefinitions";
import { mainText, searchedColumns } from "./searchText";
import { folded, foldedSql, sortableSql } from "./text";

export type Condition =
  /** Values of a facet; "" for records without a value. */
  | { readonly kind: "facet"; readonly id: string; readonly values: readonly string[] }
  /** One of these values, or with `exclude` none of them; of a list, any item. */
  | {
      readonly kind: "oneOf";
      readonly column: string;
      readonly values: readonly string[];
      readonly exclude?: boolean | undefined;
      /** Also values that differ in case and accents. */
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
  /** At least one of these. */
  | { readonly kind: "any"; readonly of: readonly Condition[] };

export type FieldCondition =
  /** This text, whatever its case. */
  | { readonly field: string; readonly is: string }
  /** Anything else, or nothing. */
  | { readonly field: string; readonly isNot: string }
  /** A text that is not empty. */
  | { readonly field: string; readonly isFilled: true };

export interface Sql {
  readonly sql: string;
  readonly values: readonly Value[];
  /** It reads the JSON of each record, which takes a hundred times as long. */
  readonly readsJson: boolean;
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const fromJson = (name: string, kind: RecordKind, id: string): string => `${name}(${text(kind)}, ${text(id)}, j.json)`;
const typeOf = (kind: RecordKind, id: string): ColumnType => columnOf(kind, id)?.type ?? "text";
const isMain = (kind: RecordKind, id: string): boolean => mainText(kind, id) !== undefined;

/** The text that a column shows. Rows with `raw` set are approximate here, so their JSON is read for display. */
function shownSql(kind: RecordKind, id: string): string {
  return mainText(kind, id) ?? fromJson("column_text", kind, id);
}

/** The sort key: numbers as numbers, dates as days, text in natural order; null when unknown. */
export function sortSql(kind: RecordKind, id: string): Sql {
  if (!isMain(kind, id)) {
    return {
      sql: `(select iif(typeof(k) = 'text', sortable(k), k)
        from (select ${fromJson("column_key", kind, id)} as k limit -1))`,
      values: [],
      readsJson: true,
    };
  }
  const plain = (sql: string): Sql => ({ sql, values: [], readsJson: false });
  const ofList = listValue(id);
  if (ofList !== undefined) {
    const sql = shownSql(kind, id);
    return plain(ofList === "row" ? sql : `${sortableSql(sql)} collate nocase`);
  }
  if (id === "name") {
    // Computed when the record was stored, because computing it takes longer than sorting.
    return plain("m.name_key");
  }
  if (id.endsWith("headcount_range")) {
    return plain(`iif(m.${id} glob '[0-9]*', cast(replace(m.${id}, ',', '') as integer), m.${id})`);
  }
  if (id.endsWith("headcount")) {
    return plain(
      `coalesce(
        iif(typeof(m.${id}_exact) = 'text', cast(replace(m.${id}_exact, ',', '') as integer), m.${id}_exact),
        cast(replace(m.${id}_range, ',', '') as integer))`,
    );
  }
  switch (typeOf(kind, id)) {
    case "number":
      return plain(`iif(typeof(m.${id}) = 'text', iif(m.${id} glob '[0-9.-]*', cast(m.${id} as real), null), m.${id})`);
    case "date":
      return plain(dateSql(`m.${id}`));
    case "list":
      return plain(`(select ${sortableSql("t")} from (select ${shownSql(kind, id)} as t limit -1)) collate nocase`);
    default:
      return plain(`${sortableSql(`m.${id}`)} collate nocase`);
  }
}

/** Every word must occur in one of the columns shown. */
export function filterSql(kind: RecordKind, filter: string, shown: readonly string[]): Sql {
  const words = folded(filter)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) {
    return { sql: "1", values: [], readsJson: false };
  }
  const searched = new Set(searchedColumns(kind).filter((id) => isMain(kind, id)));
  const others = shown.filter((id) => !searched.has(id));
  const isAllShown = [...searched].every((id) => shown.includes(id));
  const columns = (ids: readonly string[]): string =>
    `(select ${foldedSql("t")}
      from (select concat_ws(' ', ${ids.map((id) => shownSql(kind, id)).join(", ")}) as t limit -1))`;
  const parts = words.map((word) => {
    const inAll = containsSql("m.search", word);
    const inShown = containsSql(columns(shown.filter((id) => searched.has(id))), word);
    const inSearched = isAllShown ? inAll : joinedSql("and", [inAll, inShown]);
    return others.length === 0 ? inSearched : joinedSql("or", [inSearched, containsSql(columns(others), word)]);
  });
  return { ...joinedSql("and", parts), readsJson: others.some((id) => !isMain(kind, id)) };
}

type SqlPart = Pick<Sql, "sql" | "values">;

const joinedSql = (operator: "and" | "or", parts: readonly SqlPart[]): SqlPart => ({
  sql: `(${parts.map(({ sql }) => sql).join(` ${operator} `)})`,
  values: parts.flatMap(({ values }) => values),
});

/** A phone number is found however its digits are grouped, with its country's code or without. */
function containsSql(found: string, typed: string): SqlPart {
  const isPlain = { sql: `instr(${found}, ?)`, values: [typed] };
  const phone = /^\+?[\d\s().\-/]+$/.test(typed) ? typed.replace(/^00/, "+").replace(/[^\d+]/g, "") : "";
  return phone.length < shortestPhone
    ? isPlain
    : joinedSql("or", [isPlain, { sql: `instr(replace(${found}, ' ', ''), ?)`, values: [phone] }]);
}

/** Shorter numbers would be found across two columns. */
const shortestPhone = 7;

/** The facet of the changes since an earlier run. Only compared views have it: they read it from their own table. */
export const changeFacet = "change";

/** `now` in ms since 1970, for facets that count years. */
export function conditionSql(kind: RecordKind, condition: Condition, now: number): Sql {
  switch (condition.kind) {
    case "any": {
      const parts = condition.of.map((one) => conditionSql(kind, one, now));
      return {
        sql: parts.length === 0 ? "0" : `(${parts.map(({ sql }) => sql).join(" or ")})`,
        values: parts.flatMap(({ values }) => values),
        readsJson: parts.some(({ readsJson }) => readsJson),
      };
    }
    case "facet": {
      const facet = facetOf(kind, condition.id);
      if (facet === undefined) {
        return { sql: "0", values: [], readsJson: false };
      }
      const [values, readsJson] = [[JSON.stringify(condition.values), now], facet.readsJson === true];
      return condition.values.includes("")
        ? { sql: `(${facet.matches} or ${facet.isUnknown})`, values: [...values, now], readsJson }
        : { sql: facet.matches, values, readsJson };
    }
    case "oneOf":
      return oneOf(kind, condition);
    case "contains": {
      const shown = `(select ${foldedSql("t")} from (select ${shownSql(kind, condition.column)} as t limit -1))`;
      return { ...containsSql(shown, folded(condition.text)), readsJson: !isMain(kind, condition.column) };
    }
    case "range": {
      const { sql, readsJson } = sortSql(kind, condition.column);
      const isMainDate = typeOf(kind, condition.column) === "date" && !readsJson;
      const bound = (at: number | undefined): number | null =>
        at === undefined ? null : isMainDate ? at / 86_400_000 + 2_440_587.5 : at;
      return {
        // Any text is greater than any number for SQLite.
        sql: `(select typeof(k) in ('integer', 'real') and k >= coalesce(?, k) and k <= coalesce(?, k)
          from (select ${sql} as k limit -1))`,
        values: [bound(condition.min), bound(condition.max)],
        readsJson,
      };
    }
    case "empty": {
      const shown = `coalesce(${shownSql(kind, condition.column)}, '')`;
      return {
        sql: condition.isEmpty ? `${shown} = ''` : `${shown} <> ''`,
        values: [],
        readsJson: !isMain(kind, condition.column),
      };
    }
    case "item":
      return itemSql(condition.places, condition.fields);
  }
}

function oneOf(
  kind: RecordKind,
  { column, values, exclude = false, anyCase = false }: Extract<Condition, { readonly kind: "oneOf" }>,
): Sql {
  const { sql: found, isList, readsJson } = valuesSql(kind, column);
  const wanted = "(select value from json_each(?))";
  const plain = (sql: string): string =>
    anyCase ? `(select ${foldedSql("t")} from (select ${sql} as t limit -1))` : sql;
  const compared = (sql: string): string => `${plain(sql)} in ${wanted}`;
  const sql = isList
    ? `exists (select 1 from json_each(${found}) e where ${compared("cast(e.value as text)")})`
    : compared(found);
  return {
    sql: exclude ? `not coalesce(${sql}, 0)` : sql,
    values: [JSON.stringify(anyCase ? values.map(folded) : values)],
    readsJson,
  };
}

/** SQL of what a column has, with the values that `oneOf` compares; of a list, a JSON array of its items. */
export function valuesSql(
  kind: RecordKind,
  id: string,
): { readonly sql: string; readonly isList: boolean; readonly readsJson: boolean } {
  const readsJson = !isMain(kind, id);
  const isList = typeOf(kind, id) === "list" || readsJson;
  return { sql: listOrText(kind, id), isList, readsJson };
}

const listOrText = (kind: RecordKind, id: string): string =>
  !isMain(kind, id)
    ? fromJson("column_list", kind, id)
    : typeOf(kind, id) === "list"
      ? `m.${id}`
      : `cast(${shownSql(kind, id)} as text)`;

function itemSql(places: readonly string[], fields: readonly FieldCondition[]): Sql {
  const all = (json: string, path: string): string =>
    fields.map((one) => fieldSql(json, text(`${path}.${one.field}`), one)).join(" and ");
  const parts = places.map((place) => {
    const path = `$.${place.replace(/\[\]$/, "")}`;
    const isOf = (type: string): string => `json_type(j.json, ${text(path)}) = '${type}'`;
    return place.endsWith("[]")
      ? `exists (select 1
          from (select iif(type = 'object', value, null) as item
            from json_each(iif(${isOf("array")}, j.json -> ${text(path)}, null)))
          where ${all("item", "$")})`
      : `(${isOf("object")} and ${all("j.json", path)})`;
  });
  const values = fields.flatMap((one) =>
    "is" in one ? [one.is.toUpperCase()] : "isNot" in one ? [one.isNot.toUpperCase()] : [],
  );
  return { sql: `coalesce(${parts.join(" or ")}, 0)`, values: places.flatMap(() => values), readsJson: true };
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

/** SQL of columns if all can be shown without reading JSON, else `undefined`. */
export function windowColumns(kind: RecordKind, ids: readonly string[]): readonly string[] | undefined {
  return ids.every((id) => isMain(kind, id)) ? ids.map((id) => shownSql(kind, id)) : undefined;
}
