// Column profiles, the last exports of each search, and grid layouts, as JSON that callers validate.
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";

const nameKey = (name: string): string => name.trim().toLowerCase();

/** Ordered by name. */
export function columnProfiles(db: StoreDb, kind: RecordKind): readonly object[] {
  return db
    .column<string>("select profile from column_profile where kind = ? order by name_key", kind)
    .map((profile) => JSON.parse(profile) as object);
}

/** Replaces a profile with the same name, ignoring case. */
export function saveColumnProfile(db: StoreDb, kind: RecordKind, name: string, profile: object): void {
  db.insert(
    "column_profile",
    { kind, name_key: nameKey(name), profile },
    "on conflict (kind, name_key) do update set profile = excluded.profile",
  );
}

export function removeColumnProfile(db: StoreDb, kind: RecordKind, name: string): void {
  db.run("delete from column_profile where kind = ? and name_key = ?", kind, nameKey(name));
}

/** `shown`: can be repeated for new results. `selection`: of selected records. */
export type ExportKind = "shown" | "selection";

/** `search`: the URI of the saved search, or the kind and title of other records. */
export function lastExport(db: StoreDb, search: string, what: ExportKind): object | undefined {
  const last = db.value<string>("select export from last_export where search = ? and what = ?", search, what);
  return last === undefined ? undefined : (JSON.parse(last) as object);
}

export function saveLastExport(db: StoreDb, search: string, what: ExportKind, last: object, at: number): void {
  db.insert(
    "last_export",
    { search, what, export: last, at },
    "on conflict (search, what) do update set export = excluded.export, at = excluded.at",
  );
}

export function gridLayout(db: StoreDb, kind: RecordKind): readonly unknown[] {
  const layout = db.value<string>("select layout from grid_layout where kind = ?", kind);
  return JSON.parse(layout ?? "[]") as readonly unknown[];
}

/** An empty layout resets the user's choice. */
export function saveGridLayout(db: StoreDb, kind: RecordKind, layout: readonly unknown[]): void {
  db.insert("grid_layout", { kind, layout }, "on conflict (kind) do update set layout = excluded.layout");
}

/** By name; JSON that callers validate. */
export function settings(db: StoreDb): Readonly<Record<string, unknown>> {
  const found = db.all<{ readonly name: string; readonly value: unknown }>(
    'select name, value as "value:json" from setting',
  );
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

/** Other settings are kept. */
export function saveSettings(db: StoreDb, values: Readonly<Record<string, unknown>>): void {
  db.write(() => {
    for (const [name, value] of Object.entries(values)) {
      db.run(
        "insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value",
        name,
        JSON.stringify(value),
      );
    }
  });
}
