// Normalizes texts for comparison: removes case and accents, and the scheme, "www" and query of addresses.

/** The text without case and accents. Most texts are ASCII, which only needs `toLowerCase`. */
export function folded(text: string): string {
  return /[\u0080-\uffff]/.test(text)
    ? text
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .toLowerCase()
        .replaceAll("ß", "ss")
    : text.toLowerCase();
}

/** The same as SQL; calls the function only for texts that are not ASCII. */
export const foldedSql = (sql: string): string => `iif(${sql} glob '*[^ -~]*', fold(${sql}), lower(${sql}))`;

/** A sort key in natural order: "Unit 9" comes before "Unit 10". */
export const sortable = (text: string): string =>
  folded(text).replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, "").padStart(15, "0"));

/** The same as SQL, except for case; only digits and letters beyond ASCII need the function. */
export const sortableSql = (sql: string): string => `iif(${sql} glob '*[^ -/:-~]*', sortable(${sql}), ${sql})`;

/** `HTTPS://www.Example.com/in/Jo/?x=1` becomes `example.com/in/jo`; a domain is an address without a path. */
export function normalizedAddress(text: string): string {
  const [address = ""] = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .split(/[?#]/, 1);
  return address.replace(/^www\./, "").replace(/(?<![/.])[/.]+$/, "");
}

export type Identifiers = Readonly<Record<string, string | number>>;

/** One text for identifiers that ask the same question, regardless of order, case and spelling of addresses. */
export function normalizedQuestion(identifiers: Identifiers): string {
  const pairs = Object.entries(identifiers).flatMap(([name, value]): [string, string][] => {
    const text = String(value).trim().replace(/\s+/g, " ");
    return text === ""
      ? []
      : [[name, name.endsWith("domain") || name.endsWith("url") ? normalizedAddress(text) : text.toLowerCase()]];
  });
  return JSON.stringify(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
}
