// One thing that somebody does, as data: what was before, what the service does, what is answered to each question.
import type { PricePlan } from "../../sandboxServer/prices";
import type { FaultPlan } from "../../sandboxServer/sandbox";

/** `script`: the command line without anybody to ask. */
export type DoorName = "window" | "agent" | "terminal" | "script";

/** What can be done at every door. */
export type Action =
  /** The search in `People.prospect.json`. */
  | { readonly do: "run" }
  /** `refresh`: although the number is known. */
  | { readonly do: "count"; readonly refresh?: true }
  /**
   * The newest run; `more` records or credits than it has. `rejected`: also rows that the service rejected. `isAll`:
   * what was fetched before the list ended early is accepted as complete.
   */
  | {
      readonly do: "resume";
      readonly moreRecords?: number;
      readonly moreCredits?: number;
      readonly rejected?: true;
      readonly isAll?: true;
    }
  | { readonly do: "lookUp"; readonly kind: "company" | "person"; readonly text: string }
  /** Looks up every row of `companies.csv`, by the column `domain`. */
  | { readonly do: "table" }
  /** Runs the search at the companies of `companies.csv`. */
  | { readonly do: "peopleAt" }
  /** The last export of the newest run's search once more, over its file. */
  | { readonly do: "exportAgain" }
  /** The newest run to a file of the workspace. */
  | { readonly do: "export"; readonly file: string; readonly replace?: true }
  /** Asks the service once about an enrichment; `again`: it is tracked already. */
  | { readonly do: "track"; readonly id: string; readonly again?: true }
  /** The contacts of a tracked enrichment to `contacts.csv`. */
  | { readonly do: "contacts"; readonly id: string };

/** What changes the surroundings, in an order with the actions before. */
export interface Change {
  /** The service, files, and database change when the service has answered so many paid requests of the next action. */
  readonly after?: number;
  readonly faults?: FaultPlan["faults"];
  readonly prices?: PricePlan;
  readonly balance?: number;
  /** The service does not know the key any more. */
  readonly revoked?: true;
  /** Names with contents; `null` deletes the file. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Changes the database. */
  readonly sql?: string;
  /** The key was deleted in another window. */
  readonly deleted?: true;
  /** Some of its pages are overwritten; or there is a folder in its place. */
  readonly database?: "folder";
  /** What happens to the disk of a folder. Only an administrator of Linux can do it. */
  readonly disk?: { readonly of: "workspace" | "home"; readonly is: "full" | "readOnly" };
  /** The connection that is used from now on: another one to the same service, or none. */
  readonly connection?: "other" | "none";
}

/** What can be observed at every door, in the same words. */
export interface Observation {
  /** Each question: its kind and what it says would be fetched. A script is "refused" instead. */
  readonly asked: readonly string[];
  /** Each request that may cost credits, as the service saw it: path and records. */
  readonly sent: readonly string[];
  /** By the ledger. */
  readonly credits: number;
  /** Why the newest run stopped and how many records it has; absent when there is no run. */
  readonly end?: string | undefined;
  /** How many lines each file has that an export wrote in the workspace; absent when there is none. */
  readonly files?: Readonly<Record<string, number>>;
  /** The newest enrichment: state, and how many contacts are saved; absent when there is none. */
  readonly enrichment?: string;
}

export interface Scenario {
  readonly name: string;
  /** The filters of the search; those of everybody if absent. */
  readonly filters?: object;
  readonly fetch?: object;
  /** Members of the search besides filters and `fetch`. */
  readonly search?: object;
  /** How many people the service has. */
  readonly people?: number;
  /** Done on the command line with `--yes`, or changes of the surroundings. */
  readonly before?: readonly (Action | Change)[];
  /** Done at the door, one after the other. */
  readonly action: Action | readonly (Action | Change)[];
  /** The answer to each question; "yes" to those that are not listed. */
  readonly answers?: readonly ("yes" | "no")[];
  /** Beside what is observed when nothing happens; see `nothing` in steps.ts. */
  readonly expected: Partial<Observation>;
  /** What everything that is shown or said contains. */
  readonly says?: readonly RegExp[];
  /** Doors that cannot do it, or do it otherwise, and why that is right or what is wrong. */
  readonly differs?: { readonly [Door in DoorName]?: Difference };
}

export interface Difference extends Partial<Observation> {
  readonly because: string;
  /** The door has no such action. */
  readonly isMissing?: true;
  readonly says?: readonly RegExp[];
}
