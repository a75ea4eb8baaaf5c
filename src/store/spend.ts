// Spending by day, connection, run or search: sums of the ledger.
import type { StoreDb } from "./storeDb";

export interface SpendQuery {
  /** ms since 1970. */
  readonly since: number;
  readonly by: "day" | "run" | "search" | "connection";
  /** Only spending with this connection, or with all others. */
  readonly connection?: { readonly id: string; readonly isOther: boolean } | undefined;
}

export type SpentOn = "search" | "batch" | "lookups" | "deleted";

export interface SpendRow {
  /**
   * A local day as YYYY-MM-DD, the id of a run, a batch or a connection, or the URI of a search (its title if it has
   * none); "" for deleted runs, and for all single lookups together.
   */
  readonly key: string;
  /** By search only: the kind of spending. */
  readonly spentOn?: SpentOn | undefined;
  /** Title and start of the latest run; by search only, absent for deleted runs. */
  readonly title?: string | undefined;
  readonly startedAt?: number | undefined;
  readonly credits: number;
  readonly records: number;
  /** How many calls were answered. */
  readonly calls: number;
  /** Answered calls whose reply did not say its cost: `credits` is a lower bound. */
  readonly unknownCosts: number;
  /**
   * Records that may have been charged in addition: requested by calls without a reply, or returned by calls that did
   * not say their cost.
   */
  readonly possiblyCharged: number;
}

const spendKeys: Readonly<Record<SpendQuery["by"], string>> = {
  day: "strftime('%Y-%m-%d', call.at / 1000.0, 'unixepoch', 'localtime')",
  run: "coalesce(run.id, '')",
  search: `case run.purpose
    when 'lookup' then '' when 'batch' then run.id else coalesce(run.source, run.title, '') end`,
  connection: "call.connection",
};

/** The additional columns for spending by search. In a query with one max(), SQLite takes the title from that row. */
const searchColumns = `case when run.no is null then 'deleted' when run.purpose = 'lookup' then 'lookups'
     when run.purpose = 'batch' then 'batch' else 'search' end as spentOn,
   run.title as title, max(run.started_at) as startedAt`;

const isAnswered = "call.state = 'answered'";

/** Ordered by key. */
export const spend = (db: StoreDb, { since, by, connection }: SpendQuery): readonly SpendRow[] =>
  db.all(
    `select ${spendKeys[by]} as key, round(total(call.credits), 6) as credits,
       sum(iif(${isAnswered}, call.records, 0)) as records, sum(${isAnswered}) as calls,
       sum(${isAnswered} and call.credits is null) as unknownCosts,
       sum(iif(${isAnswered}, iif(call.credits is null, call.records, 0), call.asked)) as possiblyCharged
       ${by === "search" ? `, ${searchColumns}` : ""}
     from call left join run on run.no = call.run_no
     where call.at >= ?1 and coalesce(call.charged, '') <> 'no' and (?2 is null or (call.connection <> ?2) = ?3)
     group by 1 ${by === "search" ? ", spentOn" : ""} order by 1`,
    since,
    connection?.id,
    connection?.isOther,
  );
