// Searches at given companies: they are asked for in groups, one after the other, within one run.
import type { FilterItem } from "../service/requests";
import type { Store } from "../store/client";
import type { CompanyRange } from "../store/companies";
import { isSearch, type RunGroups, type PageRequest, type RunSummary, type RunTask, type SearchTask } from "./run";

/** The filter that names the companies of a group. A search that has values in it cannot be run at companies. */
export const companyField = "current_company_domains";

/** In one request. The interface names no limit; 100 is what it allows elsewhere, records in a page. */
export const companiesAtOnce = 100;

/** With a limit per company each is asked for alone: the service has no such limit within one request. */
export const groupsOf = (count: number, mostPerCompany?: number): RunGroups =>
  mostPerCompany === undefined ? { count, size: companiesAtOnce } : { count, size: 1, most: mostPerCompany };

export const groupCount = ({ count, size }: Pick<RunGroups, "count" | "size">): number => Math.ceil(count / size);

/** The companies of a run that searches people at companies. */
export const companiesOf = (task: RunTask): RunGroups | undefined => (isSearch(task) ? task.companies : undefined);

/** done: everything was returned. short: an empty page below the total, which may be for lack of credits. */
export function groupState(run: Pick<RunSummary, "group" | "cursor">, { most }: RunGroups): "open" | "short" | "done" {
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
export function askedInGroups(run: RunSummary): number {
  const groups = companiesOf(run.header.task);
  if (groups === undefined || run.stop?.kind === "complete") {
    return groups?.count ?? 0;
  }
  const { group } = run;
  const asked = group === undefined ? 0 : group.nth + (groupState(run, groups) === "open" ? 0 : 1);
  return Math.min(groups.count, asked * groups.size);
}

/** What to send for a request; `undefined` when leave-out lists name all of its group. */
export async function taskOf(
  store: Pick<Store, "companies">,
  task: SearchTask,
  run: RunSummary,
  { group }: PageRequest,
): Promise<SearchTask | undefined> {
  const groups = companiesOf(task);
  if (groups === undefined || group === undefined) {
    return task;
  }
  const values = await store.companies.toAsk(run.header.id, rangeOf(groups, group));
  return values.length === 0 ? undefined : taskWith(task, values);
}

function taskWith(task: SearchTask, values: readonly string[]): SearchTask {
  const items = values.map((value): FilterItem => ({ value, exact_match: true }));
  return { ...task, filters: { ...task.filters, [companyField]: items } };
}

const rangeOf = ({ count, size }: RunGroups, group: number): CompanyRange => ({
  first: group * size,
  end: Math.min(count, (group + 1) * size),
});
