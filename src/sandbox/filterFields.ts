// The fields that each filter of the catalogue compares: one entry per filter; a missing entry does not compile.
import type { CompanyFilterField, PeopleFilterField } from "../service/filterCatalogue";
import {
  companyDescription,
  companyDomain,
  companyId,
  companyNetworkId,
  companyUrl,
  type CompanyFacts,
  type World,
} from "./companyData";
import { bareAddress, fieldOfParts, type ComparedField, type ComparedFields } from "./matching";
import {
  fullName,
  languages,
  personHandle,
  personId,
  personNetworkId,
  personUrl,
  wholeYears,
  type PersonFacts,
} from "./personData";
import { industries, specialties, technologies, types } from "./vocabulary/industries";
import { firstNames, lastNames } from "./vocabulary/names";
import { placeLine, places } from "./vocabulary/places";
import { jobFunctions, skills, subFunctions, titles, universities, type Title } from "./vocabulary/positions";

/** The entries of a vocabulary at these indexes, without unknown ones. */
function entries(vocabulary: readonly string[], ...indexes: readonly (number | undefined)[]): readonly string[] {
  return indexes.flatMap((index) => (index === undefined ? [] : (vocabulary[index] ?? [])));
}

/** Places are compared as one line; with `exact_match` also by city, region or country alone. */
function placeField<Facts>(placeOf: (facts: Facts) => number | undefined): ComparedField<Facts> {
  const at = (facts: Facts) => {
    const index = placeOf(facts);
    return index === undefined ? undefined : places[index];
  };
  return {
    rule: "text",
    values: (facts) => {
      const place = at(facts);
      return place === undefined ? [] : [placeLine(place)];
    },
    exactValues: (facts) => {
      const place = at(facts);
      if (place === undefined) return [];
      return [place.city, place.region, place.country, placeLine(place)].filter((text) => text !== "");
    },
  };
}

/** In the service's records 0 means that a number is not known. */
const known = (value: number): number | undefined => (value === 0 ? undefined : value);

export function companyFilterFields(world: World): ComparedFields<CompanyFilterField, CompanyFacts> {
  return {
    names: { rule: "text", values: ({ name }) => [name] },
    domains: { rule: "text", values: (facts) => [companyDomain(facts)], normalize: bareAddress },
    professional_network_ids: {
      rule: "networkId",
      value: ({ index, handle }) => (handle === undefined ? undefined : companyNetworkId(index)),
    },
    professional_network_urls: {
      rule: "text",
      values: ({ handle }) => (handle === undefined ? [] : [companyUrl(handle)]),
      normalize: bareAddress,
    },
    keywords: { rule: "text", values: (facts) => [companyDescription(world, facts)] },
    specialties: { rule: "text", values: (facts) => entries(specialties, ...facts.specialties) },
    technologies: { rule: "text", values: (facts) => entries(technologies, ...facts.technologies) },
    industries: { rule: "text", values: ({ industry }) => entries(industries, industry) },
    types: { rule: "text", values: ({ type }) => entries(types, type) },
    headquarters_locations: placeField(({ headquarters }) => headquarters),
    founded_years: { rule: "range", value: ({ founded }) => known(founded) },
    headcounts: { rule: "range", value: ({ headcount }) => known(headcount) },
    company_ids: { rule: "text", values: ({ index }) => [companyId(index)] },
  };
}

const titleTexts = (...indexes: readonly (number | undefined)[]): readonly string[] =>
  indexes.flatMap((index) => (index === undefined ? [] : (titles[index]?.text ?? [])));

/** The title of the current position. */
const currentTitle = ({ company, title }: PersonFacts): Title | undefined =>
  company === undefined ? undefined : titles[title];

const currentOnly = (facts: PersonFacts, value: number | undefined): number | undefined =>
  facts.company === undefined ? undefined : value;

const years = (days: number | undefined): number | undefined => (days === undefined ? undefined : wholeYears(days));

export function peopleFilterFields(
  companyFields: ComparedFields<CompanyFilterField, CompanyFacts>,
  companyAt: (index: number) => CompanyFacts,
): ComparedFields<PeopleFilterField, PersonFacts> {
  const ofCurrentCompany = (field: CompanyFilterField): ComparedField<PersonFacts> =>
    fieldOfParts(({ company }) => (company === undefined ? [] : [companyAt(company)]), companyFields[field]);
  const ofPastCompanies = (field: CompanyFilterField): ComparedField<PersonFacts> =>
    fieldOfParts(({ past }) => past.map(({ company }) => companyAt(company)), companyFields[field]);
  return {
    current_position_titles: {
      rule: "text",
      values: (facts) => (facts.company === undefined ? [] : titleTexts(facts.title)),
    },
    current_position_seniority_level: {
      rule: "text",
      values: (facts) => [currentTitle(facts)?.seniority ?? []].flat(),
    },
    current_position_job_functions: {
      rule: "text",
      values: (facts) => entries(jobFunctions, currentTitle(facts)?.jobFunction),
    },
    current_position_sub_functions: {
      rule: "text",
      values: (facts) => entries(subFunctions, currentTitle(facts)?.subFunction),
    },
    current_position_years_in: { rule: "range", value: (facts) => currentOnly(facts, years(facts.positionDays)) },
    person_locations: placeField(({ place }) => place),
    person_names: {
      rule: "text",
      values: (facts) => [fullName(facts)],
      exactValues: (facts) => [...entries(firstNames, facts.first), ...entries(lastNames, facts.last), fullName(facts)],
    },
    person_ids: { rule: "text", values: ({ index }) => [personId(index)] },
    person_professional_network_urls: {
      rule: "text",
      values: (facts) => [personUrl(personHandle(facts))],
      normalize: bareAddress,
    },
    person_professional_network_ids: { rule: "networkId", value: ({ index }) => personNetworkId(index) },
    person_skills: { rule: "text", values: (facts) => entries(skills, ...facts.skills) },
    person_languages: { rule: "text", values: (facts) => entries(languages, ...facts.languages) },
    person_universities: { rule: "text", values: (facts) => entries(universities, ...facts.universities) },
    current_company_names: ofCurrentCompany("names"),
    current_company_domains: ofCurrentCompany("domains"),
    current_company_industries: ofCurrentCompany("industries"),
    current_company_headcounts: ofCurrentCompany("headcounts"),
    current_company_headquarters: ofCurrentCompany("headquarters_locations"),
    current_company_types: ofCurrentCompany("types"),
    current_company_specialties: ofCurrentCompany("specialties"),
    current_company_founded_years: ofCurrentCompany("founded_years"),
    current_company_years_at: { rule: "range", value: (facts) => currentOnly(facts, years(facts.companyDays)) },
    current_company_days_since_last_job_change: {
      rule: "range",
      value: (facts) => currentOnly(facts, facts.companyDays),
    },
    current_company_ids: ofCurrentCompany("company_ids"),
    current_company_professional_network_urls: ofCurrentCompany("professional_network_urls"),
    current_company_professional_network_ids: ofCurrentCompany("professional_network_ids"),
    past_company_names: ofPastCompanies("names"),
    past_company_domains: ofPastCompanies("domains"),
    past_position_titles: {
      rule: "text",
      values: ({ company, promotedFrom, past }) =>
        titleTexts(...past.map(({ title }) => title), company === undefined ? undefined : promotedFrom),
    },
  };
}
