// Changes of synthetic companies and people from month to month. Added and removed records are in database.ts.
import { originalCompany, type CompanyFacts, type World } from "./companyData";
import { originalPerson, someCompany, type PersonFacts } from "./personData";
import { randomFor, type Random } from "./random";
import { headcountRanges, industries, types } from "./vocabulary/industries";
import { places, placesByCountry } from "./vocabulary/places";
import { jobFunctions, titleAt, titles } from "./vocabulary/positions";

/** The share of records with each kind of change in a month. */
const chances = {
  company: { headcount: 0.25, rangeOnly: 0.03, seat: 0.004, industry: 0.003, type: 0.002 },
  person: { promotion: 0.012, newEmployer: 0.022, withoutWork: 0.005, firstEmployer: 0.15, home: 0.012 },
} as const;

/** The maximum number of past positions in a record. */
const mostPast = 4;
const dayMs = 86_400_000;
const stream = { company: 50, person: 51 } as const;

/** The first day of a month of the data in ms since 1970; 0 is the first month. */
function dayOfMonth({ asOf }: World, month: number): number {
  const first = new Date(asOf);
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1);
}

/** The day of the data in ms since 1970: years and days are counted back from it. */
export const today = (world: World): number => dayOfMonth(world, world.month);

/** The draws of one record in one month. */
const drawsOf = (world: World, kind: keyof typeof stream, index: number, month: number): Random =>
  randomFor(world.seed + month * 7919, stream[kind], index);

export function companyFacts(world: World, index: number): CompanyFacts {
  let facts = originalCompany(world, index);
  for (let month = 1; month <= world.month; month += 1) {
    facts = companyMonthLater(facts, drawsOf(world, "company", index, month));
  }
  return facts;
}

function companyMonthLater(facts: CompanyFacts, random: Random): CompanyFacts {
  const chance = chances.company;
  const sized = random.chance(chance.headcount) ? resized(facts, random) : facts;
  return {
    ...sized,
    ...(random.chance(chance.seat) &&
      facts.headquarters !== undefined && { headquarters: moved(facts.headquarters, random) }),
    ...(random.chance(chance.industry) && { industry: random.int(industries.length) }),
    ...(random.chance(chance.type) && { type: random.int(types.length) }),
  };
}

/** Grows or shrinks by up to a tenth; where the number is not known, the range may be another one. */
function resized(facts: CompanyFacts, random: Random): CompanyFacts {
  if (facts.headcount === 0) {
    const step = random.chance(0.7) ? 1 : -1;
    const range = Math.min(headcountRanges.length - 1, Math.max(0, facts.range + step));
    return random.chance(chances.company.rangeOnly) ? { ...facts, range } : facts;
  }
  const change = Math.round(facts.headcount * (random.next() * 0.18 - 0.08)) || (random.chance(0.6) ? 1 : -1);
  const headcount = Math.max(1, facts.headcount + change);
  return { ...facts, headcount, range: headcountRanges.findIndex(([, , most]) => headcount <= most || most > 100_000) };
}

/** Another place, mostly in the same country. */
function moved(place: number, random: Random): number {
  const near = placesByCountry.get(places[place]?.countryCode ?? "") ?? [];
  return near.length > 0 && random.chance(0.7) ? random.pick(near) : random.int(places.length);
}

export function personFacts(world: World, index: number): PersonFacts {
  let facts = originalPerson(world, index);
  for (let month = 1; month <= world.month; month += 1) {
    const days = (dayOfMonth(world, month) - dayOfMonth(world, month - 1)) / dayMs;
    facts = personMonthLater(world, daysLater(facts, days), drawsOf(world, "person", index, month));
  }
  return facts;
}

const later = (days: number | undefined, passed: number): number | undefined =>
  days === undefined ? undefined : days + passed;

function daysLater(facts: PersonFacts, passed: number): PersonFacts {
  return {
    ...facts,
    positionDays: later(facts.positionDays, passed),
    companyDays: later(facts.companyDays, passed),
    past: facts.past.map((position) => ({
      ...position,
      startDays: position.startDays + passed,
      endDays: position.endDays + passed,
    })),
  };
}

function personMonthLater(world: World, facts: PersonFacts, random: Random): PersonFacts {
  const chance = chances.person;
  const draw = random.next();
  /** The day of the month of the change. */
  const days = random.int(28);
  const place = random.chance(chance.home) ? moved(facts.place, random) : facts.place;
  if (facts.company === undefined) {
    return draw < chance.firstEmployer ? { ...employed(world, facts, days, random), place } : { ...facts, place };
  }
  if (draw < chance.promotion) {
    const title = nextTitle(facts.title, random);
    if (title === facts.title) {
      return { ...facts, place };
    }
    return {
      ...facts,
      place,
      title,
      promotedFrom: facts.title,
      positionDays: days,
      companyDays: facts.companyDays ?? days + 400,
    };
  }
  if (draw < chance.promotion + chance.newEmployer) {
    return { ...employed(world, withoutWork(facts, days), days, random), place };
  }
  return draw < chance.promotion + chance.newEmployer + chance.withoutWork
    ? { ...withoutWork(facts, days), place }
    : { ...facts, place };
}

function employed(world: World, facts: PersonFacts, days: number, random: Random): PersonFacts {
  const former = facts.past[0]?.company;
  const company = someCompany(world, random);
  return {
    ...facts,
    company: company === former ? (company + 1) % world.employers : company,
    title: random.chance(0.5) ? nextTitle(facts.title, random) : facts.title,
    positionDays: days,
    companyDays: days,
    promotedFrom: undefined,
  };
}

/** Ends the current position: it becomes the latest past one. */
function withoutWork(facts: PersonFacts, days: number): PersonFacts {
  const { company, title, companyDays = days + 400 } = facts;
  const left = company === undefined ? [] : [{ company, title, startDays: companyDays, endDays: days }];
  return {
    ...facts,
    company: undefined,
    positionDays: undefined,
    companyDays: undefined,
    promotedFrom: undefined,
    past: [...left, ...facts.past].slice(0, mostPast),
  };
}

/** A title of the same job function. */
function nextTitle(title: number, random: Random): number {
  const jobFunction = titles[title]?.jobFunction ?? random.int(jobFunctions.length);
  return titleAt(jobFunction, 0.4 + random.next() * 0.59, random.next());
}
