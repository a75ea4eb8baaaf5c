// What the sandbox knows of the differences between two of its months: what comparing two runs has to find.
import { companyDomain, companyId, type World } from "../../src/sandbox/companyData";
import { companyFacts, personFacts } from "../../src/sandbox/months";
import { personId } from "../../src/sandbox/personData";
import { headcountRanges, industries, types } from "../../src/sandbox/vocabulary/industries";
import { places } from "../../src/sandbox/vocabulary/places";
import { titles } from "../../src/sandbox/vocabulary/positions";
import type { SearchKind } from "../../src/service/filterCatalogue";

/** Earlier values; null if there was none. */
export type KnownValues = Readonly<Record<string, string | null>>;

/** Ids of records. */
export interface KnownChanges {
  readonly new: readonly string[];
  readonly gone: readonly string[];
  /** What was different in the earlier month. */
  readonly changed: ReadonlyMap<string, KnownValues>;
}

function placeValues(index: number | undefined): KnownValues {
  const place = index === undefined ? undefined : places[index];
  return { city: place?.city || null, region: place?.region || null, country: place?.country || null };
}

function companyValues(world: World, index: number): KnownValues {
  const facts = companyFacts(world, index);
  return {
    name: facts.name,
    industry: industries[facts.industry] ?? null,
    type: types[facts.type] ?? null,
    headcount: facts.headcount === 0 ? (headcountRanges[facts.range]?.[0] ?? null) : String(facts.headcount),
    ...placeValues(facts.headquarters),
  };
}

function personValues(world: World, index: number): KnownValues {
  const facts = personFacts(world, index);
  const company = facts.company === undefined ? undefined : companyFacts(world, facts.company);
  const title = company && titles[facts.title];
  return {
    title: title?.text ?? null,
    seniority: title?.seniority ?? null,
    company_name: company?.name ?? null,
    company_domain: company ? companyDomain(company) : null,
    ...placeValues(facts.place),
  };
}

/** A month and the indexes of the records that match in it. */
type MatchesOfMonth = readonly [world: World, indexes: readonly number[]];

export function differences(
  kind: SearchKind,
  [earlier, before]: MatchesOfMonth,
  [later, after]: MatchesOfMonth,
): KnownChanges {
  const [idOf, valuesOf] = kind === "company" ? [companyId, companyValues] : [personId, personValues];
  const [had, has] = [new Set(before), new Set(after)];
  const changed = after.flatMap((index): [string, KnownValues][] => {
    const now = valuesOf(later, index);
    const old = Object.entries(valuesOf(earlier, index)).filter(([name, value]) => value !== now[name]);
    return had.has(index) && old.length > 0 ? [[idOf(index), Object.fromEntries(old)]] : [];
  });
  return {
    new: after.filter((index) => !had.has(index)).map(idOf),
    gone: before.filter((index) => !has.has(index)).map(idOf),
    changed: new Map(changed),
  };
}
