// Which saved searches have runs, and how many: what the Searches view needs before anything is expanded; and whether
// anything was done yet.
import type { StoreDb } from "./storeDb";
import type { RunPurpose } from "./runs";

/** The runs of one purpose that one saved search has. */
export interface RunSource {
  /** URI of the saved search, as text; empty for runs that came from none. */
  readonly source: string;
  readonly purpose: Extract<RunPurpose, "search" | "count">;
  readonly runs: number;
  /** Of the newest of them: ms since 1970, and the address of its service. */
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly origin: string;
}

/** Those with the newest runs first. */
export function sources(db: StoreDb): readonly RunSource[] {
  // In a query with max(), SQLite takes the other columns from the row with the maximum.
  const rows = db.all<RunSource & Record<string, never>>(
    `select coalesce(source, '') as source, purpose, count(*) as runs, max(no) as newest, started_at as startedAt,
       updated_at as updatedAt, origin
     from run join connection c on c.id = run.connection where purpose in ('search', 'count')
     group by coalesce(source, ''), purpose order by newest desc`,
  );
  return rows.map(({ source, purpose, runs, startedAt, updatedAt, origin }) => ({
    source,
    purpose,
    runs,
    startedAt,
    updatedAt,
    origin,
  }));
}

/** Which of the first steps of a newcomer have happened. */
export interface FirstSteps {
  /** A search was saved: it has runs under the address of a file. */
  readonly hasSavedSearch: boolean;
  /** A run of a search has records. */
  readonly hasRecords: boolean;
  readonly hasExport: boolean;
}

export function firstSteps(db: StoreDb): FirstSteps {
  const has = (rows: string): boolean => db.get(`select 1 from ${rows} limit 1`) !== undefined;
  return {
    hasSavedSearch: has("run where source is not null and source not like 'untitled:%'"),
    hasRecords: has("run where purpose = 'search' and records > 0"),
    hasExport: has("last_export"),
  };
}
