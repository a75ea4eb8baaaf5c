// The sandbox's data: pages of searches and best matches of look-ups over the current data version.
import type { SearchKind } from "../service/filterCatalogue";
import type { Company, Person } from "../service/records";
import {
  defaultLimit,
  type CompanyLookupRequest,
  type CompanySearchRequest,
  type Paging,
  type PeopleLookupRequest,
  type PeopleSearchRequest,
} from "../service/requests";
import { companyFacts, companyRecord, type World } from "./companyData";
import { indexCompanies, rowOfId, type CompanyIndex } from "./companyIndex";
import { behindEverything, cursorAfter, positionOf } from "./cursors";
import { personFacts } from "./personData";
import { personRecord, type Occasion } from "./personRecord";
import { indexPeople, type PeopleIndex } from "./peopleIndex";
import { matchingRows, type FilterItems } from "./recordIndex";
import { rosterOf, type Roster } from "./roster";
import { pauseAfter } from "./slices";
import { equalText } from "./textMatch";
import type { Marks } from "./valueSets";
import { firstNames, lastNames } from "./vocabulary/names";

/** The matches of a search in their order, and where the requested page begins. */
export interface Matches {
  readonly total: number;
  /** Index of the requested page's first match. */
  readonly start: number;
  readonly limit: number;
  /** Results skipped, as the metadata says. */
  readonly offset: number;
  /** The records of the matches from index `from` up to, but not including, `to`. */
  rows(from: number, to: number): readonly number[];
  /** The cursor of the page that begins at a match, or of an empty page. `undefined` only when there is no match at all. */
  cursorTo(index: number | "emptyPage", serial?: number): string | undefined;
}

export interface Database {
  searchCompanies(request: CompanySearchRequest): Promise<Matches | "badCursor">;
  searchPeople(request: PeopleSearchRequest): Promise<Matches | "badCursor">;
  lookUpCompany(request: CompanyLookupRequest): Promise<number | undefined>;
  lookUpPerson(request: PeopleLookupRequest): Promise<number | undefined>;
  company(row: number): Company;
  person(row: number, occasion: Occasion): Person;
  /** The row of a record's id, when the current version lists it. */
  companyRow(id: string): number | undefined;
  personRow(id: string): number | undefined;
  readonly counts: { readonly companies: number; readonly people: number };
  /** Makes the indexes now instead of with the first call. */
  ready(): Promise<void>;
  /** The next data version: positions shift, a few records come and go. */
  refresh(): void;
}

interface Version {
  readonly number: number;
  readonly companies: Roster;
  readonly people: Roster;
  readonly companyIndex: () => Promise<CompanyIndex>;
  readonly peopleIndex: () => Promise<PeopleIndex>;
  /** Positions of matches by search, latest used last. */
  readonly matches: Map<string, Uint32Array>;
}

const keptMatches = 4_000_000;
const sliceMs = 6;

function openVersion(world: World, people: number, number: number): Version {
  const companyRoster = rosterOf(world.seed, world.employers, number);
  const peopleRoster = rosterOf(world.seed + 1, people, number);
  let companies: Promise<CompanyIndex> | undefined;
  let persons: Promise<PeopleIndex> | undefined;
  const companyIndex = (): Promise<CompanyIndex> =>
    (companies ??= indexCompanies(world, companyRoster.rows, pauseAfter(sliceMs)));
  return {
    number,
    companies: companyRoster,
    people: peopleRoster,
    companyIndex,
    peopleIndex: () =>
      (persons ??= companyIndex().then((index) => indexPeople(world, peopleRoster.rows, index, pauseAfter(sliceMs)))),
    matches: new Map(),
  };
}

function positionsOf(selected: Marks, roster: Roster): Uint32Array {
  const positions = new Uint32Array(roster.listed);
  let count = 0;
  for (let position = 0; position < roster.listed; position += 1) {
    if (selected[roster.rowAt(position)] === 1) {
      positions[count] = position;
      count += 1;
    }
  }
  return positions.slice(0, count);
}

function remember(matches: Map<string, Uint32Array>, key: string, positions: Uint32Array): void {
  matches.set(key, positions);
  let kept = [...matches.values()].reduce((sum, list) => sum + list.length, 0);
  for (const [oldest, list] of matches) {
    if (kept <= keptMatches || oldest === key) break;
    matches.delete(oldest);
    kept -= list.length;
  }
}

