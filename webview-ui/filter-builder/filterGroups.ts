// The catalogue as the form offers it: by group, and as options that are found by typing.
import { filtersOf, type FilterDefinition, type SearchKind } from "../../src/service/filterCatalogue";
import type { ComboOption } from "../components/comboOptions";

/** Groups in the order of the catalogue, each with its filters. */
export function filtersByGroup(filters: readonly FilterDefinition[]): readonly { readonly group: string; readonly filters: readonly FilterDefinition[] }[] {
  const groups = [...new Set(filters.map(({ group }) => group))];
  return groups.map((group) => ({ group, filters: filters.filter((filter) => filter.group === group) }));
}

/** Every filter not in use, found by its label, its field, its group or its meaning. */
export function filterOptions(search: SearchKind, inUse: ReadonlySet<string>): readonly ComboOption[] {
  return filtersByGroup(filtersOf(search).filter(({ field }) => !inUse.has(field))).flatMap(({ group, filters }) =>
    filters.map(({ field, label, meaning }) => ({
      value: field,
      label,
      detail: meaning.toLowerCase() === label.toLowerCase() ? undefined : meaning,
      group,
      words: `${field} ${field.replaceAll("_", " ")} ${meaning} ${group}`,
    })),
  );
}
