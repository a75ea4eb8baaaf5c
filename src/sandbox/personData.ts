// Facts about synthetic people, which filters compare: every person is a function of the seed and their index, and of
// the month (see months.ts).
import { languageSuggestions, valuesIn } from "../service/suggestions";
import { headquartersOf, slug, type World } from "./companyData";
import { differentInts, mix, randomFor, type Random } from "./random";
import { cultures, firstNames, firstNamesOf, lastNames, lastNamesOf } from "./vocabulary/names";
import { places, placesByCountry, type Culture } from "./vocabulary/places";
import { jobFunctions, skills, skillsOfFunction, titleAt, universities } from "./vocabulary/positions";

export interface PastPosition {
  readonly company: number;
  readonly title: number;
  /** Days before the data's day. */
  readonly startDays: number;
  readonly endDays: number;
}

/** Indexes point into the vocabularies and companies; `undefined` for what is not known. */
export interface PersonFacts {
  readonly index: number;
  readonly first: number;
  readonly last: number;
  readonly place: number;
  /** Absent when the person has no current position. */
  readonly company: number | undefined;
  readonly title: number;
  /** Days in the current position; `undefined` when its start is not known. */
  readonly positionDays: number | undefined;
  /** Days at the current company; more than `positionDays` after a promotion. */
  readonly companyDays: number | undefined;
  /** The title held at the same company before, after a promotion. */
  readonly promotedFrom: number | undefined;
  readonly skills: readonly number[];
  readonly languages: readonly number[];
  readonly universities: readonly number[];
  /** Positions at other companies than the current one, latest first. */
  readonly past: readonly PastPosition[];
}

export const personId = (index: number): string => `p${String(index).padStart(7, "0")}`;
export const personNetworkId = (index: number): number => 48_213 + index * 11;
export const personUrl = (handle: string): string => `https://network.example/in/${handle}`;
export const fullName = ({ first, last }: PersonFacts): string => `${firstNames[first] ?? ""} ${lastNames[last] ?? ""}`;

const firstNameSlugs = firstNames.map(slug);
const lastNameSlugs = lastNames.map(slug);
/** The handle ends with the index, so it is unique. */
export const personHandle = ({ index, first, last }: PersonFacts): string =>
  `${firstNameSlugs[first] ?? ""}-${lastNameSlugs[last] ?? ""}-${index}`;

export const languages: readonly string[] = [
  ...languageSuggestions,
  ...valuesIn("Danish; Norwegian; Finnish; Czech; Turkish; Korean; Vietnamese; Greek; Swahili; Yoruba"),
];

const motherTongues: Readonly<Record<Culture, string>> = {
  english: "English",
  german: "German",
  french: "French",
  spanish: "Spanish",
  italian: "Italian",
  portuguese: "Portuguese",
  dutch: "Dutch",
  polish: "Polish",
  nordic: "Swedish",
  czech: "Czech",
  turkish: "Turkish",
  indian: "Hindi",
  japanese: "Japanese",
  korean: "Korean",
  chinese: "Mandarin",
  arabic: "Arabic",
  westAfrican: "Yoruba",
  eastAfrican: "Swahili",
  vietnamese: "Vietnamese",
  greek: "Greek",
};
const tongueOf = Object.fromEntries(
  Object.entries(motherTongues).map(([culture, language]) => [culture, languages.indexOf(language)]),
) as Record<Culture, number>;

/** The maximum numbers for each person. */
const most = { skills: 8, languages: 3, universities: 2, past: 3 } as const;

const personStream = 20;

/** Larger companies have more people: low indexes are drawn more often. */
export function someCompany(world: World, random: Random): number {
  return Math.floor(random.next() ** 1.6 * world.employers);
}

function homeOf(world: World, random: Random, company: number | undefined): number {
  const seat = company === undefined ? undefined : headquartersOf(world, company);
  const country = seat === undefined ? undefined : placesByCountry.get(places[seat]?.countryCode ?? "");
  return country && random.chance(0.7) ? random.pick(country) : random.int(places.length);
}

function spokenLanguages(random: Random, culture: Culture): readonly number[] {
  if (random.chance(0.15)) return [];
  const others = differentInts(random, random.int(most.languages), languages.length);
  const spoken = [tongueOf[culture]];
  if (culture !== "english" && random.chance(0.6)) {
    spoken.push(0);
  }
  spoken.push(...others);
  return [...new Set(spoken)].slice(0, most.languages);
}

function pastPositions(
  world: World,
  random: Random,
  company: number | undefined,
  jobFunction: number,
  before: number,
): readonly PastPosition[] {
  const past: PastPosition[] = [];
  let end = before;
  const count = random.int(most.past + 1);
  for (let nth = 0; nth < count; nth += 1) {
    const place = someCompany(world, random);
    if (place === company || past.some((position) => position.company === place)) continue;
    const gap = random.chance(0.6) ? 0 : random.int(200);
    const length = 120 + random.int(1800);
    past.push({
      company: place,
      title: titleAt(jobFunction, random.next(), random.next(), nth + 1),
      startDays: end + gap + length,
      endDays: end + gap,
    });
    end += gap + length;
  }
  return past;
}

/** The person in the first month. */
export function originalPerson(world: World, index: number): PersonFacts {
  const random = randomFor(world.seed, personStream, index);
  const company = random.chance(0.04) && index > 0 ? undefined : index === 0 ? 0 : someCompany(world, random);
  const place = homeOf(world, random, company);
  const culture = random.chance(0.85) ? (places[place]?.culture ?? "english") : random.pick(cultures);
  const jobFunction = random.int(jobFunctions.length);
  const title = titleAt(jobFunction, random.next(), random.next());
  const positionDays = random.chance(0.03) ? undefined : Math.floor(random.next() ** 2.2 * 4200);
  const promoted = positionDays !== undefined && random.chance(0.25);
  const companyDays = promoted ? positionDays + 200 + random.int(1500) : positionDays;
  const usual = skillsOfFunction[jobFunction] ?? [];
  const own = differentInts(random, 2 + random.int(4), usual.length).map((at) => usual[at] ?? 0);
  const further = differentInts(random, random.int(4), skills.length);
  return {
    index,
    first: index === 0 ? 0 : random.pick(firstNamesOf[culture]),
    last: index === 0 ? 0 : random.pick(lastNamesOf[culture]),
    place,
    company,
    title,
    positionDays,
    companyDays,
    promotedFrom: promoted ? titleAt(jobFunction, random.next(), random.next(), 2) : undefined,
    skills: random.chance(0.08) ? [] : [...new Set([...own, ...further])].slice(0, most.skills),
    languages: spokenLanguages(random, culture),
    universities: random.chance(0.12)
      ? []
      : differentInts(random, 1 + random.int(most.universities), universities.length),
    past: pastPositions(world, random, company, jobFunction, companyDays ?? 900),
  };
}

/** Whole years in a number of days, as the year filters count. */
export const wholeYears = (days: number): number => Math.floor(days / 365.25);

/** Bits for details of a person that no filter compares. */
export const personBits = (world: World, index: number): number => mix(world.seed, personStream + 1, index);
export const personDetails = (world: World, index: number): Random => randomFor(world.seed, personStream + 2, index);
