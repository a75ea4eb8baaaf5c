// Finds words in everything that was fetched. Free; sends nothing.
import type { RecordKind } from "../service/operations";
import type { FoundRecords } from "../store/everything";
import type { App } from "./app";

export interface Finding {
  /** Words that must all occur. */
  readonly text: string;
  /** How many of the newest records are read. */
  readonly limit: number;
  readonly kind?: RecordKind | undefined;
}

/** Reads the leave-out lists again before. Rejects with a `Refusal` when one of them cannot be read. */
export async function findRecords({ lists, store }: App, { text, limit, kind }: Finding): Promise<FoundRecords> {
  await lists.everywhere();
  return store.everything.search(text, limit, kind);
}
