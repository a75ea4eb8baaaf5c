// Which of the first steps of a newcomer have happened, as far as the database knows.
import type { StoreDb } from "./storeDb";

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
