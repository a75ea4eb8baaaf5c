// Replies of paid calls that could not be understood, as they came.
import type { StoreDb } from "./storeDb";

/** The raw reply of a call that was not one of the service. */
export function rawReply(
  db: StoreDb,
  call: number,
): { readonly status: number; readonly problem: string; readonly body: Uint8Array } | undefined {
  return db.get<{ readonly status: number; readonly problem: string; readonly body: Uint8Array }>(
    "select status, problem, reply as body from call where no = ? and reply is not null",
    call,
  );
}

/** Numbers of the calls of a run that have a raw reply. */
export function callsWithRawReply(db: StoreDb, run: string): readonly number[] {
  return db
    .all<{ readonly no: number }>(
      "select no from call where run_no = (select no from run where id = ?) and reply is not null order by no",
      run,
    )
    .map(({ no }) => no);
}
