// The filter catalogue: the facts about every filter of both searches. Request schemas, the form, the JSON schema,
// diagnostics, the sandbox's matcher, and `prospect help filters` are generated from it.
import { countText } from "../text/numbers";
import {
  companyTypes,
  functionSuggestions,
  industrySuggestions,
  languageSuggestions,
  seniorityLevels,
} from "./suggestions";

/** The two searches of the service (interface, "Endpoints" 1 and 3). */
export type SearchKind = "company" | "people";

/**
 * The content of a filter's items: a text, an integer, or a range from `min` to `max` (interface, "Filter objects").
 */
export type FilterKind = "text" | "integer" | "range";

/** The heading in the form under which a filter is listed. */
export type FilterGroup =
  | "Company"
  | "Headquarters"
  | "Size and age"
  | "Person"
  | "Position"
  | "Past"
  | "Skills"
  | "Current company";

/** A suggested range; both bounds are inclusive, and an absent bound means no limit. */
export interface RangePreset {
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
}

/** Everything known about one filter of a search. */
export interface FilterDefinition {
  /** The name in the request body. */
  readonly field: string;
  readonly label: string;
  readonly group: FilterGroup;
  readonly kind: FilterKind;
  /** The field of the record that is compared, as the interface describes it. */
  readonly meaning: string;
  /** The interface recommends `exact_match` here. */
  readonly isExactAdvised?: true;
  /** Suggestions while typing. Any other value is allowed too. */
  readonly suggestions?: readonly string[];
  /** Suggested ranges. */
  readonly presets?: readonly RangePreset[];
  /** The unit of a range, for labels. */
  readonly unit?: string;
  /** Numbers outside of these are treated as typing mistakes. */
  readonly bounds?: { readonly min: number; readonly max: number };
  /** Shown in the empty input. */
  readonly example: string;
}

type Ungrouped<Field extends string = string, Kind extends FilterKind = FilterKind> = Omit<
  FilterDefinition,
  "field" | "kind" | "group"
> & { readonly field: Field; readonly kind: Kind };

/** Creates filters of a kind from field, label, meaning, example, and the properties that only some filters have. */
const filterOfKind =
  <Kind extends FilterKind>(kind: Kind) =>
  <Field extends string>(
    field: Field,
    label: string,
    meaning: string,
    example: string,
    more: Pick<FilterDefinition, "isExactAdvised" | "suggestions" | "presets" | "unit" | "bounds"> = {},
  ): Ungrouped<Field, Kind> => ({ field, kind, label, meaning, example, ...more });

const text = filterOfKind("text");
const integer = filterOfKind("integer");
const range = filterOfKind("range");

const inGroup = <const Filters extends readonly Ungrouped[]>(
  group: FilterGroup,
  filters: Filters,
): readonly (Filters[number] & { readonly group: FilterGroup })[] => filters.map((filter) => ({ ...filter, group }));

const employees = {
  unit: "employees",
  bounds: { min: 0, max: 10_000_000 },
  presets: [
    { label: "1–10", min: 1, max: 10 },
    { label: "11–50", min: 11, max: 50 },
    { label: "51–200", min: 51, max: 200 },
    { label: "201–500", min: 201, max: 500 },
    { label: "501–1,000", min: 501, max: 1000 },
    { label: "1,001–5,000", min: 1001, max: 5000 },
    { label: "5,001–10,000", min: 5001, max: 10_000 },
    { label: "10,001 and more", min: 10_001 },
  ],
};
const foundingYear = { unit: "year", bounds: { min: 1000, max: 2100 } };
/** Years in a position or at a company. */
const wholeYears = {
  unit: "years",
  bounds: { min: 0, max: 100 },
  presets: [
    { label: "less than 1", max: 0 },
    { label: "1–2", min: 1, max: 2 },
    { label: "3–5", min: 3, max: 5 },
    { label: "6 and more", min: 6 },
  ],
};
const daysAgo = {
  unit: "days",
  bounds: { min: 0, max: 36_500 },
  presets: [
    { label: "last 30 days", max: 30 },
    { label: "last 90 days", max: 90 },
    { label: "last 180 days", max: 180 },
  ],
};

/** In the order of the form: the most used first within their group (interface, "POST /api/v2/company/search"). */
export const companyFilters = [
  ...inGroup("Company", [
    text("industries", "Industries", "Company industries", "Software Development", {
      suggestions: industrySuggestions,
    }),
    text("keywords", "Keywords", "Company description", "developer tools"),
    text("technologies", "Technologies", "Technologies used by the company", "PostgreSQL"),
    text("specialties", "Specialties", "Company specialties", "cloud security"),
    text("names", "Names", "Company names", "Northwind"),
    text("domains", "Domains", "Company domains; exact match recommended", "northwind.example", {
      isExactAdvised: true,
    }),
    text("types", "Types", "Company types", "Privately Held", { suggestions: companyTypes }),
    text("company_ids", "Company ids", "Company identifiers", "an ID of a record"),
    text(
      "professional_network_urls",
      "Professional-network URLs",
      "Company professional-network URLs",
      "https://network.example/company/northwind",
    ),
    integer("professional_network_ids", "Professional-network ids", "Company professional-network ids", "1035"),
  ]),
  ...inGroup("Headquarters", [
    text("headquarters_locations", "Headquarters locations", "City, region or country of the headquarters", "Berlin"),
  ]),
  ...inGroup("Size and age", [
    range("headcounts", "Headcount", "Number of employees", "51", employees),
    range("founded_years", "Founded", "Founding year", "2015", foundingYear),
  ]),
];

