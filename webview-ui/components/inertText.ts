// Makes texts of records safe to read: shows invisible and bidirectional characters as codes.

/** Longest text a cell shows; the details show the rest. */
const longestCell = 300;

/** Control, zero-width and bidirectional characters, tags and lone surrogates: they can hide or fake text. */
const deceptive = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/gu;
const lineBreaks = /\r\n|[\n\r\u0085\u2028\u2029]/g;

/** One line of text: line breaks become "⏎", tabs a space, deceptive characters their code such as "‹U+202E›". */
export function inertLine(text: string, longest = longestCell): string {
  const cut = text.length > longest ? `${wholeCharacters(text, longest)}…` : text;
  return limitMarks(cut.replace(lineBreaks, " ⏎ ").replaceAll("\t", " ").replace(deceptive, codeOf));
}

/** Text of several lines: line breaks stay. */
export function inertBlock(text: string): string {
  return limitMarks(
    text
      .replace(/\r\n|[\r\u0085\u2028\u2029]/g, "\n")
      .replace(deceptive, (character) => (character === "\n" || character === "\t" ? character : codeOf(character))),
  );
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return isNeededByScripts(code) ? character : `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** Joiners and variation selectors are needed by emoji and by many scripts. */
function isNeededByScripts(code: number): boolean {
  return code === 0x200c || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f);
}

/** Many combining marks on one letter would cover the neighboring rows. */
function limitMarks(text: string): string {
  return text.replace(/(\p{M}{4})\p{M}+/gu, "$1");
}

/** Cuts without leaving half of a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
