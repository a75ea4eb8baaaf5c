// A reply that was paid for although its records have come with another call.
import { listFields } from "../service/operations";
import type { StoreDb } from "./storeDb";
import { parseReply } from "./parseReply";
import { settleCall, statedCredits, storeRawReply, storingRun, type PageToStore } from "./storePage";

/** Settles the call and counts its cost; its records are not stored again. To be called in a transaction. */
export function settleRepeated(db: StoreDb, page: PageToStore): void {
  const run = storingRun(db, page.run);
  const reply = parseReply(db, run.kind, page);
  try {
    if ("problem" in reply) {
      storeRawReply(db, run, page, reply.problem);
      return;
    }
    const records = db.get<{ readonly n: number | null }>(
      "select json_array_length(body, ?) as n from temp.reply",
      `$.${listFields[run.kind]}`,
    )?.n;
    const credits = statedCredits(reply.metadata, page);
    if (page.call !== undefined && settleCall(db, page.call, page, records ?? 0, credits)) {
      db.run(
        "update run set credits = round(credits + ?, 6), unknown_costs = unknown_costs + ? where no = ?",
        credits ?? 0,
        credits === undefined ? 1 : 0,
        run.no,
      );
    }
  } finally {
    db.exec("delete from temp.reply");
  }
}
