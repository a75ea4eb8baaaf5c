// Validates API keys, and hashes them where they must not be stored. The format of keys is not documented, so only
// characters that a header cannot contain and obvious copying mistakes are rejected. No message contains the key.
import { createHash } from "node:crypto";

export type KeyParsing = { readonly ok: true; readonly key: string } | { readonly ok: false; readonly problem: string };

const invalid = (problem: string): KeyParsing => ({ ok: false, problem });

const longestKey = 4096;
/** A pasted `Authorization: Bearer` with spaces. */
const longestPrefix = 100;

/** Whether the Authorization header can contain the key: printable ASCII without spaces. */
export function canTravel(key: string): boolean {
  return /^[\x21-\x7e]+$/u.test(key);
}

/** The trimmed key without a pasted `Bearer`, or a sentence that says what is wrong. */
export function parseKey(text: string): KeyParsing {
  const trimmed = text.trim();
  // Check the length first: no check below may read a whole clipboard.
  if (trimmed.length > longestKey + longestPrefix) {
    return invalid("This is too long to be a key. Copy only the key.");
  }
  const key = trimmed.replace(/^authorization\s*:\s*/iu, "").replace(/^bearer(?:\s+|$)/iu, "");
  if (key === "") {
    return invalid("Paste the API key of your workspace.");
  }
  if (/\s|^["'`“”‘’«»]|["'`“”‘’«»]$/u.test(key)) {
    return invalid("The key contains spaces, line breaks, or quotation marks. Copy it again without them.");
  }
  const [variable] = /\$\{.*\}|^\$(?:env:)?[a-z_]\w*$|^%[a-z_]\w*%$/iu.exec(key) ?? [];
  if (variable !== undefined) {
    return invalid(`${variable} is the name of a variable that was not replaced by its value. Enter the key itself.`);
  }
  if (!canTravel(key)) {
    return invalid(
      "The key contains a character that is not allowed, such as an accented letter, a bullet, or an invisible " +
        "one. Copy the key itself, not its masked form.",
    );
  }
  if (key.length > longestKey) {
    return invalid("This is too long to be a key. Copy only the key.");
  }
  return { ok: true, key };
}

/** A one-way hash. It identifies the rate limit that all windows and processes with this key share. */
export const keyHashOf = (origin: string, key: string): string =>
  createHash("sha256").update(`${origin}\n${key}`).digest("hex").slice(0, 32);
