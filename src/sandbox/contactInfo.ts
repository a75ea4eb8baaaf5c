// Emails and phones for enriched contacts. Addresses end in `.example`; numbers are reserved for fiction.
import type { EnrichedContact, Email, Phone } from "../service/recordSchemas";
import { valuesIn } from "../service/suggestions";
import { slug, type World } from "./companyData";
import { personBits, type PersonFacts } from "./personData";
import { randomFor, type Random } from "./random";
import { firstNames, lastNames } from "./vocabulary/names";
import { places } from "./vocabulary/places";

const workStatuses = valuesIn(
  "DELIVERABLE; DELIVERABLE; DELIVERABLE; HIGH_PROBABILITY; CATCH_ALL; INVALID; INVALID_DOMAIN; RISKY",
);
const lineTypes = ["MOBILE", "MOBILE", "LANDLINE", "VOIP", "UNKNOWN"];
const lineStatuses = ["ACTIVE", "ACTIVE", "ACTIVE", "INACTIVE", "UNKNOWN"];
const connectRates = ["HIGHEST", "HIGH", "MEDIUM"];

/** Prefixes of numbers reserved for fiction by country code, with the number of further digits. */
const fictional: Readonly<Record<string, readonly [prefix: string, digits: number]>> = {
  US: ["+1202555010", 1],
  CA: ["+1613555010", 1],
  GB: ["+447700900", 3],
  IE: ["+353209100", 3],
  FR: ["+33639980", 3],
  AU: ["+61491570", 3],
  DE: ["+493023125", 3],
};

function phone(random: Random, countryCode: string): Phone {
  const region = fictional[countryCode] ? countryCode : "US";
  const [prefix = "+1202555010", digits = 1] = fictional[region] ?? [];
  const owned = random.chance(0.6)
    ? {
        ownership_match: random.chance(0.7) ? "CONFIRMED" : "UNCONFIRMED",
        ownership_match_confidence: 30 + random.int(71),
        connect_rate: random.pick(connectRates),
      }
    : {};
  return {
    number: `${prefix}${String(random.int(10 ** digits)).padStart(digits, "0")}`,
    region,
    line_type: random.pick(lineTypes),
    line_status: random.pick(lineStatuses),
    ...owned,
  };
}

/** `contact_info` of one contact: about one in nine has no work email, one in three no phone. */
export function contactInfo(
  world: World,
  facts: PersonFacts,
  domain: string | undefined,
): NonNullable<EnrichedContact["contact_info"]> {
  const random = randomFor(world.seed, 60, personBits(world, facts.index));
  const first = slug(firstNames[facts.first] ?? "");
  const last = slug(lastNames[facts.last] ?? "");
  const work: Email[] = [];
  if (domain !== undefined && !random.chance(0.1)) {
    work.push({ email: `${first}.${last}@${domain}`, status: random.pick(workStatuses) });
    if (random.chance(0.3))
      work.push({ email: `${first.slice(0, 1)}${last}@${domain}`, status: random.pick(workStatuses) });
  }
  const personal: Email[] = random.chance(0.4)
    ? [{ email: `${first}${last}${random.int(90) + 10}@mail.example`, status: random.pick(workStatuses) }]
    : [];
  const code = places[facts.place]?.countryCode ?? "US";
  const phones = random.chance(0.33) ? [] : Array.from({ length: 1 + random.int(2) }, () => phone(random, code));
  const bestWork = work[0];
  const bestPersonal = personal[0];
  const bestPhone = phones[0];
  return {
    ...(bestWork ? { most_probable_work_email: bestWork } : {}),
    ...(bestPersonal ? { most_probable_personal_email: bestPersonal } : {}),
    ...(bestPhone ? { most_probable_phone: bestPhone } : {}),
    work_emails: work,
    personal_emails: personal.length === 0 ? null : personal,
    phones,
  };
}
