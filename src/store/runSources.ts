// Which saved searches have runs, and how many: what the Searches view needs before anything is expanded.
import type { StoreDb } from "./database";
import type { RunPurpose } from "./runs";

/** The runs of one purpose that one saved search has. */
export interface RunSource {
  /** URI of the saved search, as text; empty for runs that came from none. */
  readonly source: string;
  readonly purpose: Extract<RunPurpose, "search" | "count">;
  readonly runs: number;
  /** Of the newest of them, ms since 1970. */
  readonly startedAt: number;
}

/** Those with the newest runs first. */
export function sources(db: StoreDb): readonly RunSource[] {
  // In a query with max(), SQLite takes the other columns from the row with the maximum.
  return db
    .all<{ readonly source: string; readonly purpose: string; readonly runs: number; readonly started_at: number }>(
      `select coalesce(source, '') as source, purpose, count(*) as runs, max(no) as newest, started_at
       from run where purpose in ('search', 'count')
       group by coalesce(source, ''), purpose order by newest desc`,
    )
    .map(({ source, purpose, runs, started_at }) => ({
      source,
      purpose: purpose as RunSource["purpose"],
      runs,
      startedAt: started_at,
    }));
}
