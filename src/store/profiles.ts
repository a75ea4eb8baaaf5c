// Column profiles, the last exports of each search, and grid layouts, as JSON that callers validate.
import type { StoreDb } from "./storeDb";
import type { RecordKind } from "../service/operations";

const nameKey = (name: string): string => name.trim().toLowerCase();

/** By name. */
export function columnProfiles(db: StoreDb, kind: RecordKind): readonly object[] {
  return db
    .all<{ readonly profile: string }>("select profile from column_profile where kind = ? order by name_key", kind)
    .map(({ profile }) => JSON.parse(profile) as object);
}

/** Replaces a profile of the same name, ignoring case. */
export function saveColumnProfile(db: StoreDb, kind: RecordKind, name: string, profile: object): void {
  db.run(
    `insert into column_profile (kind, name_key, profile) values (?, ?, ?)
     on conflict (kind, name_key) do update set profile = excluded.profile`,
    kind,
    nameKey(name),
    JSON.stringify(profile),
  );
}

export function removeColumnProfile(db: StoreDb, kind: RecordKind, name: string): void {
  db.run("delete from column_profile where kind = ? and name_key = ?", kind, nameKey(name));
}

/** `shown`: can be repeated for new results. `selection`: of selected records. */
export type ExportKind = "shown" | "selection";

/** `search` is the URI of its file. */
export function lastExport(db: StoreDb, search: string, what: ExportKind): object | undefined {
  const row = db.get<{ readonly export: string }>(
    "select export from last_export where search = ? and what = ?",
    search,
    what,
  );
  return row === undefined ? undefined : (JSON.parse(row.export) as object);
}

export function saveLastExport(db: StoreDb, search: string, what: ExportKind, last: object, at: number): void {
  db.run(
    `insert into last_export (search, what, export, at) values (?, ?, ?, ?)
     on conflict (search, what) do update set export = excluded.export, at = excluded.at`,
    search,
    what,
    JSON.stringify(last),
    at,
  );
}

export function gridLayout(db: StoreDb, kind: RecordKind): readonly unknown[] {
  const row = db.get<{ readonly layout: string }>("select layout from grid_layout where kind = ?", kind);
  return row === undefined ? [] : (JSON.parse(row.layout) as readonly unknown[]);
}

/** An empty layout forgets the user's choice. */
export function saveGridLayout(db: StoreDb, kind: RecordKind, layout: readonly unknown[]): void {
  db.run(
    "insert into grid_layout (kind, layout) values (?, ?) on conflict (kind) do update set layout = excluded.layout",
    kind,
    JSON.stringify(layout),
  );
}
