// What full-text search finds in a record, and how a text becomes a query.
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";
import { folded } from "./text";

/** The text of the record in row `m` that full-text search finds, over its JSON `j`. */
export function fullTextSql(kind: RecordKind, m: string, j: string): string {
  const list = (path: string): string =>
    `(select group_concat(value, ' ') from json_each(iif(json_type(${j}.json, '${path}') = 'array',
      ${j}.json -> '${path}', null)) where type = 'text')`;
  const more: Readonly<Record<RecordKind, readonly string[]>> = {
    company: [`${m}.region`, `${m}.specialties`, `${m}.technologies`],
    person: [`${m}.region`, list("$.skills"), `${j}.json ->> '$.headline'`],
    contact: [`${m}.work_emails`, `${m}.personal_emails`, `${m}.profile_city`, list("$.profile.skills")],
  };
  return `concat_ws(' ', ${m}.search, ${more[kind].join(", ")})`;
}

/** The index has starts of words up to this length: longer ones take a pass over all words that begin so. */
const longestIndexedStart = 8;

/**
 * The full-text query for a text; `undefined` without a word. Every word must occur; the last one can be the start of a
 * word, but of a long word only if no record has it as a whole.
 */
export function fullTextQuery(db: StoreDb, text: string): string | undefined {
  const words = folded(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  const last = words.at(-1);
  if (last === undefined) {
    return undefined;
  }
  const isFinished = !/[\p{L}\p{N}\p{Co}]$/u.test(text) || last.length === 1;
  const isWhole = (): boolean =>
    last.length > longestIndexedStart &&
    db.get("select 1 from everything where everything match ? limit 1", `"${last}"`) !== undefined;
  return `${words.map((word) => `"${word}"`).join(" ")}${isFinished || isWhole() ? "" : "*"}`;
}
