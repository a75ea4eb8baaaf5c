// Suggestions for a filter: values from recent results in the matching columns, because users often search for values
// that they have just seen.
import type { App } from "../../app/app";
import type { SearchDocument } from "../../searches/searchDocument";
import {
  idFilters,
  type CompanyFilterField,
  type FilterField,
  type PeopleFilterField,
} from "../../service/filterCatalogue";
import { recordKinds, type RecordKind } from "../../service/operations";

/** The most frequent first; only from results of the service in use, so none without a connection. Never rejects. */
export async function seenValues(app: App, field: string): Promise<readonly string[]> {
  const origin = app.origin();
  const columnsByKind = recordKinds
    .map((kind) => [kind, columnsForFilter(kind, field)] as const)
    .filter(([, columns]) => columns.length > 0);
  return origin === undefined || columnsByKind.length === 0
    ? []
    : app.store.values.seenValues({ columns: Object.fromEntries(columnsByKind), origin }).catch(() => []);
}

/** The known names of the records that a search contains as ids. Never rejects. */
export async function namesOfIds(app: App, { filters }: SearchDocument): Promise<Readonly<Record<string, string>>> {
  const origin = app.origin();
  const ids = [...idFilters].flatMap((field) =>
    (filters[field] ?? []).map((item) => ("value" in item ? item.value : "")),
  );
  if (origin === undefined || ids.length === 0) {
    return {};
  }
  const named = await app.store.values.namesOfIds({ ids: ids.map(String), origin }).catch(() => []);
  return Object.fromEntries(named.map(({ id, name }) => [id, name]));
}

/**
 * Column ids or paths that contain values for a filter. Ids, addresses and ranges are left out, because no one types
 * them.
 */
const companyPlaces: Readonly<Partial<Record<CompanyFilterField, readonly string[]>>> = {
  industries: ["industry"],
  technologies: ["technologies"],
  specialties: ["specialties"],
  names: ["name"],
  domains: ["domain"],
  types: ["type"],
  headquarters_locations: ["country", "region", "city"],
};

const personPlaces: Readonly<Partial<Record<PeopleFilterField, readonly string[]>>> = {
  current_position_titles: ["title"],
  current_position_seniority_level: ["seniority"],
  current_position_job_functions: ["job_functions"],
  current_position_sub_functions: ["sub_functions"],
  person_locations: ["country", "region", "city"],
  person_names: ["name"],
  person_skills: ["skills"],
  person_languages: ["languages"],
  person_universities: ["educations[].school_name"],
  past_company_names: ["employment.all[].company.name"],
  past_company_domains: ["employment.all[].company.domain"],
  past_position_titles: ["employment.all[].title"],
};

/** The employer of a person has the same fields as a company. */
const employerPlaces: Readonly<Partial<Record<PeopleFilterField, CompanyFilterField>>> = {
  current_company_names: "names",
  current_company_domains: "domains",
  current_company_industries: "industries",
  current_company_headquarters: "headquarters_locations",
  current_company_types: "types",
  current_company_specialties: "specialties",
};

/** Ids of the columns that contain values for a filter. @internal */
export function columnsForFilter(kind: RecordKind, field: string): readonly string[] {
  if (kind === "company") {
    return companyIds(field);
  }
  const ids = personIds(field);
  return kind === "person" ? ids : ids.map(inProfile);
}

const has = <K extends FilterField>(places: Readonly<Partial<Record<K, unknown>>>, field: string): field is K =>
  Object.hasOwn(places, field);

function companyIds(field: string): readonly string[] {
  const own = has(employerPlaces, field) ? employerPlaces[field] : field;
  return own !== undefined && has(companyPlaces, own) ? (companyPlaces[own] ?? []) : [];
}

function personIds(field: string): readonly string[] {
  return has(personPlaces, field) ? (personPlaces[field] ?? []) : companyIds(field).map((id) => `company_${id}`);
}

/** In a contact, the person's fields are in its profile, except for the name. */
function inProfile(id: string): string {
  if (id === "name") {
    return id;
  }
  return /[.[]/.test(id) ? `profile.${id}` : `profile_${id}`;
}
