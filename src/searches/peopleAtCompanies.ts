// The filters of a people search at given companies, by what identifies most of them.
import type { FilterItem } from "../service/requests";

export interface CompanyToSearch {
  readonly id?: string | undefined;
  readonly domain?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Filters are combined with AND, so one filter must name all companies: by id or by domain, whichever more companies
 * have. A company without it is left out. Several companies may share a name, so names are used only where there is
 * neither.
 */
export function peopleAtCompanies(
  companies: readonly CompanyToSearch[],
): Readonly<Record<string, readonly FilterItem[]>> {
  const have = (field: keyof CompanyToSearch): readonly string[] =>
    companies.map((company) => company[field] ?? "").filter((value) => value !== "");
  const exactly = (values: readonly string[]): readonly FilterItem[] =>
    [...new Set(values)].map((value) => ({ value, exact_match: true }));
  const [ids, domains, names] = [have("id"), have("domain"), have("name")];
  if (ids.length > 0 && ids.length >= domains.length) {
    return { current_company_ids: exactly(ids) };
  }
  if (domains.length > 0) {
    return { current_company_domains: exactly(domains) };
  }
  return names.length > 0 ? { current_company_names: exactly(names) } : {};
}
