// Takes an identifier out of what it stands in: quotes, brackets, a JSON or code line, a Markdown link, a list's bullet.

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

const openings: ReadonlyMap<string, string> = new Map(
  [...pairs].reverse().map(([opening, closing]) => [closing, opening]),
);

const longestLine = 2_000;

/**
 * One line without what surrounds its value. Invisible characters go, runs of spaces become one, and of a line such as
 * `"domain": "acme.example",` or `const site = 'acme.example';` only the value stays.
 */
export function withoutSurroundings(text: string): string {
  let line = firstLine(text)
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, longestLine);
  line = line.replace(/^(?:(?:[-*•–—>]|\d{1,3}[.)]|\/\/+|#+)\s+)+/u, "");
  const link = /^!?\[[^\]]*\]\(\s*<?([^\s)>]+)>?[^)]*\)/u.exec(line)?.[1];
  const attribute = /\b(?:href|src|url)\s*=\s*(["'])(.+?)\1/iu.exec(line)?.[2];
  const value =
    /^(?:(?:const|let|var|export|return)\s+)*["'`]?[\w.$-]+["'`]?\s*(?:[:=]|=>)\s*(["'`])(.*)\1\s*[,;]?$/u.exec(
      line,
    )?.[2];
  return unwrapped(link ?? attribute ?? value ?? line);
}

function firstLine(text: string): string {
  return text.split(/[\r\n\u2028\u2029]+/u).find((line) => line.trim() !== "") ?? "";
}

/** Takes off pairs that enclose the whole, and marks that end a clause rather than an address or a name. */
function unwrapped(text: string): string {
  for (let line = text.trim(); ;) {
    const before = line;
    const closing = pairs.get(line.charAt(0));
    if (closing !== undefined && line.length > 1 && line.endsWith(closing) && !line.slice(1, -1).includes(closing)) {
      line = line.slice(1, -1).trim();
    }
    line = line.replace(/[,;:!?…]+$/u, "").trim();
    line = withoutLonely(line);
    if (line === before) {
      return line;
    }
  }
}

/** A bracket or quote at one end whose partner is not in the line: a selection that took one character too many. */
function withoutLonely(line: string): string {
  const first = line.charAt(0);
  const closing = pairs.get(first);
  if (closing !== undefined && !line.slice(1).includes(closing)) {
    return line.slice(1).trim();
  }
  const opening = openings.get(line.slice(-1));
  return opening !== undefined && !line.slice(0, -1).includes(opening) ? line.slice(0, -1).trim() : line;
}
