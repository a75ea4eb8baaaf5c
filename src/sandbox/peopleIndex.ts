// The index of all people: one entry for each people filter of the catalogue; a missing one does not compile.
import type { CompanyFilterField, PeopleFilterField } from "../service/filterCatalogue";
import type { TextFilterItem } from "../service/requests";
import type { World } from "./companyData";
import { placeValues, rowOfId, type CompanyIndex } from "./companyIndex";
import {
  languages,
  most,
  personFacts,
  personHandle,
  personId,
  personNetworkId,
  personUrl,
  wholeYears,
} from "./personData";
import { throughRecords, type FieldIndex, type Fields } from "./recordIndex";
import type { Pause } from "./slices";
import { bareAddress, equalText, tolerantMatch, wordsOf } from "./textMatch";
import { idValues, networkIdValues, pairedTextValues, rangeValues, textValues, type ValueSet } from "./valueSets";
import { firstNames, lastNames } from "./vocabulary/names";
import { jobFunctions, skills, subFunctions, titles, universities } from "./vocabulary/positions";

export interface PeopleIndex {
  readonly size: number;
  readonly fields: Fields<PeopleFilterField>;
}

const pastTitleWidth = most.past + 1;

function columnsFor(size: number, employers: number) {
  return {
    names: new Uint32Array(size),
    place: new Uint16Array(size),
    company: new Uint32Array(size),
    title: new Uint16Array(size).fill(titles.length),
    positionYears: new Int32Array(size).fill(-1),
    companyYears: new Int32Array(size).fill(-1),
    jobChangeDays: new Int32Array(size).fill(-1),
    skills: new Uint16Array(size * most.skills).fill(skills.length),
    languages: new Uint16Array(size * most.languages).fill(languages.length),
    universities: new Uint16Array(size * most.universities).fill(universities.length),
    pastCompanies: new Uint32Array(size * most.past).fill(employers),
    pastTitles: new Uint16Array(size * pastTitleWidth).fill(titles.length),
  };
}

type Columns = ReturnType<typeof columnsFor>;

function fillRow(columns: Columns, world: World, row: number): void {
  const facts = personFacts(world, row);
  columns.names[row] = facts.first * lastNames.length + facts.last;
  columns.place[row] = facts.place;
  columns.company[row] = facts.company ?? world.employers;
  columns.skills.set(facts.skills, row * most.skills);
  columns.languages.set(facts.languages, row * most.languages);
  columns.universities.set(facts.universities, row * most.universities);
  facts.past.forEach((position, nth) => {
    columns.pastCompanies[row * most.past + nth] = position.company;
    columns.pastTitles[row * pastTitleWidth + nth] = position.title;
  });
  if (facts.company === undefined) return;
  columns.title[row] = facts.title;
  if (facts.promotedFrom !== undefined) columns.pastTitles[row * pastTitleWidth + most.past] = facts.promotedFrom;
  if (facts.positionDays !== undefined) columns.positionYears[row] = wholeYears(facts.positionDays);
  if (facts.companyDays !== undefined) {
    columns.companyYears[row] = wholeYears(facts.companyDays);
    columns.jobChangeDays[row] = facts.companyDays;
  }
}

/** Profile URLs: their words are fixed ones, those of the name, and the row's number. */
function profileUrls(columns: Columns, size: number): ValueSet {
  const names = pairedTextValues(firstNames, lastNames);
  const fixed = wordsOf(bareAddress(personUrl("")));
  const urlAt = (row: number): string => {
    const pair = columns.names[row] ?? 0;
    return bareAddress(
      personUrl(
        personHandle({ index: row, first: Math.floor(pair / lastNames.length), last: pair % lastNames.length }),
      ),
    );
  };
  return {
    size,
    match: (item) => {
      const { value, exact_match: exact } = item as TextFilterItem;
      const asked = bareAddress(value);
      const words = wordsOf(asked);
      const marks = new Uint8Array(size);
      if (!exact && words.length > 0) {
        const pairs = names.marksFor(words, fixed);
        for (let row = 0; row < size; row += 1) marks[row] = pairs[columns.names[row] ?? 0] ?? 0;
      }
      for (const row of words
        .filter((word) => /^\d{1,9}$/.test(word))
        .map(Number)
        .filter((number) => number < size)) {
        if (exact ? equalText(asked, urlAt(row)) : tolerantMatch(words, wordsOf(urlAt(row)))) marks[row] = 1;
      }
      return Promise.resolve(marks);
    },
  };
}

