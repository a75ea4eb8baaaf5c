// Finds the ids of enrichments in pasted text: one or several, bare, quoted, in JSON, at the end of an address, or in a
// sentence.

/** Words in JSON that are not ids: field names and literals. */
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

export interface PossibleId {
  readonly id: string;
  /** Otherwise it is a word or a number, and only a person can decide. */
  readonly isLikely: boolean;
}

const most = 200;

/** Every word that may be an id, in the order of the text and without duplicates; at most 200. */
export function possibleIdsIn(text: string): readonly PossibleId[] {
  const ofAddresses = new Set<string>();
  const words = text
    .replace(/https?:\/\/\S+/giu, (address) => {
      const id = /\/enrich\/bulk\/([^\s/?#"']+)/iu.exec(address)?.[1];
      if (id !== undefined) {
        ofAddresses.add(id);
      }
      return id ?? address;
    })
    .replace(/\p{Cf}/gu, "")
    .split(/[\s,;"'`[\]{}()<>:=|]+/u)
    .map((word) => word.replace(/(?<![.!?])[.!?]+$/u, ""));
  const ids = [...new Set(words)].filter(
    (word) =>
      word !== "" &&
      word.length <= 200 &&
      /[\p{L}\p{N}]/u.test(word) &&
      !/[\p{Cc}/\\]/u.test(word) &&
      !notIds.has(word.toLowerCase()),
  );
  return ids.slice(0, most).map((id) => ({ id, isLikely: ids.length === 1 || ofAddresses.has(id) || looksLikeId(id) }));
}

/** Letters with digits or in several parts, or many digits: "enr-1", "enr-demo-large", "48151623". */
function looksLikeId(word: string): boolean {
  const hasParts = /\p{N}/u.test(word) || word.split(/[-_]/u).length > 2;
  return !/[.@]/u.test(word) && (/\p{L}/u.test(word) ? hasParts && word.length > 3 : /^\d{6,}$/u.test(word));
}

/** The likely ids, in the order of the text; at most 200. */
export const enrichmentIdsIn = (text: string): readonly string[] =>
  possibleIdsIn(text).flatMap(({ id, isLikely }) => (isLikely ? [id] : []));
