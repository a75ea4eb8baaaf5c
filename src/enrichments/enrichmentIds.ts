// Ids of enrichments in pasted text: one or several, bare, quoted, in JSON or at the end of an address.

/** What is no id in JSON: the names of fields, and words of the language. */
const notIds: ReadonlySet<string> = new Set([
  "id",
  "ids",
  "enrichment_id",
  "enrichment_ids",
  "enrichment",
  "true",
  "false",
  "null",
]);

/** The ids in the order they stand, each once; 200 at most. */
export function enrichmentIdsIn(text: string): readonly string[] {
  const pieces = text
    .replace(/https?:\/\/\S*?\/enrich\/bulk\/([^\s/?#"']+)\S*/giu, "$1")
    .replace(/\p{Cf}/gu, "")
    .split(/[\s,;"'`[\]{}()<>:=|]+/u)
    .map((piece) => piece.replace(/[.!?]+$/u, ""));
  const ids = pieces.filter(
    (piece) =>
      piece !== "" &&
      piece.length <= 200 &&
      /[\p{L}\p{N}]/u.test(piece) &&
      !/[\p{Cc}/\\]/u.test(piece) &&
      !notIds.has(piece.toLowerCase()),
  );
  return [...new Set(ids)].slice(0, 200);
}
