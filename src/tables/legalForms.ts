// Legal forms of companies, such as "GmbH": a name that ends with one is not that of a person or a column.

/** In lower case. */
export const legalForms: ReadonlySet<string> = new Set(
  (
    "inc incorporated llc llp ltd limited corp corporation co company plc gmbh ag kg ug se sa sas sarl srl spa bv nv " +
    "ab as oy aps kk pty group holding holdings"
  ).split(" "),
);

/** Words that end names of columns, too: "Parent company". */
const ambiguous: ReadonlySet<string> = new Set(["company", "group", "holding", "holdings"]);

/** "Northwind GmbH", "Acme Tools, Inc." */
export function endsWithLegalForm(text: string): boolean {
  const [, ...words] = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/u);
  const last = words.at(-1)?.replaceAll(".", "") ?? "";
  return legalForms.has(last) && !ambiguous.has(last);
}
