// Finds people that any run has, by their ids or profile addresses: the people that contacts are about.
import type { StoreDb } from "./database";
import { jsonOf } from "./records";
import { normalizedAddress } from "./text";

export interface PersonToFind {
  readonly id?: string | undefined;
  /** Of the profile. */
  readonly url?: string | undefined;
}

/** The JSON of the latest version of each person, in the order of `people`; `undefined` for one that no run has. */
export function ownedPeople(db: StoreDb, people: readonly PersonToFind[]): readonly (string | undefined)[] {
  const wanted = people.map(({ id = "", url = "" }) => [id, normalizedAddress(url)]);
  const latest = (column: string, place: number): ReadonlyMap<number, number> =>
    new Map(
      db
        .all<{ readonly nth: number; readonly record: number }>(
          `select e.key as nth, max(m.key) as record
           from json_each(?) e cross join person_record m on m.${column} = e.value ->> ${place}
           where e.value ->> ${place} <> '' group by 1`,
          JSON.stringify(wanted),
        )
        .map(({ nth, record }) => [nth, record]),
    );
  const [byId, byUrl] = [latest("id", 0), latest("url_key", 1)];
  // Keys are never 0: the numbers of runs start at 1.
  return jsonOf(
    db,
    people.map((_one, nth) => byId.get(nth) ?? byUrl.get(nth) ?? 0),
  );
}
