// Plans a search without a paid request: what a run would send, fetch, leave out and cost.
import { createHash } from "node:crypto";
import { companyField, groupsOf } from "../runs/companyGroups";
import { leaveOutItems } from "../runs/leaveOutItems";
import type { PlanInput, RunPlan } from "../runs/plan";
import type { RunLimits, RunSummary, SearchTask } from "../runs/run";
import { sameSearch, type SameSearch } from "../runs/sameSearch";
import { searchKeyOf } from "../runs/searchKey";
import { mostRecords } from "../searches/fetchInput";
import { defaultRecords, type SearchDocument } from "../searches/searchDocument";
import { searchOperation } from "../service/operations";
import type { RunCompany } from "../store/companies";
import { Refusal, type AppConnection, type App, type AppSearch, type HeldLists } from "./app";
import { whyNotResumable } from "./resumable";
import { englishPlan } from "./spending";

export interface PlanOptions {
  /** Instead of the document's. */
  readonly records?: number | undefined;
  /** Credits that the run may cost at most, in addition to the limit of the document. */
  readonly maxCredits?: number | undefined;
  /** Only the number of matches: one record is fetched, the least that the service answers. */
  readonly isCount?: boolean | undefined;
  /** Search people at these companies, at most so many of each. */
  readonly at?: { readonly companies: readonly RunCompany[]; readonly most?: number | undefined } | undefined;
}

export interface PlannedSearch extends SameSearch {
  readonly search: AppSearch;
  readonly isCount: boolean;
  readonly companies?: readonly RunCompany[] | undefined;
  readonly task: SearchTask;
  readonly limits: RunLimits;
  readonly lists: HeldLists;
  readonly connection: AppConnection;
  readonly input: PlanInput;
  readonly plan: RunPlan;
  /** The newest run of the same search, if it stopped early and can be resumed instead of starting again. */
  readonly resumable: RunSummary | undefined;
  /** Names exactly this search, these lists and limits, this connection, and the planned credits. No consent. */
  readonly token: string;
}

/** Sends nothing that is paid. Rejects with a `Refusal`. */
export async function planSearch(
  desk: App,
  search: AppSearch,
  { records, maxCredits, isCount = false, at }: PlanOptions = {},
): Promise<PlannedSearch> {
  const { runs, budgets, clock } = desk;
  const { document, title } = search;
  if (records !== undefined && !(Number.isSafeInteger(records) && records >= 1 && records <= mostRecords)) {
    throw new Refusal(`The number of records must be a whole number from 1 to ${mostRecords}.`);
  }
  if (maxCredits !== undefined && !(Number.isFinite(maxCredits) && maxCredits >= 0)) {
    throw new Refusal("The most credits must be a number that is not negative.");
  }
  const [connection, lists, { sentItems }] = await Promise.all([
    desk.connection(),
    desk.lists.forSearch(search),
    desk.settings(),
  ]);
  // Companies are values to include, so that leave-out lists send nothing on their field.
  const filters = at === undefined ? document.filters : withCompanies(document);
  const left = leaveOutItems(document.search, filters, lists.entries, sentItems);
  const task: SearchTask = {
    kind: searchOperation(document.search),
    filters: document.filters,
    leaveOutItems: left.sent === 0 ? undefined : left.items,
    ...(at !== undefined && { companies: groupsOf(at.companies.length, at.most) }),
  };
  const credits = lowest(document.fetch.credits, maxCredits);
  const limits: RunLimits = isCount
    ? { records: 1, credits: maxCredits }
    : {
        records: records ?? document.fetch.records ?? defaultRecords,
        credits,
        leaveOutKnown: document.fetch.leaveOutKnown,
      };
  const now = clock.now();
  const connectionId = connection.info.id;
  const purpose = isCount ? "count" : "search";
  const companies = at?.companies;
  const same = await sameSearch(runs, { task, companies, purpose, leaveOut: lists.ofSearch, connectionId, now });
  const mostInAll = at?.most === undefined ? undefined : at.most * at.companies.length;
  const input: PlanInput = {
    limits: mostInAll === undefined ? limits : { ...limits, records: Math.min(limits.records, mostInAll) },
    now,
    price: await budgets.price(connectionId, task.kind),
    balance: connection.balance?.credits,
    balanceAt: connection.balance?.at,
    total: same.counted?.lastTotal,
    leaveOut: lists.entries.length === 0 ? undefined : { sent: left.sent, local: lists.entries.length - left.sent },
  };
  const plan = englishPlan(input);
  return {
    ...{ search: { ...search, title }, isCount, companies, task, limits, lists, connection, input, plan },
    token: tokenOf({ task, limits, lists, connection, plan }),
    ...same,
    recent: isCount ? undefined : same.recent,
    resumable: isCount || same.recent !== undefined ? undefined : resumableRun(same.newest),
  };
}

const resumableRun = (run: RunSummary | undefined): RunSummary | undefined =>
  run === undefined || whyNotResumable(run) !== undefined ? undefined : run;

function withCompanies({ search, filters }: SearchDocument): SearchDocument["filters"] {
  if (search !== "people") {
    throw new Refusal("Only a search for people can be run at companies.");
  }
  if ((filters[companyField] ?? []).length > 0) {
    throw new Refusal(
      `The search has values in "${companyField}", where the companies of the list go. Remove that filter.`,
    );
  }
  return { ...filters, [companyField]: [{ value: "company.invalid", exact_match: true }] };
}

const lowest = (...credits: readonly (number | undefined)[]): number | undefined => {
  const given = credits.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
};

type Tokened = Pick<PlannedSearch, "task" | "limits" | "lists" | "connection" | "plan">;

function tokenOf({ task, limits, lists, connection, plan }: Tokened): string {
  const hashes = lists.ofSearch.map(({ uri, hash }) => `${uri} ${hash}`).sort();
  const content = JSON.stringify([
    ...[searchKeyOf(task), task.leaveOutItems ?? {}, hashes, connection.info.id],
    ...[limits.records, limits.credits ?? null, limits.leaveOutKnown ?? false],
  ]);
  return `plan-${plan.credits}-${createHash("sha256").update(content).digest("hex").slice(0, 20)}`;
}

/** The credits that a token names; `undefined` when it is none. */
export function creditsOfToken(token: string): number | undefined {
  const [, credits] = /^plan-(\d+(?:\.\d+)?)-[0-9a-f]{20}$/u.exec(token) ?? [];
  return credits === undefined ? undefined : Number(credits);
}

/** Whether a token was made for this search; what it was expected to cost then may be another sum. */
export const isTokenOf = (token: string, planned: PlannedSearch): boolean =>
  token.split("-").at(-1) === planned.token.split("-").at(-1);
