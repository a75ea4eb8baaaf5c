// The catalogue as the form offers it: by group, and as options that are found by typing.
import {
  filterOf,
  filtersOf,
  type FilterDefinition,
  type FilterGroup,
  type SearchKind,
} from "../../src/service/filterCatalogue";
import { filterLabel, filterMeaning, groupLabel } from "../../src/service/filterWords";
import type { ComboOption } from "../components/comboOptions";

/** Groups in the order of the catalogue, each with its filters. */
export function filtersByGroup(
  filters: readonly FilterDefinition[],
): readonly { readonly group: FilterGroup; readonly filters: readonly FilterDefinition[] }[] {
  const groups = [...new Set(filters.map(({ group }) => group))];
  return groups.map((group) => ({ group, filters: filters.filter((filter) => filter.group === group) }));
}

/** What a field is called; a field the catalogue does not have keeps its own name. */
export function labelOf(search: SearchKind, field: string): string {
  const definition = filterOf(search, field);
  return definition === undefined ? field : filterLabel(definition);
}

/** Whether the filter's meaning tells more than its label. */
export function saysMore(definition: FilterDefinition): boolean {
  return filterMeaning(definition).toLowerCase() !== filterLabel(definition).toLowerCase();
}

/** As shown and as the service's own interface calls it, which is English. */
function findingWords(definition: FilterDefinition): string {
  const { field, label, meaning, group } = definition;
  return [field, field.replaceAll("_", " "), filterMeaning(definition), groupLabel(group), label, meaning, group].join(
    " ",
  );
}

/** Every filter not in use, found by its label, its field, its group or its meaning. */
export function filterOptions(search: SearchKind, inUse: ReadonlySet<string>): readonly ComboOption[] {
  return filtersByGroup(filtersOf(search).filter(({ field }) => !inUse.has(field))).flatMap(({ group, filters }) =>
    filters.map((definition) => ({
      value: definition.field,
      label: filterLabel(definition),
      detail: saysMore(definition) ? filterMeaning(definition) : undefined,
      group: groupLabel(group),
      words: findingWords(definition),
    })),
  );
}
