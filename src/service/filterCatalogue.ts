// The filter catalogue: what is known about every filter of both searches. Request schemas, the form, the JSON schema,
// diagnostics, the sandbox's matcher, and `prospect help filters` are made from it.
import { companyFilters } from "./companyFilters";
import type { FilterDefinition, SearchKind } from "./filterDefinition";
import { peopleFilters } from "./peopleFilters";

export type { FilterDefinition, FilterGroup, FilterKind, RangePreset, SearchKind } from "./filterDefinition";

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
