// A record as it is kept: the text of its JSON, as the service sent it.
import { parseExact } from "../service/exactJson";

/** The record, with integers beyond 2^53 as strings of their digits. */
export const parseStored = parseExact;
