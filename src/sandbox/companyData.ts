// Synthetic companies: every company is a function of the seed and its index, and of the month (see months.ts).
import type { Company, CompanyAddress } from "../service/recordSchemas";
import { valuesIn } from "../service/suggestions";
import { fold } from "./matching";
import { differentInts, mix, randomFor, type Random } from "./random";
import {
  headcountRanges,
  industries,
  nameMiddles,
  nameRoots,
  nameSuffixes,
  specialties,
  specialtiesOfIndustry,
  technologies,
  types,
  typeWeights,
} from "./vocabulary/industries";
import { places, type Place } from "./vocabulary/places";

/** The parameters that all records of one sandbox share. */
export interface World {
  readonly seed: number;
  /** The number of companies that people work at: those of the first data version. */
  readonly employers: number;
  /** The day of the first data in ms since 1970: the start of the month in which the sandbox was made. */
  readonly asOf: number;
  /** Months that have passed since. */
  readonly month: number;
}

/** The facts about a company that filters compare; `undefined` for unknown ones. */
export interface CompanyFacts {
  readonly index: number;
  readonly name: string;
  /** The name as part of a domain or URL. */
  readonly slug: string;
  /** Absent when the company has no profile on the professional network. */
  readonly handle: string | undefined;
  readonly industry: number;
  readonly specialties: readonly number[];
  readonly technologies: readonly number[];
  readonly type: number;
  readonly headquarters: number | undefined;
  /** Index into `headcountRanges`. */
  readonly range: number;
  /** 0 when unknown. */
  readonly headcount: number;
  /** 0 when unknown. */
  readonly founded: number;
  readonly followers: number;
}

const stream = { company: 1, headquarters: 2, details: 3 } as const;

export const companyId = (index: number): string => `c${String(index).padStart(7, "0")}`;
export const companyNetworkId = (index: number): number => 1035 + index * 7;
export const companyUrl = (handle: string): string => `https://network.example/company/${handle}`;
export const companyDomain = (facts: CompanyFacts): string => `${facts.slug}.example`;

/** The words of a name for use in a URL or domain. */
export function slug(name: string): string {
  return (fold(name).match(/[a-z0-9]+/g) ?? ["member"]).join("-");
}

const namedCompanies = ["Northwind", "Contoso"];

/** The name of a company; unique. */
function companyName(world: World, index: number): string {
  const named = namedCompanies[index];
  if (named !== undefined) return named;
  const pairs = nameRoots.length * nameSuffixes.length;
  const place = (index * 7919 + (mix(world.seed, stream.company, -1) % pairs)) % pairs;
  const root = nameRoots[Math.floor(place / nameSuffixes.length)] ?? "";
  const suffix = nameSuffixes[place % nameSuffixes.length] ?? "";
  const round = Math.floor(index / pairs);
  if (round === 0) return `${root} ${suffix}`;
  const middle = nameMiddles[(round - 1) % nameMiddles.length] ?? "";
  const further = Math.floor((round - 1) / nameMiddles.length);
  return further === 0 ? `${root} ${middle} ${suffix}` : `${root} ${middle} ${suffix} ${further + 1}`;
}

/** The place of the headquarters, without generating the rest of the company. */
export function headquartersOf(world: World, index: number): number | undefined {
  const bits = mix(world.seed, stream.headquarters, index);
  return bits % 20 === 0 ? undefined : Math.floor(bits / 20) % places.length;
}

function weighted(weights: readonly number[], draw: number): number {
  let rest = draw * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => (rest -= weight) < 0);
  return found < 0 ? weights.length - 1 : found;
}

const rangeWeights = headcountRanges.map(([, , , weight]) => weight);

/** The company in the first month. */
export function originalCompany(world: World, index: number): CompanyFacts {
  const random = randomFor(world.seed, stream.company, index);
  const name = companyName(world, index);
  const ownSlug = slug(name);
  const industry = random.int(industries.length);
  const usual = specialtiesOfIndustry[industry] ?? [];
  const drawnRange = weighted(rangeWeights, random.next());
  // The two companies in examples are large enough to have people.
  const range = index < namedCompanies.length ? Math.max(3, drawnRange) : drawnRange;
  const [, least = 1, most = 10] = headcountRanges[range] ?? [];
  const headcount = random.chance(0.1) ? 0 : least + Math.floor(random.next() ** 2 * (most - least + 1));
  const age = 1 + Math.floor(random.next() ** 2 * 110);
  return {
    index,
    name,
    slug: ownSlug,
    handle: random.chance(0.03) && index > 1 ? undefined : ownSlug,
    industry,
    specialties: random.chance(0.1)
      ? []
      : differentInts(random, 1 + random.int(4), usual.length).map((at) => usual[at] ?? 0),
    technologies: random.chance(0.12) ? [] : differentInts(random, 1 + random.int(6), technologies.length),
    type: weighted(typeWeights, random.next()),
    headquarters: headquartersOf(world, index),
    range,
    headcount,
    founded: random.chance(0.08) ? 0 : new Date(world.asOf).getUTCFullYear() - age,
    followers: mix(world.seed, stream.details, index) % (40 + headcount * 30),
  };
}

