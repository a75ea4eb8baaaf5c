// The matching rules written out naively, record by record, to hold the sandbox's index against. Shares no code with it.
import type { CompanyFilterField, PeopleFilterField } from "../../../../src/service/filterCatalogue";
import type { FilterItem } from "../../../../src/service/requests";
import type { CompanyBody, PersonBody, PositionBody } from "./sandboxUnderTest";

export type Items = Readonly<Record<string, readonly FilterItem[]>>;

/** What a field of a record offers for comparison. */
type Stored =
  | {
      readonly kind: "text";
      readonly values: readonly string[];
      readonly forms?: readonly string[];
      readonly address?: boolean;
    }
  | { readonly kind: "networkId"; readonly values: readonly number[] }
  | { readonly kind: "range"; readonly value: number | undefined };

const letters: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

function words(text: string): Set<string> {
  const plain = [...text.normalize("NFKD").toLowerCase().normalize("NFKD")]
    .map((letter) => letters[letter] ?? letter)
    .join("")
    .replace(/\p{M}/gu, "");
  return new Set(plain.split(/[^\p{L}\p{N}+#]+/u).filter((word) => word !== ""));
}

function tolerant(value: string, stored: string): boolean {
  const [asked, kept] = [words(value), words(stored)];
  if (asked.size === 0 || kept.size === 0) return false;
  const missing = [...asked].filter((word) => !kept.has(word)).length;
  if (missing === 0) return true;
  return missing === 1 && kept.size >= 2 && [...kept].every((word) => asked.has(word));
}

const bare = (text: string): string =>
  text
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/^www\./i, "")
    .split(/[?#]/)[0]
    ?.replace(/\/+$/, "") ?? "";
const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

function fits(stored: Stored, item: FilterItem): boolean {
  if (stored.kind === "range") {
    const { min = -Infinity, max = Infinity } = item as { min?: number; max?: number };
    return stored.value !== undefined && stored.value >= min && stored.value <= max;
  }
  const { exact_match: exact } = item as { exact_match?: boolean };
  if (stored.kind === "networkId") {
    const { value } = item as { value: number };
    return stored.values.some((id) => (exact ? String(id).includes(String(value)) : id === value));
  }
  const clean = stored.address ? bare : (text: string): string => text;
  const asked = clean((item as { value: string }).value);
  if (exact) return (stored.forms ?? stored.values).some((form) => same(asked, clean(form)));
  return stored.values.some((value) => tolerant(asked, clean(value)));
}

function fieldFits(stored: Stored, items: readonly FilterItem[]): boolean {
  const includes = items.filter((item) => item.exclude !== true);
  return (
    (includes.length === 0 || includes.some((item) => fits(stored, item))) &&
    !items.some((item) => item.exclude === true && fits(stored, item))
  );
}

const text = (...values: readonly (string | undefined | null)[]): Stored => ({
  kind: "text",
  values: values.filter((value): value is string => value !== undefined && value !== null && value !== ""),
});
const address = (...values: readonly (string | undefined)[]): Stored => ({
  ...text(...values),
  kind: "text",
  values: values.filter((value): value is string => value !== undefined),
  address: true,
});
const known = (value: number): Stored => ({ kind: "range", value: value === 0 ? undefined : value });

function place(
  location: { readonly city?: string; readonly region?: string; readonly country?: string } | undefined,
): Stored {
  const parts = [location?.city, location?.region, location?.country].filter(
    (part): part is string => part !== undefined && part !== "",
  );
  return parts.length === 0
    ? text()
    : { kind: "text", values: [parts.join(", ")], forms: [...parts, parts.join(", ")] };
}

const companyFields: { readonly [field in CompanyFilterField]: (company: CompanyBody) => Stored } = {
  names: (company) => text(company.name),
  domains: (company) => address(company.domain),
  professional_network_ids: (company) => ({
    kind: "networkId",
    values:
      company.social_profiles.professional_network === undefined
        ? []
        : [company.social_profiles.professional_network.id],
  }),
  professional_network_urls: (company) => address(company.social_profiles.professional_network?.url),
  keywords: (company) => text(company.description),
  specialties: (company) => text(...(company.specialties ?? [])),
  technologies: (company) => text(...(company.technologies ?? []).map(({ name }) => name)),
  industries: (company) => text(company.industry.main_industry),
  types: (company) => text(company.company_type),
  headquarters_locations: (company) => place(company.locations.headquarters),
  founded_years: (company) => known(company.year_founded),
  headcounts: (company) => known(company.headcount),
  company_ids: (company) => text(company.id),
};

export function companyFits(company: CompanyBody, items: Items): boolean {
  return Object.entries(companyFields).every(([field, stored]) => fieldFits(stored(company), items[field] ?? []));
}

/** What a person's fields are compared with; companies come whole from `companyOf`. */
interface Seen {
  readonly person: PersonBody;
  readonly current: PositionBody | undefined;
  readonly past: readonly PositionBody[];
  readonly company: CompanyBody | undefined;
  readonly daysIn: number | undefined;
  readonly daysAt: number | undefined;
}

const ofCompany =
  (field: CompanyFilterField, none: Stored) =>
  (seen: Seen): Stored =>
    seen.company ? companyFields[field](seen.company) : none;
const nothing: Stored = { kind: "text", values: [] };
const unknown: Stored = { kind: "range", value: undefined };
const years = (days: number | undefined): Stored => ({
  kind: "range",
  value: days === undefined ? undefined : Math.floor(days / 365.25),
});

const peopleFields: { readonly [field in PeopleFilterField]: (seen: Seen) => Stored } = {
  current_position_titles: ({ current }) => text(current?.title),
  current_position_seniority_level: ({ current }) => text(current?.seniority),
  current_position_job_functions: ({ current }) =>
    text(...(current?.job_functions ?? []).map((entry) => entry.function)),
  current_position_sub_functions: ({ current }) =>
    text(...(current?.job_functions ?? []).map((entry) => entry.sub_function)),
  current_position_years_in: ({ daysIn }) => years(daysIn),
  person_locations: ({ person }) => place(person.location),
  person_names: ({ person }) => ({
    kind: "text",
    values: [person.full_name],
    forms: [person.first_name, person.last_name, person.full_name],
  }),
  person_ids: ({ person }) => text(person.id),
  person_professional_network_urls: ({ person }) => address(person.social_profiles.professional_network.url),
  person_professional_network_ids: ({ person }) => ({
    kind: "networkId",
    values: [person.social_profiles.professional_network.id],
  }),
  person_skills: ({ person }) => text(...(person.skills ?? [])),
  person_languages: ({ person }) => text(...(person.languages ?? []).map(({ language }) => language)),
  person_universities: ({ person }) => text(...(person.educations ?? []).map((education) => education.school_name)),
  current_company_names: ofCompany("names", nothing),
  current_company_domains: ofCompany("domains", nothing),
  current_company_industries: ofCompany("industries", nothing),
  current_company_headcounts: ofCompany("headcounts", unknown),
  current_company_headquarters: ofCompany("headquarters_locations", nothing),
  current_company_types: ofCompany("types", nothing),
  current_company_specialties: ofCompany("specialties", nothing),
  current_company_founded_years: ofCompany("founded_years", unknown),
  current_company_years_at: ({ daysAt }) => years(daysAt),
  current_company_days_since_last_job_change: ({ daysAt }) => ({ kind: "range", value: daysAt }),
  current_company_ids: ofCompany("company_ids", nothing),
  current_company_professional_network_urls: ofCompany("professional_network_urls", nothing),
  current_company_professional_network_ids: ofCompany("professional_network_ids", { kind: "networkId", values: [] }),
  past_company_names: ({ past, company }) =>
    text(...past.filter((position) => position.company.id !== company?.id).map((position) => position.company.name)),
  past_company_domains: ({ past, company }) =>
    address(
      ...past.filter((position) => position.company.id !== company?.id).map((position) => position.company.domain),
    ),
  past_position_titles: ({ past }) => text(...past.map((position) => position.title)),
};

export function personFits(
  person: PersonBody,
  items: Items,
  companyOf: (id: string) => CompanyBody,
  asOf: number,
): boolean {
  const all = person.employment.all ?? [];
  const current = person.employment.current ?? undefined;
  const days = (starts: readonly (string | undefined)[]): number | undefined => {
    const times = starts.filter((start): start is string => start !== undefined).map((start) => Date.parse(start));
    return times.length === 0 ? undefined : Math.floor((asOf - Math.min(...times)) / 86_400_000);
  };
  const seen: Seen = {
    person,
    current,
    past: all.filter((position) => !position.is_current),
    company: current && companyOf(current.company.id),
    daysIn: days([current?.start_at]),
    daysAt: days(
      all
        .filter((position) => current && position.company.id === current.company.id)
        .map((position) => position.start_at),
    ),
  };
  return Object.entries(peopleFields).every(([field, stored]) => fieldFits(stored(seen), items[field] ?? []));
}

/** Every text, number and id that the fields of one record offer, for making filters that sometimes match. */
export function offeredByCompany(company: CompanyBody): Readonly<Record<string, Stored>> {
  return Object.fromEntries(Object.entries(companyFields).map(([field, stored]) => [field, stored(company)]));
}

export function offeredByPerson(
  person: PersonBody,
  companyOf: (id: string) => CompanyBody,
): Readonly<Record<string, Stored>> {
  const current = person.employment.current ?? undefined;
  const seen: Seen = {
    person,
    current,
    past: (person.employment.all ?? []).filter((position) => !position.is_current),
    company: current && companyOf(current.company.id),
    daysIn: 700,
    daysAt: 900,
  };
  return Object.fromEntries(Object.entries(peopleFields).map(([field, stored]) => [field, stored(seen)]));
}

export type { Stored };
