// People at given companies: a search whose rows are the companies. Each company is requested separately.
import { isSearch, type CompaniesOfTask, type RunLimits, type RunSummary, type RunTask, type SearchTask } from "./run";

/** The filter that names the company of a row. A search that already uses this filter cannot be run at companies. */
export const companyField = "current_company_domains";

/** The companies of a run that searches people at companies. */
export const companiesOf = (task: RunTask): CompaniesOfTask | undefined =>
  isSearch(task) ? task.companies : undefined;

/** How many companies have been requested. */
export const askedCompanies = ({ header, openCompanies = 0 }: RunSummary): number =>
  (companiesOf(header.task)?.count ?? 0) - openCompanies;

/** The most records that a run may have then. A limit per company applies to each company that is still open. */
export const mostRecordsOf = ({ header, openCompanies = 0, records }: RunSummary, limits: RunLimits): number => {
  const { most = Number.POSITIVE_INFINITY } = companiesOf(header.task) ?? {};
  return Math.min(limits.records, openCompanies === 0 ? limits.records : records + most * openCompanies);
};

/** The request for one company. */
export const taskAt = (task: SearchTask, domain: string): SearchTask => ({
  ...task,
  filters: { ...task.filters, [companyField]: [{ value: domain, exact_match: true }] },
});
