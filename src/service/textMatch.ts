// When a text or integer filter value matches a stored value (interface, "Filter objects"), and how items combine.
//
// What the interface leaves open is decided here, once; these are our choices, not facts about the service:
// - Similar: both sides become sets of words (case, diacritics, punctuation and order do not count). A value matches
//   when all its words occur in the stored value (the stored value may have more), or when all words of the stored
//   value, at least two, occur in it and it has no more than one word besides.
// - Exact: equal apart from case and surrounding white space. Names are compared with the first, the last and the full
//   name; locations with the city, the region, the country and the whole line.
// - Network ids: similar is the same number; exact is "the digits appear in the stored number", as the interface says.
// - Several `exclude` items in one field: none of them may match. Includes and excludes mixed in one field: any of the
//   includes and none of the excludes. A field with excludes only keeps every record none of them matches, also one
//   that has no value in this field. An empty array of items filters nothing.
// - Ranges: a value that is 0 where 0 means unknown, or missing, is in no range: never included, never excluded.

const unfolded: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  þ: "th",
  ð: "d",
};

/** Most texts are plain ASCII, which is folded and split many times faster. */
const plain = /^[ -~]*$/;

/** Lower case without diacritics. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[łøđßæœıþð]|\p{M}/gu, (letter) => unfolded[letter] ?? "");
}

/** The different words of a text, folded; `+` and `#` belong to words, so that C, C++ and C# stay three things. */
function wordsOf(text: string): readonly string[] {
  const folded = fold(text);
  const words = folded.match(plain.test(folded) ? /[a-z0-9+#]+/g : /[\p{L}\p{N}+#]+/gu) ?? [];
  return words.length < 2 ? words : [...new Set(words)];
}

/** A domain or URL without the parts that do not identify: scheme, `www.`, query, trailing slash. */
export function bareAddress(text: string): string {
  return text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/[?#].*$/s, "")
    .replace(/(?<!\/)\/+$/, "");
}

/** Equal for texts that are the same as `exact_match` means it. */
export const exactText = (text: string): string => text.trim().toLowerCase();

export const equalText = (value: string, stored: string): boolean => exactText(value) === exactText(stored);

/** Whether stored texts are similar enough to a value. */
export function similarTo(value: string): (stored: string) => boolean {
  const words = wordsOf(value);
  return (text) => {
    const folded = fold(text);
    // Most texts contain none of the words, and splitting a text takes longer than searching it.
    if (!words.some((word) => folded.includes(word))) return false;
    const stored = wordsOf(folded);
    const shared = words.filter((word) => stored.includes(word)).length;
    return shared === words.length || (shared === stored.length && stored.length >= 2 && words.length - shared <= 1);
  };
}

/** Whether the digits of `term` appear in a stored number. */
export function containsDigits(stored: number, term: number): boolean {
  return String(stored).includes(String(term));
}

/** Whether a known number lies in a range; both bounds are inclusive, a missing one is open. */
export function inRange(
  value: number,
  range: { readonly min?: number | undefined; readonly max?: number | undefined },
): boolean {
  return (range.min === undefined || value >= range.min) && (range.max === undefined || value <= range.max);
}
