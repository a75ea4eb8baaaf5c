// What full-text search finds in a record, and how a text becomes a query.
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";
import { folded } from "./text";

/** The text of a record that full-text search finds, over the tables `m` and `more`. */
export function fullTextSql(kind: RecordKind): string {
  const skills = kind === "contact" ? "more.profile_skills" : "more.skills";
  // What is no list does not begin with a bracket.
  const list = `(select group_concat(value, ' ') from json_each(iif(substr(${skills}, 1, 1) = '[', ${skills}, null))
    where type = 'text')`;
  const others: Readonly<Record<RecordKind, readonly string[]>> = {
    company: ["m.region", "m.specialties", "m.technologies"],
    person: ["m.region", list, "more.headline"],
    contact: ["m.work_emails", "m.personal_emails", "m.profile_city", list],
  };
  return `concat_ws(' ', m.search, ${others[kind].join(", ")})`;
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
