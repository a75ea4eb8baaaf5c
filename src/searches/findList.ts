// Finds a leave-out list that an edit is about: the document may have changed since.
import { isInvalid, type SearchForm } from "./searchForm";

type Lists = NonNullable<SearchForm["leaveOut"]>;

/** The JSON of an entry in the document. */
export const listSource = (entry: Lists[number]): string => (isInvalid(entry) ? entry.source : JSON.stringify(entry));

/** The index of the list that was at `index`, or of the first that is the same; `undefined` when it is gone. */
export function findList(lists: Lists, index: number, source: string): number | undefined {
  const now = lists[index];
  const found =
    now !== undefined && listSource(now) === source ? index : lists.findIndex((one) => listSource(one) === source);
  return found < 0 ? undefined : found;
}
