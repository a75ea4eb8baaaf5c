// What the sandbox knows of the differences between two of its months: what comparing two runs has to find.
import { companyDomain, companyId, type CompanyFacts } from "./companyData";
import { personId, type PersonFacts } from "./personData";
import { headcountRanges, industries, types } from "./vocabulary/industries";
import { places } from "./vocabulary/places";
import { titles } from "./vocabulary/positions";

/** Earlier values; null if there was none. */
export type KnownValues = Readonly<Record<string, string | null>>;

/** Ids of records. */
export interface KnownChanges {
  readonly new: readonly string[];
  readonly gone: readonly string[];
  /** What was different in the earlier month. */
  readonly changed: ReadonlyMap<string, KnownValues>;
}

interface MonthOfData {
  readonly companyAt: (index: number) => CompanyFacts;
  readonly personAt: (index: number) => PersonFacts;
}

function placeValues(index: number | undefined): KnownValues {
  const place = index === undefined ? undefined : places[index];
  return { city: place?.city || null, region: place?.region || null, country: place?.country || null };
}

const companyValues = (facts: CompanyFacts): KnownValues => ({
  name: facts.name,
  industry: industries[facts.industry] ?? null,
  type: types[facts.type] ?? null,
  headcount: facts.headcount === 0 ? (headcountRanges[facts.range]?.[0] ?? null) : String(facts.headcount),
  ...placeValues(facts.headquarters),
});

function personValues(facts: PersonFacts, companyAt: (index: number) => CompanyFacts): KnownValues {
  const company = facts.company === undefined ? undefined : companyAt(facts.company);
  const title = company && titles[facts.title];
  return {
    title: title?.text ?? null,
    seniority: title?.seniority ?? null,
    company_name: company?.name ?? null,
    company_domain: company ? companyDomain(company) : null,
    ...placeValues(facts.place),
  };
}

/** `before` and `after`: the indexes of the records in the earlier and in the later month. */
function differences(
  before: readonly number[],
  after: readonly number[],
  idOf: (index: number) => string,
  valuesOf: (index: number) => readonly [earlier: KnownValues, later: KnownValues],
): KnownChanges {
  const [had, has] = [new Set(before), new Set(after)];
  const changed = after.flatMap((index): [string, KnownValues][] => {
    const [earlier, later] = valuesOf(index);
    const old = Object.entries(earlier).filter(([name, value]) => value !== later[name]);
    return had.has(index) && old.length > 0 ? [[idOf(index), Object.fromEntries(old)]] : [];
  });
  return {
    new: after.filter((index) => !had.has(index)).map(idOf),
    gone: before.filter((index) => !has.has(index)).map(idOf),
    changed: new Map(changed),
  };
}

export const companyChanges = (
  earlier: MonthOfData,
  later: MonthOfData,
  before: readonly number[],
  after: readonly number[],
): KnownChanges =>
  differences(before, after, companyId, (index) => [
    companyValues(earlier.companyAt(index)),
    companyValues(later.companyAt(index)),
  ]);

export const personChanges = (
  earlier: MonthOfData,
  later: MonthOfData,
  before: readonly number[],
  after: readonly number[],
): KnownChanges =>
  differences(before, after, personId, (index) => [
    personValues(earlier.personAt(index), earlier.companyAt),
    personValues(later.personAt(index), later.companyAt),
  ]);
