// The sandbox's data: pages of searches and best matches of lookups over the current data version.
import { setImmediate } from "node:timers/promises";
import type { SearchKind } from "../service/filterCatalogue";
import type { Company, Person } from "../service/recordSchemas";
import {
  defaultLimit,
  type CompanyLookupRequest,
  type CompanySearchRequest,
  type Paging,
  type PeopleLookupRequest,
  type PeopleSearchRequest,
} from "../service/requests";
import { companyRecord, type CompanyFacts, type World } from "./companyData";
import { cursorAfter, positionOf } from "./cursors";
import { companyFilterFields, peopleFilterFields } from "./filterFields";
import { listingOf, type Listing } from "./listing";
import { findCompany, findPerson, type LookupTables, lookupTables } from "./lookupTables";
import { recordTest, type FilterItems, type Verdict } from "../service/matching";
import { companyFacts, personFacts } from "./months";
import type { PersonFacts } from "./personData";
import { personRecord, type PersonReply } from "./personRecord";

/** The matches of a search in their order, and where the requested page begins. */
export interface Matches {
  readonly total: number;
  /** Index of the requested page's first match. */
  readonly start: number;
  readonly limit: number;
  /** Results skipped, as reported in the metadata. */
  readonly offset: number;
  /** The indexes of the records of the matches from `from` up to, but not including, `to`. */
  records(from: number, to: number): readonly number[];
  /** The cursor of the page that begins at a match. `undefined` only when nothing matches. */
  cursorTo(match: number): string | undefined;
}

interface Version {
  readonly world: World;
  readonly companies: Listing;
  readonly people: Listing;
  readonly companyAt: (index: number) => CompanyFacts;
  readonly personAt: (index: number) => PersonFacts;
  /** Made with the first lookup. */
  tables?: LookupTables;
  /** Positions of matches by search, latest used last: the pages of a run need not be matched again. */
  readonly searches: Map<string, readonly number[]>;
}

const rememberedSearches = 20;
/** The extension host shares its event loop with the sandbox, so long scans yield to it. */
const recordsBetweenYields = 2000;

/** Makes each value when it is first needed and keeps it. */
function madeOnce<T>(make: (index: number) => T): (index: number) => T {
  const made: T[] = [];
  return (index) => (made[index] ??= make(index));
}

async function matchingPositions(listing: Listing, matches: (index: number) => Verdict): Promise<readonly number[]> {
  const positions: number[] = [];
  for (let position = 0; position < listing.count; position += 1) {
    if (position % recordsBetweenYields === recordsBetweenYields - 1) await setImmediate();
    if (matches(listing.indexAt(position)) === true) positions.push(position);
  }
  return positions;
}

export class Database {
  private version: Version;

  constructor(
    world: World,
    private readonly peopleCount: number,
  ) {
    this.version = this.openVersion(world);
  }

  /** The world in the month of the current version. */
  get world(): World {
    return this.version.world;
  }

  searchCompanies(request: CompanySearchRequest): Promise<Matches | "badCursor"> {
    return this.search("company", request);
  }

  searchPeople(request: PeopleSearchRequest): Promise<Matches | "badCursor"> {
    return this.search("people", request);
  }

  lookUpCompany(request: CompanyLookupRequest): number | undefined {
    return findCompany(this.tables(), request);
  }

  lookUpPerson(request: PeopleLookupRequest): number | undefined {
    return findPerson(this.tables(), request);
  }

  company(index: number): Company {
    return companyRecord(this.world, this.version.companyAt(index));
  }

  person(index: number, reply: PersonReply): Person {
    return personRecord(this.world, this.version.personAt(index), reply);
  }

  /** The data version of a month: positions shift, a few records are added and removed, others have changed. */
  setMonth(month: number): void {
    this.version = this.openVersion({ ...this.world, month });
  }

  private openVersion(world: World): Version {
    return {
      world,
      companies: listingOf(world.seed, world.employers, world.month),
      people: listingOf(world.seed + 1, this.peopleCount, world.month),
      companyAt: madeOnce((index) => companyFacts(world, index)),
      personAt: madeOnce((index) => personFacts(world, index)),
      searches: new Map(),
    };
  }

  private tables(): LookupTables {
    const { version } = this;
    return (version.tables ??= lookupTables({
      companies: version.companies,
      people: version.people,
      companyAt: version.companyAt,
      personAt: version.personAt,
    }));
  }

  private async search(kind: SearchKind, request: Paging): Promise<Matches | "badCursor"> {
    const { offset = 0, limit = defaultLimit, search_after: cursor, ...filters } = request;
    const after = cursor === undefined ? undefined : positionOf(kind, cursor);
    if (cursor !== undefined && after === undefined) return "badCursor";
    const { version } = this;
    const listing = kind === "company" ? version.companies : version.people;
    const positions = await this.positions(version, kind, filters as FilterItems);
    // A cursor alone decides where the page begins; an offset beside it is ignored.
    const start = after === undefined ? Math.min(offset, positions.length) : firstBehind(positions, after);
    return {
      total: positions.length,
      start,
      limit,
      offset: after === undefined ? offset : start,
      records: (from, to) => positions.slice(from, to).map((position) => listing.indexAt(position)),
      cursorTo: (match) => (positions.length === 0 ? undefined : cursorAfter(kind, positions[match - 1] ?? -1)),
    };
  }

  private async positions(version: Version, kind: SearchKind, filters: FilterItems): Promise<readonly number[]> {
    const { searches } = version;
    const key = `${kind} ${JSON.stringify(filters)}`;
    const positions = searches.get(key) ?? (await this.scan(version, kind, filters));
    searches.delete(key);
    searches.set(key, positions);
    const [oldest] = searches.keys();
    if (searches.size > rememberedSearches && oldest !== undefined) searches.delete(oldest);
    return positions;
  }

  private scan(version: Version, kind: SearchKind, filters: FilterItems): Promise<readonly number[]> {
    const { world, companyAt, personAt } = version;
    const company = companyFilterFields(world);
    return kind === "company"
      ? matchingPositions(version.companies, at(companyAt, recordTest(company, filters)))
      : matchingPositions(version.people, at(personAt, recordTest(peopleFilterFields(company, companyAt), filters)));
  }
}

const at =
  <Facts>(factsAt: (index: number) => Facts, test: (facts: Facts) => Verdict) =>
  (index: number): Verdict =>
    test(factsAt(index));

/** The first match in an ascending list of positions that lies behind `position`. */
function firstBehind(positions: readonly number[], position: number): number {
  const found = positions.findIndex((at) => at > position);
  return found < 0 ? positions.length : found;
}
