// The filter catalogue: the one list of every filter of both searches. Request schemas, the builder's form, the JSON
// schema, diagnostics, the sandbox's matcher and the README's table are all made from it.
import {
  companyTypes,
  functionSuggestions,
  industrySuggestions,
  languageSuggestions,
  seniorityLevels,
} from "./suggestions";

/** The two searches of the service (interface, "Endpoints" 1 and 3). */
export type SearchKind = "company" | "people";

/** What a filter's items hold: a text value, an integer value, or a `min`–`max` range (interface, "Filter objects"). */
export type FilterKind = "text" | "integer" | "range";

/** A named part of the form under which filters are listed. */
export type FilterGroup =
  "Company" | "Headquarters" | "Size and age" | "Person" | "Position" | "Past" | "Skills" | "Current company";

/** A range offered by name; both bounds are inclusive and a missing one is open. */
export interface RangePreset {
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
}

/** One filter of a search: its name in the request and all that is known about it. */
export interface FilterDefinition {
  /** The field's name in the request body. */
  readonly field: string;
  readonly label: string;
  readonly group: FilterGroup;
  readonly kind: FilterKind;
  /** What the value is compared with, in the words of the interface. */
  readonly meaning: string;
  /**
   * What `exact_match` means here. `advised`: equality, which the interface recommends for this filter; `equality`: the
   * value as stored; `term`: the exact term must appear in the value (the professional-network id filters).
   * Range filters have none.
   */
  readonly exactMatch?: "advised" | "equality" | "term";
  /** Values to offer while typing. Never a closed list: any other value is as good. */
  readonly suggestions?: readonly string[];
  /** Ranges to offer by name. */
  readonly presets?: readonly RangePreset[];
  /** What a range counts, for labels. */
  readonly unit?: string;
  /** Range bounds outside of these are surely a slip of the finger. */
  readonly bounds?: { readonly min: number; readonly max: number };
  /** A value of the right form, shown in the empty input. */
  readonly example: string;
}

const headcountPresets: readonly RangePreset[] = [
  { label: "1–10", min: 1, max: 10 },
  { label: "11–50", min: 11, max: 50 },
  { label: "51–200", min: 51, max: 200 },
  { label: "201–500", min: 201, max: 500 },
  { label: "501–1,000", min: 501, max: 1000 },
  { label: "1,001–5,000", min: 1001, max: 5000 },
  { label: "5,001–10,000", min: 5001, max: 10_000 },
  { label: "10,001 and more", min: 10_001 },
];
const headcountBounds = { min: 0, max: 10_000_000 };
const yearBounds = { min: 1000, max: 2100 };

/** The 13 filters of company search, most used first within their group (interface, "POST /api/v2/company/search"). */
export const companyFilters = [
  {
    field: "industries",
    label: "Industries",
    group: "Company",
    kind: "text",
    meaning: "Company industries",
    exactMatch: "equality",
    suggestions: industrySuggestions,
    example: "Software Development",
  },
  {
    field: "keywords",
    label: "Keywords",
    group: "Company",
    kind: "text",
    meaning: "Company description",
    exactMatch: "equality",
    example: "developer tools",
  },
  {
    field: "technologies",
    label: "Technologies",
    group: "Company",
    kind: "text",
    meaning: "Technologies used by the company",
    exactMatch: "equality",
    example: "PostgreSQL",
  },
  {
    field: "specialties",
    label: "Specialties",
    group: "Company",
    kind: "text",
    meaning: "Company specialties",
    exactMatch: "equality",
    example: "cloud security",
  },
  {
    field: "names",
    label: "Names",
    group: "Company",
    kind: "text",
    meaning: "Company names",
    exactMatch: "equality",
    example: "Northwind",
  },
  {
    field: "domains",
    label: "Domains",
    group: "Company",
    kind: "text",
    meaning: "Company domains; exact match recommended",
    exactMatch: "advised",
    example: "northwind.example",
  },
  {
    field: "types",
    label: "Types",
    group: "Company",
    kind: "text",
    meaning: "Company types",
    exactMatch: "equality",
    suggestions: companyTypes,
    example: "Privately Held",
  },
  {
    field: "company_ids",
    label: "Company ids",
    group: "Company",
    kind: "text",
    meaning: "Company identifiers",
    exactMatch: "equality",
    example: "an id of a record",
  },
  {
    field: "professional_network_urls",
    label: "Professional-network URLs",
    group: "Company",
    kind: "text",
    meaning: "Company professional-network URLs",
    exactMatch: "equality",
    example: "https://network.example/company/northwind",
  },
  {
    field: "professional_network_ids",
    label: "Professional-network ids",
    group: "Company",
    kind: "integer",
    meaning: "Company professional-network ids",
    exactMatch: "term",
    example: "1035",
  },
  {
    field: "headquarters_locations",
    label: "Headquarters locations",
    group: "Headquarters",
    kind: "text",
    meaning: "City, region or country of the headquarters",
    exactMatch: "equality",
    example: "Berlin",
  },
  {
    field: "headcounts",
    label: "Headcount",
    group: "Size and age",
    kind: "range",
    meaning: "Number of employees",
    presets: headcountPresets,
    unit: "employees",
    bounds: headcountBounds,
    example: "51",
  },
  {
    field: "founded_years",
    label: "Founded",
    group: "Size and age",
    kind: "range",
    meaning: "Founding year",
    unit: "year",
    bounds: yearBounds,
    example: "2015",
  },
] as const satisfies readonly FilterDefinition[];

