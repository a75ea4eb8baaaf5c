// What an edited search asks for that it did not ask for before, in English sentences.
import { amountText, countText } from "../language/language";
import { filtersOf, type FilterDefinition } from "../service/filterCatalogue";
import { filterLabel } from "../service/filterWords";
import type { FilterItem } from "../service/requests";
import { describeFilter, describeItem } from "../searches/describeSearch";
import { itemKey } from "../searches/filterItems";
import { defaultRecords, type FetchSettings, type SearchDocument } from "../searches/searchDocument";

/** A sentence for each difference that changes what is fetched, shown or exported; empty when there is none. */
export function searchChanges(before: SearchDocument, after: SearchDocument): readonly string[] {
  if (before.search !== after.search) {
    return [
      after.search === "people" ? "Searches people; it searched companies." : "Searches companies; it searched people.",
    ];
  }
  return [
    ...filtersOf(after.search).flatMap((definition) => {
      const { field } = definition;
      return filterChange(definition, before.filters[field] ?? [], after.filters[field] ?? []) ?? [];
    }),
    ...fetchChanges(before.fetch, after.fetch),
    ...listChanges(before.leaveOut ?? [], after.leaveOut ?? []),
    ...(JSON.stringify(before.export) === JSON.stringify(after.export)
      ? []
      : ["The column profiles for exports changed."]),
  ];
}

function filterChange(
  definition: FilterDefinition,
  before: readonly FilterItem[],
  after: readonly FilterItem[],
): string | undefined {
  const added = without(after, before);
  const removed = without(before, after);
  if (added.length === 0 && removed.length === 0) {
    return undefined;
  }
  if (before.length === 0) {
    return `New filter: ${describeFilter(definition, after)}.`;
  }
  if (after.length === 0) {
    return `Removed filter: ${describeFilter(definition, before)}.`;
  }
  const said = (items: readonly FilterItem[], isExcluded: boolean, sentence: (values: string) => string): string[] => {
    const these = items.filter(({ exclude = false }) => exclude === isExcluded);
    return these.length === 0 ? [] : [sentence(these.map((item) => describeItem(definition, item)).join(", "))];
  };
  const parts = [
    ...said(added, false, (values) => `also ${values}`),
    ...said(removed, false, (values) => `no longer ${values}`),
    ...said(added, true, (values) => `excludes ${values}`),
    ...said(removed, true, (values) => `no longer excludes ${values}`),
  ];
  return `${filterLabel(definition)}: ${parts.join("; ")}.`;
}

function without(items: readonly FilterItem[], others: readonly FilterItem[]): readonly FilterItem[] {
  const keys = new Set(others.map(itemKey));
  return items.filter((item) => !keys.has(itemKey(item)));
}

function fetchChanges(before: FetchSettings, after: FetchSettings): readonly string[] {
  const [had, has] = [before, after].map(({ records = defaultRecords }) => countText(records));
  const limit = ({ credits }: FetchSettings): string => (credits === undefined ? "no limit" : amountText(credits));
  return [
    ...(had === has ? [] : [`Records to fetch: ${has ?? ""} instead of ${had ?? ""}.`]),
    ...(before.credits === after.credits ? [] : [`Credit limit: ${limit(after)} instead of ${limit(before)}.`]),
    ...((before.leaveOutKnown === true) === (after.leaveOutKnown === true)
      ? []
      : [
          after.leaveOutKnown === true
            ? "Skips records that were fetched before."
            : "No longer skips records that were fetched before.",
        ]),
  ];
}

function listChanges(before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.filter((list) => !before.includes(list));
  const removed = before.filter((list) => !after.includes(list));
  return [
    ...(added.length === 0 ? [] : [`New leave-out list: ${added.join(", ")}.`]),
    ...(removed.length === 0 ? [] : [`Removed leave-out list: ${removed.join(", ")}.`]),
  ];
}
