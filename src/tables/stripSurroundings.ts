// Removes the text around an identifier: quotes, brackets, a line of JSON or code, a Markdown link, a bullet.

const pairs: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"],
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
]);

const openings: ReadonlyMap<string, string> = new Map([...pairs].map(([opening, closing]) => [closing, opening]));

const longestLine = 2_000;

/** Around `**bold**`, `_italic_`, and `~~struck~~` words. */
const emphasis = /(^|[\s(["'])(\*{1,3}|_{1,3}|~~)(\S.*?\S|\S)\2(?=$|[\s)\]"',.:;])/gu;
/** A comment at the end of a line of code; `#` and `--` begin one only after a value. */
const comment = /(?:(?<=["'`,;)\]}]) ?(?:#|--)|(?<=\S) \/\/| ?\/\*| ?<!--) .*$/u;
const listMarkers = /^(?:(?:[-*+•–—>]|\d{1,3}[.)]|\/\/+|#+|\[[ xX]?\])\s+)+/u;

/**
 * The first line without bullets, emphasis, comments, and the borders of a table. Invisible characters are removed, and
 * repeated spaces become one.
 */
export function cleanLine(text: string): string {
  const line = firstLine(text)
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, longestLine)
    .replace(listMarkers, "");
  const bare = line.replace(comment, "").replace(emphasis, "$1$3").replace(emphasis, "$1$3").trim();
  return (bare === "" ? line : bare).replace(/^\|\s*|\s*\|$/gu, "");
}

/** The value in the first line: of `"domain": "acme.example",` or `const site = 'acme.example';` only the value. */
export function stripSurroundings(text: string): string {
  const line = cleanLine(text);
  const link = /^!?\[[^\]]*\]\(\s*<?([^\s)>]+)>?[^)]*\)/u.exec(line)?.[1];
  const attribute = /\b(?:href|src|url)\s*=\s*(["'])(.+?)\1/iu.exec(line)?.[2];
  const value =
    /^(?:(?:const|let|var|export|return)\s+)*["'`]?[\w.$-]+["'`]?\s*(?:[:=]|=>)\s*(["'`])(.*)\1\s*[,;]?$/u.exec(
      line,
    )?.[2];
  // Formulas of spreadsheets for texts and links: ="acme.example", =HYPERLINK("https://acme.example";"Acme").
  const formula = /^=(?:HYPERLINK\()?"([^"]+)"/iu.exec(line)?.[1];
  return unwrapped(link ?? attribute ?? formula ?? value ?? line);
}

function firstLine(text: string): string {
  return text.split(/[\r\n\u2028\u2029]+/u).find((line) => line.trim() !== "") ?? "";
}

/** Removes pairs that enclose the whole text, and punctuation at its end. */
function unwrapped(text: string): string {
  for (let line = text.trim(); ;) {
    const before = line;
    const closing = pairs.get(line.charAt(0));
    if (closing !== undefined && line.endsWith(closing) && !line.slice(1, -1).includes(closing)) {
      line = line.slice(1, -1);
    }
    line = line.replace(/[,;:!?…]+$/u, "").trim();
    line = withoutUnpaired(line);
    if (line === before) {
      return line;
    }
  }
}

/** Removes an unpaired bracket or quote at one end, which comes from selecting one character too many. */
function withoutUnpaired(line: string): string {
  const first = line.charAt(0);
  const closing = pairs.get(first);
  if (closing !== undefined && !line.slice(1).includes(closing)) {
    return line.slice(1).trim();
  }
  const opening = openings.get(line.slice(-1));
  return opening !== undefined && !line.slice(0, -1).includes(opening) ? line.slice(0, -1).trim() : line;
}
