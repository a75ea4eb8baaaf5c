// The filter catalogue: what is known about every filter of both searches. Request schemas, the form, the JSON schema,
// diagnostics, the sandbox's matcher and the README's table are made from it.
import { companyFilters } from "./companyFilters";
import { peopleFilters } from "./peopleFilters";

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
