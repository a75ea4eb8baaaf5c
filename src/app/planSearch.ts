// Plans a search without a paid request: the run's request, records, exclusions and cost.
import { createHash } from "node:crypto";
import { kindCountText, repeatedText } from "../runs/amounts";
import { companyField } from "../runs/atCompanies";
import { rowsSentence, unusualRows } from "../runs/batchTexts";
import { leaveOutItems, withKnownRecords, type LeaveOutItems } from "../runs/leaveOutItems";
import { planRun, type PlanInput, type RunPlan } from "../runs/plan";
import { recordKindOf, type RunConnection, type RunLimits, type RunSummary, type SearchTask } from "../runs/run";
import { countTitle } from "../runs/runState";
import { searchKeyOf, type RunOrder } from "../runs/runStore";
import { sameSearch, type SameSearch, type WantedSearch } from "../runs/sameSearch";
import { mostRecords } from "../searches/fetchInput";
import { defaultRecords, type SearchDocument } from "../searches/searchDocument";
import { operations, searchOperation } from "../service/operations";
import { maximumLimit } from "../service/requests";
import type { FetchedIdsQuery } from "../store/fetchedIds";
import type { LeaveOutEntry } from "../store/identifiers";
import type { CompanyList } from "../tables/companyList";
import { countText } from "../text/numbers";
import { Refusal, type App, type AppConnection, type AppSearch, type ReadLists } from "./app";
import { whyNotResumable } from "./runFacts";

export interface PlanOptions {
  /** Overrides the document's number. */
  readonly records?: number | undefined;
  /** The most credits that the run may cost, in addition to the limit of the document. */
  readonly maxCredits?: number | undefined;
  /** Only counts the matches: fetches one record, the fewest that the service allows. */
  readonly isCount?: boolean | undefined;
  /** Search people at the companies of a list, at most this many per company. */
  readonly at?: SearchAt | undefined;
}

export interface SearchAt {
  readonly list: CompanyList;
  readonly most?: number | undefined;
  /** The search always runs at these companies, so the run counts as one of its runs. */
  readonly isOfSearch?: boolean | undefined;
}

export interface PlannedSearch extends SameSearch {
  readonly search: AppSearch;
  /** The order to start the run with. */
  readonly order: SearchOrder;
  readonly connection: AppConnection;
  readonly input: PlanInput;
  readonly plan: RunPlan;
  /** The most requests; only for a search at companies. */
  readonly requests: number | undefined;
  /** Sentences for the question. If present, a person at a window is always asked. */
  readonly remarks: readonly string[] | undefined;
  readonly isWithoutFilters: boolean;
  /** The newest run of the same search, if it stopped early and can be resumed instead of starting again. */
  readonly resumable: RunSummary | undefined;
  /** Identifies exactly this search, its lists and limits, its connection, and the planned credits. Not a consent. */
  readonly token: string;
}

interface SearchOrder extends RunOrder {
  readonly task: SearchTask;
}

/** Sends no paid request. Rejects with a `Refusal`. */
export async function planSearch(app: App, search: AppSearch, options: PlanOptions = {}): Promise<PlannedSearch> {
  checkOptions(options);
  const { isCount = false, at } = options;
  const { document } = search;
  const connection = await app.connection();
  const lists = await app.lists.reload(search);
  const { task, listItems, limits, same, people, input } = await estimate(app, search, options, connection, lists);
  const order: SearchOrder = {
    purpose: isCount ? "count" : "search",
    title: isCount ? countTitle(search.title) : search.title,
    task,
    companies: at?.list.companies,
    limits,
    // Running another search again does not mean running it at the same companies.
    source: at === undefined || at.isOfSearch === true ? search.source : undefined,
    connection: connection.info,
    leaveOut: lists.ofSearch.length > 0 ? lists.ofSearch : undefined,
  };
  const plan = planRun(input);
  const isWithoutFilters = at === undefined && !isCount && !hasFilters(document);
  return {
    ...same,
    search,
    order,
    connection,
    input,
    plan,
    requests: people?.requests,
    remarks: isWithoutFilters ? [withoutFilters(document, limits.records)] : people?.remarks,
    isWithoutFilters,
    token: tokenOf(order, listItems, plan),
    // Skipping the records of earlier runs means that other ones are wanted.
    recent: isCount || document.fetch.leaveOutKnown === true ? undefined : same.recent,
    resumable: isCount || same.recent !== undefined ? undefined : resumableRun(same.newest),
  };
}

