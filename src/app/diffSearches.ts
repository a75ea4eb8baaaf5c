// What an edited search means, without a paid request: its filters in words, what was fetched already, and the price.
import { amountText, countText } from "../language/language";
import type { RunPlan } from "../runs/plan";
import { describeFilter, describeItem } from "../searches/describeSearch";
import { itemKey } from "../searches/filterItems";
import { defaultRecords, type FetchSettings, type SearchDocument } from "../searches/searchDocument";
import { filterLabel, filtersOf, type FilterDefinition } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import type { MatchCounts } from "../store/matches";
import type { CallWatch } from "../store/protocol";
import { Refusal, type App, type AppConnection, type AppSearch, type Call } from "./app";
import { previewSearch } from "./planSearch";

/** At most one of both is absent: a search that is new, or one that was removed. */
export interface SearchesToDiff {
  readonly before: AppSearch | undefined;
  readonly after: AppSearch | undefined;
}

/** Sends nothing that is paid. In English, as for all that a command or an agent prints. */
export async function diffSearches(app: App, { before, after }: SearchesToDiff, call: Call) {
  const search = after ?? before;
  if (search === undefined) {
    throw new Refusal("Neither of both searches exists.", "notFound");
  }
  const isSameKind = before !== undefined && before.document.search === search.document.search;
  const fetched = await matchesFetched(app, search.document, {
    before: isSameKind ? before.document.filters : undefined,
    signal: call.signal,
    onProgress: (done, total) => call.onProgress(done, total, "Reading what was fetched…"),
  });
  return {
    /** Of the records fetched so far from the service in use; without a connection, from any. */
    fetched,
    ...{
      /** A sentence each; empty when both ask for the same. */
      changes: changesOf(before, after),
      fetchedSentence: fetchedSentence(fetched, isSameKind && after !== undefined),
    },
    /** At the number of matches and the price last seen; absent for a search that was removed. */
    plan: after && (await planOf(app, after)),
  };
}

/** How many of the records fetched so far from the service in use match; without a connection, from any. */
export async function matchesFetched(
  app: App,
  { search: kind, filters }: Pick<SearchDocument, "search" | "filters">,
  { before, ...options }: { readonly before?: SearchDocument["filters"] | undefined } & CallWatch = {},
): Promise<MatchCounts> {
  await app.lists.everywhere();
  return app.store.matches.count({ kind, filters, before, origin: app.origin(), now: app.clock.now() }, options);
}

function changesOf(before: AppSearch | undefined, after: AppSearch | undefined): readonly string[] {
  if (before !== undefined && after !== undefined) {
    return searchChanges(before.document, after.document);
  }
  return [before === undefined ? "New search." : "The search was removed."];
}

function fetchedSentence(
  { records, matching, unknown, matchingBefore, entering, leaving }: MatchCounts,
  isCompared: boolean,
): string {
  const change = isCompared
    ? `${countText(matchingBefore)} matched before, ${countText(entering)} enter, ${countText(leaving)} leave.`
    : undefined;
  return [
    `Of ${countText(records)} records fetched so far, ${countText(matching)} match.`,
    ...(change === undefined ? [] : [change]),
    ...(unknown === 0 ? [] : [`${countText(unknown)} do not contain what is compared.`]),
  ].join(" ");
}

async function planOf(app: App, search: AppSearch): Promise<RunPlan> {
  let connection: AppConnection | undefined;
  try {
    connection = await app.connection();
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error;
    }
  }
  return previewSearch(app, search, connection);
}

/** A sentence for each difference that changes what is fetched, shown or exported; empty when there is none. */
function searchChanges(before: SearchDocument, after: SearchDocument): readonly string[] {
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
