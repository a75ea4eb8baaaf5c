// Reads the numbers and the cursor of a reply; numbers may be sent as text.
import { isJsonObject } from "./jsonReply";

/** The known fields of `metadata` (interface, "Metadata"); absent when missing or invalid. */
export interface ReplyMetadata {
  /** A whole number, possibly 0 or negative; the caller decides whether it can be a total. */
  readonly total?: number;
  /** 0 or more, possibly fractional. */
  readonly credits?: number;
  /** Never empty. */
  readonly search_after?: string;
}

/** A finite number, or one as plain decimal text ("12", "-3", "0.5"); "", "1e9", "0x10" and " 1" are not numbers. */
function readNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value;
  // Adding 0 turns -0 into 0; -0 would be displayed as "-0".
  return typeof number === "number" && Number.isFinite(number) ? number + 0 : undefined;
}

function readWholeNumber(value: unknown): number | undefined {
  const number = readNumber(value);
  return Number.isInteger(number) ? number : undefined;
}

/** A limit at which sums are still exact. */
const mostCredits = 1e12;

/**
 * Charged credits: `metadata.credits`, or `cost.credits` of an enrichment. Negative or too large numbers are invalid.
 */
export function readCredits(value: unknown): number | undefined {
  const credits = readNumber(value);
  return credits !== undefined && credits >= 0 && credits <= mostCredits ? credits : undefined;
}

/** The balance of an account. It should never be negative, but such a balance is read too. */
export function readBalanceNumber(value: unknown): number | undefined {
  return readNumber(value);
}

/** A cursor must be sent back unchanged, so a number becomes digits: `String` writes 1e21 with an exponent. */
function readCursor(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) {
    return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  }
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * The known fields of the parsed `metadata` of a reply; `{}` when it is not an object. Parse the reply with
 * `parseJsonObject` or `parseExact`, so that a long numeric cursor keeps every digit.
 */
export function readMetadata(value: unknown): ReplyMetadata {
  if (!isJsonObject(value)) {
    return {};
  }
  const known = {
    total: readWholeNumber(value["total"]),
    credits: readCredits(value["credits"]),
    search_after: readCursor(value["search_after"]),
  };
  return Object.fromEntries(Object.entries(known).filter(([, field]) => field !== undefined));
}

/**
 * The total of a page if it is plausible. `before` is the number of different records before the page, `fresh` the
 * number that the page adds. Not plausible is a negative total, 0 when there are records, or fewer than there were
 * before the page.
 */
export function plausibleTotal(total: number | undefined, before: number, fresh: number): number | undefined {
  if (total === undefined || !Number.isSafeInteger(total) || total < 0) {
    return undefined;
  }
  return total === 0 ? (before + fresh === 0 ? 0 : undefined) : total >= before ? total : undefined;
}