/** The connection that would pay for a search. */
interface PayingConnection {
  readonly info: RunConnection;
  readonly balance?: AppConnection["balance"];
  readonly free?: boolean;
}

/** The plan of a search that is being edited. Works without a connection, and while its lists cannot be read. */
export async function previewSearch(
  app: App,
  search: AppSearch,
  connection: PayingConnection | undefined,
  at?: SearchAt,
): Promise<RunPlan & { readonly leaveOut: PlanInput["leaveOut"] }> {
  const lists = await app.lists.read(search).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === "list") {
      return undefined;
    }
    throw error;
  });
  const { input } = await estimate(app, search, { at }, connection, lists);
  return { ...planRun(input), leaveOut: input.leaveOut };
}

/** The request of a run, and its possible cost as far as it is known. */
async function estimate(
  app: App,
  { document, source }: AppSearch,
  options: PlanOptions,
  connection: PayingConnection | undefined,
  lists: ReadLists | undefined,
) {
  const { isCount = false, at } = options;
  const entries = lists?.entries ?? [];
  const { sentItems } = await app.settings();
  // The companies are included values, so leave-out lists send no items for that field.
  const filters = at === undefined ? document.filters : withCompanies(document);
  const left = leaveOutItems(document.search, filters, entries, sentItems);
  const task = taskOf(document, left, at);
  const limits = limitsOf(document, options);
  const account = connection?.info ?? { origin: "", workspaceId: "" };
  const price = await app.budgets.price(account, task.kind);
  const companies = at?.list.companies;
  const now = app.clock.now();
  const wanted: WantedSearch = {
    task,
    companies,
    purpose: isCount ? "count" : "search",
    leaveOut: lists?.ofSearch,
    records: limits.records,
    connection: account,
  };
  const same = await sameSearch(app.runs, wanted, now);
  const skipsKnown = document.fetch.leaveOutKnown === true && !isCount && connection !== undefined;
  const known = skipsKnown
    ? await knownRecords(app, task, {
        kind: recordKindOf(task),
        origin: account.origin,
        source: at === undefined && isSaved(source) ? source : undefined,
        searchKey: searchKeyOf(task, companies),
        limit: Math.max(0, sentItems - Object.values(left.items).flat().length),
      })
    : undefined;
  // The first request asks for one record, which shows the price of a record.
  const isPriceAsked = !price.known && connection?.free !== true;
  const people = at && peopleAt(at, entries, { records: limits.records, isPriceAsked });
  const input: PlanInput = {
    limits: people === undefined ? limits : { ...limits, records: people.records },
    now,
    price,
    balance: connection?.balance?.credits,
    balanceAt: connection?.balance?.at,
    rows: people && "pages",
    // Unknown at companies, and when records of earlier runs are excluded: some may not match these filters.
    total: at === undefined && (known === undefined || known.sent === 0) ? same.counted?.lastTotal : undefined,
    leaveOut: entries.length === 0 ? undefined : { sent: left.sent, local: entries.length - left.sent },
    known: known && { sent: known.sent, others: known.others },
  };
  return { task: known?.task ?? task, listItems: task.leaveOutItems, limits, same, people, input };
}

const taskOf = ({ search, filters }: SearchDocument, left: LeaveOutItems, at: SearchAt | undefined): SearchTask => ({
  kind: searchOperation(search),
  filters,
  leaveOutItems: left.sent === 0 ? undefined : left.items,
  companies: at && { count: at.list.companies.length, most: at.most, columns: at.list.columns },
});

const limitsOf = ({ fetch }: SearchDocument, { records, maxCredits, isCount }: PlanOptions): RunLimits =>
  isCount === true
    ? { records: 1, credits: maxCredits }
    : { records: records ?? fetch.records ?? defaultRecords, credits: lowest(fetch.credits, maxCredits) };

const isSaved = (source: string | undefined): boolean => source?.startsWith("untitled:") === false;

const hasFilters = ({ filters }: SearchDocument): boolean =>
  Object.values(filters).some((items) => items !== undefined && items.length > 0);

/** A sentence for the question. */
function withoutFilters({ search }: SearchDocument, records: number): string {
  const text = kindCountText(search === "people" ? "person" : "company", records);
  return `This search has no filters, so it fetches any ${text}.`;
}

