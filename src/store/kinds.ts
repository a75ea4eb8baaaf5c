// The tables of each kind of record, their columns, and the keys of records.
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";

export type RunPurpose = "search" | "count" | "lookup" | "batch" | "enrichment";

/** The table with the main columns of each kind of record. */
export const recordTables = {
  company: "company_record",
  person: "person_record",
  contact: "contact_record",
} as const satisfies Readonly<Record<RecordKind, string>>;

/** The table with all other columns, with the same keys. Separate, so that scans of the main columns are fast. */
export const moreTables = {
  company: "company_more",
  person: "person_more",
  contact: "contact_more",
} as const satisfies Readonly<Record<RecordKind, string>>;

/** Joins the other columns, `more`, to the table `m`. SQLite omits the join if nothing reads them. */
export const joinMore = (kind: RecordKind): string => `left join ${moreTables[kind]} more on more.key = m.key`;

/** How many rows a run can have. Keys are exact numbers for up to 2^21 runs. */
export const rowsOfRun = 2 ** 32;

export const recordKey = (run: number, row: number): number => run * rowsOfRun + row;
export const runOfKey = (key: number): number => Math.floor(key / rowsOfRun);
export const rowOfKey = (key: number): number => key % rowsOfRun;

/** The first and the last possible key of a run's records. */
export const keysOfRun = (run: number): readonly [number, number] => [recordKey(run, 0), recordKey(run, rowsOfRun - 1)];

/** The row after the last record of a run. Before it there may be gaps, where records are missing. */
export function nextRow(db: StoreDb, run: number): number {
  const last = db.value<number>("select max(key) from record_json where key between ? and ?", ...keysOfRun(run));
  return last === undefined ? 0 : rowOfKey(last) + 1;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The columns that are most often sorted, filtered, and compared. */
export const mainColumns: Readonly<Record<RecordKind, readonly string[]>> = {
  company: words(`
    name domain website industry type headcount_exact headcount_range year_founded city region country country_code
    specialties technologies network_url network_id followers`),
  person: words(`
    name first_name last_name title seniority job_functions position_since city region country country_code network_url
    network_id company_id company_name company_domain company_industry company_type company_headcount_exact
    company_headcount_range company_country`),
  contact: words(`
    name work_email work_email_status personal_email phone phone_line_type phone_line_status work_emails
    personal_emails phones profile_title profile_seniority profile_job_functions profile_position_since profile_city
    profile_country profile_network_url profile_network_id profile_company_id profile_company_name
    profile_company_domain profile_company_industry profile_company_type profile_company_headcount_exact
    profile_company_headcount_range profile_company_country profile_id submitted_company_domain`),
};

/** The columns of `moreTables`. */
export const moreColumns: Readonly<Record<RecordKind, readonly string[]>> = {
  company: words("street address offices network_handle logo_url"),
  person: words(`
    sub_functions position_until company_website company_year_founded company_city company_region company_country_code
    company_street company_address company_offices company_specialties company_technologies company_network_url
    company_network_id company_network_handle company_followers company_logo_url headline skills languages schools
    positions network_handle connections`),
  contact: words(`
    outcome personal_email_status phone_region phone_ownership phone_ownership_confidence phone_connect_rate
    profile_first_name profile_last_name profile_sub_functions profile_position_until profile_company_website
    profile_company_year_founded profile_company_city profile_company_region profile_company_country_code
    profile_company_street profile_company_address profile_company_offices profile_company_specialties
    profile_company_technologies profile_company_network_url profile_company_network_id profile_company_network_handle
    profile_company_followers profile_company_logo_url profile_region profile_country_code profile_headline
    profile_skills profile_languages profile_schools profile_positions profile_network_handle profile_connections
    submitted_first_name submitted_last_name submitted_company_name submitted_professional_network_url custom
    deliverable_email deliverable_email_status working_phone mobile_phone`),
};
