// A record as it is kept: the text of its JSON, as the service sent it.
import { parseRecord } from "../rows/record";

/** The record, with integers beyond 2^53 as strings of their digits. */
export function parseStored(json: string): unknown {
  // Looking for sixteen digits costs a fraction of parsing, and nearly no record has them.
  return /\d{16}/.test(json) ? parseRecord(Buffer.from(json)) : (JSON.parse(json) as unknown);
}
