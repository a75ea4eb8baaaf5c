// Finds the ids of enrichments in pasted text: one or several, bare, quoted, in JSON or at the end of an address.

/** Words in JSON that are no ids: field names and literals. */
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

/** The ids in the order of the text, without duplicates; 200 at most. */
export function enrichmentIdsIn(text: string): readonly string[] {
  const pieces = text
    .replace(/https?:\/\/\S+/giu, (address) => /\/enrich\/bulk\/([^\s/?#"']+)/iu.exec(address)?.[1] ?? address)
    .replace(/\p{Cf}/gu, "")
    .split(/[\s,;"'`[\]{}()<>:=|]+/u)
    .map((piece) => piece.replace(/(?<![.!?])[.!?]+$/u, ""));
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
