// "Add to Search": turns the checked values of a column into a filter of the saved search.
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import { parseSearch } from "../../searches/parseSearch";
import { editsFor } from "../../searches/searchEdits";
import { filterOf, type FilterField, type SearchKind } from "../../service/filterCatalogue";
import type { RecordKind } from "../../service/operations";
import type { FilterItem } from "../../service/requests";

/** How the values of a column become items of a filter. */
interface Narrowing {
  readonly field: FilterField;
  /** `undefined` for a value without an item. */
  readonly item: (value: string) => FilterItem | undefined;
}

/** The value as stored in the records. */
const exactly = (value: string): FilterItem => ({ value, exact_match: true });
/** The service compares places with a city, a region and a country, so equality could miss. */
const place = (value: string): FilterItem => ({ value });

const numberOf = (text: string | undefined): number => Number((text ?? "").replaceAll(/[,.\s]/g, ""));

const exactNumber = (value: string): FilterItem | undefined =>
  Number.isNaN(numberOf(value)) ? undefined : { min: numberOf(value), max: numberOf(value) };

/** "51-200", "10001+", "80" */
function range(value: string): FilterItem | undefined {
  const open = /^([\d,.\s]+)\+$/.exec(value);
  if (open !== null) {
    return { min: numberOf(open[1]) };
  }
  const bounds = /^([\d,.\s]+)[-–]([\d,.\s]+)$/.exec(value);
  return bounds === null ? exactNumber(value) : { min: numberOf(bounds[1]), max: numberOf(bounds[2]) };
}

/** "1980s", "1984" */
const decade = (value: string): FilterItem | undefined =>
  value.endsWith("0s") ? { min: Number.parseInt(value, 10), max: Number.parseInt(value, 10) + 9 } : range(value);

/** "0" is less than one year, "11+" more than ten. */
const years = (value: string): FilterItem | undefined => (value === "0" ? { max: 0 } : range(value));

const ofCompanies: Readonly<Record<string, Narrowing>> = {
  country: { field: "headquarters_locations", item: place },
  region: { field: "headquarters_locations", item: place },
  city: { field: "headquarters_locations", item: place },
  headcount: { field: "headcounts", item: range },
  industry: { field: "industries", item: exactly },
  type: { field: "types", item: exactly },
  technologies: { field: "technologies", item: exactly },
  year_founded: { field: "founded_years", item: decade },
};

const ofPeople: Readonly<Record<string, Narrowing>> = {
  seniority: { field: "current_position_seniority_level", item: exactly },
  job_functions: { field: "current_position_job_functions", item: exactly },
  country: { field: "person_locations", item: place },
  region: { field: "person_locations", item: place },
  city: { field: "person_locations", item: place },
  company_name: { field: "current_company_names", item: exactly },
  company_industry: { field: "current_company_industries", item: exactly },
  company_headcount: { field: "current_company_headcounts", item: range },
  company_type: { field: "current_company_types", item: exactly },
  position_since: { field: "current_position_years_in", item: years },
};

/** Contacts come from enrichments, which no search returns. */
const searches: Readonly<Partial<Record<RecordKind, { readonly kind: SearchKind; readonly of: typeof ofPeople }>>> = {
  company: { kind: "company", of: ofCompanies },
  person: { kind: "people", of: ofPeople },
};

function narrowingOf(kind: RecordKind, column: string): Narrowing | undefined {
  const known = searches[kind]?.of;
  return known !== undefined && Object.hasOwn(known, column) ? known[column] : undefined;
}

/** Whether the values of a column can become a filter. */
export const canNarrow = (kind: RecordKind, column: string): boolean => narrowingOf(kind, column) !== undefined;

export interface NarrowedSearch {
  readonly text: string;
  /** The name of the filter. */
  readonly label: string;
  readonly added: number;
  /** Replaced values of the filter: with them, the search would still find the other records. */
  readonly replaced: number;
}

/**
 * The text of a search whose filter has the values of a column instead of its own; excluded values do not change.
 * `undefined` if the text is not a search for these records, or the column has no filter.
 */
export function narrowedSearch(
  text: string,
  kind: RecordKind,
  column: string,
  values: readonly string[],
): NarrowedSearch | undefined {
  const narrowing = narrowingOf(kind, column);
  const { document } = parseSearch(text);
  const items = values.map((value) => narrowing?.item(value)).filter((item) => item !== undefined);
  const definition = document && narrowing && filterOf(document.search, narrowing.field);
  if (definition === undefined || document?.search !== searches[kind]?.kind || items.length === 0) {
    return undefined;
  }
  const { field } = definition;
  const before = document?.filters[field] ?? [];
  let next = text;
  let replaced = 0;
  for (let index = before.length - 1; index >= 0; index -= 1) {
    if (before[index]?.exclude !== true) {
      next = applyEdits(next, editsFor(next, { kind: "removeItem", field, index }));
      replaced += 1;
    }
  }
  next = applyEdits(next, editsFor(next, { kind: "addItems", field, items }));
  return { text: next, label: definition.label, added: items.length, replaced };
}
