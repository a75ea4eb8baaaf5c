// Values that a filter could be given, taken from the records of the latest runs: what a user has seen is what is looked for next.
import type { RecordSource, RunSummary } from "../runs/run";
import type { RecordKind } from "../service/operations";
import type { CompanyFilterField, FilterField, PeopleFilterField } from "../service/filterCatalogue";
import { columnOf, type Column } from "./columns";
import type { Pace } from "./pace";
import { recordReader } from "./recordReader";
import { scanRecords } from "./scan";

/** Column ids or paths whose values a filter is compared with. Ids, addresses and ranges are no help while typing. */
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

/** The company at which somebody works has the same fields as a company found by itself. */
const employerPlaces: Readonly<Partial<Record<PeopleFilterField, CompanyFilterField>>> = {
  current_company_names: "names",
  current_company_domains: "domains",
  current_company_industries: "industries",
  current_company_headquarters: "headquarters_locations",
  current_company_types: "types",
  current_company_specialties: "specialties",
};

/** The columns of records of a kind that hold values for a filter; none when there are no such. */
export function columnsForFilter(kind: RecordKind, field: string): readonly Column[] {
  const ids = kind === "company" ? companyIds(field) : personIds(field).map((id) => (kind === "person" ? id : inProfile(id)));
  return ids.flatMap((id) => columnOf(kind, id) ?? []);
}

const has = <K extends FilterField>(places: Readonly<Partial<Record<K, unknown>>>, field: string): field is K => Object.hasOwn(places, field);

function companyIds(field: string): readonly string[] {
  const own = has(employerPlaces, field) ? employerPlaces[field] : field;
  return own !== undefined && has(companyPlaces, own) ? (companyPlaces[own] ?? []) : [];
}

function personIds(field: string): readonly string[] {
  return has(personPlaces, field) ? (personPlaces[field] ?? []) : companyIds(field).map((id) => `company_${id}`);
}

/** A contact holds the person as its profile; its name column is the contact's own. */
function inProfile(id: string): string {
  return /[.[]/.test(id) ? `profile.${id}` : id === "name" ? id : `profile_${id}`;
}

/** Runs as a store lists and opens them. */
export interface SeenRuns {
  /** Newest first. */
  list(): Promise<readonly RunSummary[]>;
  open(id: string): Promise<RecordSource & { close(): Promise<void> }>;
}

export interface SeenValuesParts {
  readonly runs: SeenRuns;
  readonly pace: Omit<Pace, "signal">;
  /** Only what came from this service counts; `undefined` when none is in use, and then nothing is offered. */
  readonly origin: () => string | undefined;
}

/** So much is looked at for one filter, whatever the runs hold. */
const mostRuns = 6;
const mostRecords = 400;
const mostValues = 200;
const longestValue = 100;

/** A function that tells values of a filter seen in the latest results, the most frequent first; never rejects. */
export function createSeenValues({ runs, pace, origin }: SeenValuesParts): (field: string) => Promise<readonly string[]> {
  const remembered = new Map<string, { readonly of: string; readonly values: Promise<readonly string[]> }>();

  async function count(summaries: readonly RunSummary[], field: string): Promise<readonly string[]> {
    const counts = new Map<string, { readonly value: string; count: number }>();
    for (const { header } of summaries) {
      await countRun(header.id, field, counts).catch(() => undefined);
    }
    return [...counts.values()]
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, mostValues)
      .map(({ value }) => value);
  }

  async function countRun(id: string, field: string, counts: Map<string, { readonly value: string; count: number }>): Promise<void> {
    const source = await runs.open(id);
    try {
      const columns = columnsForFilter(source.recordKind, field);
      const read = recordReader(columns);
      await scanRecords(source, pace, { from: 0, to: Math.min(source.count, mostRecords) }, (bytes) => {
        const record = read(bytes);
        for (const value of new Set(columns.flatMap((column) => textsOf(column.value(record))))) {
          const key = value.toLowerCase();
          const seen = counts.get(key);
          if (seen === undefined) {
            // Kept long after the record: a copy, not a part of its bytes' text.
            counts.set(key, { value: Buffer.from(value).toString(), count: 1 });
          } else {
            seen.count += 1;
          }
        }
      });
    } finally {
      await source.close();
    }
  }

  return async (field) => {
    const from = origin();
    const all = from === undefined ? [] : await runs.list().catch(() => []);
    const summaries = all.filter(({ header, records }) => header.connection.origin === from && records > 0 && columnsForFilter(header.recordKind, field).length > 0).slice(0, mostRuns);
    const of = summaries.map(({ header, records }) => `${header.id} ${Math.min(records, mostRecords)}`).join();
    const before = remembered.get(field);
    if (before?.of === of) {
      return before.values;
    }
    const values = count(summaries, field);
    remembered.set(field, { of, values });
    return values;
  };
}

function textsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => (typeof item === "string" && item.trim() !== "" && item.length <= longestValue ? [item.trim()] : []));
}