const verbs = ["builds", "provides", "develops", "operates", "advises on", "delivers"];
const audiences = valuesIn(
  "growing teams; public bodies; family businesses; large enterprises; independent shops; research groups; " +
    "cities and regions; manufacturers",
);
const values = [
  "Customers stay because things work and people answer.",
  "The team is spread over several time zones and meets twice a year.",
  "Every second colleague has been here for more than five years.",
  "Quality comes before speed, and small steps before big plans.",
  "A part of each year's profit goes to schools in the region.",
];

/** Describes the company and says that it is fictional. The `keywords` filter compares this text. */
export function companyDescription(world: World, facts: CompanyFacts): string {
  const random = randomFor(world.seed, stream.details, facts.index);
  const subjects = facts.specialties.map((at) => specialties[at] ?? "").join(", ") || "services";
  const place = facts.headquarters === undefined ? undefined : places[facts.headquarters];
  const seat = place ? ` from ${place.city}, ${place.country}` : "";
  return [
    `${facts.name} ${random.pick(verbs)} ${subjects} for ${random.pick(audiences)}${seat}.`,
    `${industries[facts.industry] ?? ""}.`,
    random.pick(values),
    "This is a synthetic company of the sandbox; it does not exist.",
  ].join(" ");
}

const streets = valuesIn(
  "Mill Lane; Station Road; Market Square; Harbour Street; Rue des Tilleuls; Lindenstraße; Via Nuova; Calle Mayor; " +
    "Rua das Flores; Kungsgatan; Cherry Avenue; MG Road",
);

function address(
  world: World,
  index: number,
  place: Place,
  nth: number,
): CompanyAddress & { readonly line1: string; readonly line2: string } {
  const random = randomFor(world.seed, stream.details + 10 + nth, index);
  const line1 = `${1 + random.int(240)} ${random.pick(streets)}`;
  const postcode = String(10_000 + random.int(89_999));
  return {
    line1,
    line2: [line1, place.city, place.region, postcode, place.countryCode].filter((part) => part !== "").join(", "),
    city: place.city,
    region: place.region,
    country: place.country,
    country_code: place.countryCode,
  };
}

function offices(world: World, facts: CompanyFacts): { readonly line1: string; readonly line2: string }[] | null {
  const random = randomFor(world.seed, stream.details + 1, facts.index);
  if (random.chance(0.3)) return null;
  return Array.from({ length: random.int(Math.min(4, facts.range + 2)) }, (_, nth) => {
    const { line1, line2 } = address(world, facts.index, random.pick(places), nth + 1);
    return { line1, line2 };
  });
}

/** The fields of a company that past positions contain; `companyRecord` adds the rest. */
export function companyInBrief(world: World, facts: CompanyFacts): Company {
  const place = facts.headquarters === undefined ? undefined : places[facts.headquarters];
  const { handle } = facts;
  return {
    id: companyId(facts.index),
    name: facts.name,
    domain: companyDomain(facts),
    year_founded: facts.founded,
    headcount: facts.headcount,
    headcount_range: headcountRanges[facts.range]?.[0] ?? "",
    company_type: types[facts.type] ?? "",
    locations: { headquarters: place ? address(world, facts.index, place, 0) : {} },
    social_profiles:
      handle === undefined
        ? {}
        : {
            professional_network: {
              id: companyNetworkId(facts.index),
              url: companyUrl(handle),
              handle,
              connection_count: facts.followers,
            },
          },
    industry: { main_industry: industries[facts.industry] ?? "" },
    logo_url: handle === undefined ? "" : `https://logos.example/${handle}.png`,
  };
}

function website(random: Random, domain: string): string {
  const host = random.chance(0.3) ? `www.${domain}` : domain;
  return `https://${host}${random.chance(0.15) ? "/en/?utm_source=directory" : ""}`;
}

/** A complete Company (interface, "Company"). */
export function companyRecord(world: World, facts: CompanyFacts): Company {
  const random = randomFor(world.seed, stream.details + 2, facts.index);
  const brief = companyInBrief(world, facts);
  return {
    ...brief,
    ...(random.chance(0.12) ? {} : { website: website(random, brief.domain ?? "") }),
    description: companyDescription(world, facts),
    locations: { ...brief.locations, offices: offices(world, facts) },
    specialties:
      facts.specialties.length === 0 && random.chance(0.5)
        ? null
        : facts.specialties.map((at) => specialties[at] ?? ""),
    technologies:
      facts.technologies.length === 0 && random.chance(0.5)
        ? null
        : facts.technologies.map((at) => ({
            name: technologies[at] ?? "",
            logo_url: `https://logos.example/technology/${slug(technologies[at] ?? "")}.png`,
          })),
  };
}
