// Texts about the progress of a run, for its results, its search, the view, and notifications.
import { countText } from "../../src/text/numbers";
import type { ShownActivity } from "./results";

interface Fetching {
  readonly fetched: number;
  readonly wanted: number;
  readonly companies?: ShownActivity["companies"];
}

/** "300 of 1,000 records"; "8 records from 127 of 200 companies" */
export function fetchingText({ fetched, wanted, companies }: Fetching): string {
  if (companies === undefined) {
    const most = Math.max(fetched, wanted);
    return `${countText(fetched)} of ${most === 1 ? "1 record" : `${countText(most)} records`}`;
  }
  const records = fetched === 1 ? "1 record" : `${countText(fetched)} records`;
  return `${records} from ${countText(companies.asked)} of ${countText(companies.count)} companies`;
}

/** From 0 to 1. A run at companies ends with the last company or the last wanted record. */
export function fetchedPart({ fetched, wanted, companies }: Fetching): number {
  const ofRecords = wanted === 0 ? 0 : fetched / wanted;
  return Math.min(1, companies === undefined ? ofRecords : Math.max(ofRecords, companies.asked / companies.count));
}
