// The list that a name means.
import type { RecordList } from "../store/recordLists";
import { Refusal } from "./app";
import { neutral } from "./untrusted";

/** By its name, or by its id. Throws a `Refusal` that says which lists there are. */
export function listNamed(all: readonly RecordList[], wanted: string): RecordList {
  const found = all.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  const [list, ...others] = found;
  if (list === undefined) {
    throw new Refusal(
      `There is no list with this name. Lists: ${all.map(({ name }) => neutral(name)).join(", ")}.`,
      "notFound",
    );
  }
  if (others.length > 0) {
    throw new Refusal(`Several lists have this name. Use an id: ${found.map(({ id }) => id).join(", ")}.`);
  }
  return list;
}
