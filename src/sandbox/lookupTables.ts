// Best matches of lookups: tables from an identifier to the record that has it, and the search for a name.
import type { CompanyLookupRequest, PeopleLookupRequest } from "../service/requests";
import { companyDomain, companyNetworkId, companyUrl, type CompanyFacts } from "./companyData";
import type { Listing } from "./listing";
import { fullName, personHandle, personNetworkId, personUrl, type PersonFacts } from "./personData";
import { bareAddress, equalText, similarTo } from "../service/textMatch";

export interface LookupData {
  readonly companies: Listing;
  readonly people: Listing;
  readonly companyAt: (index: number) => CompanyFacts;
  readonly personAt: (index: number) => PersonFacts;
}

/** Indexes of listed records by identifier; addresses as `addressKey` makes them. */
export interface LookupTables extends LookupData {
  readonly companyByNetworkId: ReadonlyMap<number, number>;
  readonly companyByUrl: ReadonlyMap<string, number>;
  readonly companyByDomain: ReadonlyMap<string, number>;
  readonly personByNetworkId: ReadonlyMap<number, number>;
  readonly personByUrl: ReadonlyMap<string, number>;
}

const addressKey = (address: string): string => bareAddress(address).trim().toLowerCase();

/** The first listed record that has a key keeps it. */
function table<K>(listing: Listing, keyOf: (index: number) => K | undefined): ReadonlyMap<K, number> {
  const indexes = new Map<K, number>();
  for (let index = 0; index < listing.size; index += 1) {
    const key = keyOf(index);
    if (key !== undefined && listing.has(index) && !indexes.has(key)) indexes.set(key, index);
  }
  return indexes;
}

export function lookupTables(data: LookupData): LookupTables {
  const { companies, people, companyAt, personAt } = data;
  const hasProfile = (index: number): boolean => companyAt(index).handle !== undefined;
  return {
    ...data,
    companyByNetworkId: table(companies, (index) => (hasProfile(index) ? companyNetworkId(index) : undefined)),
    companyByUrl: table(companies, (index) => {
      const { handle } = companyAt(index);
      return handle === undefined ? undefined : addressKey(companyUrl(handle));
    }),
    companyByDomain: table(companies, (index) => addressKey(companyDomain(companyAt(index)))),
    personByNetworkId: table(people, personNetworkId),
    personByUrl: table(people, (index) => addressKey(personUrl(personHandle(personAt(index))))),
  };
}

const find = <K>(indexes: ReadonlyMap<K, number>, key: K | undefined): number | undefined =>
  key === undefined ? undefined : indexes.get(key);

const findAddress = (indexes: ReadonlyMap<string, number>, address: string | undefined): number | undefined =>
  address === undefined ? undefined : indexes.get(addressKey(address));

/** The most reliable identifier first; the first that finds a company decides. */
export function findCompany(tables: LookupTables, request: CompanyLookupRequest): number | undefined {
  return (
    find(tables.companyByNetworkId, request.professional_network_id) ??
    findAddress(tables.companyByUrl, request.professional_network_url) ??
    findAddress(tables.companyByDomain, request.domain)
  );
}

export function findPerson(tables: LookupTables, request: PeopleLookupRequest): number | undefined {
  return (
    find(tables.personByNetworkId, request.person_professional_network_id) ??
    findAddress(tables.personByUrl, request.person_professional_network_url) ??
    (request.person_name === undefined ? undefined : findByName(tables, request.person_name, request))
  );
}

/** The first person of that name, an equal one before a similar one; with an employer, only among its people. */
function findByName(tables: LookupTables, name: string, request: PeopleLookupRequest): number | undefined {
  const {
    company_domain: domain,
    company_professional_network_id: networkId,
    company_professional_network_url: url,
  } = request;
  const hasEmployer = domain !== undefined || networkId !== undefined || url !== undefined;
  const employer = findCompany(tables, { domain, professional_network_id: networkId, professional_network_url: url });
  if (hasEmployer && employer === undefined) return undefined;
  const isSimilar = similarTo(name);
  let firstSimilar: number | undefined;
  for (let index = 0; index < tables.people.size; index += 1) {
    const person = tables.personAt(index);
    if (employer !== undefined && !workedAt(person, employer)) continue;
    if (!isSimilar(fullName(person)) || !tables.people.has(index)) continue;
    if (equalText(name, fullName(person))) return index;
    firstSimilar ??= index;
  }
  return firstSimilar;
}

const workedAt = (person: PersonFacts, company: number): boolean =>
  person.company === company || person.past.some((position) => position.company === company);
