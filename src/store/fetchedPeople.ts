// Finds the people that contacts are about in other runs, by their ids or profile addresses. Names are no identifiers:
// two people may share one.
import type { StoreDb } from "./storeDb";
import { jsonOf } from "./records";
import { normalizedAddress } from "./text";

interface PersonToFind {
  readonly id: string;
  /** Of the profile. */
  readonly url: string;
}

/** The JSON of the latest version of each person, in the order of `people`; `undefined` for one that no run has. */
function fetchedPeople(db: StoreDb, people: readonly PersonToFind[]): readonly (string | undefined)[] {
  const wanted = people.map(({ id, url }) => [id, normalizedAddress(url)]);
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

interface StoredContact extends PersonToFind {
  readonly key: number;
  readonly lacksProfile: 0 | 1;
}

/** Few enough that the profiles of all of them fit into memory. */
const contactsAtOnce = 500;

/**
 * Gives the contacts with these keys that lack a profile that of the same person in a run. Returns how many of all of
 * them are such people.
 */
export function addFetchedProfiles(db: StoreDb, first: number, last: number): number {
  let fetched = 0;
  for (let from = first; from <= last; from += contactsAtOnce) {
    const contacts = db.all<StoredContact>(
      `select key, json_type(json) = 'object'
           and (coalesce(json_type(json, '$.profile'), '') <> 'object' or json -> '$.profile' = '{}') as lacksProfile,
         cast(coalesce(json ->> '$.profile.id', '') as text) as id,
         cast(coalesce(json ->> '$.profile.social_profiles.professional_network.url',
           json ->> '$.input.professional_network_url', '') as text) as url
       from record_json where key between ? and ? order by key`,
      from,
      Math.min(last, from + contactsAtOnce - 1),
    );
    fetchedPeople(db, contacts).forEach((person, nth) => {
      const { key, lacksProfile } = contacts[nth] ?? { key: 0, lacksProfile: 0 };
      if (person !== undefined) {
        fetched += 1;
        if (lacksProfile === 1) {
          db.run("update record_json set json = json_set(json, '$.profile', json(?)) where key = ?", person, key);
        }
      }
    });
  }
  return fetched;
}
