// The filter catalogue as the form offers it: by group, and as options of a combobox.
import {
  filterExample,
  filterLabel,
  filterMeaning,
  filterOf,
  filtersOf,
  groupLabel,
  type FilterDefinition,
  type FilterGroup,
  type SearchKind,
} from "../../src/service/filterCatalogue";
import type { ComboOption } from "../components/comboOptions";

/** The groups in the order of the catalogue, each with its filters. */
export function filtersByGroup(
  filters: readonly FilterDefinition[],
): readonly { readonly group: FilterGroup; readonly filters: readonly FilterDefinition[] }[] {
  const groups = [...new Set(filters.map(({ group }) => group))];
  return groups.map((group) => ({ group, filters: filters.filter((filter) => filter.group === group) }));
}

/** The label of a field; an unknown field is its own label. */
export function labelOf(search: SearchKind, field: string): string {
  const definition = filterOf(search, field);
  return definition === undefined ? field : filterLabel(definition);
}

/** Includes the English names of the service, so that a filter is found by them in every language. */
function searchWords(definition: FilterDefinition): string {
  const { field, label, meaning, group } = definition;
  return [field, field.replaceAll("_", " "), filterMeaning(definition), groupLabel(group), label, meaning, group].join(
    " ",
  );
}

/** Every filter that is not in use; found by label, field, group or meaning. */
export function filterOptions(search: SearchKind, inUse: ReadonlySet<string>): readonly ComboOption[] {
  return filtersByGroup(filtersOf(search).filter(({ field }) => !inUse.has(field))).flatMap(({ group, filters }) =>
    filters.map((definition) => ({
      value: definition.field,
      label: filterLabel(definition),
      detail: filterExample(definition),
      group: groupLabel(group),
      words: searchWords(definition),
    })),
  );
}
