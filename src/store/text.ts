// Texts as they are compared: without case and accents, and addresses without what does not tell two of them apart.

/** The text without case and accents; most texts have neither, which a look tells. */
export function folded(text: string): string {
  return /[\u0080-\uffff]/.test(text)
    ? text
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .toLowerCase()
        .replaceAll("ß", "ss")
    : text.toLowerCase();
}

/** SQL for the same; the function is called only where SQLite's own `lower` does not do. */
export const foldedSql = (sql: string): string => `iif(${sql} glob '*[^ -~]*', fold(${sql}), lower(${sql}))`;

/** The text as people sort it: "Unit 9" is before "Unit 10". */
export const sortable = (text: string): string =>
  folded(text).replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, "").padStart(15, "0"));

/** SQL for the same, but for case; digits and letters beyond ASCII are what needs the function. */
export const sortableSql = (sql: string): string => `iif(${sql} glob '*[^ -/:-~]*', sortable(${sql}), ${sql})`;

/** `HTTPS://www.Example.com/in/Jo/?x=1` and `example.com/in/jo` are one address; a domain is an address without a path. */
export function normalizedAddress(text: string): string {
  const [address = ""] = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .split(/[?#]/, 1);
  return address.replace(/^www\./, "").replace(/[/.]+$/, "");
}

export type Identifiers = Readonly<Record<string, string | number>>;

/** One text for identifiers that ask the same question, whatever their order, case and spelling of addresses. */
export function normalizedQuestion(identifiers: Identifiers): string {
  const pairs = Object.entries(identifiers).flatMap(([name, value]): [string, string][] => {
    const text = String(value).trim().replace(/\s+/g, " ");
    return text === ""
      ? []
      : [[name, name.endsWith("domain") || name.endsWith("url") ? normalizedAddress(text) : text.toLowerCase()]];
  });
  return JSON.stringify(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
}
