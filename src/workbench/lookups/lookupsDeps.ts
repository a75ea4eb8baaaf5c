// What lookups need of the desk.
import type { App } from "../../app/app";
import type { AccountMonitor } from "../connections/accountMonitor";
import type { OpenResults } from "../resultsEditor/openResults";
import type { RecordExporter } from "../runActivity";

export interface LookupsDeps {
  readonly app: App;
  readonly account: AccountMonitor;
  readonly exporter: RecordExporter;
  /** Opens the records of a run or a batch in the results grid. */
  readonly openResults: OpenResults;
  readonly log: (line: string) => void;
}
