// What an edited search means, without a paid request: its filters in words, what was fetched already, and the price.
import { countText, inEnglish } from "../language/language";
import type { RunPlan } from "../runs/plan";
import type { SearchDocument } from "../searches/searchDocument";
import type { MatchCounts } from "../store/matches";
import type { CallWatch } from "../store/protocol";
import { Refusal, type App, type AppConnection, type AppSearch } from "./app";
import type { Call } from "./call";
import { previewSearch } from "./planSearch";
import { searchChanges } from "./searchChanges";

export interface SearchDiff {
  /** A sentence each; empty when both ask for the same. */
  readonly changes: readonly string[];
  /** Of the records fetched so far from the service in use; without a connection, from any. */
  readonly fetched: MatchCounts;
  readonly fetchedSentence: string;
  /** Of the later search, at the number of matches and the price last seen. Absent for a search that was removed. */
  readonly plan: RunPlan | undefined;
}

/** At most one of both is absent: a search that is new, or one that was removed. */
export interface SearchesToDiff {
  readonly before: AppSearch | undefined;
  readonly after: AppSearch | undefined;
}

/** Sends nothing that is paid. In English, as for all that a command or an agent prints. */
export async function diffSearches(app: App, { before, after }: SearchesToDiff, call: Call): Promise<SearchDiff> {
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
    fetched,
    ...inEnglish(() => ({
      changes: changesOf(before, after),
      fetchedSentence: fetchedSentence(fetched, isSameKind && after !== undefined),
    })),
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
