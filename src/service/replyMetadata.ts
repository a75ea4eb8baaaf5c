// The numbers and the cursor of a reply, read in one place: services send numbers as text too.
import { isJsonObject } from "./jsonReply";

/** The known fields of `metadata` (interface, "Metadata"); each is absent when it is missing or unusable. */
export interface ReplyMetadata {
  /** A whole number, also 0 or negative: whether it can be a total is for the caller to decide. */
  readonly total?: number;
  /** 0 or more, possibly fractional. */
  readonly credits?: number;
  /** A whole number. */
  readonly offset?: number;
  /** Never empty. */
  readonly search_after?: string;
}

/** A finite number, or one as plain decimal text ("12", "-3", "0.5"); "", "1e9", "0x10" and " 1" are not numbers. */
function readNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value;
  // Adding 0 turns -0 into 0, which would be shown as "-0".
  return typeof number === "number" && Number.isFinite(number) ? number + 0 : undefined;
}

function readWholeNumber(value: unknown): number | undefined {
  const number = readNumber(value);
  return Number.isInteger(number) ? number : undefined;
}

/** No call costs more than this; sums of such costs stay exact. */
const mostCredits = 1e12;

/** Credits that were charged: `metadata.credits`, and `cost.credits` of an enrichment. A negative or absurd price is unusable. */
export function readCredits(value: unknown): number | undefined {
  const credits = readNumber(value);
  return credits !== undefined && credits >= 0 && credits <= mostCredits ? credits : undefined;
}

/** The balance of an account. The interface says it is never negative, but one that is still says what is left. */
export function readBalanceNumber(value: unknown): number | undefined {
  return readNumber(value);
}

/** A cursor is sent back as it came, so a number becomes its digits: `String` would write 1e21 with an exponent. */
function readCursor(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) {
    return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  }
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * The known fields of a reply's parsed `metadata`; `{}` when it is not an object. Parse the reply with `parseJsonObject`
 * or `parseExact`, so that a long numeric cursor keeps every digit.
 */
export function readMetadata(value: unknown): ReplyMetadata {
  if (!isJsonObject(value)) {
    return {};
  }
  const known = {
    total: readWholeNumber(value["total"]),
    credits: readCredits(value["credits"]),
    offset: readWholeNumber(value["offset"]),
    search_after: readCursor(value["search_after"]),
  };
  return Object.fromEntries(Object.entries(known).filter(([, field]) => field !== undefined));
}

/**
 * The total a page names, when it can be true. `before` are the different records that came before the page, `fresh` those it
 * brought: a total of 0 or less beside records, or one that was passed before the page came, says nothing.
 */
export function plausibleTotal(total: number | undefined, before: number, fresh: number): number | undefined {
  if (total === undefined || !Number.isSafeInteger(total) || total < 0) {
    return undefined;
  }
  return total === 0 ? (before + fresh === 0 ? 0 : undefined) : total >= before ? total : undefined;
}
