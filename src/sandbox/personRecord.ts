// Synthetic people as records of the interface ("Person", "Position").
import type { Education, Person, Position } from "../service/recordSchemas";
import { valuesIn } from "../service/suggestions";
import { companyInBrief, companyRecord, type World } from "./companyData";
import { companyFacts, today } from "./months";
import {
  languages,
  personBits,
  personDetails,
  personHandle,
  personNetworkId,
  personId,
  personUrl,
  type PersonFacts,
} from "./personData";
import type { Random } from "./random";
import { firstNames, lastNames } from "./vocabulary/names";
import { places } from "./vocabulary/places";
import { degrees, jobFunctions, skills, subFunctions, titles, universities } from "./vocabulary/positions";

/** The kind of reply: in lookups a current position may have `end_at`, enrichments leave out some fields. */
export type PersonReply = "search" | "lookup" | "enrichment";

const dayMs = 86_400_000;
const proficiencies = ["FULL_PROFESSIONAL", "PROFESSIONAL_WORKING", "LIMITED_WORKING", "ELEMENTARY"];

const timestamp = (world: World, daysBefore: number): string =>
  new Date(today(world) - daysBefore * dayMs).toISOString().replace(".000Z", "Z");

const duties = [
  "Planned the work of the year with three neighbouring teams and kept the plan short enough to be read.",
  "Moved a system everybody was afraid of to one that two people can explain.",
  "Ran the weekly review with customers and wrote down what was promised.",
  "Cut the time from question to answer from days to hours.",
  "Hired and trained new colleagues, several of whom now lead teams of their own.",
  "Kept costs level while the number of users doubled — twice.",
  "Responsible for budget, suppliers and the “boring” parts that make the rest possible.",
  "Introduced measurements, dropped half of them again, and published the rest.",
  "Wrote the handbook: 40 pages, in English & Français, read by all.",
];

const interests = valuesIn(
  "mountain walks; choral music; old bicycles; bread baking; chess ♟; open data; sailing; pottery; 日本語; urban " +
    "gardening",
);

function prose(random: Random, list: readonly string[], sentences: number): string {
  return Array.from({ length: sentences }, () => random.pick(list)).join(" ");
}

function position(
  world: World,
  random: Random,
  company: number,
  title: number,
  dates: { readonly start: number | undefined; readonly end: number | undefined },
  reply: PersonReply,
): Position {
  const held = titles[title];
  const facts = companyFacts(world, company);
  const current = dates.end === undefined;
  const whole = current ? companyRecord(world, facts) : companyInBrief(world, facts);
  const { headcount_range: _range, ...lean } = whole;
  const functions =
    held?.jobFunction === undefined
      ? []
      : [
          {
            function: jobFunctions[held.jobFunction] ?? "",
            ...(held.subFunction === undefined ? {} : { sub_function: subFunctions[held.subFunction] ?? "" }),
          },
        ];
  const hasEndDate = current && reply === "lookup" && company % 3 === 0;
  return {
    title: held?.text ?? "",
    ...(held?.seniority === undefined ? {} : { seniority: held.seniority }),
    job_functions: functions,
    ...(random.chance(0.25) ? {} : { description: prose(random, duties, 1 + random.int(4)) }),
    company: reply === "enrichment" && company % 2 === 0 ? lean : whole,
    is_current: current,
    ...(dates.start === undefined ? {} : { start_at: timestamp(world, dates.start) }),
    ...(dates.end !== undefined
      ? { end_at: timestamp(world, dates.end) }
      : hasEndDate
        ? { end_at: timestamp(world, 0) }
        : {}),
  };
}

function positions(world: World, facts: PersonFacts, reply: PersonReply): Position[] {
  const random = personDetails(world, facts.index);
  const all: Position[] = [];
  if (facts.company !== undefined) {
    all.push(position(world, random, facts.company, facts.title, { start: facts.positionDays, end: undefined }, reply));
    if (facts.promotedFrom !== undefined)
      all.push(
        position(
          world,
          random,
          facts.company,
          facts.promotedFrom,
          { start: facts.companyDays, end: facts.positionDays },
          reply,
        ),
      );
  }
  for (const past of facts.past)
    all.push(position(world, random, past.company, past.title, { start: past.startDays, end: past.endDays }, reply));
  return all;
}

function educations(world: World, facts: PersonFacts): Education[] {
  const first = { ...world, month: 0 };
  const random = personDetails(world, facts.index + 1);
  return facts.universities.map((at, nth) => {
    const start = 9000 - nth * 1400 + random.int(3000);
    return {
      school_name: universities[at] ?? "",
      degree: random.pick(degrees),
      start_at: timestamp(first, start),
      ...(random.chance(0.1) ? {} : { end_at: timestamp(first, start - 1100 - random.int(500)) }),
    };
  });
}

/** A complete Person. About 5 kB as JSON. */
export function personRecord(world: World, facts: PersonFacts, reply: PersonReply): Person {
  const bits = personBits(world, facts.index);
  const random = personDetails(world, facts.index + 2);
  const first = firstNames[facts.first] ?? "";
  const last = lastNames[facts.last] ?? "";
  const place = places[facts.place];
  const handle = personHandle(facts);
  const all = positions(world, facts, reply);
  const current = facts.company === undefined ? undefined : all[0];
  const title = titles[facts.title]?.text ?? "";
  /** Some records have no headline, an empty description, or `null` for an empty list. */
  const variant = bits % 16;
  const isNull = (list: readonly unknown[]): boolean => list.length === 0 && variant < 8;
  return {
    id: personId(facts.index),
    full_name: `${first} ${last}`,
    first_name: first,
    last_name: last,
    ...(variant === 1
      ? {}
      : {
          headline: current
            ? `${title} at ${current.company?.name ?? ""} | ${random.pick(interests)}`
            : `Looking for new tasks · ${random.pick(interests)}`,
        }),
    description:
      variant === 2
        ? ""
        : [
            prose(random, duties, 2 + random.int(4)),
            `Likes ${random.pick(interests)} and ${random.pick(interests)}.`,
            "This is a synthetic person of the sandbox; any likeness is chance.",
          ].join(" "),
    location: {
      country: place?.country ?? "",
      country_code: place?.countryCode ?? "",
      city: place?.city ?? "",
      region: place?.region ?? "",
    },
    social_profiles: {
      professional_network: {
        id: personNetworkId(facts.index),
        url: personUrl(handle),
        handle,
        connection_count: bits % 4000,
      },
    },
    educations: isNull(facts.universities) ? null : educations(world, facts),
    languages: isNull(facts.languages)
      ? null
      : facts.languages.map((at, nth) => ({
          language: languages[at] ?? "",
          ...(random.chance(0.1)
            ? {}
            : { proficiency: nth === 0 ? "NATIVE_OR_BILINGUAL" : random.pick(proficiencies) }),
        })),
    skills: isNull(facts.skills) ? null : facts.skills.map((at) => skills[at] ?? ""),
    employment: {
      ...(current ? { current } : variant < 8 ? { current: null } : {}),
      all: all.length === 0 && variant < 8 ? null : all,
    },
  };
}
