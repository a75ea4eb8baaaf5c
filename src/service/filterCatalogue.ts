// The filter catalogue: what is known about every filter of both searches. Request schemas, the form, the JSON schema,
// diagnostics, the sandbox's matcher, and `prospect help filters` are made from it.
import { companyFilters } from "./companyFilters";
import { peopleFilters } from "./peopleFilters";

/** The two searches of the service (interface, "Endpoints" 1 and 3). */
export type SearchKind = "company" | "people";

/**
 * What an item of a filter contains: a text, an integer, or a range from `min` to `max` (interface, "Filter objects").
 */
export type FilterKind = "text" | "integer" | "range";

/** The heading in the form under which a filter is listed. */
export type FilterGroup =
  "Company" | "Headquarters" | "Size and age" | "Person" | "Position" | "Past" | "Skills" | "Current company";

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
  /** What the value is compared with, as the interface describes it. */
  readonly meaning: string;
  /**
   * What `exact_match` means here. `advised`: equality, which the interface recommends for this filter; `equality`: the
   * value as stored; `term`: the exact term must appear in the value (the professional-network id filters).
   * Range filters have none.
   */
  readonly exactMatch?: "advised" | "equality" | "term";
  /** Suggestions while typing. Any other value is allowed too. */
  readonly suggestions?: readonly string[];
  /** Suggested ranges. */
  readonly presets?: readonly RangePreset[];
  /** What a range counts, for labels. */
  readonly unit?: string;
  /** Numbers outside of these are treated as typing mistakes. */
  readonly bounds?: { readonly min: number; readonly max: number };
  /** Shown in the empty input. */
  readonly example: string;
}

export type CompanyFilterField = (typeof companyFilters)[number]["field"];
export type PeopleFilterField = (typeof peopleFilters)[number]["field"];
export type FilterField = CompanyFilterField | PeopleFilterField;

/** Every filter of a search, in the order of the form. */
export function filtersOf(search: SearchKind): readonly FilterDefinition[] {
  return search === "company" ? companyFilters : peopleFilters;
}

/** `undefined` for a field that is not in the catalogue. */
export function filterOf(search: SearchKind, field: string): FilterDefinition | undefined {
  return filtersOf(search).find((filter) => filter.field === field);
}
