// The filters of a people search at given companies, by the identifier that most of them have.
import type { FilterItem } from "../service/requests";

export interface CompanyToSearch {
  readonly id?: string | undefined;
  readonly domain?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Filters are combined with AND, so one filter must name all companies: by the identifier with the most values, and
 * among equals by ids before domains before names. A company without this identifier is left out.
 */
export function peopleAtCompanies(
  companies: readonly CompanyToSearch[],
): Readonly<Record<string, readonly FilterItem[]>> {
  const filled = (values: readonly (string | undefined)[]): readonly string[] =>
    [...new Set(values.filter((value) => value !== undefined && value !== ""))] as readonly string[];
  const ids = filled(companies.map(({ id }) => id));
  const domains = filled(companies.map(({ domain }) => domain));
  const names = filled(companies.map(({ name }) => name));
  const most = Math.max(ids.length, domains.length, names.length);
  if (most === 0) {
    return {};
  }
  if (ids.length === most) {
    return { current_company_ids: ids.map((value) => ({ value, exact_match: true })) };
  }
  return domains.length === most
    ? { current_company_domains: domains.map((value) => ({ value, exact_match: true })) }
    : { current_company_names: names.map((value) => ({ value, exact_match: true })) };
}