/** The 29 filters of people search, most used first within their group (interface, "POST /api/v2/people/search"). */
export const peopleFilters = [
  {
    field: "current_position_titles",
    label: "Current titles",
    group: "Position",
    kind: "text",
    meaning: "Current job titles",
    exactMatch: "equality",
    example: "Head of Engineering",
  },
  {
    field: "current_position_seniority_level",
    label: "Seniority",
    group: "Position",
    kind: "text",
    meaning: "Seniority levels",
    exactMatch: "equality",
    suggestions: seniorityLevels,
    example: "VP",
  },
  {
    field: "current_position_job_functions",
    label: "Job functions",
    group: "Position",
    kind: "text",
    meaning: "Current job functions",
    exactMatch: "equality",
    suggestions: functionSuggestions,
    example: "Engineering",
  },
  {
    field: "current_position_sub_functions",
    label: "Sub-functions",
    group: "Position",
    kind: "text",
    meaning: "Current sub-functions",
    exactMatch: "equality",
    example: "Platform Engineering",
  },
  {
    field: "current_position_years_in",
    label: "Years in position",
    group: "Position",
    kind: "range",
    meaning: "Years in current position",
    unit: "years",
    bounds: { min: 0, max: 100 },
    presets: [
      { label: "less than 1", max: 0 },
      { label: "1–2", min: 1, max: 2 },
      { label: "3–5", min: 3, max: 5 },
      { label: "6 and more", min: 6 },
    ],
    example: "1",
  },
  {
    field: "person_locations",
    label: "Person's location",
    group: "Person",
    kind: "text",
    meaning: "City, region or country",
    exactMatch: "equality",
    example: "Germany",
  },
  {
    field: "person_names",
    label: "Person's name",
    group: "Person",
    kind: "text",
    meaning: "First, last or full name",
    exactMatch: "equality",
    example: "Ada Lovelace",
  },
  {
    field: "person_ids",
    label: "Person ids",
    group: "Person",
    kind: "text",
    meaning: "Person ids",
    exactMatch: "equality",
    example: "an id of a record",
  },
  {
    field: "person_professional_network_urls",
    label: "Person's professional-network URLs",
    group: "Person",
    kind: "text",
    meaning: "Person profile URLs",
    exactMatch: "equality",
    example: "https://network.example/in/ada",
  },
  {
    field: "person_professional_network_ids",
    label: "Person's professional-network ids",
    group: "Person",
    kind: "integer",
    meaning: "Person professional-network ids",
    exactMatch: "term",
    example: "48213",
  },
  {
    field: "person_skills",
    label: "Skills",
    group: "Skills",
    kind: "text",
    meaning: "Skills",
    exactMatch: "equality",
    example: "TypeScript",
  },
  {
    field: "person_languages",
    label: "Languages",
    group: "Skills",
    kind: "text",
    meaning: "Languages spoken",
    exactMatch: "equality",
    suggestions: languageSuggestions,
    example: "German",
  },
  {
    field: "person_universities",
    label: "Universities",
    group: "Skills",
    kind: "text",
    meaning: "Universities attended",
    exactMatch: "equality",
    example: "University of Vienna",
  },
  {
    field: "current_company_names",
    label: "Company names",
    group: "Current company",
    kind: "text",
    meaning: "Current company names",
    exactMatch: "equality",
    example: "Northwind",
  },
  {
    field: "current_company_domains",
    label: "Company domains",
    group: "Current company",
    kind: "text",
    meaning: "Current company domains; exact match recommended",
    exactMatch: "advised",
    example: "northwind.example",
  },
  {
    field: "current_company_industries",
    label: "Company industries",
    group: "Current company",
    kind: "text",
    meaning: "Current company industries",
    exactMatch: "equality",
    suggestions: industrySuggestions,
    example: "Software Development",
  },
  {
    field: "current_company_headcounts",
    label: "Company headcount",
    group: "Current company",
    kind: "range",
    meaning: "Company size (employees)",
    presets: headcountPresets,
    unit: "employees",
    bounds: headcountBounds,
    example: "51",
  },
  {
    field: "current_company_headquarters",
    label: "Company headquarters",
    group: "Current company",
    kind: "text",
    meaning: "City, region or country of headquarters",
    exactMatch: "equality",
    example: "Berlin",
  },
  {
    field: "current_company_types",
    label: "Company types",
    group: "Current company",
    kind: "text",
    meaning: "Current company types",
    exactMatch: "equality",
    suggestions: companyTypes,
    example: "Privately Held",
  },
  {
    field: "current_company_specialties",
    label: "Company specialties",
    group: "Current company",
    kind: "text",
    meaning: "Current company specialties",
    exactMatch: "equality",
    example: "cloud security",
  },
  {
    field: "current_company_founded_years",
    label: "Company founded",
    group: "Current company",
    kind: "range",
    meaning: "Company founding year",
    unit: "year",
    bounds: yearBounds,
    example: "2015",
  },
  {
    field: "current_company_years_at",
    label: "Years at company",
    group: "Current company",
    kind: "range",
    meaning: "Years at current company",
    unit: "years",
    bounds: { min: 0, max: 100 },
    presets: [
      { label: "less than 1", max: 0 },
      { label: "1–2", min: 1, max: 2 },
      { label: "3–5", min: 3, max: 5 },
      { label: "6 and more", min: 6 },
    ],
    example: "2",
  },
  {
    field: "current_company_days_since_last_job_change",
    label: "Days since last job change",
    group: "Current company",
    kind: "range",
    meaning: "Days since last job change",
    unit: "days",
    bounds: { min: 0, max: 36_500 },
    presets: [
      { label: "last 30 days", max: 30 },
      { label: "last 90 days", max: 90 },
      { label: "last 180 days", max: 180 },
    ],
    example: "90",
  },
  {
    field: "current_company_ids",
    label: "Company ids",
    group: "Current company",
    kind: "text",
    meaning: "Company ids",
    exactMatch: "equality",
    example: "an id of a record",
  },
  {
    field: "current_company_professional_network_urls",
    label: "Company professional-network URLs",
    group: "Current company",
    kind: "text",
    meaning: "Current company profile URLs",
    exactMatch: "equality",
    example: "https://network.example/company/northwind",
  },
  {
    field: "current_company_professional_network_ids",
    label: "Company professional-network ids",
    group: "Current company",
    kind: "integer",
    meaning: "Current company professional-network ids",
    exactMatch: "term",
    example: "1035",
  },
  {
    field: "past_company_names",
    label: "Past company names",
    group: "Past",
    kind: "text",
    meaning: "Past company names",
    exactMatch: "equality",
    example: "Contoso",
  },
  {
    field: "past_company_domains",
    label: "Past company domains",
    group: "Past",
    kind: "text",
    meaning: "Past company domains",
    exactMatch: "equality",
    example: "contoso.example",
  },
  {
    field: "past_position_titles",
    label: "Past titles",
    group: "Past",
    kind: "text",
    meaning: "Past job titles",
    exactMatch: "equality",
    example: "Engineering Manager",
  },
] as const satisfies readonly FilterDefinition[];

export type CompanyFilterField = (typeof companyFilters)[number]["field"];
export type PeopleFilterField = (typeof peopleFilters)[number]["field"];
export type FilterField = CompanyFilterField | PeopleFilterField;

/** Every filter of one search, in the order in which the form offers them. */
export function filtersOf(search: SearchKind): readonly FilterDefinition[] {
  return search === "company" ? companyFilters : peopleFilters;
}

/** The definition of one filter of a search, or `undefined` for a field the catalogue does not have. */
export function filterOf(search: SearchKind, field: string): FilterDefinition | undefined {
  return filtersOf(search).find((filter) => filter.field === field);
}
