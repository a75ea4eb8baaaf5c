// The options of the first field of the form: filters by name, and the filters that its words mean.
import { describeItem } from "../../src/searches/describeSearch";
import { asFilter, readDescription } from "../../src/searches/description/readDescription";
import type { SearchForm } from "../../src/searches/searchForm";
import {
  filterExample,
  filterOf,
  filtersOf,
  type FilterDefinition,
  type FilterGroup,
  type SearchKind,
} from "../../src/service/filterCatalogue";
import type { FilterItem } from "../../src/service/requests";
import { amountText, countText } from "../../src/text/numbers";
import type { ComboOption } from "../components/comboOptions";
import type { SearchEdit } from "../messages/filterBuilder";

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
  return definition?.label ?? field;
}

/** The name in requests also finds the filter. */
function searchWords(definition: FilterDefinition): string {
  const { field, label, meaning, group } = definition;
  return [field, field.replaceAll("_", " "), label, meaning, group].join(" ");
}

/** Every filter that is not in use; found by label, field, group or meaning. */
export function filterOptions(search: SearchKind, inUse: ReadonlySet<string>): readonly ComboOption[] {
  return filtersByGroup(filtersOf(search).filter(({ field }) => !inUse.has(field))).flatMap(({ group, filters }) =>
    filters.map((definition) => ({
      value: definition.field,
      label: definition.label,
      detail: filterExample(definition),
      group,
      words: searchWords(definition),
    })),
  );
}

interface Choice {
  readonly edits: readonly SearchEdit[];
  /** The words that stay in the field. */
  readonly rest: string;
}

export interface Proposal {
  readonly options: readonly ComboOption[];
  /** By the value of the option. */
  readonly choices: ReadonlyMap<string, Choice>;
}

/** The value of the option that adds all filters that the words mean. */
export const wordsOption = "words";

export const noProposal: Proposal = { options: [], choices: new Map() };

export function propose(form: SearchForm, words: string): Proposal {
  if (words.trim() === "") {
    return noProposal;
  }
  const { search } = form;
  const { filters, fetch, notUsed } = readDescription(words, search);
  const add = (field: string, items: readonly FilterItem[]): SearchEdit => ({
    kind: "addItems",
    field,
    items: items as Extract<SearchEdit, { kind: "addItems" }>["items"],
  });
  const fresh = Object.entries(filters).flatMap(([field, items]) => {
    const known = new Set((form.filters[field] ?? []).map((item) => JSON.stringify(item)));
    const added = items.filter((item) => !known.has(JSON.stringify(item)));
    return added.length === 0 ? [] : [{ field, items: added }];
  });
  const { records, credits, leaveOutKnown } = fetch;
  const adds = fresh.map(({ field, items }) => `${labelOf(search, field)}: ${itemsText(form, field, items)}`);
  if (records !== undefined) {
    adds.push(`Records: ${countText(records)}`);
  }
  if (credits !== undefined) {
    adds.push(`Credit limit: ${amountText(credits)}`);
  }
  if (leaveOutKnown === true) {
    adds.push("Skip records I already have");
  }
  const edits = fresh.map(({ field, items }) => add(field, items));
  if (Object.keys(fetch).length > 0) {
    edits.push({
      kind: "setFetch",
      settings: { records, credits, leaveOutKnown: leaveOutKnown === true || undefined },
    });
  }
  const options: ComboOption[] = [];
  const choices = new Map<string, Choice>();
  if (adds.length > 0) {
    options.push({ value: wordsOption, label: adds.join(", "), adds, detail: "Enter adds these", always: true });
  }
  if (adds.length > 0 || notUsed.length === 0) {
    choices.set(wordsOption, { edits, rest: notUsed.join(", ") });
  }
  for (const [index, part] of notUsed.entries()) {
    const offered = asFilter(search, part);
    if (offered !== undefined && "value" in offered.item) {
      const { field, item } = offered;
      const value = `unused ${index}`;
      const label = labelOf(search, field);
      const detail = item.exclude === true ? `Exclude “${item.value}” in ${label}` : `Add “${item.value}” to ${label}`;
      options.push({ value, label: `Not used: “${part}”`, detail, always: "last" });
      choices.set(value, { edits: [add(field, [item])], rest: notUsed.filter((one) => one !== part).join(", ") });
    }
  }
  return { options, choices };
}

function itemsText({ search }: SearchForm, field: string, items: readonly FilterItem[]): string {
  const definition = filterOf(search, field);
  const textOf = (item: FilterItem): string =>
    "value" in item ? String(item.value) : definition === undefined ? "" : describeItem(definition, item);
  const list = (exclude: boolean): string =>
    items
      .filter((item) => (item.exclude === true) === exclude)
      .map(textOf)
      .join(", ");
  const excluded = list(true);
  return excluded === "" ? list(false) : `${list(false)} but not ${excluded}`.trim();
}
