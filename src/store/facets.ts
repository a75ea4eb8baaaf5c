// Facets and values: what records have, each counted under all other conditions, so that more of it can be chosen.
import * as l10n from "@vscode/l10n";
import { columnOf } from "../rows/columns";
import { changeLabels, rowChanges } from "./changes";
import { contextOf } from "./buildView";
import { columnSql, shownSql } from "./columnSql";
import { changeFacet, type Condition } from "./conditions";
import { addHidden, countChanges, countInView, whileUnchanged, type StoredCounts } from "./countValues";
import type { StoreDb } from "./storeDb";
import { facetOf, facetsOf, itemsOf, type FacetDefinition } from "./facetDefinitions";
import type { Task } from "./task";
import { folded } from "./text";
import type { View } from "./views";

/** One value and how many records have it. */
export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export interface FacetCounts {
  readonly id: string;
  readonly label: string;
  /** The most frequent values, and those that are chosen. */
  readonly values: readonly FacetValue[];
  /** How many further values there are. */
  readonly more: number;
  readonly unknown: number;
  /** What it is called that they have none; "Unknown" when absent. */
  readonly missing?: string | undefined;
  /** Records under all other filters. */
  readonly total: number;
}

export interface ValuesQuery {
  readonly of: "facet" | "column";
  /** Id of the facet or column. */
  readonly name: string;
  /** Only values that contain this text, whatever its case and accents. */
  readonly text: string;
  /** ms since 1970. */
  readonly now: number;
}

export interface FoundValues {
  readonly values: readonly FacetValue[];
  readonly more: number;
}

const defaultValues = 12;
const mostValues = 100;

/** All facets of a view, that of the changes first. `most` values each; `now` in ms since 1970. */
export async function facets(
  db: StoreDb,
  view: number,
  { most = defaultValues, now }: { readonly most?: number | undefined; readonly now: number },
  task: Task,
): Promise<readonly FacetCounts[]> {
  return whileUnchanged(db, view, task, async (open, pausing) => {
    const definitions = facetsOf(open.kind);
    const counted = await countInView(db, open, definitions.map(sqlOf), pausing);
    const found: FacetCounts[] = open.built.changes === undefined ? [] : [await changesOf(db, open, pausing)];
    for (const [index, definition] of definitions.entries()) {
      const counts = counted[index] as StoredCounts;
      await addHidden(db, open, counts, sqlOf(definition), isFacet(definition.id), pausing);
      found.push(facetCounts(definition, counts, chosenOf(open, definition.id), most, now));
    }
    return found;
  });
}

/** Values of one facet or column that contain a text, most frequent first. */
export async function values(db: StoreDb, view: number, query: ValuesQuery, task: Task): Promise<FoundValues> {
  return whileUnchanged(db, view, task, async (open, pausing) => {
    const { name, now } = query;
    if (query.of === "facet") {
      const definition = facetOf(open.kind, name);
      if (definition !== undefined) {
        const counts = await countWithHidden(db, open, sqlOf(definition), isFacet(name), pausing);
        return matching(tally(counts, (stored) => definition.values(stored, now)).counts, query, definition.name);
      }
      const changes = name === changeFacet && open.built.changes !== undefined;
      const all = changes ? (await changesOf(db, open, pausing)).values : [];
      return { values: all.filter(({ label }) => folded(label).includes(folded(query.text))), more: 0 };
    }
    if (columnOf(open.kind, name) === undefined) {
      return { values: [], more: 0 };
    }
    const column = columnSql(contextOf(open, open.built.changes), name);
    const { isList, items, readsJson } = column;
    const isOwn = (one: Condition): boolean => one.kind === "oneOf" && one.column === name;
    const counts = await countWithHidden(
      db,
      open,
      { sql: isList ? items : shownSql(column), readsJson },
      isOwn,
      pausing,
    );
    return matching(tally(counts, isList ? itemsOf : (stored) => [stored]).counts, query);
  });
}

const sqlOf = ({ sql }: FacetDefinition) => ({ sql, readsJson: false });

const isFacet =
  (id: string) =>
  (one: Condition): boolean =>
    one.kind === "facet" && one.id === id;

const chosenOf = ({ order }: View, id: string): readonly string[] =>
  (order.conditions ?? []).flatMap((one) => (one.kind === "facet" && one.id === id ? one.values : []));

async function countWithHidden(
  db: StoreDb,
  view: View,
  column: { readonly sql: string; readonly readsJson: boolean },
  isOwn: (condition: Condition) => boolean,
  task: Task,
): Promise<StoredCounts> {
  const [counts = new Map()] = await countInView(db, view, [column], task);
  await addHidden(db, view, counts, column, isOwn, task);
  return counts;
}

interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  readonly unknown: number;
  readonly total: number;
}

/** Columns have few different values, so each different one is parsed only once. */
function tally(stored: StoredCounts, valuesOf: (stored: string) => readonly string[]): Tally {
  const counts = new Map<string, number>();
  let [unknown, total] = [0, 0];
  for (const [one, count] of stored) {
    const found = one === null || one === "" ? [] : valuesOf(one).filter((value) => value !== "");
    total += count;
    unknown += found.length === 0 ? count : 0;
    for (const value of found) {
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return { counts, unknown, total };
}

const byFrequency = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));

function facetCounts(
  { id, label, values: valuesOf, name, rank, missing }: FacetDefinition,
  stored: StoredCounts,
  chosen: readonly string[],
  most: number,
  now: number,
): FacetCounts {
  const { counts, unknown, total } = tally(stored, (one) => valuesOf(one, now));
  const sorted = byFrequency(counts);
  const top = sorted.slice(0, most);
  const isTop = new Set(top.map(([value]) => value));
  const further = [...new Set(chosen)]
    .filter((value) => value !== "" && !isTop.has(value))
    .map((value): [string, number] => [value, counts.get(value) ?? 0])
    .sort(([, some], [, others]) => others - some);
  const shown = [...top, ...further];
  const placed = rank === undefined ? shown : shown.sort(([a], [b]) => orderOf(rank(a)) - orderOf(rank(b)));
  return {
    id,
    label: label(),
    values: placed.map(([value, count]) => ({ value, label: name?.(value) ?? value, count })),
    more: sorted.length - top.length - further.filter(([, count]) => count > 0).length,
    unknown,
    total,
    ...(missing !== undefined && { missing: missing() }),
  };
}

/** Values without a place in the order come last. */
const orderOf = (place: number): number => (Number.isNaN(place) ? Number.MAX_SAFE_INTEGER : place);

/** The facet of the changes since the earlier run: always with all its values, because they are few. */
async function changesOf(db: StoreDb, view: View, task: Task): Promise<FacetCounts> {
  const counts = await countChanges(db, view, task);
  const labels = changeLabels();
  return {
    id: changeFacet,
    label: l10n.t("Since the earlier run"),
    values: rowChanges.map((value) => ({ value, label: labels[value], count: counts.get(value) ?? 0 })),
    more: 0,
    unknown: 0,
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}

function matching(
  counts: ReadonlyMap<string, number>,
  { text }: ValuesQuery,
  name: (value: string) => string = (value) => value,
): FoundValues {
  const wanted = folded(text.trim());
  const found = byFrequency(counts).filter(([value]) => wanted === "" || folded(name(value)).includes(wanted));
  return {
    values: found.slice(0, mostValues).map(([value, count]) => ({ value, label: name(value), count })),
    more: Math.max(0, found.length - mostValues),
  };
}