/** Excludes the newest records of earlier runs of the search from the task; `others`: how many it cannot exclude. */
async function knownRecords(app: App, task: SearchTask, query: FetchedIdsQuery) {
  const { ids, count } = await app.store.records.fetchedIds(query);
  const { search } = operations[task.kind];
  const { items, sent } = withKnownRecords(search, task.filters, task.leaveOutItems ?? {}, ids);
  return {
    task: { ...task, leaveOutItems: sent === 0 ? task.leaveOutItems : items, knownRecords: sent },
    sent,
    others: count - sent,
  };
}

function checkOptions({ records, maxCredits }: PlanOptions): void {
  if (records !== undefined && !(Number.isSafeInteger(records) && records >= 1 && records <= mostRecords)) {
    throw new Refusal(`The number of records must be a whole number from 1 to ${mostRecords}.`);
  }
  if (maxCredits !== undefined && !(Number.isFinite(maxCredits) && maxCredits >= 0)) {
    throw new Refusal("The most credits must be a number that is not negative.");
  }
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

/** Does not include the skipped records: a run that continues has some of them. */
function tokenOf(
  { task, companies, limits, connection, leaveOut = [] }: SearchOrder,
  listItems: SearchTask["leaveOutItems"],
  plan: RunPlan,
): string {
  const content = JSON.stringify([
    searchKeyOf(task, companies),
    listItems ?? {},
    [...leaveOut].sort(),
    connection.id,
    limits.records,
    limits.credits ?? null,
  ]);
  return `plan-${plan.credits}-${createHash("sha256").update(content).digest("hex").slice(0, 20)}`;
}

/** The credits in a token; `undefined` if the text is not a token. */
export function creditsOfToken(token: string): number | undefined {
  const [, credits] = /^plan-(\d+(?:\.\d+)?)-[0-9a-f]{20}$/u.exec(token) ?? [];
  return credits === undefined ? undefined : Number(credits);
}

/** Whether a token was made for this search. Its expected cost may have been different. */
export const isTokenOf = (token: string, planned: PlannedSearch): boolean =>
  token.split("-").at(-1) === planned.token.split("-").at(-1);

/** The most people, and sentences for the question. Throws a `Refusal` when leave-out lists name all companies. */
function peopleAt(
  { list, most }: { readonly list: CompanyList; readonly most?: number | undefined },
  entries: readonly LeaveOutEntry[],
  { records, isPriceAsked }: { readonly records: number; readonly isPriceAsked: boolean },
): { readonly records: number; readonly requests: number; readonly remarks: readonly string[] } {
  const named = new Set(entries.flatMap(({ kind, value }) => (kind === "domain" ? [value] : [])));
  const { companies } = list;
  const asked = companies.filter(({ domain }) => !named.has(domain)).length;
  if (asked === 0) {
    const message = "Leave-out lists name all of these companies, so nobody is searched.";
    throw new Refusal(message, "list");
  }
  const people = most === undefined ? records : Math.min(records, most * asked);
  const requests = mostRequests(asked, people, most) + (isPriceAsked && people > 1 ? 1 : 0);
  const requestsText = requests === 1 ? "1 request" : `${countText(requests)} requests`;
  return {
    records: people,
    requests,
    remarks: [
      companiesText(list, companies.length - asked),
      perCompanyText(most),
      `At most ${requestsText} and ${kindCountText("person", people)}.`,
    ],
  };
}

/** "1,240 rows: 1,180 companies, 20 repeated, 30 with a profile address or ID but no domain, 10 not understood." */
export function companiesText({ rows, companies, repeated, unusable }: CompanyList, leftOut = 0): string {
  const withoutDomain = unusable.filter(({ isWithoutDomain }) => isWithoutDomain).length;
  const notUnderstood = unusable.length - withoutDomain;
  const all = [kindCountText("company", companies.length)];
  if (repeated !== 0) {
    all.push(repeatedText(repeated));
  }
  if (withoutDomain !== 0) {
    all.push(`${countText(withoutDomain)} with a profile address or ID but no domain`);
  }
  all.push(...unusualRows({ notUnderstood, leftOut }));
  const parts = all.join(", ");
  return rowsSentence(rows, parts);
}

/** Each company takes at least one request, and one more for each further 100 people. */
function mostRequests(asked: number, people: number, most = people): number {
  const ofCompany = Math.ceil(Math.min(most, people) / maximumLimit);
  return Math.min(asked * ofCompany, asked + Math.floor(people / maximumLimit));
}

function perCompanyText(most: number | undefined): string {
  if (most === undefined) {
    return "There is one request per company, four at a time.";
  }
  const people = kindCountText("person", most);
  return `At most ${people} per company, with one request per company, four at a time.`;
}