/** What titles carry, asked through the titles. */
function carriedByTitles(
  values: readonly string[],
  carried: (title: (typeof titles)[number]) => number | undefined,
  pause: Pause,
): ValueSet {
  return throughRecords(
    {
      values: textValues(values.length, (id) => values[id], pause),
      rows: Uint16Array.from(titles, (title) => carried(title) ?? values.length),
      width: 1,
    },
    titles.length,
  );
}

/** Makes the index in slices; about 5 µs and 75 bytes a person. */
export async function indexPeople(
  world: World,
  size: number,
  companies: CompanyIndex,
  pause: Pause,
): Promise<PeopleIndex> {
  const columns = columnsFor(size, world.employers);
  for (let row = 0; row < size; row += 1) {
    fillRow(columns, world, row);
    if (row % 500 === 499) await pause();
  }
  const currentCompany = (field: CompanyFilterField): FieldIndex => ({
    values: throughRecords(companies.fields[field], world.employers),
    rows: columns.company,
    width: 1,
  });
  const pastCompany = (field: CompanyFilterField): FieldIndex => ({
    values: throughRecords(companies.fields[field], world.employers),
    rows: columns.pastCompanies,
    width: most.past,
  });
  const list = (values: readonly string[]): ValueSet => textValues(values.length, (id) => values[id], pause);
  const titleTexts = list(titles.map((title) => title.text));
  const seniorities = [...new Set(titles.flatMap((title) => (title.seniority === undefined ? [] : [title.seniority])))];
  const currentTitle = (values: ValueSet): FieldIndex => ({ values, rows: columns.title, width: 1 });
  return {
    size,
    fields: {
      current_position_titles: currentTitle(titleTexts),
      current_position_seniority_level: currentTitle(
        carriedByTitles(
          seniorities,
          (title) => (title.seniority === undefined ? undefined : seniorities.indexOf(title.seniority)),
          pause,
        ),
      ),
      current_position_job_functions: currentTitle(carriedByTitles(jobFunctions, (title) => title.jobFunction, pause)),
      current_position_sub_functions: currentTitle(carriedByTitles(subFunctions, (title) => title.subFunction, pause)),
      current_position_years_in: { values: rangeValues(columns.positionYears, -1), rows: "own" },
      person_locations: { values: placeValues(pause), rows: columns.place, width: 1 },
      person_names: { values: pairedTextValues(firstNames, lastNames), rows: columns.names, width: 1 },
      person_ids: { values: idValues(size, personId, rowOfId("p")), rows: "own" },
      person_professional_network_urls: { values: profileUrls(columns, size), rows: "own" },
      person_professional_network_ids: { values: networkIdValues(size, personNetworkId), rows: "own" },
      person_skills: { values: list(skills), rows: columns.skills, width: most.skills },
      person_languages: { values: list(languages), rows: columns.languages, width: most.languages },
      person_universities: { values: list(universities), rows: columns.universities, width: most.universities },
      current_company_names: currentCompany("names"),
      current_company_domains: currentCompany("domains"),
      current_company_industries: currentCompany("industries"),
      current_company_headcounts: currentCompany("headcounts"),
      current_company_headquarters: currentCompany("headquarters_locations"),
      current_company_types: currentCompany("types"),
      current_company_specialties: currentCompany("specialties"),
      current_company_founded_years: currentCompany("founded_years"),
      current_company_years_at: { values: rangeValues(columns.companyYears, -1), rows: "own" },
      current_company_days_since_last_job_change: { values: rangeValues(columns.jobChangeDays, -1), rows: "own" },
      current_company_ids: currentCompany("company_ids"),
      current_company_professional_network_urls: currentCompany("professional_network_urls"),
      current_company_professional_network_ids: currentCompany("professional_network_ids"),
      past_company_names: pastCompany("names"),
      past_company_domains: pastCompany("domains"),
      past_position_titles: { values: titleTexts, rows: columns.pastTitles, width: pastTitleWidth },
    },
  };
}