/** The first place in an ascending list whose value is above `position`. */
function firstAbove(positions: Uint32Array, position: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

const firstListed = (marks: Marks, roster: Roster): number | undefined => {
  for (let row = marks.indexOf(1); row >= 0; row = marks.indexOf(1, row + 1)) if (roster.has(row)) return row;
  return undefined;
};

export function openDatabase(world: World, people: number): Database {
  let version = openVersion(world, people, 0);

  async function matchesOf(data: Version, kind: SearchKind, filters: FilterItems): Promise<Uint32Array> {
    const key = `${kind} ${JSON.stringify(filters)}`;
    let positions = data.matches.get(key);
    if (positions === undefined) {
      const roster = kind === "company" ? data.companies : data.people;
      const fields = (kind === "company" ? await data.companyIndex() : await data.peopleIndex()).fields;
      positions = positionsOf(await matchingRows(fields, roster.rows, filters), roster);
    }
    data.matches.delete(key);
    remember(data.matches, key, positions);
    return positions;
  }

  async function search(kind: SearchKind, request: Paging): Promise<Matches | "badCursor"> {
    const { offset = 0, limit = defaultLimit, search_after: cursor, ...filters } = request;
    const after = cursor === undefined ? undefined : positionOf(kind, cursor);
    if (cursor !== undefined && after === undefined) return "badCursor";
    const data = version;
    const roster = kind === "company" ? data.companies : data.people;
    const positions = await matchesOf(data, kind, filters as FilterItems);
    // A cursor alone says where the page begins; an offset beside it counts for nothing.
    const start = after === undefined ? Math.min(offset, positions.length) : firstAbove(positions, after);
    return {
      total: positions.length,
      start,
      limit,
      offset: after === undefined ? offset : start,
      rows: (from, to) => Array.from(positions.subarray(from, to), (position) => roster.rowAt(position)),
      cursorTo(index, serial) {
        if (index === "emptyPage") return cursorAfter(kind, behindEverything, serial);
        // The page's own beginning is where the request's cursor points.
        if (index === start && after !== undefined) return cursorAfter(kind, after, serial);
        return positions.length === 0 ? undefined : cursorAfter(kind, positions[index - 1] ?? -1, serial);
      },
    };
  }

  async function lookUpCompany(request: CompanyLookupRequest, data = version): Promise<number | undefined> {
    const { fields } = await data.companyIndex();
    const { professional_network_id: id, professional_network_url: url, domain } = request;
    // The most reliable identifier first; the first that finds a company decides.
    const tries: readonly (() => Promise<Marks>)[] = [
      ...(id === undefined ? [] : [() => fields.professional_network_ids.values.match({ value: id })]),
      ...(url === undefined
        ? []
        : [() => fields.professional_network_urls.values.match({ value: url, exact_match: true })]),
      ...(domain === undefined ? [] : [() => fields.domains.values.match({ value: domain, exact_match: true })]),
    ];
    for (const attempt of tries) {
      const found = firstListed(await attempt(), data.companies);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The first person of that name, an equal one before a similar one; with an employer named, only among its people. */
  async function byName(name: string, request: PeopleLookupRequest, data: Version): Promise<number | undefined> {
    const {
      company_domain: domain,
      company_professional_network_id: id,
      company_professional_network_url: url,
    } = request;
    const named = domain !== undefined || id !== undefined || url !== undefined;
    const employer = named
      ? await lookUpCompany({ domain, professional_network_id: id, professional_network_url: url }, data)
      : undefined;
    if (named && employer === undefined) return undefined;
    const { fields, size } = await data.peopleIndex();
    const marks = await matchingRows({ person_names: fields.person_names }, size, { person_names: [{ value: name }] });
    let similar: number | undefined;
    for (let row = marks.indexOf(1); row >= 0; row = marks.indexOf(1, row + 1)) {
      if (!data.people.has(row)) continue;
      const facts = personFacts(world, row);
      if (
        employer !== undefined &&
        facts.company !== employer &&
        !facts.past.some((position) => position.company === employer)
      )
        continue;
      if (equalText(name, `${firstNames[facts.first] ?? ""} ${lastNames[facts.last] ?? ""}`)) return row;
      similar ??= row;
    }
    return similar;
  }

  return {
    searchCompanies: (request) => search("company", request),
    searchPeople: (request) => search("people", request),
    lookUpCompany: (request) => lookUpCompany(request),
    async lookUpPerson(request) {
      const data = version;
      const { fields } = await data.peopleIndex();
      const { person_professional_network_id: id, person_professional_network_url: url, person_name: name } = request;
      if (id !== undefined) {
        const found = firstListed(
          await fields.person_professional_network_ids.values.match({ value: id }),
          data.people,
        );
        if (found !== undefined) return found;
      }
      if (url !== undefined) {
        const found = firstListed(
          await fields.person_professional_network_urls.values.match({ value: url, exact_match: true }),
          data.people,
        );
        if (found !== undefined) return found;
      }
      return name === undefined ? undefined : byName(name, request, data);
    },
    company: (row) => companyRecord(world, companyFacts(world, row)),
    person: (row, occasion) => personRecord(world, personFacts(world, row), occasion),
    companyRow: (id) => listedRow(rowOfId("c")(id), version.companies),
    personRow: (id) => listedRow(rowOfId("p")(id), version.people),
    get counts() {
      return { companies: version.companies.listed, people: version.people.listed };
    },
    ready: async () => {
      await version.peopleIndex();
    },
    refresh: () => {
      version = openVersion(world, people, version.number + 1);
    },
  };
}

function listedRow(row: number | undefined, roster: Roster): number | undefined {
  return row !== undefined && roster.has(row) ? row : undefined;
}