/** In the order of the form (interface, "POST /api/v2/people/search"). */
export const peopleFilters = [
  ...inGroup("Position", [
    text("current_position_titles", "Current titles", "Current job titles", "Head of Engineering"),
    text("current_position_seniority_level", "Seniority", "Seniority levels", "VP", { suggestions: seniorityLevels }),
    text("current_position_job_functions", "Job functions", "Current job functions", "Engineering", {
      suggestions: functionSuggestions,
    }),
    text("current_position_sub_functions", "Sub-functions", "Current sub-functions", "Platform Engineering"),
    range("current_position_years_in", "Years in position", "Years in current position", "1", wholeYears),
  ]),
  ...inGroup("Person", [
    text("person_locations", "Person's location", "City, region or country", "Germany"),
    text("person_names", "Person's name", "First, last or full name", "Ada Lovelace"),
    text("person_ids", "Person ids", "Person ids", "an ID of a record"),
    text(
      "person_professional_network_urls",
      "Person's professional-network URLs",
      "Person profile URLs",
      "https://network.example/in/ada",
    ),
    integer(
      "person_professional_network_ids",
      "Person's professional-network ids",
      "Person professional-network ids",
      "48213",
    ),
  ]),
  ...inGroup("Skills", [
    text("person_skills", "Skills", "Skills", "TypeScript"),
    text("person_languages", "Languages", "Languages spoken", "German", { suggestions: languageSuggestions }),
    text("person_universities", "Universities", "Universities attended", "University of Vienna"),
  ]),
  ...inGroup("Current company", [
    text("current_company_names", "Company names", "Current company names", "Northwind"),
    text(
      "current_company_domains",
      "Company domains",
      "Current company domains; exact match recommended",
      "northwind.example",
      { isExactAdvised: true },
    ),
    text("current_company_industries", "Company industries", "Current company industries", "Software Development", {
      suggestions: industrySuggestions,
    }),
    range("current_company_headcounts", "Company headcount", "Company size (employees)", "51", employees),
    text("current_company_headquarters", "Company headquarters", "City, region or country of headquarters", "Berlin"),
    text("current_company_types", "Company types", "Current company types", "Privately Held", {
      suggestions: companyTypes,
    }),
    text("current_company_specialties", "Company specialties", "Current company specialties", "cloud security"),
    range("current_company_founded_years", "Company founded", "Company founding year", "2015", foundingYear),
    range("current_company_years_at", "Years at company", "Years at current company", "2", wholeYears),
    range(
      "current_company_days_since_last_job_change",
      "Days since last job change",
      "Days since last job change",
      "90",
      daysAgo,
    ),
    text("current_company_ids", "Company ids", "Company ids", "an ID of a record"),
    text(
      "current_company_professional_network_urls",
      "Company professional-network URLs",
      "Current company profile URLs",
      "https://network.example/company/northwind",
    ),
    integer(
      "current_company_professional_network_ids",
      "Company professional-network ids",
      "Current company professional-network ids",
      "1035",
    ),
  ]),
  ...inGroup("Past", [
    text("past_company_names", "Past company names", "Past company names", "Contoso"),
    text("past_company_domains", "Past company domains", "Past company domains", "contoso.example"),
    text("past_position_titles", "Past titles", "Past job titles", "Engineering Manager"),
  ]),
];

export type CompanyFilterField = (typeof companyFilters)[number]["field"];
export type PeopleFilterField = (typeof peopleFilters)[number]["field"];
export type FilterField = CompanyFilterField | PeopleFilterField;

/** Filters whose values are the ids of records. */
export const idFilters: ReadonlySet<string> = new Set(["company_ids", "current_company_ids", "person_ids"]);

/** Every filter of a search, in the order of the form. */
export function filtersOf(search: SearchKind): readonly FilterDefinition[] {
  return search === "company" ? companyFilters : peopleFilters;
}

/** `undefined` for a field that is not in the catalogue. */
export function filterOf(search: SearchKind, field: string): FilterDefinition | undefined {
  return filtersOf(search).find((filter) => filter.field === field);
}

/** "501–1,000", "10,001 and more" */
export function presetLabel({ label, min, max }: RangePreset): string {
  return min !== undefined && max !== undefined ? `${countText(min)}–${countText(max)}` : label;
}

/** "Berlin", "11–50" */
export function filterExample({ kind, example, presets }: FilterDefinition): string {
  if (kind === "range") {
    return presets?.[1] === undefined ? `${example}+` : presetLabel(presets[1]);
  }
  return example;
}
