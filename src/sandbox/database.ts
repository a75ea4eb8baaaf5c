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
import {
  companyDomain,
  companyNetworkId,
  companyRecord,
  companyUrl,
  type CompanyFacts,
  type World,
} from "./companyData";
import { companyFilterFields, peopleFilterFields } from "./filterFields";
import { bareAddress, equalText, recordTest, similarTo, type FilterItems } from "./matching";
import { companyFacts, personFacts } from "./months";
import { fullName, personHandle, personNetworkId, personUrl, type PersonFacts } from "./personData";
import { personRecord, type PersonReply } from "./personRecord";
import { mix } from "./random";

/** The listed records of one data version; a position is a place in the order of search results. */
export interface Listing {
  /** Records that exist in this version, listed or not, have the indexes 0 … size − 1. */
  readonly size: number;
  /** How many are listed. */
  readonly count: number;
  indexAt(position: number): number;
  has(index: number): boolean;
}

/** Each refresh removes one record in 400 and adds slightly more. */
const oneLeavesOf = 400;

/**
 * The listing of a version. Version 0 lists the records 0 … base − 1 in order. Each refresh adds records at the front
 * and removes some, so positions shift and a cursor can show other records (interface, "Pagination rules").
 *
 * @internal
 */
export function listingOf(seed: number, base: number, version: number): Listing {
  const added = Math.max(3, Math.ceil(base / 300));
  const size = base + added * version;
  const hasLeft = (index: number): boolean => index < base && mix(seed, 40, index) % oneLeavesOf < version;
  const listed: number[] = [];
  for (let index = base; index < size; index += 1) listed.push(index);
  for (let index = 0; index < base; index += 1) if (!hasLeft(index)) listed.push(index);
  return {
    size,
    count: listed.length,
    indexAt: (position) => listed[position] ?? 0,
    has: (index) => index >= 0 && index < size && !hasLeft(index),
  };
}

const mark = (kind: SearchKind, position: number): string => mix(7, kind === "company" ? 1 : 2, position).toString(36);

/** The cursor behind the record at `position`, or before the first record for -1. Does not depend on the filters. */
function cursorAfter(kind: SearchKind, position: number): string {
  return Buffer.from(`${kind}/${position}/${mark(kind, position)}`).toString("base64url");
}

/** The position before a cursor's page; `undefined` when the text is not a cursor of this search. */
function positionOf(kind: SearchKind, cursor: string): number | undefined {
  const [name, digits = "", check] = Buffer.from(cursor, "base64url").toString("latin1").split("/");
  const position = Number(digits);
  return name === kind && /^(?:-1|\d{1,9})$/.test(digits) && check === mark(kind, position) ? position : undefined;
}

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

interface Version extends LookupData {
  readonly world: World;
  /** Positions of matches by search, most recently used last, so that later pages of a run need no matching. */
  readonly searches: Map<string, readonly number[]>;
}

const rememberedSearches = 20;
/** The extension host shares its event loop with the sandbox, so long scans yield to it. */
const recordsBetweenYields = 2000;

/** Creates each value on first use and caches it. */
function memoized<T>(make: (index: number) => T): (index: number) => T {
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
    return findCompany(this.version, request);
  }

  lookUpPerson(request: PeopleLookupRequest): number | undefined {
    return findPerson(this.version, request);
  }

  company(index: number): Company {
    return companyRecord(this.world, this.version.companyAt(index));
  }

  person(index: number, reply: PersonReply): Person {
    return personRecord(this.world, this.version.personAt(index), reply);
  }

  /** Moves to the data version of a month: positions shift, some records are added, removed, or changed. */
  setMonth(month: number): void {
    this.version = this.openVersion({ ...this.world, month });
  }

  private openVersion(world: World): Version {
    return {
      world,
      companies: listingOf(world.seed, world.employers, world.month),
      people: listingOf(world.seed + 1, this.peopleCount, world.month),
      companyAt: memoized((index) => companyFacts(world, index)),
      personAt: memoized((index) => personFacts(world, index)),
      searches: new Map(),
    };
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
  <Facts>(factsAt: (index: number) => Facts, test: (facts: Facts) => boolean) =>
  (index: number): boolean =>
    test(factsAt(index));

/** The index of the first match after `position` in an ascending list of positions. */
function firstBehind(positions: readonly number[], position: number): number {
  const found = positions.findIndex((at) => at > position);
  return found < 0 ? positions.length : found;
}

/** The records of one version of the data. */
interface LookupData {
  readonly companies: Listing;
  readonly people: Listing;
  readonly companyAt: (index: number) => CompanyFacts;
  readonly personAt: (index: number) => PersonFacts;
}

function first(listing: Listing, passes: (index: number) => boolean): number | undefined {
  for (let index = 0; index < listing.size; index += 1) {
    if (passes(index) && listing.has(index)) return index;
  }
  return undefined;
}

/** An address in the form of the records. */
const urlOf = (address: string): string => `https://${domainOf(address)}`;
const domainOf = (address: string): string => bareAddress(address).trim().toLowerCase();

/** Tries identifiers from the most to the least reliable; the first that finds a company counts. */
function findCompany({ companies, companyAt }: LookupData, request: CompanyLookupRequest): number | undefined {
  const { domain, professional_network_id: networkId, professional_network_url: url } = request;
  const find = <T>(identifier: T | undefined, read: (facts: CompanyFacts) => T | undefined): number | undefined =>
    identifier === undefined ? undefined : first(companies, (index) => read(companyAt(index)) === identifier);
  return (
    find(networkId, ({ index, handle }) => (handle === undefined ? undefined : companyNetworkId(index))) ??
    find(url && urlOf(url), ({ handle }) => (handle === undefined ? undefined : companyUrl(handle))) ??
    find(domain && domainOf(domain), companyDomain)
  );
}

function findPerson(data: LookupData, request: PeopleLookupRequest): number | undefined {
  const {
    person_professional_network_id: networkId,
    person_professional_network_url: url,
    person_name: name,
  } = request;
  return (
    (networkId === undefined ? undefined : first(data.people, (index) => personNetworkId(index) === networkId)) ??
    (url === undefined ? undefined : findByUrl(data, urlOf(url))) ??
    (name === undefined ? undefined : findByName(data, name, request))
  );
}

/** Finds by the index at the end of a handle. */
function findByUrl({ people, personAt }: LookupData, url: string): number | undefined {
  const index = Number(url.split("-").at(-1));
  return people.has(index) && personUrl(personHandle(personAt(index))) === url ? index : undefined;
}

/** The first person with the name, equal names before similar ones; with an employer, only its people. */
function findByName(data: LookupData, name: string, request: PeopleLookupRequest): number | undefined {
  const {
    company_domain: domain,
    company_professional_network_id: networkId,
    company_professional_network_url: url,
  } = request;
  const hasEmployer = domain !== undefined || networkId !== undefined || url !== undefined;
  const employer = findCompany(data, { domain, professional_network_id: networkId, professional_network_url: url });
  if (hasEmployer && employer === undefined) return undefined;
  const isOfName = (is: (fullName: string) => boolean) => (index: number) => {
    const person = data.personAt(index);
    return (employer === undefined || workedAt(person, employer)) && is(fullName(person));
  };
  return (
    first(
      data.people,
      isOfName((one) => equalText(name, one)),
    ) ?? first(data.people, isOfName(similarTo([name])))
  );
}

const workedAt = (person: PersonFacts, company: number): boolean =>
  person.company === company || person.past.some((position) => position.company === company);
