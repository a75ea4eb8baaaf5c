// A people search at given companies: its companies are asked for in groups, one after the other, within one run.
import { maximumLimit, type FilterItem } from "../service/requests";
import type { Store } from "../store/client";
import type { CompanyRange } from "../store/companies";
import { pageStart, type PageStart } from "./pageStart";
import { isSearch, type CompanyGroups, type PageRequest, type RunSummary, type RunTask, type SearchTask } from "./run";

/** The filter that names the companies of a group. A search that has values in it cannot be run at companies. */
export const companyField = "current_company_domains";

/** Companies in one request. The interface names no limit; 100 is what it allows elsewhere, records in a page. */
export const companiesAtOnce = 100;

/** With a limit per company each is asked for alone: the service has no such limit within one request. */
export const groupsOf = (count: number, mostPerCompany?: number): CompanyGroups =>
  mostPerCompany === undefined ? { count, size: companiesAtOnce } : { count, size: 1, most: mostPerCompany };

export const groupCount = ({ count, size }: Pick<CompanyGroups, "count" | "size">): number => Math.ceil(count / size);

/** The companies of a run that searches people at companies. */
export const companiesOf = (task: RunTask): CompanyGroups | undefined => (isSearch(task) ? task.companies : undefined);

/** done: everything was returned. short: an empty page below the total, which may be for lack of credits. */
export function groupState(
  run: Pick<RunSummary, "group" | "cursor">,
  { most }: CompanyGroups,
): "open" | "short" | "done" {
  const { group } = run;
  if (group === undefined) {
    return "open";
  }
  const { returned, fresh, total, isEmpty, isShort } = group;
  if ((most !== undefined && returned >= most) || (total !== undefined && fresh >= total)) {
    return "done";
  }
  const isBelowTotal = total !== undefined && returned < total;
  const hasEnded = isEmpty || (isShort && run.cursor === undefined && !isBelowTotal);
  return !hasEnded ? "open" : isBelowTotal ? "short" : "done";
}

/** How many companies were asked for, counted from the first one. */
export function askedCompanies(run: RunSummary): number {
  const companies = companiesOf(run.header.task);
  if (companies === undefined || run.stop?.kind === "complete") {
    return companies?.count ?? 0;
  }
  const { group } = run;
  const groups = group === undefined ? 0 : group.nth + (groupState(run, companies) === "open" ? 0 : 1);
  return Math.min(companies.count, groups * companies.size);
}

export type GroupStep =
  | { readonly kind: "request"; readonly request: PageRequest & { readonly group: number } }
  | { readonly kind: "complete" }
  | Extract<PageStart, { readonly kind: "refused" }>;

/** The next page of a run, of at most `wanted` records. Groups before `fromGroup` are finished. */
export function nextGroupStep(run: RunSummary, companies: CompanyGroups, wanted: number, fromGroup: number): GroupStep {
  const { group: last, cursor } = run;
  const next = last === undefined ? 0 : last.nth + (groupState(run, companies) === "done" ? 1 : 0);
  const group = Math.max(next, fromGroup);
  if (group >= groupCount(companies)) {
    return { kind: "complete" };
  }
  const begun = last?.nth === group ? last : undefined;
  const returned = begun?.returned ?? 0;
  const limit = Math.min(maximumLimit, wanted, (companies.most ?? Number.POSITIVE_INFINITY) - returned);
  const start = pageStart(limit, begun === undefined ? undefined : cursor, returned);
  return start.kind === "request" ? { ...start, request: { ...start.request, group } } : start;
}

export function isGroupShort(run: RunSummary): boolean {
  const companies = companiesOf(run.header.task);
  return companies !== undefined && groupState(run, companies) === "short";
}

/** The domains of the group that is being asked for, read once. */
export class GroupDomains {
  #group: number | undefined;
  #domains: readonly string[] = [];

  constructor(private readonly store: Pick<Store, "companies">) {}

  /** What to send for a request; `undefined` when leave-out lists name all companies of its group. */
  async taskOf(run: RunSummary, { group }: PageRequest): Promise<RunTask | undefined> {
    const { task, id } = run.header;
    const companies = companiesOf(task);
    if (companies === undefined || group === undefined || !isSearch(task)) {
      return task;
    }
    if (this.#group !== group) {
      const { begin, begun } = this.store.companies;
      this.#domains = await (run.group?.nth === group ? begun : begin)(id, rangeOf(companies, group));
      this.#group = group;
    }
    return this.#domains.length === 0 ? undefined : taskAt(task, this.#domains);
  }
}

function taskAt(task: SearchTask, domains: readonly string[]): SearchTask {
  const items = domains.map((value): FilterItem => ({ value, exact_match: true }));
  return { ...task, filters: { ...task.filters, [companyField]: items } };
}

const rangeOf = ({ count, size }: CompanyGroups, group: number): CompanyRange => ({
  first: group * size,
  end: Math.min(count, (group + 1) * size),
});
