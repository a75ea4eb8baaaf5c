// The sandbox's data: pages of searches and best matches of lookups over the current data version.
import { setImmediate } from "node:timers/promises";
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
import { companyFacts, companyIndexOf, companyRecord, type CompanyFacts, type World } from "./companyData";
import { beyondLastRecord, cursorAfter, positionOf } from "./cursors";
import { companyFilterFields, peopleFilterFields } from "./filterFields";
import { listingOf, type Listing } from "./listing";
import { findCompany, findPerson, type LookupTables, lookupTables } from "./lookupTables";
import { recordTest, type FilterItems } from "./matching";
import { personFacts, personIndexOf, type PersonFacts } from "./personData";
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
  /** The cursor of the page that begins at a match, or of an empty page. `undefined` only when nothing matches. */
  cursorTo(match: number | "emptyPage", serial?: number): string | undefined;
}

interface Version {
  readonly number: number;
  readonly companies: Listing;
  readonly people: Listing;
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

async function matchingPositions(listing: Listing, matches: (index: number) => boolean): Promise<readonly number[]> {
  const positions: number[] = [];
  for (let position = 0; position < listing.count; position += 1) {
    if (position % recordsBetweenYields === recordsBetweenYields - 1) await setImmediate();
    if (matches(listing.indexAt(position))) positions.push(position);
  }
  return positions;
}

export class Database {
  private readonly companyAt: (index: number) => CompanyFacts;
  private readonly personAt: (index: number) => PersonFacts;
  private readonly fields;
  private version: Version;

  constructor(
    private readonly world: World,
    private readonly peopleCount: number,
  ) {
    this.companyAt = madeOnce((index) => companyFacts(world, index));
    this.personAt = madeOnce((index) => personFacts(world, index));
    const company = companyFilterFields(world);
    this.fields = { company, people: peopleFilterFields(company, this.companyAt) };
    this.version = this.openVersion(0);
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
    return companyRecord(this.world, this.companyAt(index));
  }

  person(index: number, reply: PersonReply): Person {
    return personRecord(this.world, this.personAt(index), reply);
  }

  /** The index of a company by its id; `undefined` when the current version does not list it. */
  companyIndex(id: string): number | undefined {
    const index = companyIndexOf(id);
    return index !== undefined && this.version.companies.has(index) ? index : undefined;
  }

  /** The index of a person by their id; `undefined` when the current version does not list them. */
  personIndex(id: string): number | undefined {
    const index = personIndexOf(id);
    return index !== undefined && this.version.people.has(index) ? index : undefined;
  }

  get counts(): { readonly companies: number; readonly people: number } {
    return { companies: this.version.companies.count, people: this.version.people.count };
  }

  /** The next data version: positions shift, a few records are added and removed. */
  refresh(): void {
    this.version = this.openVersion(this.version.number + 1);
  }

  private openVersion(number: number): Version {
    return {
      number,
      companies: listingOf(this.world.seed, this.world.employers, number),
      people: listingOf(this.world.seed + 1, this.peopleCount, number),
      searches: new Map(),
    };
  }

  private tables(): LookupTables {
    const { version } = this;
    return (version.tables ??= lookupTables({
      companies: version.companies,
      people: version.people,
      companyAt: this.companyAt,
      personAt: this.personAt,
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
      cursorTo(match, serial) {
        if (match === "emptyPage") return cursorAfter(kind, beyondLastRecord, serial);
        // The page's own beginning is where the request's cursor points.
        if (match === start && after !== undefined) return cursorAfter(kind, after, serial);
        return positions.length === 0 ? undefined : cursorAfter(kind, positions[match - 1] ?? -1, serial);
      },
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
    if (kind === "company") {
      return matchingPositions(version.companies, recordTest(this.fields.company, filters, this.companyAt));
    }
    return matchingPositions(version.people, recordTest(this.fields.people, filters, this.personAt));
  }
}

/** The first match in an ascending list of positions that lies behind `position`. */
function firstBehind(positions: readonly number[], position: number): number {
  const found = positions.findIndex((at) => at > position);
  return found < 0 ? positions.length : found;
}
