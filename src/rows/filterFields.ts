// What each filter compares of a record as the service sends it (interface, "Company", "Person").
import type { CompanyFilterField, PeopleFilterField, SearchKind } from "../service/filterCatalogue";
import { bareAddress, fieldOfParts, type ComparedField, type ComparedFields } from "../service/matching";
import { pathReader } from "./recordPath";

/** A parsed record, or part of one. */
type Json = unknown;
type Field = ComparedField<Json>;
type Reader = (record: Json) => Json;

const dayMs = 86_400_000;
/** As the filters of years count. */
const daysOfYear = 365.25;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const textsOf = (reader: Reader) => (record: Json) => listOf(reader(record)).filter(isText);

const has =
  (name: string) =>
  (record: Json): boolean =>
    typeof record === "object" && record !== null && Object.hasOwn(record, name);

/** The service leaves out fields of companies, most of all of employers; then nothing is known of them. */
const isStored = (path: string): Pick<Field, "isStored"> => ({ isStored: has(path.split(/[.[]/u)[0] ?? path) });

const text = (path: string, normalize?: (text: string) => string): Field => ({
  rule: "text",
  values: textsOf(pathReader(path)),
  ...isStored(path),
  ...(normalize && { normalize }),
});

const networkId = (path: string): Field => ({ rule: "networkId", value: numberAt(path), ...isStored(path) });

function numberAt(path: string): (record: Json) => number | undefined {
  const reader = pathReader(path);
  return (record) => {
    const value = reader(record);
    return typeof value === "number" ? value : undefined;
  };
}

/** 0 means that a number is not known. */
function knownNumber(path: string): Field {
  const reader = numberAt(path);
  return { rule: "range", value: (record) => reader(record) || undefined, ...isStored(path) };
}

/** City, region and country as one line; with `exact_match` also each of them alone. */
function place(path: string): Field {
  const readers = ["city", "region", "country"].map((part) => pathReader(`${path}.${part}`));
  const parts = (record: Json): readonly string[] => readers.map((reader) => reader(record)).filter(isText);
  const line = (record: Json): readonly string[] => [parts(record).join(", ")].filter(isText);
  return {
    rule: "text",
    values: line,
    exactValues: (record) => [...parts(record), ...line(record)],
    ...isStored(path),
  };
}

const companyFields: ComparedFields<CompanyFilterField, Json> = {
  names: text("name"),
  domains: text("domain", bareAddress),
  professional_network_ids: networkId("social_profiles.professional_network.id"),
  professional_network_urls: text("social_profiles.professional_network.url", bareAddress),
  keywords: text("description"),
  specialties: text("specialties"),
  technologies: text("technologies[].name"),
  industries: text("industry.main_industry"),
  types: text("company_type"),
  headquarters_locations: place("locations.headquarters"),
  founded_years: knownNumber("year_founded"),
  headcounts: knownNumber("headcount"),
  company_ids: text("id"),
};

const currentPosition = pathReader("employment.current");
const allPositions = pathReader("employment.all");
const companyId = pathReader("company.id");
const companyOf = pathReader("company");
const titleOf = pathReader("title");
const startOf = pathReader("start_at");
const isCurrent = pathReader("is_current");
const nameReaders = ["first_name", "last_name", "full_name"].map(pathReader);

const ended = (record: Json): readonly Json[] =>
  listOf(allPositions(record)).filter((position) => isCurrent(position) !== true);

const isAtEmployer = (record: Json, position: Json): boolean => {
  const id = companyId(currentPosition(record));
  return id !== undefined && companyId(position) === id;
};

/** Those of ended positions at other companies: who was promoted has not left. */
const pastCompanies = (record: Json): readonly Json[] =>
  ended(record)
    .filter((position) => !isAtEmployer(record, position))
    .map(companyOf);

const isEmployed: Pick<Field, "isStored"> = { isStored: has("employment") };

/** A field of the current position. */
const current = (path: string): Field => ({ ...text(`employment.current.${path}`), ...isEmployed });

const ofEmployer = (field: CompanyFilterField): Field => ({
  ...fieldOfParts((record) => listOf(companyOf(currentPosition(record))), companyFields[field]),
  ...isEmployed,
});
const ofPastCompanies = (field: CompanyFilterField): Field => ({
  ...fieldOfParts(pastCompanies, companyFields[field]),
  ...isEmployed,
});

const timeOf = (position: Json): number => Date.parse(String(startOf(position)));
const wholeDays = (from: number, now: number): number | undefined =>
  Number.isFinite(from) ? Math.floor((now - from) / dayMs) : undefined;

function employerDays(record: Json, now: number): number | undefined {
  const position = currentPosition(record);
  if (position === undefined || position === null) {
    return undefined;
  }
  const others = listOf(allPositions(record)).filter((one) => isAtEmployer(record, one));
  return wholeDays(Math.min(...[position, ...others].map(timeOf).filter(Number.isFinite)), now);
}

/** Numbers of days and years are counted up to `now`, in ms since 1970. */
function personFields(now: number): ComparedFields<PeopleFilterField, Json> {
  const days = (read: (record: Json) => number | undefined): Field => ({ rule: "range", value: read, ...isEmployed });
  const years =
    (read: (record: Json) => number | undefined) =>
    (record: Json): number | undefined => {
      const count = read(record);
      return count === undefined ? undefined : Math.floor(count / daysOfYear);
    };
  const atEmployer = (record: Json): number | undefined => employerDays(record, now);
  return {
    current_position_titles: current("title"),
    current_position_seniority_level: current("seniority"),
    current_position_job_functions: current("job_functions[].function"),
    current_position_sub_functions: current("job_functions[].sub_function"),
    current_position_years_in: days(years((record) => wholeDays(timeOf(currentPosition(record)), now))),
    person_locations: place("location"),
    person_names: {
      ...text("full_name"),
      rule: "text",
      values: textsOf(pathReader("full_name")),
      exactValues: (record) => nameReaders.map((reader) => reader(record)).filter(isText),
    },
    person_ids: text("id"),
    person_professional_network_urls: text("social_profiles.professional_network.url", bareAddress),
    person_professional_network_ids: networkId("social_profiles.professional_network.id"),
    person_skills: text("skills"),
    person_languages: text("languages[].language"),
    person_universities: text("educations[].school_name"),
    current_company_names: ofEmployer("names"),
    current_company_domains: ofEmployer("domains"),
    current_company_industries: ofEmployer("industries"),
    current_company_headcounts: ofEmployer("headcounts"),
    current_company_headquarters: ofEmployer("headquarters_locations"),
    current_company_types: ofEmployer("types"),
    current_company_specialties: ofEmployer("specialties"),
    current_company_founded_years: ofEmployer("founded_years"),
    current_company_years_at: days(years(atEmployer)),
    current_company_days_since_last_job_change: days(atEmployer),
    current_company_ids: ofEmployer("company_ids"),
    current_company_professional_network_urls: ofEmployer("professional_network_urls"),
    current_company_professional_network_ids: ofEmployer("professional_network_ids"),
    past_company_names: ofPastCompanies("names"),
    past_company_domains: ofPastCompanies("domains"),
    past_position_titles: {
      rule: "text",
      values: (record) => ended(record).map(titleOf).filter(isText),
      ...isEmployed,
    },
  };
}

/** The fields of a record of a search or a lookup. */
export const filterFields = (kind: SearchKind, now: number): Readonly<Record<string, Field>> =>
  kind === "company" ? companyFields : personFields(now);
