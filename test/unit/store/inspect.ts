// Reads the database directly, for what the store itself does not offer.
import { DatabaseSync } from "node:sqlite";
import type { Store } from "../../../src/store/client";

async function query<T>(store: Pick<Store, "file">, sql: string, ...values: readonly string[]): Promise<readonly T[]> {
  const database = new DatabaseSync(await store.file.path(), { readOnly: true });
  try {
    return database.prepare(sql).all(...values) as unknown as readonly T[];
  } finally {
    database.close();
  }
}

export interface OpenCall {
  readonly call: number;
  readonly run: string | null;
  readonly connection: string;
  readonly operation: string;
  readonly at: number;
  readonly asked: number;
}

/** Calls that were sent and not answered, including those in progress. */
export const possiblyCharged = (store: Pick<Store, "file">): Promise<readonly OpenCall[]> =>
  query(
    store,
    `select call.no as call, run.id as run, call.connection, call.operation, call.at, call.asked
     from call left join run on run.no = call.run_no
     where call.state = 'sent' or call.charged = 'maybe' order by call.no`,
  );
